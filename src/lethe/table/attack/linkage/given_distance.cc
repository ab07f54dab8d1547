#include "lethe/table/attack/linkage/given_distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/publication.h"

namespace lethe::attack {
namespace {

// Thrown as the text that is told, without the name of the parameter.
[[noreturn]] void refuse_distance(std::string what) {
    throw Error(ErrorKind::usage, std::move(what));
}

double number(const Json& value) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
        refuse_distance("holds something that is not a number where a number belongs");
    }
    return value.get<double>();
}

std::string text(const Json& value) {
    if (!value.is_string())
        refuse_distance("holds something that is not a name where a column's belongs");
    return value.get<std::string>();
}

std::vector<double> given_numbers(const Json& list) {
    if (!list.is_array()) refuse_distance("lacks a list of numbers");
    std::vector<double> result;
    for (const Json& value : list) result.push_back(number(value));
    return result;
}

std::vector<std::string> texts(const Json& list) {
    if (!list.is_array()) refuse_distance("lacks a list of columns");
    std::vector<std::string> result;
    for (const Json& value : list) result.push_back(text(value));
    return result;
}

void check_names(const std::vector<std::string>& columns) {
    auto sorted = columns;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) refuse_distance("names a column twice");
    if (columns.empty()) refuse_distance("names no column");
}

GivenDistance from_weights(const Json& weights) {
    GivenDistance distance;
    const auto add = [&](const std::string& column, double weight) {
        if (weight < 0) refuse_distance("has a weight below 0");
        distance.columns.push_back(column);
        distance.parameters.push_back(weight);
    };
    if (weights.is_object()) {
        for (const auto& [column, weight] : weights.items()) add(column, number(weight));
    } else if (weights.is_array()) {  // as key_attributes tells them
        for (const Json& item : weights) {
            if (!item.is_object() || !item.contains("name") || !item.contains("weight")) {
                refuse_distance("lacks names and weights");
            }
            add(text(item["name"]), number(item["weight"]));
        }
    } else {
        refuse_distance("has weights that are no table of columns and numbers");
    }
    check_names(distance.columns);
    return distance;
}

GivenDistance from_ranks(const Json& ranks) {
    GivenDistance distance;
    distance.model.family = DistanceFamily::owa;
    if (!ranks.empty() && ranks.is_array() && ranks[0].is_object()) {  // as weights_by_rank
        std::map<int, double> by_rank;
        for (const Json& item : ranks) {
            if (!item.contains("name") || !item.contains("weight")) refuse_distance("lacks ranks");
            const std::string name = text(item["name"]);
            const auto digits = name.find_first_of("0123456789");
            if (digits == std::string::npos) refuse_distance("lacks the number of a rank");
            by_rank[std::atoi(name.c_str() + digits)] = number(item["weight"]);
        }
        for (const auto& [rank, weight] : by_rank) distance.parameters.push_back(weight);
    } else {
        distance.parameters = given_numbers(ranks);
    }
    if (distance.parameters.empty()) refuse_distance("has no weight of a rank");
    return distance;
}

struct SetValue {
    std::vector<std::string> set;
    double value = 0;
};

std::vector<SetValue> sets_of(const Json& given, const char* key) {
    std::vector<SetValue> sets;
    if (given.is_array()) {
        for (const Json& item : given) {
            if (!item.is_object() || !item.contains("set") || !item.contains(key)) {
                refuse_distance("lacks sets of columns and their values");
            }
            sets.push_back({texts(item["set"]), number(item[key])});
        }
        return sets;
    }
    if (!given.is_object()) refuse_distance("has no table of sets of columns");
    for (const auto& [name, value] : given.items()) {
        SetValue one{{}, number(value)};
        for (std::size_t begin = 0; begin <= name.size();) {
            const std::size_t end = std::min(name.find(" + ", begin), name.size());
            one.set.push_back(name.substr(begin, end - begin));
            begin = end + 3;
        }
        sets.push_back(std::move(one));
    }
    return sets;
}

