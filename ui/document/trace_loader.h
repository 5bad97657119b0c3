#pragma once
// Reads traces on a thread of its own, so that the window stays alive under files of any size; one run at a time.

#include <QObject>
#include <QStringList>

#include "base/result.h"
#include "ui/document/measured_trace.h"

#include <functional>
#include <stop_token>
#include <thread>

namespace headroom {

class TraceLoader : public QObject
{
    Q_OBJECT

public:
    explicit TraceLoader(QObject *parent = nullptr);
    ~TraceLoader() override;

    // Files, and folders of them: one rank of a run each. Stops what is being read.
    void load(const QStringList &paths);
    // Another rank of a run in place of the one that was compared.
    void compareWith(const MeasuredTracePtr &trace, std::size_t rank);
    // The run's files again, under the rules that are the user's now.
    void readAgain(const MeasuredTracePtr &trace);
    void cancel();
    bool isLoading() const { return m_loading; }

    // The file of rules that stand before the built-in ones; a setting. Empty: none.
    static QString ownRules();
    static void setOwnRules(const QString &path);

signals:
    void progressed(const QString &path, double share); // of all files that are read
    void loaded(headroom::MeasuredTracePtr trace);
    void failed(const headroom::Issues &issues);
    void cancelled();

private:
    using Reader = std::function<Result<TracedRun>(const TraceRules &, const RunReadOptions &)>;
    void start(const QString &shown, Reader reader);
    void read(const std::stop_token &stop, const Reader &reader, const std::string &rules, quint64 turn);
    void finish(const MeasuredTracePtr &trace, const Issues &issues, quint64 turn);

    std::jthread m_worker;
    quint64 m_turn = 0; // of start(): what an older one delivers is dropped
    bool m_loading = false;
};

} // namespace headroom
