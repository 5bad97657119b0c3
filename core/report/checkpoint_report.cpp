#include "report/checkpoint_report.h"

#include "base/format.h"
#include "report/json_value.h"
#include "report/report.h"
#include "report/text_lines.h"

#include <cmath>

namespace headroom {

namespace {

std::string whole(double value)
{
    return std::to_string(static_cast<Count>(value));
}

std::string signedWhole(double value)
{
    return (value < 0.0 ? "-" : "+") + whole(std::abs(value));
}

Message sizeMessage(const Reconciliation &r)
{
    const double stated = static_cast<double>(*r.totalSize);
    if (r.shapesKnown())
        return stated == r.total.bytes
                   ? Message{CORE_TEXT("core", "metadata.total_size {0} B is the size of all tensors"), {whole(stated)}}
                   : Message{CORE_TEXT("core", "metadata.total_size {0} B is not the size of all tensors, {1} B"),
                             {whole(stated), whole(r.total.bytes)}};
    if (stated == r.sizeFromNames)
        return {CORE_TEXT("core",
                          "metadata.total_size {0} B is as the names tell: weights with a scale 1 B, scales and "
                          "router biases 4 B, all others 2 B"),
                {whole(stated)}};
    return {CORE_TEXT("core", "metadata.total_size {0} B; the names tell {1} B: weights with a scale 1 B, scales and "
                              "router biases 4 B, all others 2 B"),
            {whole(stated), whole(r.sizeFromNames)}};
}

bool asExpected(const ReconciledTensor &t)
{
    return (t.status == TensorStatus::match || t.status == TensorStatus::named) && t.reason == TensorReason::none;
}

std::vector<const ReconciledTensor *> notAsExpected(const Reconciliation &r)
{
    std::vector<const ReconciledTensor *> out;
    for (const ReconciledTensor &t : r.tensors)
        if (!asExpected(t))
            out.push_back(&t);
    return out;
}

std::string groupLine(const std::string &name, const std::string &a, const std::string &b, const std::string &c,
                      const std::string &d)
{
    return padded(name, 30) + rightAligned(a, 9) + rightAligned(b, 9) + rightAligned(c, 18) + rightAligned(d, 18)
           + "\n";
}

std::string groupLine(const std::string &name, const GroupTotal &t)
{
    return groupLine(name, std::to_string(t.expectedTensors), std::to_string(t.storedTensors),
                     whole(t.expectedElements), whole(t.storedElements));
}

Json groupJson(const GroupTotal &t)
{
    Json out{{"expectedTensors", t.expectedTensors}, {"storedTensors", t.storedTensors}};
    putCount(out, "expectedElements", t.expectedElements);
    putCount(out, "storedElements", t.storedElements);
    putCount(out, "bytes", t.bytes);
    return out;
}

Json tensorJson(const ReconciledTensor &t)
{
    Json out{{"name", t.name}, {"group", keyOf(t.group)}, {"status", keyOf(t.status)}};
    if (t.reason != TensorReason::none)
        out["reason"] = keyOf(t.reason);
    if (t.expected)
        out["expectedShape"] = *t.expected;
    if (t.stored)
        out["storedShape"] = *t.stored;
    if (!t.dtype.empty())
        out["dtype"] = t.dtype;
    if (!t.file.empty())
        out["file"] = t.file;
    putCount(out, "storedElements", t.storedElements);
    return out;
}

std::string quoted(std::string text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '"');
    return '"' + text + '"';
}

} // namespace

std::string shapeText(const std::optional<std::vector<Count>> &shape)
{
    if (!shape)
        return {};
    std::string out;
    for (const Count dim : *shape)
        out += (out.empty() ? "" : ", ") + std::to_string(dim);
    return "[" + out + "]";
}