// The smallest parts of the columns that no set reaches out of.
std::vector<std::uint32_t> parts_of_sets(const std::vector<SetValue>& sets,
                                         const std::vector<std::string>& columns) {
    std::vector<std::uint32_t> parts;
    for (std::size_t l = 0; l < columns.size(); ++l) parts.push_back(1U << l);
    for (const SetValue& one : sets) {
        std::uint32_t joined = 0;
        for (const std::string& name : one.set) {
            const auto place = std::ranges::find(columns, name) - columns.begin();
            for (const std::uint32_t part : parts) {
                if ((part >> place & 1U) != 0) joined |= part;
            }
        }
        std::erase_if(parts, [&](std::uint32_t part) { return (part & joined) != 0; });
        if (joined != 0) parts.push_back(joined);
    }
    std::ranges::sort(parts);
    return parts;
}

GivenDistance from_sets(const Json& given, const char* key, DistanceModel model, bool complete) {
    const std::vector<SetValue> sets = sets_of(given, key);
    GivenDistance distance{model, {}, {}};
    std::size_t largest = 1;
    for (const SetValue& one : sets) {
        if (one.set.size() == 1) distance.columns.push_back(one.set[0]);
        largest = std::max(largest, one.set.size());
    }
    check_names(distance.columns);
    const int n = static_cast<int>(distance.columns.size());
    const bool wide = largest > 2 && n > kMostSetAttributes;
    if (n <= kMostPairAttributes && wide && !complete) {
        distance.model = {DistanceFamily::choquet_partition, 2,
                          parts_of_sets(sets, distance.columns)};
    }
    const bool too_wide =
        wide && (complete || std::ranges::any_of(distance.model.parts, [](std::uint32_t part) {
                     return std::popcount(part) > kMostSetAttributes;
                 }));
    if (n > kMostPairAttributes || too_wide) {
        refuse_distance(
            fmt::format("has sets of too many columns: at most {}, or {} where no set has more "
                        "than two or they fall into parts",
                        kMostSetAttributes, kMostPairAttributes));
    }
    if (distance.model.family == DistanceFamily::choquet_k_additive) {
        distance.model.additivity = std::max(2, static_cast<int>(largest));
    }
    std::map<std::uint32_t, double> value_of;
    for (const SetValue& one : sets) {
        std::uint32_t mask = 0;
        for (const std::string& name : one.set) {
            const auto place = std::ranges::find(distance.columns, name);
            if (place == distance.columns.end()) {
                refuse_distance("has a set with a column that has no value of its own");
            }
            mask |= 1U << (place - distance.columns.begin());
        }
        if (std::popcount(mask) != static_cast<int>(one.set.size())) {
            refuse_distance("names a column twice in a set");
        }
        if (!value_of.emplace(mask, one.value).second) refuse_distance("names a set twice");
    }
    for (const std::uint32_t set : feature_sets(distance.model, n)) {
        const auto value = value_of.find(set);
        if (value == value_of.end() && complete)
            refuse_distance("lacks the value of a set of its columns");
        distance.parameters.push_back(value == value_of.end() ? 0.0 : value->second);
    }
    return distance;
}

