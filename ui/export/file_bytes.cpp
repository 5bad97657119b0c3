#include "ui/export/file_bytes.h"

#include <QFileInfo>
#include <QHash>
#include <QSaveFile>

namespace headroom {

Result<QDateTime> documentDate()
{
    static const QDateTime firstOfZip(QDate(1980, 1, 1), QTime(0, 0), Qt::UTC);
    constexpr const char *variable = "SOURCE_DATE_EPOCH";
    if (!qEnvironmentVariableIsSet(variable))
        return firstOfZip;
    const QByteArray text = qgetenv(variable);
    bool good = false;
    const qlonglong seconds = text.toLongLong(&good);
    const QDateTime date = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    if (!good || seconds < 0 || date.date().year() > 9999)
        return failure(variable, {CORE_TEXT("core", "“{0}” is no number of seconds since 1970"), {text.toStdString()}});
    return date;
}

FixedHashOrder::FixedHashOrder() : m_wasFixed(QHashSeed::globalSeed() == 0)
{
    QHashSeed::setDeterministicGlobalSeed();
}

FixedHashOrder::~FixedHashOrder()
{
    if (!m_wasFixed)
        QHashSeed::resetRandomGlobalSeed();
}

Result<void> writeWhole(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failure("out", {CORE_TEXT("core", "the file cannot be written"), {}}, path.toStdString());
    return {};
}

QString endingOf(const QString &path)
{
    return QFileInfo(path).suffix().toLower();
}

} // namespace headroom
