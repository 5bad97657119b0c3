#include "app/options.h"

#include "base/format.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>

namespace headroom {

namespace {

std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

constexpr Count largestCount = Count(1) << 24;

std::optional<Count> parseCount(const std::string &text, Count minimum = 1)
{
    Count value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < minimum || value > largestCount)
        return std::nullopt;
    return value;
}

std::string notACount(const std::string &text)
{
    return "\"" + text + "\" is not a whole number from 1 to " + std::to_string(largestCount);
}

std::string applyCounts(std::vector<Count> &to, const std::string &list)
{
    to.clear();
    for (const std::string &part : split(list, ',')) {
        const auto count = parseCount(part);
        if (!count)
            return notACount(part);
        to.push_back(*count);
    }
    return {};
}

template <class E> std::string keys()
{
    std::string out;
    for (const EnumRow &row : rowsOf(E{}))
        out += (out.empty() ? "" : ", ") + std::string(row.key);
    return out;
}

// A word of an enumeration.
template <class E> std::string applyWord(E &to, const std::string &value)
{
    const auto word = fromKey<E>(value);
    if (!word)
        return "\"" + value + "\" is none of " + keys<E>();
    to = *word;
    return {};
}

std::string applyRemats(Options &o, const std::string &list)
{
    o.space.remats.clear();
    for (const std::string &part : split(list, ',')) {
        const auto policy = fromKey<RematPolicy>(part);
        if (!policy)
            return "\"" + part + "\" is none of " + keys<RematPolicy>();
        o.space.remats.push_back(*policy);
    }
    return {};
}

std::string applySplits(Options &o, const std::string &list)
{
    o.space.splits.clear();
    for (const std::string &part : split(list, ',')) {
        const auto way = fromKey<StageSplit>(part);
        if (!way || *way == StageSplit::listed)
            return "\"" + part + "\" is none of even, balanced";
        o.space.splits.push_back(*way);
    }
    return {};
}

// "1F1B,interleaved:4"; "all".
std::string applySchedules(Options &o, const std::string &list)
{
    o.space.schedules.clear();
    if (list == "all") {
        o.space.schedules = allSchedules();
        return {};
    }
    for (const std::string &part : split(list, ',')) {
        const auto choice = parseSchedule(part);
        if (!choice)
            return "\"" + part + "\" is none of all, " + keys<Schedule>() + "; interleaved:4 has 4 virtual stages, at least 2";
        o.space.schedules.push_back(*choice);
    }
    return {};
}

// What an option does to the limits of an axis: "tp=8", also "tp=8,pp=4".
std::string applyLimit(Options &o, const std::string &list, void (*set)(AxisLimits &, Count))
{
    for (const std::string &part : split(list, ',')) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const auto axis = fromKey<Axis>(part.substr(0, equals));
        if (!axis)
            return "\"" + part + "\" does not name an axis: " + keys<Axis>();
        const std::string value = equals < part.size() ? part.substr(equals + 1) : "";
        const auto count = parseCount(value);
        if (!count)
            return notACount(value);
        set(o.space.limit(*axis), *count);
    }
    return {};
}

std::string applyShare(Options &o, const std::string &value)
{
    const auto share = parseQuantity(value, Unit::ratio);
    if (!share || !(*share > 0.0 && *share < 1.0))
        return "\"" + value + "\" is not a share such as 10 %, above 0 and below 100 %";
    o.share = *share;
    return {};
}

std::string applyConfirm(Options &o, const std::string &value)
{
    const auto rule = fromKey<DatasheetRule>(value);
    if (!rule)
        return "\"" + value + "\" is none of " + keys<DatasheetRule>();
    o.confirmed.push_back(*rule);
    return {};
}

std::string applyStage(Options &o, const std::string &value)
{
    const auto stage = parseCount(value, 0);
    if (!stage)
        return "\"" + value + "\" is not a whole number from 0 to " + std::to_string(largestCount);
    o.stage = *stage;
    return {};
}