std::vector<Message> reconciliationSummary(const Reconciliation &r)
{
    const GroupTotal &t = r.total;
    std::vector<Message> out;
    const std::vector<std::string> numbers{whole(t.storedElements), whole(t.expectedElements),
                                           signedWhole(t.storedElements - t.expectedElements),
                                           std::to_string(r.unexplained())};
    if (!r.shapesKnown())
        out.push_back(
            {CORE_TEXT("core", "an index has no shapes: names and total_size are reconciled; {0} files without "
                               "their header"),
             {std::to_string(r.headerless.size())}});
    if (r.unexplained() == 0 && r.shapesKnown())
        out.push_back(
            {CORE_TEXT("core", "{0} elements stored = {1} expected {2}: explained to the last element"), numbers});
    else if (r.unexplained() == 0)
        out.push_back(
            {CORE_TEXT("core", "{0} elements by their names = {1} expected {2}: every name explained"), numbers});
    else
        out.push_back({CORE_TEXT("core", "{0} elements stored, {1} expected, {2}: {3} tensors unexplained"), numbers});
    if (r.totalSize)
        out.push_back(sizeMessage(r));
    return out;
}

std::string checkpointJson(const Reconciliation &r)
{
    Json out{{"schemaVersion", reportSchemaVersion},
             {"model", r.model},
             {"shapesKnown", r.shapesKnown()},
             {"unexplained", r.unexplained()},
             {"total", groupJson(r.total)}};
    Json &groups = out["groups"] = Json::object();
    for (const GroupTotal &total : r.groups)
        groups[keyOf(total.group)] = groupJson(total);
    Json &differences = out["differences"] = Json::array();
    for (const Difference &d : r.differences) {
        Json &row = differences.emplace_back(
            Json{{"status", keyOf(d.status)}, {"reason", keyOf(d.reason)}, {"tensors", d.tensors}});
        putCount(row, "elements", d.elements);
    }
    if (r.totalSize)
        out["totalSize"] = *r.totalSize;
    if (!r.headerless.empty())
        out["headerless"] = r.headerless;
    Json &summary = out["summary"] = Json::array();
    for (const Message &message : reconciliationSummary(r))
        summary.push_back(text(message));
    Json &notes = out["notes"] = Json::array();
    for (const Issue &issue : r.notes)
        notes.push_back(text(issue));
    Json &tensors = out["tensors"] = Json::array();
    for (const ReconciledTensor &t : r.tensors)
        tensors.push_back(tensorJson(t));
    return dumped(out);
}

std::string checkpointCsv(const Reconciliation &r)
{
    std::string out = "name,group,status,reason,expectedShape,storedShape,dtype,storedElements,bytes,file\n";
    for (const ReconciledTensor &t : r.tensors)
        out += quoted(t.name) + "," + keyOf(t.group) + "," + keyOf(t.status) + "," + keyOf(t.reason) + ","
               + quoted(shapeText(t.expected)) + "," + quoted(shapeText(t.stored)) + "," + t.dtype + ","
               + whole(t.storedElements) + "," + whole(t.bytes) + "," + quoted(t.file) + "\n";
    return out;
}

std::string checkpointText(const Reconciliation &r, std::size_t top)
{
    std::string out = r.model + ": " + std::to_string(r.total.expectedTensors) + " tensors expected, "
                      + std::to_string(r.total.storedTensors) + " stored\n\n"
                      + groupLine("group", "expected", "stored", "elements", "stored");
    for (const GroupTotal &total : r.groups)
        out += groupLine(labelOf(total.group), total);
    out += groupLine("total", r.total) + "\n";
    for (const Difference &d : r.differences)
        out += rightAligned(signedWhole(d.elements), 16) + "  " + padded(labelOf(d.status), 12)
               + rightAligned(std::to_string(d.tensors), 7) + " tensors  "
               + (d.reason == TensorReason::none ? "unexplained" : labelOf(d.reason)) + "\n";
    out += r.differences.empty() ? "" : "\n";
    for (const Message &message : reconciliationSummary(r))
        out += text(message) + "\n";
    for (const Issue &issue : r.notes)
        out += text(issue) + "\n";
    const auto rows = notAsExpected(r);
    const std::size_t shown = top == 0 ? rows.size() : std::min(top, rows.size());
    for (std::size_t i = 0; i < shown; ++i)
        out += (i == 0 ? "\n" : "") + padded(labelOf(rows[i]->status), 12) + rows[i]->name + "  "
               + (rows[i]->expected ? "expected " + shapeText(rows[i]->expected) + "  " : "")
               + (rows[i]->stored ? "stored " + shapeText(rows[i]->stored) + " " + rows[i]->dtype + "  " : "")
               + labelOf(rows[i]->reason) + "\n";
    if (shown < rows.size())
        out += "… and " + std::to_string(rows.size() - shown) + " more\n";
    return out;
}

} // namespace headroom
