#include "lethe/release/policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "lethe/core/redacted.h"
#include "lethe/io/file.h"
#include "lethe/io/toml_text.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/policy_parts.h"
#include "lethe/release/tables/linked/linked_policy.h"
#include "lethe/release/tables/parameter_files.h"

namespace lethe::release {
namespace {

void add_problems(const Error& error, Problems& problems) {
    problems.insert(problems.end(), error.problems().begin(), error.problems().end());
}

// Reads one policy, collecting problems.
class TablePolicyReader {
  public:
    TablePolicyReader(const std::string& file, Problems& problems) : in_(file, problems) {}

    Policy read(const toml::table& root) {
        if (!is_for(in_, root, DataKind::table)) return {};
        in_.check_keys(
            root, "key",
            {"data", "read", "columns", "scenario", "verdict", "release", "step", "linked"});
        if (const toml::table* table = in_.section(root, "read")) {
            in_.check_keys(*table, "key of [read]", table_reading_keys());
            policy_.read = read_table_reading(in_, *table);
        }
        each_column(in_, root, [&](const std::string& name, const toml::table& table) {
            policy_.columns.push_back(read_table_column(name, table));
        });
        if (const toml::table* table = in_.section(root, "scenario")) read_scenario(*table);
        if (const toml::table* table = in_.section(root, "verdict")) read_verdict(*table);
        if (const toml::table* table = in_.section(root, "release")) {
            in_.check_keys(*table, "key of [release]", {"values", "order"});
            policy_.as_masked = in_.is_second(*table, "values", "possible", "as-masked");
            policy_.random_order = in_.is_second(*table, "order", "as-is", "random");
        }
        policy_.steps = read_steps(in_, root);
        policy_.linked =
            read_linked(in_, root, [&](const std::string& name, const toml::table& table) {
                return read_table_column(name, table);
            });
        return std::move(policy_);
    }

  private:
    ColumnPolicy read_table_column(const std::string& name, const toml::table& table) {
        std::vector<std::string> known = column_keys();
        known.insert(known.end(), {"reason", "round", "range", "values", "release"});
        in_.check_keys(table, "key of a column", known);
        ColumnPolicy column = read_column(in_, name, table, true);
        column.reason = in_.text(table, "reason");
        column.release = in_.truth(table, "release", false);
        if (column.release && column.survey == SurveyRole::weight) {
            column.role = Role::quasi;
        } else if (column.release) {
            in_.problem(*table.get("release"),
                        "\"release\" goes with role = \"weight\": of all that is dropped only a "
                        "weight can be released after all");
        }
        read_column_values(table, column.values);
        return column;
    }

    void read_column_values(const toml::table& table, ColumnValues& values) {
        constexpr std::int64_t kMost = 9;
        if (const toml::node* node = table.get("round")) {
            const auto decimals = node->value_exact<std::int64_t>();
            if (decimals && *decimals >= -kMost && *decimals <= kMost) {
                values.decimals = static_cast<int>(*decimals);
            } else if (node->value_exact<std::string>() == "none") {
                values.as_masked = true;
            } else if (const auto unit = unit_of(node->value_exact<std::string>().value_or(""))) {
                values.unit = unit;
            } else {
                in_.problem(*node,
                            "\"round\" must be a number of decimals from -9 to 9, or \"none\"; of "
                            "dates \"month\", \"quarter\" or \"year\"");
            }
        }
        read_range(table, values);
        values.codes = in_.numbers(table, "values", "a list of numbers, such as [1, 2, 9]");
        std::sort(values.codes.begin(), values.codes.end());
        if (!values.codes.empty() &&
            (values.decimals || values.unit || values.least || values.most || values.has_texts())) {
            in_.problem(*table.get("values"), "\"values\" goes without \"round\" and \"range\"");
        }
    }

    // What dates are rounded to: the beginning of such a unit.
    static std::optional<DateUnit> unit_of(const std::string& text) {
        const auto unit = date_unit_named(text);
        const bool allowed =
            unit == DateUnit::month || unit == DateUnit::quarter || unit == DateUnit::year;
        return allowed ? unit : std::nullopt;
    }