std::string applyTimes(Options &o, const std::string &value)
{
    if (value != "bound" && value != "expected")
        return "\"" + value + "\" is none of bound, expected";
    o.times = value == "bound" ? Level::ideal : Level::expected;
    return {};
}

std::string applyTop(Options &o, const std::string &value)
{
    const auto count = parseCount(value);
    if (!count)
        return notACount(value);
    o.top = static_cast<std::size_t>(*count);
    return {};
}

std::string applyScale(Options &o, const std::string &value)
{
    const auto scale = parseCount(value);
    if (!scale || *scale > 4)
        return "\"" + value + "\" is none of 1, 2, 3, 4";
    o.scale = static_cast<int>(*scale);
    return {};
}

std::string applySimulate(Options &o, const std::string &value)
{
    const auto count = parseCount(value);
    if (!count)
        return notACount(value);
    o.space.simulate = static_cast<std::size_t>(*count);
    return {};
}

std::string applyDepth(Options &o, const std::string &value)
{
    const auto count = parseCount(value, 0);
    if (!count)
        return notACount(value);
    o.depth = static_cast<int>(std::min<Count>(*count, std::numeric_limits<int>::max()));
    return {};
}

std::string oneOf(std::string &to, const std::string &value, std::initializer_list<const char *> allowed)
{
    std::string all;
    for (const char *word : allowed) {
        if (value == word) {
            to = value;
            return {};
        }
        all += (all.empty() ? "" : ", ") + std::string(word);
    }
    return "\"" + value + "\" is none of " + all;
}

template <auto Member> std::string keep(Options &o, const std::string &value)
{
    o.*Member = value;
    return {};
}

