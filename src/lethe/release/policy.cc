#include "lethe/release/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_json.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/tables/parameter_files.h"

namespace lethe {
namespace {

// Reads one policy, collecting problems.
class PolicyReader {
  public:
    explicit PolicyReader(std::string file) : file_(std::move(file)) {}

    Policy read(const toml::table& root) {
        check_keys(root, "key", {"read", "columns", "scenario", "verdict", "release", "step"});
        if (const toml::node* node = root.get("read")) read_options(*node);
        if (const toml::node* node = root.get("columns")) read_columns(*node);
        if (const toml::node* node = root.get("scenario")) read_scenario(*node);
        if (const toml::node* node = root.get("verdict")) read_verdict(*node);
        if (const toml::node* node = root.get("release")) read_release(*node);
        if (const toml::node* node = root.get("step")) read_steps(*node);
        return std::move(policy_);
    }
    const Problems& problems() const { return problems_; }

  private:
    Place place(const toml::node& node) const { return toml_place(node, file_); }

    void problem(const toml::node& node, std::string message) {
        problems_.push_back({std::move(message), place(node)});
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

    template <class T>
    std::optional<T> value(const toml::table& table, std::string_view key,
                           std::string_view expected) {
        const toml::node* node = table.get(key);
        if (node == nullptr) return std::nullopt;
        if (const auto found = node->value_exact<T>()) return *found;
        problem(*node, fmt::format("\"{}\" must be {}", key, expected));
        return std::nullopt;
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

    void read_options(const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "[read] must be a table");
        check_keys(*table, "key of [read]", {"separator", "header", "encoding", "missing"});
        if (const auto text = value<std::string>(*table, "separator", "one character")) {
            if (text->size() == 1) {
                policy_.read.separator = text->front();
            } else {
                problem(*table->get("separator"), "\"separator\" must be one character");
            }
        }
        policy_.read.header = value<bool>(*table, "header", "true or false");
        if (auto text = value<std::string>(*table, "encoding", "a text")) {
            policy_.read.encoding = std::move(*text);
        }
        policy_.read.missing = texts(*table, "missing");
    }

    void read_columns(const toml::node& node) {
        const toml::table* columns = node.as_table();
        if (columns == nullptr) {
            return problem(node, "[columns] must be a table of column names");
        }
        for (const auto& [key, value] : *columns) {
            const toml::table* table = value.as_table();
            if (table == nullptr) {
                problem(value, fmt::format("column \"{}\" must be a table such as {{ role = "
                                           "\"quasi\" }}",
                                           key.str()));
                continue;
            }
            policy_.columns.push_back(read_column(std::string(key.str()), *table));
        }
    }

    ColumnPolicy read_column(std::string name, const toml::table& table) {
        check_keys(table, "key of a column",
                   {"role", "kind", "order", "knowledge", "format", "map", "senses", "unmapped",
                    "reason", "round", "range", "values"});
        ColumnPolicy column;
        column.name = std::move(name);
        column.place = place(table);
        if (const auto text = value<std::string>(table, "role", "a text")) {
            column.role = role_named(*text);
            if (!column.role) {
                problem(*table.get("role"), fmt::format("there is no role \"{}\"; allowed: {}",
                                                        *text, fmt::join(role_names(), ", ")));
            }
        }
        if (const auto text = value<std::string>(table, "kind", "a text")) {
            column.kind = kind_named(*text);
            if (!column.kind) {
                problem(*table.get("kind"), fmt::format("there is no kind \"{}\"; allowed: {}",
                                                        *text, fmt::join(kind_names(), ", ")));
            }
        }
        column.reason = value<std::string>(table, "reason", "a text").value_or("");
        column.order = texts(table, "order");
        if (!column.order.empty() && column.kind != Kind::ordinal) {
            problem(*table.get("order"), "\"order\" needs kind = \"ordinal\"");
        }
        read_column_knowledge(table, column);
        read_column_values(table, column.values);
        return column;
    }

    // A list of numbers; nothing, with a problem, for anything else.
    std::vector<double> numbers(const toml::table& table, std::string_view key,
                                std::string_view expected) {
        std::vector<double> result;
        const toml::node* node = table.get(key);
        if (node == nullptr) return result;
        const toml::array* array = node->as_array();
        for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
            if (const auto number = (*array)[i].value<double>()) {
                if ((*array)[i].is_number() && !std::isnan(*number)) result.push_back(*number);
            }
        }
        if (array == nullptr || array->empty() || result.size() != array->size()) {
            problem(*node, fmt::format("\"{}\" must be {}", key, expected));
            return {};
        }
        return result;
    }

