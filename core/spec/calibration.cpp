#include "spec/calibration.h"

namespace headroom {

Calibration idealCalibration()
{
    const std::string source = "definition of the bound: the datasheet reached in full";
    Calibration ideal;
    for (CalibrationEntry *entry :
         {&ideal.matrixEfficiency, &ideal.attentionEfficiency, &ideal.hbmEfficiency, &ideal.scaleUpEfficiency,
          &ideal.scaleOutEfficiency, &ideal.pipelining, &ideal.overlap, &ideal.contention, &ideal.stragglers, &ideal.overhead, &ideal.workspace,
          &ideal.fragmentation})
        entry->source = source;
    return ideal;
}

} // namespace headroom