const OptionRow rows[] = {
    {"--help", nullptr, "show this text", [](Options &o, const std::string &) { o.help = true; return std::string(); }},
    {"--model", "NAME|FILE", "a model of `list models`, or a Hugging Face config.json", keep<&Options::model>},
    {"--hardware", "NAME|FILE", "a chip of `list hardware`, or a hardware description", keep<&Options::hardware>},
    {"--set", "KEY=VALUE", "a field of `list fields`, with units: --set hardware.hbmBandwidth='4.8 TB/s'; repeatable",
     [](Options &o, const std::string &value) { o.settings.push_back(value); return std::string(); }},
    {"--confirm", "RULE", "take numbers that look like a datasheet mix-up as they stand; the refusal names the rule; repeatable", applyConfirm},
    {"--launch-flags", "FILE", "plan and batch from the arguments of a run: Megatron-LM's or MaxText's; --set has the last word",
     keep<&Options::launchFlags>},
    {"--devices", "N", "short for --set run.devices=N",
     [](Options &o, const std::string &value) { o.settings.push_back("run.devices=" + value); return std::string(); }},
    {"--phase", "WORD", "training (default), prefill, decode or serving, ahead of other settings: a plan that the phase cannot have follows it",
     [](Options &o, const std::string &value) { return applyWord(o.phase.emplace(), value); }},
    {"--lengths", "FILE", "prompt and output lengths of requests, a line each: 2000,200; or with a count: 512,64,3", keep<&Options::lengths>},
    {"--json", "FILE|-", "write JSON", keep<&Options::json>},
    {"--csv", "FILE|-", "write CSV", keep<&Options::csv>},
    {"--no-search", nullptr, "do not look for the best plan (no System bound)",
     [](Options &o, const std::string &) { o.searchBest = false; return std::string(); }},
    {"--batch", "LIST", "global batches to try, in sequences: 256,512",
     [](Options &o, const std::string &value) { return applyCounts(o.space.globalBatches, value); }},
    {"--micro-batch", "LIST", "micro-batches to try (1,2,4,8)",
     [](Options &o, const std::string &value) { return applyCounts(o.space.microBatches, value); }},
    {"--remat", "LIST", "remat policies to try, of `list remat`", applyRemats},
    {"--schedule", "LIST", "schedules to try (the plan's): 1F1B,interleaved:4,ZB-H1 or all", applySchedules},
    {"--split", "LIST", "ways to split layers into stages (even,balanced)", applySplits},
    {"--max", "AXIS=N", "largest degree of an axis: --max tp=8; repeatable",
     [](Options &o, const std::string &value) { return applyLimit(o, value, [](AxisLimits &l, Count n) { l.maximum = n; }); }},
    {"--min", "AXIS=N", "smallest degree of an axis; repeatable",
     [](Options &o, const std::string &value) { return applyLimit(o, value, [](AxisLimits &l, Count n) { l.minimum = n; }); }},
    {"--fix", "AXIS=N", "the only degree of an axis; repeatable",
     [](Options &o, const std::string &value) { return applyLimit(o, value, [](AxisLimits &l, Count n) { l = AxisLimits::fixed(n); }); }},
    {"--multiple", "AXIS=N", "an axis takes multiples of N alone; repeatable",
     [](Options &o, const std::string &value) { return applyLimit(o, value, [](AxisLimits &l, Count n) { l.multiple = n; }); }},
    {"--why-not", "PLAN", "instead of the rows: why the search does not propose a plan, 'tp=8 pp=4 fsdp=2'", keep<&Options::whyNot>},
    {"--objective", "WORD", "order by `bound` (default) or `expected`",
     [](Options &o, const std::string &value) { return applyWord(o.space.objective, value); }},
    {"--simulate", "N", "simulate the best N rows that fit pass by pass and order them by that step (none); 200 is a good N", applySimulate},
    {"--share", "SHARE", "how far each field is moved, down and up (10 %)", applyShare},
    {"--numbers-only", nullptr, "the chart sensitivity without degrees and other whole numbers, which move to the next legal value",
     [](Options &o, const std::string &) { o.numbersOnly = true; return std::string(); }},
    {"--x", "KEY=VALUES", "the values of a field: run.globalBatch=256..4096..x2, =256,512 or =FROM..TO..STEPS, evenly; =FROM..TO..STEPS log", keep<&Options::x>},
    {"--y", "KEY=VALUES", "the same of a second field, for a map", keep<&Options::y>},
    {"--figure", "WORD", "what map or chart shows: expectedMfu (default), boundMfu, expectedStep, boundStep, tokensPerSecondPerChip or memory",
     [](Options &o, const std::string &value) { return applyWord(o.figure, value); }},
    {"--goal", "FIGURE=VALUE", "what is to be reached: expectedMfu=45 %, expectedStep=3 s; figures as --figure", keep<&Options::goal>},
    {"--scaling", "WORD", "strong (default): the same batch on more devices; weak: the batch grows along",
     [](Options &o, const std::string &value) { return applyWord(o.scaling.kind, value); }},
    {"--plans", "WORD", "plan (default): this plan, its data axes take the devices; best: the best plan of each count",
     [](Options &o, const std::string &value) { return applyWord(o.scaling.plan, value); }},
    {"--counts", "LIST", "numbers of devices: 64,128,256 (a quarter to sixteen times the present number)",
     [](Options &o, const std::string &value) { return applyCounts(o.scaling.devices, value); }},
    {"--top", "K", "the first K rows only", applyTop},
    {"--depth", "N", "levels of the tree (4)", applyDepth},
    {"--trace", "FILE", "a profiler's record of the run", keep<&Options::trace>},
    {"--measured-step", "SECONDS", "short for --set run.measuredStepTime=SECONDS",
     [](Options &o, const std::string &value) { o.settings.push_back("run.measuredStepTime=" + value); return std::string(); }},
    {"--match", "FILE", "operators of the trace that are said by hand to be the model's, or (null) none of them: {\"matches\": [{\"pattern\", \"modelled\"}]}", keep<&Options::match>},
    {"--traces", "FOLDER", "every file of a folder, one rank each", keep<&Options::traces>},
    {"--trace-rules", "FILE", "rules that say what events are, before the built-in ones", keep<&Options::traceRules>},
    {"--chart", "NAME", "roofline, waterfall, memory, timeline, pareto, sensitivity, sweep or scaling; report: those of the run with tables and words", keep<&Options::chart>},
    {"--table", "NAME", "instead of a chart: configurations, operators, losses, step, communication, memory, inputs, changedInputs, contract, issues, checkpoint or tracedOperators", keep<&Options::table>},
    {"--out", "FILE", "the ending decides: .png, .svg, .pdf are pictures, .xlsx, .csv, .tsv, .md a table or a chart's numbers, .pdf, .html, .md a report", keep<&Options::out>},
    {"--scale", "N", "pixels of a PNG per point, 1 to 4", applyScale},
    {"--checkpoint", "FILE", "what --table checkpoint compares with the model: an index or a .safetensors file; repeatable",
     [](Options &o, const std::string &value) { o.checkpoint.push_back(value); return std::string(); }},
    {"--theme", "WORD", "light (default) or dark",
     [](Options &o, const std::string &value) { return oneOf(o.theme, value, {"light", "dark"}); }},
    {"--size", "WORD", "slide (16:9, default), 170mm or 85mm (columns of a paper)",
     [](Options &o, const std::string &value) { return oneOf(o.size, value, {"slide", "170mm", "85mm"}); }},
    {"--level", "WORD", "memory of the roofline: hbm (default) or onChip",
     [](Options &o, const std::string &value) { return applyWord(o.level, value); }},
    {"--stage", "N", "pipeline stage from 0, of the memory (the fullest) or of the timeline's --pass (the critical one)", applyStage},
    {"--pass", "NAME", "the timeline of one pass, F3, B0 or W2, or of the first forward F: its operators and collectives", keep<&Options::pass>},
    {"--times", "WORD", "the timeline's: bound or expected (default)", applyTimes},
    {"--step", "WORD", "of a phase that serves, the step to draw: prefill or decode (default), where it has both", keep<&Options::step>},
    {"--trail", "WORD", "on the roofline of such a step, where each operator moves: over the batch or the context; none (default)",
     [](Options &o, const std::string &value) { return applyWord(o.trail, value); }},
    {"--language", "WORD", "en (default) or zh_CN",
     [](Options &o, const std::string &value) { return oneOf(o.language, value, {"en", "zh_CN"}); }},
};

