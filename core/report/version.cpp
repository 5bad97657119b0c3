#include "report/report.h"

namespace headroom {

const char *programVersion() { return HEADROOM_VERSION; }

} // namespace headroom