    void read_column_values(const toml::table& table, ColumnValues& values) {
        constexpr std::int64_t kMost = 9;
        if (const toml::node* node = table.get("round")) {
            const auto decimals = node->value_exact<std::int64_t>();
            if (decimals && *decimals >= -kMost && *decimals <= kMost) {
                values.decimals = static_cast<int>(*decimals);
            } else if (node->value_exact<std::string>() == "none") {
                values.as_masked = true;
            } else {
                problem(*node, "\"round\" must be a number of decimals from -9 to 9, or \"none\"");
            }
        }
        const auto range = numbers(table, "range", "a list of two numbers, such as [0, 120]");
        if (range.size() == 2 && range[0] <= range[1]) {
            if (std::isfinite(range[0])) values.least = range[0];
            if (std::isfinite(range[1])) values.most = range[1];
        } else if (!range.empty()) {
            problem(*table.get("range"), "\"range\" must be two numbers, the smaller one first");
        }
        values.codes = numbers(table, "values", "a list of numbers, such as [1, 2, 9]");
        std::sort(values.codes.begin(), values.codes.end());
        if (!values.codes.empty() && (values.decimals || values.least || values.most)) {
            problem(*table.get("values"), "\"values\" goes without \"round\" and \"range\"");
        }
    }

    void read_release(const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "[release] must be a table");
        check_keys(*table, "key of [release]", {"values", "order"});
        policy_.as_masked = is_second(*table, "values", "possible", "as-masked");
        policy_.random_order = is_second(*table, "order", "as-is", "random");
    }

    // Which of two words a key has; the first where it is left out.
    bool is_second(const toml::table& table, const char* key, std::string_view first,
                   std::string_view second) {
        const auto text = value<std::string>(table, key, "a text");
        if (text && *text != first && *text != second) {
            problem(*table.get(key), fmt::format("there is no \"{}\" \"{}\"; allowed: {}, {}", key,
                                                 *text, first, second));
        }
        return text && *text == second;
    }

    void read_column_knowledge(const toml::table& table, ColumnPolicy& column) {
        const auto source = value<std::string>(table, "knowledge", "a path, or \"wordnet\"");
        if (!source) {
            for (const char* key : {"format", "map", "senses", "unmapped"}) {
                if (table.contains(key)) {
                    problem(*table.get(key), fmt::format("\"{}\" needs knowledge", key));
                }
            }
            return;
        }
        if (column.kind && *column.kind != Kind::semantic) {
            problem(*table.get("kind"), "a column with knowledge is of kind \"semantic\"");
        }
        column.kind = Kind::semantic;
        ColumnKnowledge& knowledge = column.knowledge.emplace();
        knowledge.source = *source;
        knowledge.map = value<std::string>(table, "map", "a path").value_or("");
        const auto named = [&](const char* key, auto find, const auto& names, auto& target) {
            const auto text = value<std::string>(table, key, "a text");
            if (!text) return;
            if (const auto found = find(*text)) {
                target = *found;
            } else {
                problem(*table.get(key), fmt::format("there is no {} \"{}\"; allowed: {}", key,
                                                     *text, fmt::join(names, ", ")));
            }
        };
        named("format", knowledge_format_named, knowledge_format_names(), knowledge.format);
        named("senses", sense_policy_named, sense_policy_names(), knowledge.senses);
        named("unmapped", unmapped_named, unmapped_names(), knowledge.unmapped);
    }

    void read_scenario(const toml::node& node) {
        const toml::table* table = node.as_table();
        if (table == nullptr) return problem(node, "[scenario] must be a table");
        check_keys(*table, "key of [scenario]",
                   {"columns", "people", "method", "linkage", "truth"});
        ScenarioPolicy& scenario = policy_.scenario;
        scenario.place = place(node);
        scenario.columns = texts(*table, "columns");
        if (const toml::node* people = table->get("people")) {
            const auto percent = people->value<double>();
            const auto text = people->value_exact<std::string>();
            if (percent && *percent > 0 && *percent <= 100) {
                scenario.people = *percent;
            } else if (!text || text->empty()) {
                problem(*people,
                        "\"people\" must be \"all\", a percentage above 0 and at most 100, or the "
                        "path of a file of the intruder's own");
            } else if (*text != "all") {
                scenario.people_file = *text;
            }
        }
        scenario.linkage = value<std::string>(*table, "linkage", "a path").value_or("");
        scenario.truth = value<std::string>(*table, "truth", "the name of a column").value_or("");
        for (const char* key : {"linkage", "truth"}) {
            if (table->contains(key) && scenario.people_file.empty()) {
                problem(*table->get(key),
                        fmt::format("\"{}\" needs people = \"FILE\", a file of the intruder's own",
                                    key));
            }
        }
        if (const auto text = value<std::string>(*table, "method", "a text")) {
            scenario.knows_record = *text != "none";
            if (*text != "record" && *text != "none") {
                problem(*table->get("method"), "\"method\" must be \"record\" or \"none\"");
            }
        }
    }

