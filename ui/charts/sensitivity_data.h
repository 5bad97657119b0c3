#pragma once
// A sensitivity as bars to both sides of the present value.

#include "ui/charts/chart.h"

#include <QString>

#include <vector>

namespace headroom {

struct TornadoBar
{
    std::size_t row = 0;       // of the sensitivity
    QString key;               // path of the field
    QString name;
    bool hasDown = false, hasUp = false;
    double down = 0.0, up = 0.0;               // change in MFU points, or in % of the step
    QString downText, upText;                  // the values moved to
    bool downFits = true, upFits = true;
};

struct TornadoData
{
    Figure figure{};
    std::vector<TornadoBar> bars; // largest first; those that move nothing are left out
    std::size_t still = 0;        // shown fields that move nothing, or cannot be moved
    double largest = 0.0;         // of all bars, either side
};

// Whether a field is one of those that are shown.
bool isShown(const Field &field, MovedFields shown);
// Changes in points of a ratio, in % of what it is for the others. At most `bars` bars.
TornadoData tornadoData(const Sensitivity &found, Figure figure, std::size_t bars, MovedFields shown = MovedFields::all);
// "+2.31", "-4.9 %".
QString changeText(double change, Figure figure);

} // namespace headroom
