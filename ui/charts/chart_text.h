#pragma once
// The translation contexts of the charts, whose drawing code is no QObject's.

#include <QCoreApplication>

namespace headroom {

struct RooflineText
{
    Q_DECLARE_TR_FUNCTIONS(Roofline)
};

struct MemoryText
{
    Q_DECLARE_TR_FUNCTIONS(Memory)
};

struct ParetoText
{
    Q_DECLARE_TR_FUNCTIONS(Pareto)
};

struct TimelineText
{
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

struct StudyText
{
    Q_DECLARE_TR_FUNCTIONS(Study)
};

struct WaterfallText
{
    Q_DECLARE_TR_FUNCTIONS(Waterfall)
};

} // namespace headroom
