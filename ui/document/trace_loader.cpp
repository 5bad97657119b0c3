#include "ui/document/trace_loader.h"

#include "spec/file.h"

#include <QMetaObject>
#include <QSettings>

namespace headroom {

namespace {

const QString rulesKey = QStringLiteral("traceRules");

Result<TraceRules> rulesOf(const std::string &own)
{
    if (own.empty())
        return builtInTraceRules();
    const Result<std::string> text = readFile(own);
    if (!text)
        return tl::unexpected(text.error());
    return readTraceRules(*text, own).map(withBuiltIn);
}

} // namespace

TraceLoader::TraceLoader(QObject *parent) : QObject(parent)
{
}

TraceLoader::~TraceLoader()
{
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join();
}

QString TraceLoader::ownRules()
{
    return QSettings().value(rulesKey).toString();
}

void TraceLoader::setOwnRules(const QString &path)
{
    if (path.isEmpty())
        QSettings().remove(rulesKey);
    else
        QSettings().setValue(rulesKey, path);
}

void TraceLoader::load(const QStringList &paths)
{
    std::vector<std::string> all;
    for (const QString &path : paths)
        all.push_back(path.toStdString());
    start(paths.value(0), [all](const TraceRules &rules, const RunReadOptions &options) -> Result<TracedRun> {
        const Result<std::vector<std::string>> files = traceFiles(all);
        if (!files)
            return tl::unexpected(files.error());
        TracedRun run = readRun(*files, rules, options);
        if (files->empty())
            return failure("", {CORE_TEXT("core", "the folder holds no files"), {}}, all.front());
        if (run.ranks.empty())
            return tl::unexpected(std::move(run.refused));
        return run;
    });
}

void TraceLoader::compareWith(const MeasuredTracePtr &trace, std::size_t rank)
{
    start(QString::fromStdString(trace->run.ranks[rank].summary.file),
          [trace, rank](const TraceRules &rules, const RunReadOptions &options) { return comparedWith(trace->run, rank, rules, options); });
}

void TraceLoader::readAgain(const MeasuredTracePtr &trace)
{
    QStringList files;
    for (const TracedRank &rank : trace->run.ranks)
        files << QString::fromStdString(rank.summary.file);
    load(files);
}

void TraceLoader::start(const QString &shown, Reader reader)
{
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join(); // a reader looks at its token at every block
    m_loading = true;
    const quint64 turn = ++m_turn;
    emit progressed(shown, 0.0);
    m_worker = std::jthread([this, turn, reader = std::move(reader), rules = ownRules().toStdString()](const std::stop_token &stop) {
        read(stop, reader, rules, turn);
    });
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
void TraceLoader::read(const std::stop_token &stop, const Reader &reader, const std::string &rules, quint64 turn)
{
    int shown = 0;
    const auto progress = [&](const std::string &path, double share) {
        const int percent = static_cast<int>(100.0 * share);
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
    // Rules that cannot be used any more hide no trace.
    const Result<TraceRules> own = rulesOf(rules);
    Result<TracedRun> run = reader(own ? *own : builtInTraceRules(), {stop, progress});
    std::shared_ptr<MeasuredTrace> out;
    Issues issues;
    if (run) {
        out = std::make_shared<MeasuredTrace>(MeasuredTrace{*std::move(run), own ? rules : std::string()});
        if (!own)
            out->run.issues.insert(out->run.issues.begin(), own.error().begin(), own.error().end());
    } else {
        issues = std::move(run.error());
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