struct Word
{
    std::string name;
    std::optional<std::string> value;
};

// "--name=value" in two; "--set key=value" is no such word.
Word dissect(const std::string &word)
{
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
        return {word, std::nullopt};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

} // namespace

const OptionRow *findOption(std::string_view name)
{
    const auto row = std::ranges::find(rows, name, &OptionRow::name);
    return row == std::end(rows) ? nullptr : row;
}

tl::expected<Options, std::string> parseOptions(std::span<const std::string> words, std::span<const char *const> allowed)
{
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("-") || words[i] == "-") {
            options.positional.push_back(words[i]);
            continue;
        }
        Word word = dissect(words[i] == "-h" ? "--help" : words[i]);
        const OptionRow *row = findOption(word.name);
        const bool known = word.name == "--help" || std::ranges::find(allowed, std::string_view(word.name)) != allowed.end();
        if (row == nullptr || !known)
            return tl::unexpected("there is no option " + word.name);
        if (row->value == nullptr && word.value)
            return tl::unexpected(word.name + " takes no value");
        if (row->value != nullptr && !word.value) {
            if (i + 1 == words.size())
                return tl::unexpected(word.name + " needs a value: " + row->value);
            word.value = words[++i];
        }
        if (const std::string wrong = row->apply(options, word.value.value_or("")); !wrong.empty())
            return tl::unexpected(word.name + ": " + wrong);
    }
    return options;
}

} // namespace headroom
