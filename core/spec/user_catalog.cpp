#include "spec/user_catalog.h"

#include "base/text.h"
#include "spec/file.h"
#include "spec/hf_config.h"
#include "spec/nearest.h"
#include "spec/spec_json.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace headroom {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t mostFiles = 1000, largestFile = 1u << 20, longestName = 120;

std::string folderOf(const UserCatalog &user, CatalogKind kind)
{
    return (fs::path(user.folder) / keyOf(kind)).string();
}

// The *.json files of a folder in the order of their names.
std::vector<std::string> filesIn(const std::string &folder, Issues &issues)
{
    std::error_code error;
    std::vector<std::string> files;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".json")
            files.push_back(it->path().string());
    std::ranges::sort(files);
    if (files.size() > mostFiles) {
        issues.push_back({Severity::error,
                          {},
                          {CORE_TEXT("core", "has {0} files; the first {1} are read"),
                           {std::to_string(files.size()), std::to_string(mostFiles)}},
                          folder});
        files.resize(mostFiles);
    }
    return files;
}

bool hasName(const std::vector<CatalogEntry> &entries, std::string_view name)
{
    return std::ranges::any_of(entries, [&](const CatalogEntry &entry) {
        return sameName(entry.name, name)
               || std::ranges::any_of(entry.aliases, [&](const auto &alias) { return sameName(alias, name); });
    });
}

const std::vector<CatalogEntry> &builtIn(CatalogKind kind)
{
    return kind == CatalogKind::model ? modelEntries() : hardwareEntries();
}

template <class Spec> const UserEntry<Spec> *find(const std::vector<UserEntry<Spec>> &entries, std::string_view name)
{
    const auto found =
        std::ranges::find_if(entries, [&](const auto &entry) { return sameName(entry.spec.name, name); });
    return found == entries.end() ? nullptr : &*found;
}

// Reads the files of one kind; what cannot be used becomes issues.
template <class Spec, class Read>
std::vector<UserEntry<Spec>> readEntries(CatalogKind kind, UserCatalog &user, Read read)
{
    std::vector<UserEntry<Spec>> entries;
    for (const std::string &path : filesIn(folderOf(user, kind), user.issues)) {
        const Result<std::string> text = readFile(path, largestFile);
        Result<Spec> spec = text ? read(*text, path) : Result<Spec>(tl::unexpected(text.error()));
        if (!spec) {
            for (Issue issue : spec.error()) {
                issue.file = path;
                user.issues.push_back(std::move(issue));
            }
        } else if (hasName(builtIn(kind), spec->name) || find(entries, spec->name)) {
            user.issues.push_back(
                {Severity::error,
                 "name",
                 {CORE_TEXT("core", "\"{0}\" is taken by another entry of the catalog"), {spec->name}},
                 path});
        } else {
            entries.push_back({path, *std::move(spec)});
        }
    }
    std::ranges::sort(entries, {}, [](const auto &entry) { return entry.spec.name; });
    return entries;
}

// An entry that reads but breaks a rule of its own, such as more experts per token than experts, is unusable as well.
template <class Spec> Result<Spec> checked(Result<Spec> spec, Spec Scenario::*member)
{
    if (!spec)
        return spec;
    Scenario scenario = workedExample();
    scenario.hardware.slice.clear();
    scenario.*member = *spec;
    Issues broken = checkScenario(scenario);
    const std::string group = std::is_same_v<Spec, ModelSpec> ? "model." : "hardware.";
    std::erase_if(broken, [&](const Issue &issue) {
        return issue.severity != Severity::error || !issue.field.starts_with(group) || issue.field == "hardware.slice";
    });
    return broken.empty() ? std::move(spec) : Result<Spec>(tl::unexpected(broken));
}

} // namespace

std::span<const EnumRow> rowsOf(CatalogKind)
{
    static constexpr EnumRow rows[] = {{"models", CORE_TEXT("core", "Model")},
                                       {"hardware", CORE_TEXT("core", "Hardware")}};
    return rows;
}

UserCatalog readUserCatalog(const std::string &folder)
{
    UserCatalog user;
    user.folder = folder;
    if (folder.empty())
        return user;
    user.models =
        readEntries<ModelSpec>(CatalogKind::model, user, [](const std::string &text, const std::string &path) {
            return checked(readModelFile(text, path), &Scenario::model);
        });
    user.hardware =
        readEntries<HardwareSpec>(CatalogKind::hardware, user, [](const std::string &text, const std::string &path) {
            return checked(readHardware(text, path), &Scenario::hardware);
        });
    return user;
}

Result<ModelSpec> catalogModel(std::string_view name, const UserCatalog &user)
{
    const auto *entry = find(user.models, name);
    return entry ? Result<ModelSpec>(entry->spec) : catalogModel(name);
}

Result<HardwareSpec> catalogHardware(std::string_view name, const UserCatalog &user)
{
    const auto *entry = find(user.hardware, name);
    return entry ? Result<HardwareSpec>(entry->spec) : catalogHardware(name);
}

std::vector<CatalogEntry> catalogEntries(CatalogKind kind, const UserCatalog &user)
{
    std::vector<CatalogEntry> all = builtIn(kind);
    const auto append = [&](const auto &entries) {
        for (const auto &entry : entries)
            all.push_back({entry.spec.name, {}, entry.path});
    };
    if (kind == CatalogKind::model)
        append(user.models);
    else
        append(user.hardware);
    return all;
}

bool isUserEntry(CatalogKind kind, std::string_view name, const UserCatalog &user)
{
    return kind == CatalogKind::model ? find(user.models, name) != nullptr : find(user.hardware, name) != nullptr;
}

