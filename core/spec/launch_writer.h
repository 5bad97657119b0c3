#pragma once
// Collects settings and notes of one launcher's flags; of launch_*.cpp alone.

#include "base/text.h"
#include "spec/launch_flags.h"
#include "spec/launch_words.h"

#include <string>
#include <utility>

namespace headroom {

inline constexpr const char *notModelled = CORE_TEXT("core", "has no counterpart here: the plan leaves it out");

class Writer
{
public:
    Writer(LaunchWords &words, const Scenario &scenario, const char *launcher) : m_words(words), m_scenario(scenario)
    {
        m_out.launcher = launcher;
    }
    void set(const char *field, Count value) { m_out.settings.push_back(std::string(field) + "=" + std::to_string(value)); }
    void set(const char *field, const std::string &value) { m_out.settings.push_back(std::string(field) + "=" + value); }
    void warn(const std::string &flag, Message message) { m_out.notes.push_back({Severity::warning, flag, std::move(message), {}}); }
    void fail(const std::string &flag, Message message) { m_errors.push_back({Severity::error, flag, std::move(message), {}}); }
    void divides(const std::string &flag, Count divisor, Count value)
    {
        if (value % divisor != 0)
            fail(flag, {CORE_TEXT("core", "{0} does not divide {1}"), {std::to_string(divisor), std::to_string(value)}});
    }
    bool good() const { return m_errors.empty() && m_words.errors().empty(); }

    Result<LaunchFlags> finish()
    {
        Issues errors = m_words.errors();
        errors.insert(errors.end(), m_errors.begin(), m_errors.end());
        if (!errors.empty())
            return tl::unexpected<Issues>(std::move(errors));
        std::string left;
        for (const std::string &name : m_words.left())
            left += (left.empty() ? "" : ", ") + name;
        if (!left.empty())
            m_out.notes.push_back({Severity::note, m_out.launcher, {CORE_TEXT("core", "flags that say nothing about the plan, left out: {0}"), {left}}, {}});
        return std::move(m_out);
    }
    LaunchWords &words() { return m_words; }
    const Scenario &scenario() const { return m_scenario; }

private:
    LaunchWords &m_words;
    const Scenario &m_scenario;
    LaunchFlags m_out;
    Issues m_errors;
};

Result<LaunchFlags> megatronFlags(LaunchWords &words, const Scenario &scenario);
Result<LaunchFlags> maxTextFlags(LaunchWords &words, const Scenario &scenario);

} // namespace headroom
