#pragma once
// The user's own chips and models: one JSON file each in a folder of their own, beside the built-in catalog.
//
//   catalog/hardware/My chip.json   as resources/hardware, written by "Save as…"; a file put there by hand counts too
//   catalog/models/My model.json    a layer pattern, or a Hugging Face config under "config"
//
// Core knows the folder as a plain path; a folder that does not exist is an empty catalog. What is wrong with a file is
// an issue that names it and leaves the others usable.

#include "spec/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

enum class CatalogKind { model, hardware };
std::span<const EnumRow> rowsOf(CatalogKind); // keys are the folders: models, hardware

template <class Spec> struct UserEntry
{
    std::string path;
    Spec spec; // its name is the entry's
};

struct UserCatalog
{
    std::string folder;                       // "" for none
    std::vector<UserEntry<ModelSpec>> models; // by name
    std::vector<UserEntry<HardwareSpec>> hardware;
    Issues issues; // files that cannot be used, second uses of a name
};
UserCatalog readUserCatalog(const std::string &folder);

// As the functions without a user catalog, built-in names first.
Result<ModelSpec> catalogModel(std::string_view name, const UserCatalog &user);
Result<HardwareSpec> catalogHardware(std::string_view name, const UserCatalog &user);
// Names of the built-in entries and then the user's; the source of the latter is their file.
std::vector<CatalogEntry> catalogEntries(CatalogKind kind, const UserCatalog &user);
bool isUserEntry(CatalogKind kind, std::string_view name, const UserCatalog &user);

enum class Existing { refuse, replace };
// Writes an entry under its name and returns its path. Errors: an empty or overlong name, one that a built-in entry
// (or, unless replaced, another of the user's) has, a folder that cannot be written.
Result<std::string> saveUserModel(const UserCatalog &user, const ModelSpec &model,
                                  Existing existing = Existing::refuse);
Result<std::string> saveUserHardware(const UserCatalog &user, const HardwareSpec &hardware,
                                     Existing existing = Existing::refuse);
// Errors: not an entry of the user's, a new name that is taken, a file that cannot be changed.
Result<std::string> renameUserEntry(const UserCatalog &user, CatalogKind kind, const std::string &from,
                                    const std::string &to);
Result<void> removeUserEntry(const UserCatalog &user, CatalogKind kind, const std::string &name);

// The files themselves: what export writes and an import or a drop reads.
std::string modelFile(const ModelSpec &model);
std::string hardwareFile(const HardwareSpec &hardware);
// A model of either form: a layer pattern as modelFile() writes it (with "layers"), a built-in entry's file (with
// "config"). Errors name file, key, rule and value.
Result<ModelSpec> readModelFile(std::string_view json, const std::string &file);
bool isModelFile(std::string_view json);

} // namespace headroom
