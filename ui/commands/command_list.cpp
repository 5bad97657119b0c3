#include "ui/commands/command_list.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <optional>

namespace headroom {

namespace {

// Smaller is better.
enum Rank { beginning, wordBeginning, inside, elsewhere, scattered };

bool hasInOrder(const QString &text, const QString &letters)
{
    qsizetype at = 0;
    for (const QChar c : letters) {
        at = text.indexOf(c, at, Qt::CaseInsensitive) + 1;
        if (at == 0)
            return false;
    }
    return true;
}

std::optional<int> rankOf(const CommandEntry &entry, const QString &word)
{
    const qsizetype at = entry.title.indexOf(word, 0, Qt::CaseInsensitive);
    if (at == 0)
        return beginning;
    if (at > 0)
        return entry.title.at(at - 1).isLetterOrNumber() ? inside : wordBeginning;
    if (entry.words.contains(word, Qt::CaseInsensitive) || entry.where.contains(word, Qt::CaseInsensitive))
        return elsewhere;
    constexpr qsizetype fewest = 3; // letters that, scattered, still mean something
    if (word.size() >= fewest && hasInOrder(entry.title, word))
        return scattered;
    return std::nullopt;
}

} // namespace

BothLanguages::BothLanguages()
{
    if (!m_chinese.load(QStringLiteral(":/i18n/headroom_zh_CN.qm")))
        qWarning("the Chinese texts are missing");
}

QString BothLanguages::of(const char *context, const char *source) const
{
    return plainText(QString::fromUtf8(source)) + QLatin1Char(' ') + plainText(m_chinese.translate(context, source));
}

QString plainText(QString text)
{
    static const QRegularExpression mnemonic(QStringLiteral("\\(&.\\)|&(?=[^&])|…"));
    return text.remove(mnemonic);
}

std::vector<const CommandEntry *> matching(const std::vector<CommandEntry> &entries, const QString &query)
{
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, const CommandEntry *>> found;
    for (const CommandEntry &entry : entries) {
        int total = 0;
        const bool all = std::ranges::all_of(words, [&](const QString &word) {
            const auto rank = rankOf(entry, word);
            total += rank.value_or(0);
            return rank.has_value();
        });
        if (all)
            found.emplace_back(total, &entry);
    }
    std::ranges::stable_sort(found, {}, &std::pair<int, const CommandEntry *>::first);
    std::vector<const CommandEntry *> out;
    for (const auto &[rank, entry] : found)
        out.push_back(entry);
    return out;
}

} // namespace headroom
