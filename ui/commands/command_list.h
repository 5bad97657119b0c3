#pragma once
// Everything a user can ask for by name, found in both languages whichever the window speaks.

#include <QString>
#include <QTranslator>

#include <functional>
#include <vector>

namespace headroom {

struct CommandEntry
{
    QString title;
    QString where;    // "File › Open recent"
    QString shortcut; // as the platform writes it, or empty
    QString words;    // what a search looks in besides the title
    std::function<void()> run;
};

// English and Chinese of a text of the sources, on one line.
class BothLanguages
{
public:
    BothLanguages();
    QString of(const char *context, const char *source) const;

private:
    QTranslator m_chinese;
};

// "&Open…" -> "Open".
QString plainText(QString text);

// The entries that have every word of the query, best first: in the title's beginning, at a word's beginning, inside, elsewhere.
std::vector<const CommandEntry *> matching(const std::vector<CommandEntry> &entries, const QString &query);

} // namespace headroom