    void read_verdict(const toml::node& node) {
        if (node.as_table() == nullptr) return problem(node, "[verdict] must be a table");
        policy_.verdict = toml_to_json(node);
        try {
            verdict_profile(policy_.verdict);
        } catch (const Error& error) {
            for (const Problem& one : error.problems()) problem(node, one.message);
        }
    }

    void read_steps(const toml::node& node) {
        const toml::array* steps = node.as_array();
        if (steps == nullptr || !steps->is_array_of_tables()) {
            return problem(node, "steps are written as [[step]]");
        }
        for (const toml::node& item : *steps) {
            const toml::table& table = *item.as_table();
            StepPolicy step;
            step.place = place(table);
            step.columns = texts(table, "columns");
            if (auto text = value<std::string>(table, "method", "a text")) {
                step.method = std::move(*text);
            } else if (!table.contains("method")) {
                problem(table, "a step needs a method, such as method = \"mdav\"");
            }
            for (const auto& [key, parameter] : table) {
                if (key.str() == "method" || key.str() == "columns") continue;
                const std::string name(key.str());
                step.parameters[name] = toml_to_json(parameter);
                step.parameter_places[name] = {
                    file_, key.source().begin.line, key.source().begin.column, {}};
            }
            policy_.steps.push_back(std::move(step));
        }
    }

    std::string file_;
    Policy policy_;
    Problems problems_;
};

toml::array to_toml(const std::vector<std::string>& texts) {
    toml::array array;
    for (const std::string& text : texts) array.push_back(text);
    return array;
}

// JSON scalars, lists and tables of them as TOML text, on one line.
std::string toml_text(const Json& value) {
    if (value.is_array()) {
        std::vector<std::string> items;
        for (const Json& item : value) items.push_back(toml_text(item));
        return fmt::format("[{}]", fmt::join(items, ", "));
    }
    if (value.is_object()) {
        std::vector<std::string> items;
        for (const auto& [key, item] : value.items()) {
            items.push_back(fmt::format("{} = {}", Json(key).dump(), toml_text(item)));
        }
        return fmt::format("{{ {} }}", fmt::join(items, ", "));
    }
    if (value.is_number_float() && std::isinf(value.get<double>())) {
        return value.get<double>() < 0 ? "-inf" : "inf";
    }
    return value.dump();
}

void add_values(const ColumnValues& values, Json& keys) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    if (values.decimals) keys["round"] = *values.decimals;
    if (values.as_masked) keys["round"] = "none";
    if (values.least || values.most) {
        keys["range"] = {values.least.value_or(-kNone), values.most.value_or(kNone)};
    }
    if (!values.codes.empty()) keys["values"] = values.codes;
}

}  // namespace

Policy parse_policy(std::string_view text, const std::string& file, Problems& problems) {
    PolicyReader reader(file);
    Policy policy = reader.read(parse_toml(text, file));
    problems.insert(problems.end(), reader.problems().begin(), reader.problems().end());
    return policy;
}

Policy parse_policy(std::string_view text, const std::string& file) {
    Problems problems;
    Policy policy = parse_policy(text, file, problems);
    throw_if_any(std::move(problems));
    return policy;
}

Policy read_policy(const std::string& path, Problems& problems) {
    return policy_in_folder(read_file(path), path,
                            std::filesystem::path(path).parent_path().string(), problems);
}

