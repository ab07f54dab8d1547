// Reading policies for documents.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "lethe/core/did_you_mean.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_json.h"
#include "lethe/method/catalogue.h"

namespace lethe::documents {
namespace {

// Labels are written into texts and found again as words.
bool is_label(std::string_view label) {
    return !label.empty() && label.size() <= 30 && label[0] >= 'A' && label[0] <= 'Z' &&
           std::all_of(label.begin(), label.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
           });
}

std::vector<std::string> kind_names() {
    std::vector<std::string> names;
    for (const DataKind kind :
         {DataKind::table, DataKind::documents, DataKind::vectors, DataKind::graph}) {
        names.emplace_back(lethe::name(kind));
    }
    return names;
}

class PolicyReader {
  public:
    PolicyReader(std::string file, Problems& problems)
        : file_(std::move(file)), problems_(problems) {}

    TextPolicy read(const toml::table& root) {
        check_keys(root, "key",
                   {"data", "profile", "setting", "scope", "model", "countries", "categories",
                    "step", "entity", "list"});
        if (const auto data = one_of(root, "data", "kind of data", kind_names());
            data && *data != lethe::name(DataKind::documents)) {
            problem(*root.get("data"),
                    fmt::format("the policy is for {}, not for documents", *data));
        }
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
        read_steps(root, false);  // those of everything first: what is named is said over them
        each(root, "categories", [&](const std::string& name, const toml::node& node) {
            if (const auto category = category_named(node, name)) read_category(*category, node);
        });
        read_steps(root, true);
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
        policy_.treatments.emplace_back();
        policy_.labels.push_back(label);
        policy_.entities.push_back(std::move(entity));
    }

    void check_label(const toml::node& node, std::string_view label) {
        if (!is_label(label)) {
            problem(node, "a label is a capital letter, then letters and digits, at most 30");
        }
    }

    // What is said of a category, once: the second time is a problem with both places.
    bool is_new(CategoryId category, const toml::node& node) {
        const Place place = toml_place(node, file_);
        const auto [first, added] = said_.try_emplace(category, place);
        if (added) return true;
        problem(node, fmt::format("what is done with \"{}\" is said twice, also in {}",
                                  policy_.categories[category].name, to_string(first->second)));
        return false;
    }

    void read_category(CategoryId category, const toml::node& node) {
        const toml::table* table = node.as_table();
        const auto named = table == nullptr ? node.value_exact<std::string>()
                                            : value<std::string>(*table, "treatment", "a text");
        if (!named && (table == nullptr || !table->contains("treatment"))) {
            return problem(node,
                           "must be a treatment, or a table such as { treatment = \"mask\" }");
        }
        if (!named) return;
        const Method* method = treatment_method(table == nullptr ? node : *table->get("treatment"),
                                                "treatment", *named);
        if (method == nullptr) return;
        (void)is_new(category, node);  // the first of all: TOML itself refuses a second
        read_treatment(*method, {category}, node, table, {"treatment", "label"});
    }

    const Method* treatment_method(const toml::node& node, std::string_view what,
                                   const std::string& named) {
        const Method* method = find_method(named, DataKind::documents);
        if (method != nullptr && method->info.family == Family::mask) return method;
        problem(node, unknown_name(what, named, treatment_names()));
        return nullptr;
    }

    // Steps that name categories, or those that do not.
    void read_steps(const toml::table& root, bool with_categories) {
        const toml::node* node = root.get("step");
        if (node == nullptr) return;
        const toml::array* steps = node->as_array();
        if (steps == nullptr) {
            if (with_categories) problem(*node, "steps are written [[step]]");
            return;
        }
        for (const toml::node& step : *steps) {
            const toml::table* table = step.as_table();
            if (table == nullptr) {
                if (with_categories) problem(step, "a step is a table with method and categories");
            } else if (table->contains("categories") == with_categories) {
                read_step(*table);
            }
        }
    }

