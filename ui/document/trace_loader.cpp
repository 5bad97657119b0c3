#include "ui/document/trace_loader.h"

#include "trace/import.h"

#include <QMetaObject>

namespace headroom {

TraceLoader::TraceLoader(QObject *parent) : QObject(parent)
{
}

TraceLoader::~TraceLoader()
{
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join();
}

void TraceLoader::load(const QString &path)
{
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join(); // a reader looks at its token at every block
    m_loading = true;
    const quint64 turn = ++m_turn;
    emit progressed(path, 0.0);
    m_worker = std::jthread([this, turn, file = path.toStdString()](const std::stop_token &stop) { read(stop, file, turn); });
}

void TraceLoader::cancel()
{
    if (!m_loading)
        return;
    m_worker.request_stop();
    ++m_turn;
    m_loading = false;
    emit cancelled();
}

// On the worker's thread.
void TraceLoader::read(const std::stop_token &stop, const std::string &path, quint64 turn)
{
    int shown = 0;
    const auto progress = [&](std::uint64_t read, std::uint64_t size) {
        const int percent = size == 0 ? 100 : static_cast<int>(100 * read / size);
        if (percent == shown)
            return;
        shown = percent;
        QMetaObject::invokeMethod(
            this,
            [this, path, percent, turn] {
                if (turn == m_turn)
                    emit progressed(QString::fromStdString(path), percent / 100.0);
            },
            Qt::QueuedConnection);
    };
    Result<Trace> trace = readTrace(path, {.stop = stop, .progress = progress});
    auto out = std::make_shared<MeasuredTrace>();
    Issues issues;
    if (trace) {
        out->trace = *std::move(trace);
        out->classes = classify(out->trace, builtInTraceRules());
        out->summary = summarize(out->trace, out->classes);
    } else {
        issues = std::move(trace.error());
        out.reset();
    }
    QMetaObject::invokeMethod(this, [this, out, issues, turn] { finish(out, issues, turn); }, Qt::QueuedConnection);
}

void TraceLoader::finish(const MeasuredTracePtr &trace, const Issues &issues, quint64 turn)
{
    if (turn != m_turn)
        return;
    m_loading = false;
    if (trace)
        emit loaded(trace);
    else
        emit failed(issues);
}

} // namespace headroom
