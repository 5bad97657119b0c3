#pragma once
// The slides of a presentation, one row each, and what they are made of.

#include <QWidget>

#include "ui/charts/plot_theme.h"
#include "ui/document/snapshot.h"

#include <functional>
#include <span>
#include <vector>

namespace headroom {

struct ChartChoice;
class Document;

struct SlideRow
{
    const char *title; // translated in context "Slides"
    // Whether there is anything to show.
    bool (*exists)(const Snapshot &snapshot, const Document &document);
    // A widget that shows the snapshot in the style; it is made anew whenever either changes.
    QWidget *(*make)(const SnapshotPtr &snapshot, const Document &document, const ChartStyle &style, QWidget *parent);
};
std::span<const SlideRow> slideTable();

} // namespace headroom
