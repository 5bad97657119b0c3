#include "app/man_page.h"

#include "app/options.h"
#include "report/report.h"

namespace headroom {

namespace {

// A dot or quote at the start of a line is a request, a backslash an escape, a plain hyphen a typographic one.
std::string escaped(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        if (out.empty() && (c == '.' || c == '\''))
            out += "\\&";
        out += c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '\n' ? "\n" : std::string(1, c);
    }
    return out;
}

std::string bold(const std::string &text) { return "\\fB" + escaped(text) + "\\fR"; }

std::string optionEntry(const char *name)
{
    const OptionRow *row = findOption(name);
    const std::string value = row->value == nullptr ? "" : " \\fI" + escaped(row->value) + "\\fR";
    return ".TP\n" + bold(name) + value + "\n" + escaped(row->help) + "\n";
}

std::string commandSection(const ManCommand &command)
{
    std::string out = ".SS headroom " + escaped(command.name) + " " + escaped(command.arguments) + "\n" + escaped(command.summary) + ".\n";
    if (command.more != nullptr)
        out += ".PP\n" + escaped(command.more);
    for (const char *option : command.options)
        out += optionEntry(option);
    return out;
}

constexpr const char *description =
    R"(.SH DESCRIPTION
Headroom predicts and explains how fast a large language model can train or serve on a cluster of accelerators: the roofline bound, the best
plan that fits the memory, the expected time as an interval, and the losses between them. Without arguments, or with a file, it opens its
window: a project (*.headroom), a model's config.json, a hardware description, a profiler's record. The commands need no display.
.PP
Without PROJECT, \fB\-\-model\fR and \fB\-\-hardware\fR a command takes the worked example. With one of the two, the other is the worked
example's, on 1 device unless said otherwise; fsdp takes the devices that no other axis uses.
)";

constexpr const char *ending =
    R"(.SH EXIT STATUS
.TP
.B 0
Done. A plan that was asked for and does not fit is a result.
.TP
.B 1
Bad input: the message names file, field, rule and value.
.TP
.B 2
Wrong use of the command line.
.TP
.B 3
A search without a feasible plan.
.TP
.B 4
Interrupted.
.SH ENVIRONMENT
.TP
.B SOURCE_DATE_EPOCH
Seconds since 1970: the date that PDF and XLSX files bear. Without it they bear 1980\-01\-01, so that the same input gives the same bytes.
.TP
.B XDG_DATA_HOME
Where the user's own models and chips are kept, in Headroom/Headroom/catalog.
.SH FILES
.TP
.I ~/.local/share/Headroom/Headroom/catalog/{models,hardware}/*.json
The user's own models and chips.
.TP
.I ~/.config/Headroom/Headroom.conf
Settings of the window.
.SH EXAMPLES
.EX
headroom evaluate \-\-model Llama\-3.1\-8B \-\-hardware "H100 SXM" \-\-devices 8
headroom search \-\-model Llama\-3.1\-8B \-\-hardware "H100 SXM" \-\-devices 64 \-\-top 10
headroom export \-\-chart report \-\-out report.pdf
.EE
)";

} // namespace

std::string manPage(const std::vector<ManCommand> &commands)
{
    std::string out = std::string(".TH HEADROOM 1 \"\" \"Headroom ") + programVersion() + "\" \"User commands\"\n"
        ".SH NAME\nheadroom \\- how fast a language model can train or serve, and where the rest goes\n"
        ".SH SYNOPSIS\n.B headroom\n[\\fIFILE\\fR]\n";
    for (const ManCommand &command : commands)
        out += ".br\n.B headroom " + escaped(command.name) + "\n\\fI" + escaped(command.arguments) + "\\fR\n" + (command.options.empty() ? "" : "[\\fIOPTION\\fR]...\n");
    for (const char *word : {"COMMAND --help", "--help", "--version", "--man"})
        out += ".br\n.B headroom " + escaped(word) + "\n";
    out += description;
    out += ".SH COMMANDS\n";
    for (const ManCommand &command : commands)
        out += commandSection(command);
    return out + ending;
}

} // namespace headroom