namespace {

// A file name that every system takes; the entry's own name stands in the file.
std::string fileName(const std::string &name)
{
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x20 || std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos ? '_' : c;
    }
    while (!out.empty() && (out.front() == '.' || out.front() == ' '))
        out.erase(0, 1);
    return (out.empty() ? std::string("entry") : out) + ".json";
}

// Through a temporary file, so that an interrupted write leaves the old one.
Result<void> write(const std::string &path, const std::string &text)
{
    std::error_code error;
    fs::create_directories(fs::path(path).parent_path(), error);
    const std::string temporary = path + ".new";
    {
        std::ofstream out(temporary, std::ios::binary);
        out << text;
        out.close();
        if (!out)
            return failure({}, {CORE_TEXT("core", "the file cannot be written"), {}}, path);
    }
    fs::rename(temporary, path, error);
    if (error)
        return failure({}, {CORE_TEXT("core", "the file cannot be written"), {}}, path);
    return {};
}

std::optional<Issue> badName(CatalogKind kind, const std::string &name)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    if (std::ranges::all_of(name, blank))
        return Issue{Severity::error, "name", {CORE_TEXT("core", "must have a name"), {}}, {}};
    if (name.size() > longestName)
        return Issue{Severity::error,
                     "name",
                     {CORE_TEXT("core", "must have at most {0} bytes, not {1}"),
                      {std::to_string(longestName), std::to_string(name.size())}},
                     {}};
    if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
        return Issue{Severity::error, "name", {CORE_TEXT("core", "must not contain control characters"), {}}, {}};
    if (hasName(builtIn(kind), name))
        return Issue{Severity::error, "name", {CORE_TEXT("core", "\"{0}\" is a built-in entry"), {name}}, {}};
    return std::nullopt;
}

// A path that no other entry's file has.
std::string freePath(const UserCatalog &user, CatalogKind kind, const std::string &name)
{
    const fs::path first = fs::path(folderOf(user, kind)) / fileName(name);
    fs::path path = first;
    std::error_code ignored;
    for (int i = 2; fs::exists(path, ignored); ++i)
        path = first.parent_path() / (first.stem().string() + " " + std::to_string(i) + ".json");
    return path.string();
}

template <class Spec> Result<std::string> save(const UserCatalog &user, CatalogKind kind,
                                               const std::vector<UserEntry<Spec>> &entries, const std::string &name,
                                               const std::string &text, Existing existing)
{
    if (const auto issue = badName(kind, name))
        return failure(*issue);
    const auto *known = find(entries, name);
    if (known && existing == Existing::refuse)
        return failure("name", {CORE_TEXT("core", "\"{0}\" is already in your catalog"), {name}});
    const std::string path = known ? known->path : freePath(user, kind, name);
    if (const Result<void> written = write(path, text); !written)
        return tl::unexpected(written.error());
    return path;
}

template <class Spec>
Result<const UserEntry<Spec> *> own(const std::vector<UserEntry<Spec>> &entries, const std::string &name)
{
    if (const auto *entry = find(entries, name))
        return entry;
    return failure("name", {CORE_TEXT("core", "\"{0}\" is not in your catalog"), {name}});
}

// The new file first, then the old one goes: a failure between them loses nothing.
template <class Spec, class Save> Result<std::string> rename(const std::vector<UserEntry<Spec>> &entries,
                                                             const std::string &from, const std::string &to, Save save)
{
    const auto entry = own(entries, from);
    if (!entry)
        return tl::unexpected(entry.error());
    Spec renamed = (*entry)->spec;
    renamed.name = to;
    if (sameName(from, to))
        return save(renamed, Existing::replace);
    Result<std::string> path = save(renamed, Existing::refuse);
    std::error_code error;
    if (path && !fs::remove((*entry)->path, error))
        return failure({}, {CORE_TEXT("core", "the file cannot be removed"), {}}, (*entry)->path);
    return path;
}

template <class Spec> Result<void> removeFrom(const std::vector<UserEntry<Spec>> &entries, const std::string &name)
{
    const auto entry = own(entries, name);
    if (!entry)
        return tl::unexpected(entry.error());
    std::error_code error;
    if (!fs::remove((*entry)->path, error))
        return failure({}, {CORE_TEXT("core", "the file cannot be removed"), {}}, (*entry)->path);
    return {};
}

} // namespace

Result<std::string> saveUserModel(const UserCatalog &user, const ModelSpec &model, Existing existing)
{
    return save(user, CatalogKind::model, user.models, model.name, modelFile(model), existing);
}

Result<std::string> saveUserHardware(const UserCatalog &user, const HardwareSpec &hardware, Existing existing)
{
    return save(user, CatalogKind::hardware, user.hardware, hardware.name, hardwareFile(hardware), existing);
}

Result<std::string> renameUserEntry(const UserCatalog &user, CatalogKind kind, const std::string &from,
                                    const std::string &to)
{
    if (kind == CatalogKind::model)
        return rename(user.models, from, to, [&](const ModelSpec &m, Existing e) { return saveUserModel(user, m, e); });
    return rename(user.hardware, from, to,
                  [&](const HardwareSpec &h, Existing e) { return saveUserHardware(user, h, e); });
}

Result<void> removeUserEntry(const UserCatalog &user, CatalogKind kind, const std::string &name)
{
    return kind == CatalogKind::model ? removeFrom(user.models, name) : removeFrom(user.hardware, name);
}

} // namespace headroom
