// Policies for documents: what is looked for, and what is done with it (TOML).
//
//   data = "documents"              # may be left out
//   profile = "default"             # what this policy changes; see profile_names()
//   setting = "balanced"            # or "recall": rather too much than too little
//   scope = "collection"            # or "document": where the same entity has the same number
//   model = true                    # false: patterns, lists and rules alone
//   countries = ["DE", "US"]        # whose structured identifiers are looked for; left out: all
//
//   [categories]
//   person = "number"
//   date = { treatment = "generalise", to = "month" }
//   place = { treatment = "generalise", knowledge = "wordnet" }
//   credit-card = { treatment = "mask", character = "*", keep_last = 4 }
//   organisation = { treatment = "number", label = "Firm" }     # Firm_1; equal labels count
//   together email = { treatment = "replace", text = "[e-mail]" }
//
//   [[step]]                        # the same in the words of other policies
//   method = "mask"                 # left out categories: all that the profile removes, as far as
//   categories = ["credit-card", "iban"]   # the method can treat them
//   keep_last = 4                   # the method's parameters
//
//   [entity.project-name]           # an entity of one's own: patterns, phrases, or both
//   label = "Project"
//   patterns = ["PRJ-[0-9]{4}"]     # RE2
//   phrases = ["Blue Heron"]
//   context = ["project"]           # words that make it surer
//
//   [list]                          # files of names, one a line, relative to the policy
//   person = "staff.txt"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/documents/find/category.h"
#include "lethe/documents/find/entities.h"
#include "lethe/documents/find/model/sequence_model.h"
#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/documents/treat/treatment.h"

namespace lethe::documents {

struct TextPolicy {
    std::string profile = "default";
    Setting setting = Setting::balanced;
    bool per_document = false;
    bool model = true;  // the sequence model is asked too
    std::vector<std::string> countries;
    Categories categories;
    std::vector<Treatment> treatments;  // of each category
    std::vector<std::string> labels;    // of each category
    std::vector<UserEntity> entities;
    std::vector<std::pair<CategoryId, std::string>> lists;  // category, file

    const Treatment& treatment(CategoryId category) const {
        return treatments[static_cast<std::size_t>(category)];
    }
    bool removes(CategoryId category) const { return !treatment(category).keeps(); }
    bool needs_salt() const;
    bool needs_cipher() const;
    std::vector<CategoryInfo> infos() const;     // with the policy's labels
    EntityOptions entity_options() const;        // equal labels share their numbers
    std::vector<std::string> knowledge() const;  // the taxonomies that generalising needs
};

//   default    countries, places and titles stay, everything else is numbered
//   example-3  titles stay, everything else is numbered, places of all kinds together as Loc; found
//              without the model, which has learnt from other texts than the example of the source
//   court      titles stay, everything else is numbered
//   strict     everything is replaced by its category without a number; recall setting
std::vector<std::string> profile_names();
TextPolicy profile_policy(std::string_view name);  // Error(usage)

// Adds every problem with its place; Error(usage) for what is not TOML at all.
TextPolicy parse_text_policy(std::string_view text, const std::string& file, Problems& problems);
// Files are relative to the policy's folder. Error(usage) with all problems; Error(io).
TextPolicy read_text_policy(const std::string& path);
// Lists and taxonomies are files in this folder, unless their paths are absolute.
void set_folder(TextPolicy& policy, const std::string& folder);

// "person=mask", "date=generalise:to=month", "email=replace:[mail]" over a policy. Error(usage).
void set_treatment(TextPolicy& policy, std::string_view setting);
// The method for all that the policy removes, as far as it can treat it; the rest stays as it is.
// Error(usage) for wrong parameters.
void treat_all(TextPolicy& policy, const Method& method, const Json& given = Json::object());
// A parameter that must be given and is not: what to say of it.
std::optional<std::string> missing_parameter(const Method& method, const Json& given);
// "person=staff.txt". Error(usage).
void add_list(TextPolicy& policy, std::string_view setting);

// What may be published of it: no patterns, phrases, file names and replacements, which may repeat
// what was removed.
Json publishable(const TextPolicy& policy);

std::vector<std::string> setting_names();

}  // namespace lethe::documents
