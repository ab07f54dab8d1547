#include "lethe/documents/treat/text_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "lethe/core/did_you_mean.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/method/catalogue.h"

namespace lethe::documents {
namespace {

void add_category(TextPolicy& policy, std::string label) {
    policy.treatments.emplace_back();
    policy.labels.push_back(std::move(label));
}

std::pair<CategoryId, std::string> category_setting(const TextPolicy& policy,
                                                    std::string_view setting, const char* flag) {
    const std::size_t equals = setting.find('=');
    const Place place{{}, 0, 0, flag};
    if (equals == std::string_view::npos || equals + 1 == setting.size()) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" must look like category=value, such as person={}", setting,
                                flag == std::string_view("list") ? "staff.txt" : "mask"),
                    place);
    }
    const std::string name(setting.substr(0, equals));
    const auto category = policy.categories.named(name);
    if (!category) {
        throw Error(ErrorKind::usage, unknown_name("category", name, policy.categories.names()),
                    place);
    }
    return {*category, std::string(setting.substr(equals + 1))};
}

}  // namespace

bool TextPolicy::needs_salt() const {
    return std::ranges::any_of(treatments,
                               [](const Treatment& t) { return t.traits().needs_salt; });
}

bool TextPolicy::needs_cipher() const {
    return std::ranges::any_of(treatments,
                               [](const Treatment& t) { return t.traits().needs_cipher; });
}

std::vector<CategoryInfo> TextPolicy::infos() const {
    std::vector<CategoryInfo> infos;
    for (std::int64_t c = 0; c < categories.size(); ++c) {
        infos.push_back(categories[static_cast<CategoryId>(c)]);
        infos.back().label = labels[static_cast<std::size_t>(c)];
    }
    return infos;
}

EntityOptions TextPolicy::entity_options() const {
    EntityOptions options;
    options.per_document = per_document;
    std::map<std::string, CategoryId> first;
    for (std::size_t c = 0; c < labels.size(); ++c) {
        options.shared.push_back(
            first.try_emplace(labels[c], static_cast<CategoryId>(c)).first->second);
    }
    return options;
}

std::vector<std::string> TextPolicy::knowledge() const {
    std::set<std::string> sources;
    for (const Treatment& treatment : treatments) {
        if (std::string source = treatment.taxonomy(); !source.empty()) {
            sources.insert(std::move(source));
        }
    }
    return {sources.begin(), sources.end()};
}

std::vector<std::string> profile_names() { return {"default", "example-3", "court", "strict"}; }

TextPolicy profile_policy(std::string_view name) {
    const std::vector<std::string> names = profile_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw Error(ErrorKind::usage, unknown_name("profile", name, names), {{}, 0, 0, "profile"});
    }
    TextPolicy policy;
    policy.profile = name;
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        add_category(policy, policy.categories[static_cast<CategoryId>(c)].label);
    }
    if (name == "strict") {
        policy.setting = Setting::recall;
        const Treatment labelled(method_for(Purpose::labelling, DataKind::documents));
        policy.treatments.assign(policy.treatments.size(), labelled);
        return policy;
    }
    const Treatment kept(method_for(Purpose::keeping, DataKind::documents));
    policy.treatments[kTitle] = kept;
    if (name == "default") {
        policy.treatments[kCountry] = kept;
        policy.treatments[kPlace] = kept;
    } else if (name == "example-3") {
        policy.model = false;
        for (const CategoryId category : {kCountry, kPlace, kLocation}) {
            policy.labels[static_cast<std::size_t>(category)] = "Loc";
        }
    }
    return policy;
}

void set_folder(TextPolicy& policy, const std::string& folder) {
    const std::filesystem::path place(folder);
    for (auto& [category, file] : policy.lists) file = (place / file).string();
    for (Treatment& treatment : policy.treatments) {
        const std::string source = treatment.taxonomy();
        if (source.empty() || is_named_source(source)) continue;
        treatment.parameters[treatment.traits().taxonomy_parameter] =
            with_paths(source, [&](const std::string& path) { return (place / path).string(); });
    }
}

