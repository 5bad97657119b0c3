#include "ui/document/catalog_folder.h"

#include <QDir>
#include <QStandardPaths>

namespace headroom {

QString userCatalogFolder()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)).filePath(QStringLiteral("catalog"));
}

} // namespace headroom
