#pragma once
// What the user looks at, shared by charts, tables and the Why panel. Names, not indices: they survive an edit.

#include <QObject>

#include "base/derivation.h"
#include "ops/op.h"

#include <string>

namespace headroom {

struct Estimate;
struct RooflineOperator;

struct Selected
{
    enum class Kind { term, op, loss, part };
    Kind kind = Kind::term;
    std::string key = "system.expectedMfu"; // a named term, an operator's key, the id of a waterfall row or step part

    bool operator==(const Selected &) const = default;
};

// "mla+moe/query projection/forward".
std::string operatorKey(const RooflineOperator &op);
std::string operatorKey(const std::string &group, const std::string &name, Phase phase);
// The term that a selection shows in this estimate; invalid when it has none.
TermId termOf(const Estimate &estimate, const Selected &selected);

class Selection : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    const Selected &current() const { return m_current; }
    void select(const Selected &selected);

signals:
    void changed();

private:
    Selected m_current;
};

} // namespace headroom