    // Two numbers, or two dates as texts, of which the plan finds out whether they are any.
    void read_range(const toml::table& table, ColumnValues& values) {
        const toml::array* list = table["range"].as_array();
        if (list != nullptr && list->size() == 2 && list->is_homogeneous<std::string>()) {
            values.least_text = list->get(0)->value_or(std::string());
            values.most_text = list->get(1)->value_or(std::string());
            if (!values.has_texts()) {
                in_.problem(*list, "\"range\" has two empty ends: leave it out");
            }
            return;
        }
        const auto range = in_.numbers(table, "range",
                                       "a list of two numbers, such as [0, 120], or of two dates, "
                                       "such as [\"1900-01-01\", \"2020-12-31\"]");
        if (range.size() == 2 && range[0] <= range[1]) {
            if (std::isfinite(range[0])) values.least = range[0];
            if (std::isfinite(range[1])) values.most = range[1];
        } else if (!range.empty()) {
            in_.problem(*table.get("range"),
                        "\"range\" must be two numbers, the smaller one first");
        }
    }

    void read_scenario(const toml::table& table) {
        in_.check_keys(table, "key of [scenario]",
                       {"columns", "people", "method", "linkage", "truth"});
        ScenarioPolicy& scenario = policy_.scenario;
        scenario.place = in_.place(table);
        scenario.columns = in_.texts(table, "columns");
        if (const toml::node* people = table.get("people")) {
            const auto percent = people->value<double>();
            const auto text = people->value_exact<std::string>();
            if (percent && *percent > 0 && *percent <= 100) {
                scenario.people = *percent;
            } else if (!text || text->empty()) {
                in_.problem(*people,
                            "\"people\" must be \"all\", a percentage above 0 and at most 100, or "
                            "the path of a file of the intruder's own");
            } else if (*text != "all") {
                scenario.people_file = *text;
            }
        }
        scenario.linkage = in_.text(table, "linkage", "a path");
        scenario.truth = in_.text(table, "truth", "the name of a column");
        for (const char* key : {"linkage", "truth"}) {
            if (table.contains(key) && scenario.people_file.empty()) {
                in_.problem(
                    *table.get(key),
                    fmt::format("\"{}\" needs people = \"FILE\", a file of the intruder's own",
                                key));
            }
        }
        if (const auto text = in_.value<std::string>(table, "method", "a text")) {
            scenario.knows_record = *text != "none";
            if (*text != "record" && *text != "none") {
                in_.problem(*table.get("method"), "\"method\" must be \"record\" or \"none\"");
            }
        }
    }

    void read_verdict(const toml::table& table) {
        policy_.verdict = toml_to_json(table);
        Problems wrong;
        verdict_profile(policy_.verdict, wrong);
        for (const Problem& one : wrong) {
            const std::string& key = one.place.parameter;
            const toml::node* node = table.get(key);
            const bool by_name = one.message.starts_with("there is no");
            in_.problem(node == nullptr ? table : *node,
                        by_name ? one.message : fmt::format("\"{}\" {}", key, one.message));
        }
        // What was told here is not told again by whoever goes on, to look for other problems.
        if (!wrong.empty()) policy_.verdict = Json::object();
    }

