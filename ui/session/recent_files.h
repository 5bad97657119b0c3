#pragma once
// The files that were opened or saved last, newest first, remembered in the settings.

#include <QObject>
#include <QStringList>

namespace headroom {

class RecentFiles : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    QStringList paths() const; // those that exist
    void add(const QString &path);
    void remove(const QString &path);
    void clear();

signals:
    void changed();
};

} // namespace headroom
