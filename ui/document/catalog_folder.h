#pragma once
// Where the user's own chips and models are kept.

#include <QString>

namespace headroom {

// "catalog" in the program's folder of application data; need not exist.
QString userCatalogFolder();

} // namespace headroom
