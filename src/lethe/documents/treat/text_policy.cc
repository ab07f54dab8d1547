#include "lethe/documents/treat/text_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "lethe/core/did_you_mean.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_json.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

using TreatmentKind = Treatment::Kind;

void add_category(TextPolicy& policy, std::string label) {
    policy.treatments.emplace_back();
    policy.labels.push_back(std::move(label));
}

// Labels are written into texts and found again as words.
bool is_label(std::string_view label) {
    return !label.empty() && label.size() <= 30 && label[0] >= 'A' && label[0] <= 'Z' &&
           std::all_of(label.begin(), label.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
           });
}

bool knows_wordnet(CategoryId category) {
    return category == kPlace || category == kCountry || category == kLocation ||
           category == kDemographic;
}

// What is wrong with a treatment, if anything; fills in what follows.
std::optional<std::string> complete(Treatment& treatment, CategoryId category) {
    if (treatment.kind == TreatmentKind::generalise && needs_knowledge(category) &&
        treatment.to.knowledge.empty()) {
        if (!knows_wordnet(category)) {
            return "cannot be generalised without knowledge = a taxonomy";
        }
        treatment.to.knowledge = "wordnet";
    }
    return std::nullopt;
}

class PolicyReader {
  public:
    PolicyReader(std::string file, Problems& problems)
        : file_(std::move(file)), problems_(problems) {}

    TextPolicy read(const toml::table& root) {
        check_keys(
            root, "key",
            {"profile", "setting", "scope", "model", "countries", "categories", "entity", "list"});
        const std::string profile =
            one_of(root, "profile", "profile", profile_names()).value_or("default");
        policy_ = profile_policy(profile);
        if (const auto text = one_of(root, "setting", "setting", setting_names())) {
            policy_.setting = *setting_named(*text);
        }
        if (const auto text = one_of(root, "scope", "scope", {"collection", "document"})) {
            policy_.per_document = *text == "document";
        }
        policy_.model = value<bool>(root, "model", "true or false").value_or(policy_.model);
        policy_.countries = texts(root, "countries");
        each(root, "entity",
             [&](const std::string& name, const toml::node& node) { read_entity(name, node); });
        each(root, "categories", [&](const std::string& name, const toml::node& node) {
            if (const auto category = category_named(node, name)) read_category(*category, node);
        });
        each(root, "list", [&](const std::string& name, const toml::node& node) {
            if (const auto category = category_named(node, name)) read_list(*category, node);
        });
        return std::move(policy_);
    }

  private:
    void problem(const toml::node& node, std::string message) {
        problems_.push_back({std::move(message), toml_place(node, file_)});
    }

