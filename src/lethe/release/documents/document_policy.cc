#include "lethe/release/documents/document_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "lethe/io/toml_text.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/release/policy_parts.h"

namespace lethe::release {
namespace {

using documents::CategoryId;
using documents::TextPolicy;
using documents::Treatment;

// The keys of a treatment as a policy has them: its parameters where they are not usual.
Json treatment_keys(const Treatment& treatment) {
    Json keys{{"treatment", name(treatment)}};
    for (const Parameter& parameter : treatment.method->parameters) {
        const Json& value = treatment.parameters[parameter.name];
        if (value != parameter.fallback) keys[parameter.name] = value;
    }
    return keys;
}

// What is done with a category, the label where it is not the one that it has without a policy.
Json category_keys(const TextPolicy& policy, const TextPolicy& profile, CategoryId category) {
    const auto at = static_cast<std::size_t>(category);
    Json keys = treatment_keys(policy.treatments[at]);
    const bool own = at >= profile.labels.size();  // an entity says its label itself
    if (!own && policy.labels[at] != profile.labels[at]) keys["label"] = policy.labels[at];
    return keys;
}

std::string categories_text(const TextPolicy& policy, const TextPolicy& profile,
                            const std::map<CategoryId, std::string>& notes) {
    std::string text;
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        const auto category = static_cast<CategoryId>(c);
        const Json keys = category_keys(policy, profile, category);
        const Json usual = c < profile.categories.size()
                               ? treatment_keys(profile.treatments[static_cast<std::size_t>(c)])
                               : treatment_keys(Treatment());
        const auto note = notes.find(category);
        if (keys == usual && note == notes.end()) continue;
        const std::string line =
            fmt::format("{} = {}", toml_key(policy.categories[category].name),
                        keys.size() == 1 ? toml_value(keys["treatment"]) : toml_value(keys));
        text += note == notes.end()
                    ? line + "\n"
                    : fmt::format("{:<32}  # {}\n", line, toml_comment(note->second));
    }
    return text.empty() ? text : "[categories]\n" + text;
}

std::string entity_text(const TextPolicy& policy, const documents::UserEntity& entity) {
    Json keys{{"label", policy.labels[static_cast<std::size_t>(entity.category)]}};
    if (!entity.patterns.empty()) keys["patterns"] = entity.patterns;
    if (!entity.phrases.empty()) keys["phrases"] = entity.phrases;
    if (!entity.context.empty()) keys["context"] = entity.context;
    if (entity.score != documents::UserEntity().score) {
        keys["score"] = static_cast<double>(entity.score);
    }
    return toml_section("entity." + toml_key(entity.name), keys);
}

}  // namespace

std::string policy_text(const TextPolicy& policy, const std::map<CategoryId, std::string>& notes) {
    const TextPolicy profile = documents::profile_policy(policy.profile);
    std::string head = "data = \"documents\"\n";
    const auto say = [&](const char* key, const Json& value) {
        head += fmt::format("{} = {}\n", key, toml_value(value));
    };
    say("profile", policy.profile);
    if (policy.setting != profile.setting) say("setting", name(policy.setting));
    if (policy.per_document != profile.per_document) {
        say("scope", policy.per_document ? "document" : "collection");
    }
    if (policy.model != profile.model) say("model", policy.model);
    if (!policy.countries.empty()) say("countries", policy.countries);
    std::vector<std::string> parts{std::move(head), categories_text(policy, profile, notes)};
    for (const documents::UserEntity& entity : policy.entities) {
        parts.push_back(entity_text(policy, entity));
    }
    Json lists = Json::object();
    for (const auto& [category, file] : policy.lists) {
        lists[policy.categories[category].name].push_back(file);
    }
    parts.push_back(toml_section("list", lists));
    std::erase(parts, std::string());
    return fmt::format("{}", fmt::join(parts, "\n"));
}

TextPolicy with_absolute_files(TextPolicy policy) {
    for (auto& [category, file] : policy.lists) file = std::filesystem::absolute(file).string();
    for (Treatment& treatment : policy.treatments) {
        std::string source = treatment.taxonomy();
        if (source.empty() || is_named_source(source)) continue;
        source_to_absolute(source);
        treatment.parameters[treatment.traits().taxonomy_parameter] = source;
    }
    return policy;
}

std::string propose_document_policy(const InspectedDocuments& inspected, TextPolicy policy) {
    policy = with_absolute_files(std::move(policy));
    std::map<CategoryId, std::string> notes;
    for (const InspectedDocuments::Category& found : inspected.categories) {
        const auto category = policy.categories.named(found.name);
        if (!category) continue;
        notes[*category] = fmt::format("{} mention{} in {} document{}", found.mentions,
                                       found.mentions == 1 ? "" : "s", found.documents,
                                       found.documents == 1 ? "" : "s");
    }
    return fmt::format(
               "# Proposed for {}: {} documents. What the finders find, and what becomes of it; to "
               "be\n# read and corrected by someone who knows the documents. What is not found "
               "stays.\n",
               toml_comment(inspected.file), inspected.documents) +
           policy_text(policy, notes);
}

}  // namespace lethe::release