GivenDistance from_matrix(const Json& given) {
    GivenDistance distance;
    distance.model.family = DistanceFamily::bilinear;
    std::map<std::pair<std::string, std::string>, double> entries;
    if (given.is_object() && given.contains("columns") && given.contains("rows")) {
        distance.columns = texts(given["columns"]);
        if (!given["rows"].is_array() || given["rows"].size() != distance.columns.size()) {
            refuse_distance("has a matrix that is not square");
        }
        for (std::size_t l = 0; l < distance.columns.size(); ++l) {
            const std::vector<double> row = given_numbers(given["rows"][l]);
            if (row.size() != distance.columns.size())
                refuse_distance("has a matrix that is not square");
            for (std::size_t h = 0; h < row.size(); ++h) {
                entries[{distance.columns[l], distance.columns[h]}] = row[h];
            }
        }
    } else if (given.is_array()) {
        for (const Json& item : given) {
            if (!item.is_object() || !item.contains("row") || !item.contains("column") ||
                !item.contains("value")) {
                refuse_distance("lacks entries of a matrix");
            }
            const std::string row = text(item["row"]), column = text(item["column"]);
            if (row == column) distance.columns.push_back(row);
            entries[{row, column}] = entries[{column, row}] = number(item["value"]);
        }
    } else {
        refuse_distance("has a matrix without columns and rows");
    }
    check_names(distance.columns);
    for (std::size_t l = 0; l < distance.columns.size(); ++l) {
        for (std::size_t h = l; h < distance.columns.size(); ++h) {
            const auto upper = entries.find({distance.columns[l], distance.columns[h]});
            const auto lower = entries.find({distance.columns[h], distance.columns[l]});
            if (upper == entries.end() || lower == entries.end()) refuse_distance("lacks an entry");
            if (upper->second != lower->second)
                refuse_distance("has a matrix that is not symmetric");
            distance.parameters.push_back(upper->second);
        }
    }
    return distance;
}

std::optional<DistanceFamily> family_named(const std::string& family) {
    for (int number = 0; number <= static_cast<int>(DistanceFamily::bilinear_psd); ++number) {
        const auto candidate = static_cast<DistanceFamily>(number);
        if (name(candidate) == family) return candidate;
    }
    return std::nullopt;
}

// Parameters are told by the sets within the parts: each is a set of the columns, and each column
// in one.
void check_given_parts(const DistanceModel& model, int columns) {
    std::uint32_t covered = 0;
    for (const std::uint32_t part : model.parts) {
        if (std::popcount(part) > kMostSetAttributes) refuse_distance("has a part of too many");
        if ((part & covered) != 0) refuse_distance("has parts that overlap");
        covered |= part;
    }
    const bool of_parts = model.family == DistanceFamily::choquet_partition;
    const std::uint64_t all = (std::uint64_t{1} << std::min(columns, kMostPairAttributes)) - 1;
    if (of_parts ? covered != all : !model.parts.empty()) {
        refuse_distance("has parts that are not those of its columns");
    }
}

// As to_json writes it, and as certificates hold it.
GivenDistance from_parameters(const Json& given) {
    GivenDistance distance;
    const auto family = family_named(text(given["family"]));
    if (!family) refuse_distance("is of an unknown family of distances");
    distance.model.family = *family;
    if (given.contains("additivity")) {
        distance.model.additivity = static_cast<int>(number(given["additivity"]));
    }
    if (given.contains("columns")) distance.columns = texts(given["columns"]);
    if (given.contains("parts")) {
        for (const double part : given_numbers(given["parts"])) {
            if (!(part >= 1 && part < 0x1p30)) refuse_distance("has parts that are no sets");
            distance.model.parts.push_back(static_cast<std::uint32_t>(part));
        }
    }
    distance.parameters = given_numbers(given["parameters"]);
    distance.sugeno = given.contains("integral") && given["integral"] == "sugeno";
    if (distance.sugeno && distance.model.family != DistanceFamily::choquet) {
        refuse_distance("has a Sugeno integral of something that is no measure");
    }
    if (distance.model.sorted()) {
        distance.columns.clear();
        return distance;
    }
    if (distance.parameters.empty() && distance.columns.empty()) return {};  // equal weights
    check_names(distance.columns);
    const int n = static_cast<int>(distance.columns.size());
    const int most = distance.model.family == DistanceFamily::choquet_k_additive ||
                             distance.model.family == DistanceFamily::choquet_partition
                         ? kMostPairAttributes
                         : kMostAttributes;
    check_given_parts(distance.model, n);
    const bool sets = distance.model.family == DistanceFamily::choquet ||
                      distance.model.family == DistanceFamily::choquet_submodular ||
                      distance.model.family == DistanceFamily::choquet_belief;
    if (n > (sets ? kMostSetAttributes : most) ||
        std::ssize(distance.parameters) != feature_count(distance.model, n)) {
        refuse_distance("has another number of parameters than its family asks for");
    }
    if (distance.sugeno && !(distance.parameters.back() > 0)) {
        refuse_distance("has a measure of 0 for all columns");
    }
    return distance;
}

