#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/review/risk_terms.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_json.h"

namespace lethe::documents {
namespace {

// Table 3.1 of the source, "national security" and "mass destruction" one term each.
constexpr std::array<std::string_view, 30> kExecutiveOrder = {
    "military",  "plan",         "weapon",     "systems",    "intelligence",
    "covert",    "action",       "sources",    "cryptology", "cryptogram",
    "encrypt",   "confidential", "foreign",    "relations",  "activity",
    "science",   "scientific",   "technology", "economy",    "national security",
    "safeguard", "nuclear",      "material",   "facility",   "protection",
    "service",   "develop",      "production", "use",        "mass destruction"};

class ListReader {
  public:
    explicit ListReader(std::string file) : file_(std::move(file)) {}

    RiskTermList read(const toml::table& root) {
        const std::vector<std::string> known = {"terms",     "senses",       "except",
                                                "expansion", "sense_choice", "all_senses"};
        for (const auto& [key, value] : root) {
            const std::string name(key.str());
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                problem(value, unknown_name("key", name, known));
            }
        }
        RiskTermList list;
        if (const toml::node* node = root.get("terms")) {
            list.terms = texts(*node, "terms");
            check_terms(*node, list.terms);
        } else {
            problems_.push_back({"there is no list \"terms\"", {file_, 0, 0, {}}});
        }
        if (const toml::node* node = root.get("except")) list.except = texts(*node, "except");
        read_choice(root, "expansion", list.expansion,
                    {Expansion::none, Expansion::synonyms, Expansion::direct, Expansion::closure});
        read_choice(root, "sense_choice", list.sense_choice,
                    {SenseChoice::first, SenseChoice::context});
        if (const toml::node* node = root.get("all_senses")) {
            const auto value = node->value_exact<bool>();
            if (!value) problem(*node, "\"all_senses\" must be true or false");
            list.all_senses = value.value_or(false);
        }
        if (const toml::node* node = root.get("senses")) read_senses(*node, list);
        throw_if_any(std::move(problems_));
        return list;
    }

  private:
    void problem(const toml::node& node, std::string message) {
        problems_.push_back({std::move(message), toml_place(node, file_)});
    }

    std::vector<std::string> texts(const toml::node& node, std::string_view key) {
        std::vector<std::string> result;
        const toml::array* array = node.as_array();
        for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
            if (const auto text = (*array)[i].value_exact<std::string>()) result.push_back(*text);
        }
        if (array == nullptr || result.size() != array->size()) {
            problem(node, fmt::format("\"{}\" must be a list of texts", key));
        }
        return result;
    }

    void check_terms(const toml::node& node, const std::vector<std::string>& terms) {
        if (terms.empty()) problem(node, "\"terms\" must name at least one term");
        for (const std::string& term : terms) {
            if (term.find_first_not_of(" \t\r\n") == std::string::npos) {
                problem(node, "a term must not be empty");
            }
        }
    }

    template <class Choice>
    void read_choice(const toml::table& root, std::string_view key, Choice& choice,
                     std::initializer_list<Choice> all) {
        const toml::node* node = root.get(key);
        if (node == nullptr) return;
        const auto text = node->value_exact<std::string>();
        std::vector<std::string_view> names;
        for (const Choice one : all) {
            names.push_back(name(one));
            if (text && *text == name(one)) {
                choice = one;
                return;
            }
        }
        problem(*node, fmt::format("\"{}\" must be one of {}", key, fmt::join(names, ", ")));
    }

    void read_senses(const toml::node& node, RiskTermList& list) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "[senses] must be a table of terms");
        for (const auto& [key, value] : *table) {
            const std::string term(key.str());
            if (std::find(list.terms.begin(), list.terms.end(), term) == list.terms.end()) {
                problem(value, unknown_name("term", term, list.terms));
            }
            list.senses[term] = texts(value, term);
        }
    }

    std::string file_;
    Problems problems_;
};

}  // namespace

RiskTermList parse_risk_terms(std::string_view toml, const std::string& file) {
    return ListReader(file).read(parse_toml(toml, file));
}

RiskTermList read_risk_terms(const std::string& file_or_name) {
    if (file_or_name == "eo13526") {
        RiskTermList list;
        list.terms.assign(kExecutiveOrder.begin(), kExecutiveOrder.end());
        return list;
    }
    return parse_risk_terms(read_file(file_or_name), file_or_name);
}

}  // namespace lethe::documents
