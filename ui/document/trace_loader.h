#pragma once
// Reads a trace on a thread of its own, so that the window stays alive under files of any size; one at a time.

#include <QObject>
#include <QString>

#include "base/result.h"
#include "ui/document/measured_trace.h"

#include <stop_token>
#include <thread>

namespace headroom {

class TraceLoader : public QObject
{
    Q_OBJECT

public:
    explicit TraceLoader(QObject *parent = nullptr);
    ~TraceLoader() override;

    // Stops what is being read.
    void load(const QString &path);
    void cancel();
    bool isLoading() const { return m_loading; }

signals:
    void progressed(const QString &path, double share); // of the file that is read
    void loaded(headroom::MeasuredTracePtr trace);
    void failed(const headroom::Issues &issues);
    void cancelled();

private:
    void read(const std::stop_token &stop, const std::string &path, quint64 turn);
    void finish(const MeasuredTracePtr &trace, const Issues &issues, quint64 turn);

    std::jthread m_worker;
    quint64 m_turn = 0; // of load(): what an older one delivers is dropped
    bool m_loading = false;
};

} // namespace headroom