GivenDistance from_json(const Json& given) {
    if (!given.is_object()) refuse_distance("is not a table");
    if (given.empty()) return {};
    if (given.contains(kAboutOriginal)) return from_json(unfolded(given));
    if (given.contains("parameters") && given.contains("family")) return from_parameters(given);
    if (given.contains("attacks") || given.contains("assessments")) {
        const Json& results = given.contains("attacks") ? given["attacks"] : given["assessments"];
        for (const Json& item : results) {
            if (!item.is_object() || !item.contains("details")) continue;
            const Json details = unfolded(item["details"]);
            for (const char* key : {"measure", "matrix", "weights_by_rank", "key_attributes"}) {
                if (details.contains(key)) return from_json(details);
            }
        }
        refuse_distance("is a result without an attack that learnt a distance");
    }
    if (given.contains("details") && given["details"].is_object()) {
        return from_json(unfolded(given["details"]));
    }
    if (given.contains("weights")) return from_weights(given["weights"]);
    if (given.contains("owa")) return from_ranks(given["owa"]);
    if (given.contains("weights_by_rank")) return from_ranks(given["weights_by_rank"]);
    if (given.contains("matrix")) return from_matrix(given["matrix"]);
    if (given.contains("sugeno")) {
        GivenDistance distance =
            from_sets(given["sugeno"], "value", {DistanceFamily::choquet}, true);
        if (!(distance.parameters.back() > 0))
            refuse_distance("has a measure of 0 for all columns");
        distance.sugeno = true;
        return distance;
    }
    if (given.contains("moebius")) {
        return from_sets(given["moebius"], "moebius", {DistanceFamily::choquet_k_additive}, false);
    }
    if (given.contains("measure")) {
        const std::string family = given.contains("operator") ? text(given["operator"]) : "";
        if (family == "choquet-k-additive" || family == "choquet-belief" ||
            family == "choquet-partition") {
            // Moebius terms are what was learnt; those of larger sets are 0.
            Json kept = Json::array();
            for (const Json& item : given["measure"]) {
                if (item.is_object() && item.contains("moebius") && item["moebius"] != 0.0) {
                    kept.push_back(item);
                } else if (item.is_object() && item.contains("set") && item["set"].size() == 1) {
                    kept.push_back(item);
                }
            }
            return from_sets(kept, "moebius", {DistanceFamily::choquet_k_additive}, false);
        }
        return from_sets(given["measure"], "value", {DistanceFamily::choquet}, true);
    }
    if (given.contains("key_attributes")) return from_weights(given["key_attributes"]);
    refuse_distance("has neither weights, owa, measure, moebius, sugeno nor matrix");
}

}  // namespace

std::string read(const Json& given, GivenDistance& value) {
    try {
        value = from_json(given.is_string() ? Json::parse(given.get<std::string>()) : given);
        return {};
    } catch (const Error& error) {
        return error.what();
    } catch (const Json::exception&) {
        return "is not a table of weights, owa, measure, moebius, sugeno or matrix, nor a file of "
               "one";
    }
}

std::string type_name(const GivenDistance*) { return "distance"; }

void to_json(Json& json, const GivenDistance& distance) {
    if (!distance.given()) {
        json = Json::object();
        return;
    }
    json = {{"family", name(distance.model.family)},
            {"additivity", distance.model.additivity},
            {"columns", distance.columns},
            {"parameters", distance.parameters}};
    if (distance.sugeno) json["integral"] = "sugeno";
    if (!distance.model.parts.empty()) json["parts"] = distance.model.parts;
}

}  // namespace lethe::attack