    void read_step(const toml::table& table) {
        std::vector<CategoryId> categories;
        const toml::node* named = table.get("categories");
        if (named == nullptr) {
            if (of_all_) {
                problem(table, fmt::format("what is done with all that is removed is said twice, "
                                           "also in {}; name the categories of one",
                                           to_string(*of_all_)));
                return;
            }
            of_all_ = toml_place(table, file_);
        } else {
            (void)texts(table, "categories");
            const toml::array* list = named->as_array();
            for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
                const toml::node& one = (*list)[i];
                const auto text = one.value_exact<std::string>();
                const auto category = text ? category_named(one, *text) : std::nullopt;
                if (category && is_new(*category, one)) categories.push_back(*category);
            }
        }
        const auto text = value<std::string>(table, "method", "a text");
        if (!text) {
            if (!table.contains("method")) {
                problem(table, fmt::format("a step needs a method: {}",
                                           fmt::join(treatment_names(), ", ")));
            }
            return;
        }
        const Method* method = treatment_method(*table.get("method"), "method", *text);
        if (method == nullptr) return;
        read_treatment(*method, named == nullptr ? removed_categories() : categories, table, &table,
                       named == nullptr ? std::vector<std::string>{"method"}
                                        : std::vector<std::string>{"method", "categories", "label"},
                       named == nullptr);
    }

    std::vector<CategoryId> removed_categories() const {
        std::vector<CategoryId> removed;
        for (std::int64_t c = 0; c < policy_.categories.size(); ++c) {
            const auto category = static_cast<CategoryId>(c);
            if (policy_.removes(category)) removed.push_back(category);
        }
        return removed;
    }

    // `own`: keys of the table that are no parameters. A step of everything leaves a category that
    // its method cannot treat as it is.
    void read_treatment(const Method& method, const std::vector<CategoryId>& categories,
                        const toml::node& node, const toml::table* table,
                        const std::vector<std::string>& own, bool of_all = false) {
        Json given = Json::object();
        if (table != nullptr) {
            std::vector<std::string> known = own;
            for (const Parameter& parameter : method.parameters) known.push_back(parameter.name);
            check_keys(*table, fmt::format("key of {}", method.info.name), known);
            for (const Parameter& parameter : method.parameters) {
                if (const toml::node* value = table->get(parameter.name)) {
                    given[parameter.name] = toml_to_json(*value);
                }
            }
            if (const auto label = value<std::string>(*table, "label", "a text")) {
                check_label(*table->get("label"), *label);
                for (const CategoryId category : categories) {
                    policy_.labels[static_cast<std::size_t>(category)] = *label;
                }
            }
        }
        if (const auto missing = missing_parameter(method, given)) {
            return problem(node, *missing);
        }
        Problems wrong;  // of the first category that has any: those of others are the same
        if (categories.empty()) (void)method.bind(given, {}, wrong);
        for (std::size_t i = 0; i < categories.size() && wrong.empty(); ++i) {
            const CategoryId category = categories[i];
            Treatment treatment =
                bound_treatment(method, given, policy_.categories[category], category, {}, wrong);
            if (wrong.empty()) {
                policy_.treatments[static_cast<std::size_t>(category)] = std::move(treatment);
            } else if (of_all) {
                std::erase_if(wrong,
                              [](const Problem& one) { return one.place.parameter.empty(); });
            }
        }
        for (Problem& one : wrong) {
            const toml::node* at = table == nullptr ? nullptr : table->get(one.place.parameter);
            Place place = toml_place(at == nullptr ? node : *at, file_);
            place.parameter = one.place.parameter;
            problems_.push_back({std::move(one.message), std::move(place)});
        }
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
    std::map<CategoryId, Place> said_;  // where what is done with a category is said
    std::optional<Place> of_all_;       // and with all that is removed
};

}  // namespace

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

}  // namespace lethe::documents