Policy policy_in_folder(std::string_view text, const std::string& file, const std::string& folder,
                        Problems& problems) {
    Policy policy = parse_policy(text, file, problems);
    const auto in_folder = [&](std::string& path) {
        if (!path.empty() && path != "wordnet") {
            path = (std::filesystem::path(folder) / path).string();
        }
    };
    for (ColumnPolicy& column : policy.columns) {
        if (!column.knowledge) continue;
        in_folder(column.knowledge->source);
        in_folder(column.knowledge->map);
    }
    if (!policy.scenario.people_file.empty()) {
        in_folder(policy.scenario.people_file);
        in_folder(policy.scenario.linkage);
        policy.scenario.file = read_people_file(policy.scenario, policy.read);
    }
    for (StepPolicy& step : policy.steps) {
        const Method* method = find_method(step.method);
        if (method != nullptr) {
            load_parameter_files(*method, step.parameters, folder, step.place);
        }
    }
    return policy;
}

Profile verdict_profile(const Json& verdict) {
    Json own = verdict;
    const Json named = own.value("profile", Json(std::string(kDefaultProfile)));
    own.erase("profile");
    if (!named.is_string()) throw Error(ErrorKind::usage, "\"profile\" must be a text");
    const Thresholds thresholds = thresholds_of(own);
    if (!verdict.contains("profile") && !thresholds.empty()) return own_profile(thresholds);
    const Profile& profile = find_profile(named.get<std::string>());
    return thresholds.empty() ? profile : with_own(profile, thresholds);
}

std::string policy_text(const Policy& policy) {
    std::ostringstream out;
    toml::table read;
    if (policy.read.separator) read.insert("separator", std::string(1, *policy.read.separator));
    if (policy.read.header) read.insert("header", *policy.read.header);
    if (policy.read.encoding != "utf-8") read.insert("encoding", policy.read.encoding);
    if (!policy.read.missing.empty()) read.insert("missing", to_toml(policy.read.missing));
    if (!read.empty()) out << "[read]\n" << read << "\n\n";
    if (!policy.columns.empty()) out << "[columns]\n";
    for (const ColumnPolicy& column : policy.columns) {
        Json keys = Json::object();
        if (column.role) keys["role"] = name(*column.role);
        if (column.kind) keys["kind"] = name(*column.kind);
        if (!column.order.empty()) keys["order"] = column.order;
        if (const auto& knowledge = column.knowledge) {
            const ColumnKnowledge usual;
            keys["knowledge"] = knowledge->source;
            if (knowledge->format) keys["format"] = name(*knowledge->format);
            if (!knowledge->map.empty()) keys["map"] = knowledge->map;
            if (knowledge->senses != usual.senses) keys["senses"] = name(knowledge->senses);
            if (knowledge->unmapped != usual.unmapped) keys["unmapped"] = name(knowledge->unmapped);
        }
        if (!column.reason.empty()) keys["reason"] = column.reason;
        add_values(column.values, keys);
        out << Json(column.name).dump() << " = " << toml_text(keys) << "\n";
    }
    if (const ScenarioPolicy& scenario = policy.scenario;
        !scenario.columns.empty() || scenario.people < 100 || !scenario.knows_record ||
        !scenario.people_file.empty()) {
        out << "\n[scenario]\n";
        if (!scenario.columns.empty()) out << "columns = " << toml_text(scenario.columns) << "\n";
        if (scenario.people < 100) out << "people = " << toml_text(scenario.people) << "\n";
        if (!scenario.people_file.empty()) {
            out << "people = " << toml_text(scenario.people_file) << "\n";
            if (!scenario.linkage.empty())
                out << "linkage = " << toml_text(scenario.linkage) << "\n";
            if (!scenario.truth.empty()) out << "truth = " << toml_text(scenario.truth) << "\n";
        }
        if (!scenario.knows_record) out << "method = \"none\"\n";
    }
    if (!policy.verdict.empty()) {
        out << "\n[verdict]\n";
        for (const auto& [key, value] : policy.verdict.items()) {
            out << key << " = " << toml_text(value) << "\n";
        }
    }
    if (policy.as_masked || policy.random_order) out << "\n[release]\n";
    if (policy.as_masked) out << "values = \"as-masked\"\n";
    if (policy.random_order) out << "order = \"random\"\n";
    for (const StepPolicy& step : policy.steps) {
        out << "\n[[step]]\nmethod = " << Json(step.method).dump() << "\n";
        if (!step.columns.empty()) out << "columns = " << toml_text(step.columns) << "\n";
        for (const auto& [key, value] : step.parameters.items()) {
            if (!value.is_null()) out << key << " = " << toml_text(value) << "\n";
        }
    }
    return out.str();
}

}  // namespace lethe