    TomlReader in_;
    Policy policy_;
};

void add_values(const ColumnValues& values, Json& keys) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    if (values.decimals) keys["round"] = *values.decimals;
    if (values.as_masked) keys["round"] = "none";
    if (values.unit) keys["round"] = name(*values.unit);
    if (values.has_texts()) keys["range"] = {values.least_text, values.most_text};
    if (values.least || values.most) {
        keys["range"] = {values.least.value_or(-kNone), values.most.value_or(kNone)};
    }
    if (!values.codes.empty()) keys["values"] = values.codes;
}

Json scenario_json(const ScenarioPolicy& scenario) {
    Json keys = Json::object();
    if (!scenario.columns.empty()) keys["columns"] = scenario.columns;
    if (scenario.people < 100) keys["people"] = scenario.people;
    if (!scenario.people_file.empty()) {
        keys["people"] = without_passwords(scenario.people_file);
        if (!scenario.linkage.empty()) keys["linkage"] = scenario.linkage;
        if (!scenario.truth.empty()) keys["truth"] = scenario.truth;
    }
    if (!scenario.knows_record) keys["method"] = "none";
    return keys;
}

void columns_to_folder(std::vector<ColumnPolicy>& columns, const std::string& folder) {
    for (ColumnPolicy& column : columns) {
        if (!column.knowledge) continue;
        column.knowledge->move_paths([&](std::string& moved) { to_folder(moved, folder); });
    }
}

void load_files_of_steps(std::vector<StepPolicy>& steps, const std::string& folder,
                         Problems& problems) {
    for (StepPolicy& step : steps) {
        const Method* method = find_method(step.method);
        if (method == nullptr) continue;
        try {
            load_parameter_files(*method, step.parameters, folder, step.place);
        } catch (const Error& error) {
            add_problems(error, problems);
            step.method.clear();  // it is not looked at again
        }
    }
}

std::string line_of_column(const ColumnPolicy& column) {
    Json keys = column_json(column);
    if (!column.reason.empty()) keys["reason"] = column.reason;
    if (column.release) keys["release"] = true;
    add_values(column.values, keys);
    return fmt::format("{} = {}\n", toml_quoted(column.name), toml_value(keys));
}

}  // namespace

Policy parse_policy(std::string_view text, const std::string& file, Problems& problems) {
    return TablePolicyReader(file, problems).read(parse_toml(text, file));
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
    columns_to_folder(policy.columns, folder);
    if (!policy.scenario.people_file.empty()) {
        to_folder(policy.scenario.people_file, folder);
        to_folder(policy.scenario.linkage, folder);
        try {
            policy.scenario.file = read_people_file(policy.scenario, policy.read);
        } catch (const Error& error) {
            add_problems(error, problems);
            policy.scenario.people_file.clear();
        }
    }
    load_files_of_steps(policy.steps, folder, problems);
    for (LinkedPolicy& linked : policy.linked) {
        to_folder(linked.file, folder);
        columns_to_folder(linked.columns, folder);
        load_files_of_steps(linked.steps, folder, problems);
    }
    return policy;
}

void point_at_parameters(const StepPolicy& step, std::size_t first, Problems& problems) {
    for (std::size_t i = first; i < problems.size(); ++i) {
        const auto found = step.parameter_places.find(problems[i].place.parameter);
        if (found == step.parameter_places.end()) continue;
        problems[i].place.line = found->second.line;
        problems[i].place.column = found->second.column;
    }
}

Profile verdict_profile(const Json& verdict, Problems& problems) {
    Json own = verdict;
    const Json named = own.value("profile", Json(std::string(kDefaultProfile)));
    own.erase("profile");
    const Thresholds thresholds = thresholds_of(own, problems);
    if (!verdict.contains("profile") && !thresholds.empty()) return own_profile(thresholds);
    Profile profile = find_profile(kDefaultProfile);
    try {
        if (!named.is_string()) {
            throw Error(ErrorKind::usage, "must be a text", {{}, 0, 0, "profile"});
        }
        profile = find_profile(named.get<std::string>());
    } catch (const Error& error) {
        add_problems(error, problems);
    }
    return thresholds.empty() ? profile : with_own(profile, thresholds);
}

Profile verdict_profile(const Json& verdict) {
    Problems problems;
    Profile profile = verdict_profile(verdict, problems);
    throw_if_any(std::move(problems));
    return profile;
}

std::string policy_text(const Policy& policy) {
    std::vector<std::string> parts{toml_section("read", table_reading_json(policy.read))};
    std::string columns;
    for (const ColumnPolicy& column : policy.columns) columns += line_of_column(column);
    if (!columns.empty()) parts.push_back("[columns]\n" + columns);
    parts.push_back(toml_section("scenario", scenario_json(policy.scenario)));
    parts.push_back(toml_section("verdict", policy.verdict));
    Json release = Json::object();
    if (policy.as_masked) release["values"] = "as-masked";
    if (policy.random_order) release["order"] = "random";
    parts.push_back(toml_section("release", release));
    for (const StepPolicy& step : policy.steps) parts.push_back(step_text(step));
    for (const LinkedPolicy& linked : policy.linked) {
        parts.push_back(linked_text(linked, line_of_column));
    }
    std::erase(parts, std::string());
    return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace lethe::release