std::optional<std::string> missing_parameter(const Method& method, const Json& given) {
    for (const Parameter& parameter : method.parameters) {
        if (!parameter.required || given.contains(parameter.name)) continue;
        return fmt::format(R"("{0}" needs a {1}, such as {{ treatment = "{0}", {1} = {2} }})",
                           method.info.name, parameter.name,
                           method.info.example.at(parameter.name).dump());
    }
    return std::nullopt;
}

namespace {

// What stands behind the colon of category=treatment:... as parameters.
Json given_behind_colon(const Method& method, std::string_view behind, const Place& place) {
    Json given = Json::object();
    if (!method.treatment->short_parameter.empty()) {
        given[method.treatment->short_parameter] = behind;
        return given;
    }
    while (!behind.empty()) {
        const std::string_view one = behind.substr(0, behind.find(','));
        behind.remove_prefix(std::min(behind.size(), one.size() + 1));
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos) {
            throw Error(ErrorKind::usage,
                        fmt::format("behind {}: stand its parameters, as in "
                                    "credit-card=mask:keep_last=4",
                                    method.info.name),
                        place);
        }
        given[std::string(one.substr(0, equals))] = one.substr(equals + 1);
    }
    return given;
}

}  // namespace

void set_treatment(TextPolicy& policy, std::string_view setting) {
    const auto [category, text] = category_setting(policy, setting, "set");
    const std::size_t colon = text.find(':');
    const std::string treatment_name = text.substr(0, colon);
    const Place place{{}, 0, 0, "set"};
    const Method* method = find_method(treatment_name, DataKind::documents);
    if (method == nullptr || method->info.family != Family::mask) {
        throw Error(ErrorKind::usage, unknown_name("treatment", treatment_name, treatment_names()),
                    place);
    }
    const Json given = colon == std::string::npos
                           ? Json::object()
                           : given_behind_colon(*method, text.substr(colon + 1), place);
    if (missing_parameter(*method, given)) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{0}\" needs a {1}, as in person={0}:somebody", treatment_name,
                                method->treatment->short_parameter),
                    place);
    }
    Problems problems;
    Treatment treatment =
        bound_treatment(*method, given, policy.categories[category], category, place, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    policy.treatments[static_cast<std::size_t>(category)] = std::move(treatment);
}

void treat_all(TextPolicy& policy, const Method& method, const Json& given) {
    if (const auto missing = missing_parameter(method, given)) {
        throw Error(ErrorKind::usage, *missing);
    }
    Problems problems;
    (void)method.bind(given, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        const auto category = static_cast<CategoryId>(c);
        if (!policy.removes(category)) continue;
        Problems found;
        Treatment treatment =
            bound_treatment(method, given, policy.categories[category], category, {}, found);
        if (found.empty()) policy.treatments[static_cast<std::size_t>(c)] = std::move(treatment);
    }
}

void add_list(TextPolicy& policy, std::string_view setting) {
    policy.lists.push_back(category_setting(policy, setting, "list"));
}

Json publishable(const TextPolicy& policy) {
    Json json;
    json["profile"] = policy.profile;
    json["setting"] = name(policy.setting);
    json["scope"] = policy.per_document ? "document" : "collection";
    json["model"] = policy.model;
    json["countries"] = policy.countries;
    json["categories"] = Json::object();
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        const auto category = static_cast<CategoryId>(c);
        Json treatment = to_json(policy.treatment(category));
        treatment["label"] = policy.labels[static_cast<std::size_t>(c)];
        json["categories"][policy.categories[category].name] = std::move(treatment);
    }
    json["own_entities"] = policy.entities.size();
    json["lists"] = policy.lists.size();
    return json;
}

std::vector<std::string> setting_names() { return {"balanced", "recall"}; }

}  // namespace lethe::documents