    void check_keys(const toml::table& table, std::string_view what,
                    const std::vector<std::string>& known) {
        for (const auto& [key, value] : table) {
            const std::string name(key.str());
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                problem(value, unknown_name(what, name, known));
            }
        }
    }

    template <class Take>
    void each(const toml::table& root, std::string_view key, Take take) {
        const toml::node* node = root.get(key);
        if (node == nullptr) return;
        const toml::table* table = node->as_table();
        if (table == nullptr) return problem(*node, fmt::format("[{}] must be a table", key));
        for (const auto& [name, value] : *table) take(std::string(name.str()), value);
    }

    template <class T>
    std::optional<T> value(const toml::table& table, std::string_view key,
                           std::string_view expected) {
        const toml::node* node = table.get(key);
        if (node == nullptr) return std::nullopt;
        if (const auto found = node->value_exact<T>()) return *found;
        problem(*node, fmt::format("\"{}\" must be {}", key, expected));
        return std::nullopt;
    }

    std::optional<std::string> one_of(const toml::table& table, std::string_view key,
                                      std::string_view what,
                                      const std::vector<std::string>& allowed) {
        auto text = value<std::string>(table, key, "a text");
        if (text && std::find(allowed.begin(), allowed.end(), *text) == allowed.end()) {
            problem(*table.get(key), unknown_name(what, *text, allowed));
            return std::nullopt;
        }
        return text;
    }

    std::vector<std::string> texts(const toml::table& table, std::string_view key) {
        const toml::node* node = table.get(key);
        std::vector<std::string> result;
        if (node == nullptr) return result;
        const toml::array* array = node->as_array();
        for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
            if (const auto text = (*array)[i].value_exact<std::string>()) result.push_back(*text);
        }
        if (array == nullptr || result.size() != array->size()) {
            problem(*node, fmt::format("\"{}\" must be a list of texts", key));
        }
        return result;
    }

    std::optional<CategoryId> category_named(const toml::node& node, const std::string& name) {
        const auto category = policy_.categories.named(name);
        if (!category) problem(node, unknown_name("category", name, policy_.categories.names()));
        return category;
    }

    void read_entity(const std::string& name, const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "an entity is a table with patterns or phrases");
        check_keys(*table, "key of an entity",
                   {"label", "patterns", "phrases", "context", "score"});
        UserEntity entity;
        entity.name = name;
        entity.patterns = texts(*table, "patterns");
        entity.phrases = texts(*table, "phrases");
        entity.context = texts(*table, "context");
        if (const auto score = value<double>(*table, "score", "a number from 0 to 1")) {
            if (*score < 0 || *score > 1) {
                problem(*table->get("score"), "\"score\" must be a number from 0 to 1");
            }
            entity.score = static_cast<float>(*score);
        }
        if (entity.patterns.empty() && entity.phrases.empty()) {
            problem(node, fmt::format("entity \"{}\" needs patterns or phrases", name));
        }
        std::string label = value<std::string>(*table, "label", "a text").value_or("");
        if (label.empty()) {
            for (const char c : name) {
                if (c != '-') label += c;
            }
            if (label[0] >= 'a' && label[0] <= 'z') label[0] = static_cast<char>(label[0] - 32);
        }
        check_label(table->contains("label") ? *table->get("label") : node, label);
        try {
            entity.category = policy_.categories.add(name, label, "defined by the user");
        } catch (const Error& error) {
            return problem(
                node, fmt::format("entity \"{}\": {}", name, error.problems().front().message));
        }
        add_category(policy_, label);
        policy_.entities.push_back(std::move(entity));
    }

    void check_label(const toml::node& node, std::string_view label) {
        if (!is_label(label)) {
            problem(node, "a label is a capital letter, then letters and digits, at most 30");
        }
    }

    void read_category(CategoryId category, const toml::node& node) {
        Treatment& treatment = policy_.treatments[static_cast<std::size_t>(category)];
        const toml::table* table = node.as_table();
        const auto named = table == nullptr ? node.value_exact<std::string>()
                                            : value<std::string>(*table, "treatment", "a text");
        if (!named && (table == nullptr || !table->contains("treatment"))) {
            return problem(node,
                           "must be a treatment, or a table such as { treatment = \"mask\" }");
        }
        if (!named) return;
        const auto kind = treatment_named(*named);
        if (!kind) {
            return problem(table == nullptr ? node : *table->get("treatment"),
                           unknown_name("treatment", *named, treatment_names()));
        }
        treatment = Treatment();
        treatment.kind = *kind;
        if (table != nullptr) read_details(category, treatment, *table);
        if (treatment.kind == TreatmentKind::replace &&
            (table == nullptr || !table->contains("text"))) {
            problem(node,
                    "\"replace\" needs a text, such as { treatment = \"replace\", text = "
                    "\"[name]\" }");
        }
        if (const auto wrong = complete(treatment, category)) {
            problem(node, fmt::format("{} {}", policy_.categories[category].name, *wrong));
        }
    }

    void read_details(CategoryId category, Treatment& treatment, const toml::table& table) {
        std::vector<std::string> known{"treatment", "label"};
        switch (treatment.kind) {
            case TreatmentKind::mask:
                known.insert(known.end(), {"character", "keep_first", "keep_last"});
                break;
            case TreatmentKind::generalise:
                known.insert(known.end(), {"knowledge", "to", "years", "characters"});
                break;
            case TreatmentKind::replace:
                known.emplace_back("text");
                break;
            default:
                break;
        }
        check_keys(table, fmt::format("key of {}", name(treatment.kind)), known);
        if (const auto label = value<std::string>(table, "label", "a text")) {
            check_label(*table.get("label"), *label);
            policy_.labels[static_cast<std::size_t>(category)] = *label;
        }
        if (auto text = value<std::string>(table, "character", "one character")) {
            if (text->empty() ||
                static_cast<std::size_t>(language::character_at(*text, 0).length) != text->size()) {
                problem(*table.get("character"), "\"character\" must be one character");
            } else {
                treatment.character = *text;
            }
        }
        whole(table, "keep_first", 0, 1000, treatment.keep_first);
        whole(table, "keep_last", 0, 1000, treatment.keep_last);
        whole(table, "years", 2, 100, treatment.to.years);
        whole(table, "characters", 0, 10, treatment.to.characters);
        if (const auto text = one_of(table, "to", "step", date_step_names())) {
            treatment.to.date = *date_step_named(*text);
        }
        treatment.to.knowledge =
            value<std::string>(table, "knowledge", "a path, or \"wordnet\"").value_or("");
        treatment.text = value<std::string>(table, "text", "a text").value_or("");
    }

    void whole(const toml::table& table, std::string_view key, int least, int most, int& target) {
        const auto number = value<std::int64_t>(table, key, "a whole number");
        if (!number) return;
        if (*number < least || *number > most) {
            return problem(*table.get(key),
                           fmt::format("\"{}\" must be from {} to {}", key, least, most));
        }
        target = static_cast<int>(*number);
    }

    void read_list(CategoryId category, const toml::node& node) {
        if (const auto file = node.value_exact<std::string>()) {
            policy_.lists.emplace_back(category, *file);
            return;
        }
        const toml::array* files = node.as_array();
        for (std::size_t i = 0; files != nullptr && i < files->size(); ++i) {
            const auto file = (*files)[i].value_exact<std::string>();
            if (!file) return problem(node, "a list is a file, or a list of files");
            policy_.lists.emplace_back(category, *file);
        }
        if (files == nullptr) problem(node, "a list is a file, or a list of files");
    }

    std::string file_;
    Problems& problems_;
    TextPolicy policy_;
};

