#pragma once
// The key figures, one row each: what they show of a snapshot and which number they are judged by.

#include "ui/document/snapshot.h"

#include <QString>

#include <span>

namespace headroom {

struct FigureText
{
    QString value;       // empty: the figure is absent
    double number = 0.0; // what changes are measured on
    QString tip;
};

struct FigureRow
{
    const char *caption; // translated in context "Figures"
    const char *term;    // named term that a click explains
    int better;          // +1 larger, -1 smaller, 0 neither
    FigureText (*text)(const Snapshot &);
    QString (*delta)(double difference, double before); // with sign
};
// Of every phase, in the order of the strip; a figure that a phase does not have is absent.
std::span<const FigureRow> figureTable();
// Of phases that serve, before and after those that all phases have.
std::span<const FigureRow> latencyFigures();
std::span<const FigureRow> loadFigures();

QString deltaShare(double difference, double before); // "+3.1 %"

} // namespace headroom
