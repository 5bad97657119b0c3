#include "ui/session/recent_files.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace headroom {

namespace {
const QString key = QStringLiteral("recentFiles");
constexpr int most = 9; // as many as there are digits for mnemonics

QStringList stored()
{
    return QSettings().value(key).toStringList();
}
} // namespace

QStringList RecentFiles::paths() const
{
    QStringList out = stored();
    out.erase(std::remove_if(out.begin(), out.end(), [](const QString &path) { return !QFileInfo::exists(path); }), out.end());
    return out;
}

void RecentFiles::add(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList all = stored();
    all.removeAll(absolute);
    all.prepend(absolute);
    QSettings().setValue(key, all.mid(0, most));
    emit changed();
}

void RecentFiles::remove(const QString &path)
{
    QStringList all = stored();
    all.removeAll(path);
    QSettings().setValue(key, all);
    emit changed();
}

void RecentFiles::clear()
{
    QSettings().remove(key);
    emit changed();
}

} // namespace headroom
