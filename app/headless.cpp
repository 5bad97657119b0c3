#include "app/headless.h"

#include "app/commands.h"
#include "app/man_page.h"
#include "report/report.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace headroom {

namespace {

using Names = std::vector<const char *>;

struct Command
{
    const char *name;
    const char *arguments;
    const char *summary;
    std::size_t words;  // positional, besides PROJECT
    bool takesProject;
    Names options;
    Exit (*run)(const Options &);
    const char *more = nullptr; // of a command whose last word may be repeated: what the words are
};

Names joined(Names first, const Names &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

const std::vector<Command> &commands()
{
    static const Names scenario{"--model", "--hardware", "--devices", "--phase", "--lengths", "--launch-flags", "--set", "--confirm"};
    static const std::vector<Command> rows{
        {"evaluate", "[PROJECT]", "the roofline bound, the system bound and the losses of a plan that trains or serves", 0, true,
         joined(scenario, {"--no-search", "--json"}), evaluateCommand},
        {"search", "[PROJECT]", "every plan of so many devices, best first", 0, true,
         joined(scenario, {"--batch", "--micro-batch", "--remat", "--schedule", "--split", "--max", "--min", "--fix", "--multiple", "--objective", "--simulate", "--top", "--why-not", "--json", "--csv"}),
         searchCommand},
        {"sensitivity", "[PROJECT]", "what every field moves MFU and step time by when it is changed by a tenth", 0, true,
         joined(scenario, {"--share", "--top", "--json", "--csv"}), sensitivityCommand},
        {"sweep", "[PROJECT]", "a plan over the values of one field, or of two", 0, true,
         joined(scenario, {"--x", "--y", "--figure", "--json", "--csv"}), sweepCommand,
         "Degrees and devices leave the remaining ranks to dp and fsdp. A cell with ! does not fit the memory, one with - cannot run.\n"},
        {"seek", "[PROJECT] KEY", "the value of a field at which a figure reaches a goal", 1, true, joined(scenario, {"--goal", "--json"}), seekCommand},
        {"scaling", "[PROJECT]", "the efficiency of more and of fewer devices", 0, true,
         joined(scenario, {"--scaling", "--plans", "--counts", "--json", "--csv"}), scalingCommand},
        {"trend", "[PROJECT]", "half, as it is, double: of batch, sequence, devices, plan; every dtype", 0, true, joined(scenario, {"--json", "--csv"}),
         trendCommand},
        {"explain", "[PROJECT] TERM", "how a number came about, as a tree; names: list terms", 1, true,
         joined(scenario, {"--depth"}), explainCommand},
        {"export", "[PROJECT]", "a chart, a table or a report as a file", 0, true,
         joined(scenario, {"--no-search", "--chart", "--table", "--out", "--theme", "--size", "--scale", "--level", "--stage", "--pass", "--times", "--step", "--trail", "--objective", "--share", "--numbers-only", "--x", "--y", "--figure", "--scaling", "--plans", "--counts", "--top", "--checkpoint", "--trace", "--trace-rules", "--language"}), exportCommand},
        {"checkpoint", "MODEL FILE...", "the tensors of safetensors headers, or of their index, against a model", 2, false,
         {"--top", "--json", "--csv"}, checkpointCommand,
         "MODEL is a model of `list models`, or a config.json. FILE is a model.safetensors.index.json or a .safetensors file, of\n"
         "which only the header is read; shards beside an index need not be named. Exit code 1: tensors are unexplained.\n"},
        {"trace", "TRACE...", "what is in a profiler's record: steps, where their time goes, operators, collectives", 0, false,
         {"--traces", "--trace-rules", "--top", "--json"}, traceCommand,
         "TRACE is the record of one rank; what it is, its content tells: PyTorch's profiler (JSON), JAX's (.xplane.pb, JSON), Nsight\n"
         "Systems (nsys export --type sqlite, CSV of nsys stats), rocprofv3 (JSON), Perfetto, nccl-tests, a CSV of step times; packed\n"
         "with gzip or not. Of several, the order of collectives is compared. Exit code 1: a file was refused, for the reason given.\n"},
        {"gap", "[PROJECT]", "where a measured step lost time against what was expected, and what to change", 0, true,
         joined(scenario, {"--trace", "--traces", "--measured-step", "--trace-rules", "--match", "--no-search", "--top", "--json"}), gapCommand},
        {"validate", "ROWS", "measured runs, one JSON object a line, against what is said of them", 1, false, {"--top", "--json"}, validateCommand},
        {"list", "models|hardware|calibrations|remat|schedules|fields|terms|conventions", "what there is", 1, false, {}, listCommand},
    };
    return rows;
}

const Command *findCommand(std::string_view name)
{
    const auto row = std::ranges::find(commands(), name, [](const Command &c) { return std::string_view(c.name); });
    return row == commands().end() ? nullptr : &*row;
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string usage()
{
    std::string out = "usage: headroom [FILE]             open the window\n";
    for (const Command &command : commands())
        out += "       headroom " + padded(command.name, 17) + command.summary + "\n";
    return out + "       headroom COMMAND --help\n       headroom --version\n       headroom --man                 the manual page\n";
}

std::string usage(const Command &command)
{
    std::string out = std::string("usage: headroom ") + command.name + " " + command.arguments
        + (command.options.empty() ? "" : " [OPTION]...") + "\n" + command.summary + "\n";
    if (!command.options.empty())
        out += "\n";
    for (const char *name : command.options) {
        const OptionRow *row = findOption(name);
        out += "  " + padded(std::string(name) + (row->value == nullptr ? "" : std::string(" ") + row->value), 24) + row->help + "\n";
    }
    if (command.takesProject)
        out += "\nWithout PROJECT, --model and --hardware it is the worked example. With one of the two, the other is the\n"
               "worked example's, on 1 device unless said otherwise; fsdp takes the devices that no other axis uses.\n";
    if (command.more != nullptr)
        out += std::string("\n") + command.more;
    return out;
}

int wrongUse(const std::string &message, const std::string &help)
{
    std::fprintf(stderr, "headroom: %s\n%s", message.c_str(), help.c_str());
    return static_cast<int>(Exit::usage);
}

int print(const std::string &text)
{
    std::fputs(text.c_str(), stdout);
    return static_cast<int>(Exit::done);
}

} // namespace

bool isHeadless(const std::vector<std::string> &words)
{
    return !words.empty() && (words[0].starts_with("-") || findCommand(words[0]) != nullptr);
}

int runHeadless(const std::vector<std::string> &words)
{
    if (words[0] == "--version")
        return print(std::string("headroom ") + programVersion() + "\n");
    if (words[0] == "--man") {
        std::vector<ManCommand> described;
        for (const Command &command : commands())
            described.push_back({command.name, command.arguments, command.summary, command.options, command.more});
        return print(manPage(described));
    }
    if (words[0] == "--help" || words[0] == "-h")
        return print(usage());
    const Command *command = findCommand(words[0]);
    if (command == nullptr)
        return wrongUse("there is no command " + words[0], usage());
    auto options = parseOptions(std::span(words).subspan(1), command->options);
    if (!options)
        return wrongUse(options.error(), usage(*command));
    if (options->help)
        return print(usage(*command));
    std::vector<std::string> &given = options->positional;
    if (command->takesProject && given.size() > command->words) {
        options->project = given.front();
        given.erase(given.begin());
    }
    if (given.size() < command->words)
        return wrongUse(std::string(command->arguments) + " is missing", usage(*command));
    if (given.size() > command->words && command->more == nullptr)
        return wrongUse("one word too many: " + given.back(), usage(*command));
    return static_cast<int>(command->run(*options));
}

} // namespace headroom