std::pair<CategoryId, std::string> category_setting(const TextPolicy& policy,
                                                    std::string_view setting, const char* flag) {
    const std::size_t equals = setting.find('=');
    const Place place{{}, 0, 0, flag};
    if (equals == std::string_view::npos || equals + 1 == setting.size()) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" must look like category=value, such as person={}", setting,
                                flag == std::string_view("--list") ? "staff.txt" : "mask"),
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

bool TextPolicy::uses(TreatmentKind kind) const {
    return std::any_of(treatments.begin(), treatments.end(),
                       [&](const Treatment& treatment) { return treatment.kind == kind; });
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
        if (treatment.kind == TreatmentKind::generalise && !treatment.to.knowledge.empty()) {
            sources.insert(treatment.to.knowledge);
        }
    }
    return {sources.begin(), sources.end()};
}

std::vector<std::string> profile_names() { return {"default", "example-3", "court", "strict"}; }

TextPolicy profile_policy(std::string_view name) {
    const std::vector<std::string> names = profile_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw Error(ErrorKind::usage, unknown_name("profile", name, names),
                    {{}, 0, 0, "--profile"});
    }
    TextPolicy policy;
    policy.profile = name;
    for (std::int64_t c = 0; c < policy.categories.size(); ++c) {
        add_category(policy, policy.categories[static_cast<CategoryId>(c)].label);
    }
    if (name == "strict") {
        policy.setting = Setting::recall;
        for (Treatment& treatment : policy.treatments) treatment.kind = TreatmentKind::label;
        return policy;
    }
    policy.treatments[kTitle].kind = TreatmentKind::keep;
    if (name == "default") {
        policy.treatments[kCountry].kind = TreatmentKind::keep;
        policy.treatments[kPlace].kind = TreatmentKind::keep;
    } else if (name == "example-3") {
        policy.model = false;
        for (const CategoryId category : {kCountry, kPlace, kLocation}) {
            policy.labels[static_cast<std::size_t>(category)] = "Loc";
        }
    }
    return policy;
}

TextPolicy parse_text_policy(std::string_view text, const std::string& file, Problems& problems) {
    return PolicyReader(file, problems).read(parse_toml(text, file));
}

TextPolicy read_text_policy(const std::string& path) {
    Problems problems;
    TextPolicy policy = parse_text_policy(read_file(path), path, problems);
    throw_if_any(std::move(problems));
    set_folder(policy, std::filesystem::path(path).parent_path().string());
    return policy;
}

void set_folder(TextPolicy& policy, const std::string& folder) {
    const std::filesystem::path place(folder);
    for (auto& [category, file] : policy.lists) file = (place / file).string();
    for (Treatment& treatment : policy.treatments) {
        std::string& source = treatment.to.knowledge;
        if (!source.empty() && source != "wordnet") source = (place / source).string();
    }
}

void set_treatment(TextPolicy& policy, std::string_view setting) {
    const auto [category, text] = category_setting(policy, setting, "--set");
    const std::size_t colon = text.find(':');
    const std::string treatment_name = text.substr(0, colon);
    const auto kind = treatment_named(treatment_name);
    const Place place{{}, 0, 0, "--set"};
    if (!kind) {
        throw Error(ErrorKind::usage, unknown_name("treatment", treatment_name, treatment_names()),
                    place);
    }
    Treatment treatment;
    treatment.kind = *kind;
    if ((*kind == TreatmentKind::replace) != (colon != std::string::npos)) {
        throw Error(ErrorKind::usage,
                    "a text goes with replace alone, as in person=replace:somebody", place);
    }
    if (colon != std::string::npos) treatment.text = text.substr(colon + 1);
    if (const auto wrong = complete(treatment, category)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} {}", policy.categories[category].name, *wrong), place);
    }
    policy.treatments[static_cast<std::size_t>(category)] = std::move(treatment);
}

void add_list(TextPolicy& policy, std::string_view setting) {
    policy.lists.push_back(category_setting(policy, setting, "--list"));
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
