#include "lethe/release/assess/exposure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "lethe/algo/population/minimal_uniques.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"

namespace lethe::release {
namespace {

constexpr std::array<Purpose, 2> kDefaultAttacks = {Purpose::linkage, Purpose::exact_matching};

// The attack with what was chosen otherwise than by default.
std::string chosen_label(const PrivateResult& result) {
    Choice choice{result.name};
    const Method& method = find_method(choice.method, Family::attack);
    for (const Parameter& parameter : method.parameters) {
        const bool given = result.parameters.contains(parameter.name);
        if (!given || parameter.name == "exposure" || parameter.name == "links") continue;
        const Json& value = result.parameters[parameter.name];
        if (value != parameter.fallback) choice.parameters[parameter.name] = value;
    }
    return label_of(choice);
}

const Json* exposure_of(const PrivateResult& result) {
    return result.details.contains("exposure") ? &result.details["exposure"] : nullptr;
}

std::vector<PrivateResult> results_of(std::span<const Purpose> attacks, const Comparable& pair,
                                      const Scenario& scenario, const Random& random,
                                      const Context& context) {
    std::vector<Choice> choices;
    for (const Purpose purpose : attacks) {
        choices.push_back({method_for(purpose).info.name, {{"exposure", true}}});
    }
    return run_assessments(Family::attack, choices, pair, scenario, false, random, context)
        .private_results;
}

void take_exposure(ExposureTable& table, const PrivateResult& result, const Json& exposure) {
    const auto attack = static_cast<std::int32_t>(table.attacks.size());
    table.attacks.push_back(chosen_label(result));
    const Json& rows = exposure.at("original");
    const Json& chances = exposure.at("exposure");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = rows[i].get<std::int64_t>() - 1;
        const auto chance = chances[i].get<double>();
        if (row < 0 || row >= std::ssize(table.exposure)) {
            throw Error(ErrorKind::internal,
                        "an exposure of a row that the original does not have");
        }
        if (chance <= table.exposure[at(row)]) continue;
        table.exposure[at(row)] = chance;
        table.attack[at(row)] = attack;
    }
}

// The released row of each row of the original; -1 where it was dropped.
std::vector<std::int64_t> rows_shown(const Comparable& pair, const Scenario& scenario) {
    std::vector<std::int64_t> released(at(pair.original.rows()), -1);
    for (std::int64_t row = 0; row < pair.masked.rows(); ++row) {
        released[at(scenario.origin.empty() ? row : scenario.origin[at(row)])] = row;
    }
    return released;
}

std::vector<std::int64_t> most_exposed(const ExposureTable& table, std::int64_t count) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < std::ssize(table.exposure); ++row) {
        if (table.exposure[at(row)] > 0) rows.push_back(row);
    }
    const auto worse = [&](std::int64_t a, std::int64_t b) {
        if (table.exposure[at(a)] != table.exposure[at(b)]) {
            return table.exposure[at(a)] > table.exposure[at(b)];
        }
        if (table.class_size[at(a)] != table.class_size[at(b)]) {
            return table.class_size[at(a)] < table.class_size[at(b)];
        }
        return a < b;
    };
    count = std::min(count, std::ssize(rows));
    std::partial_sort(rows.begin(), rows.begin() + count, rows.end(), worse);
    rows.resize(at(count));
    return rows;
}

// The chance that linkage by distance gives each of the rows, by all columns but one (or by all).
std::vector<double> linked_without(const Comparable& pair, const Scenario& scenario,
                                   const std::vector<std::int64_t>& rows, std::string_view column,
                                   const Random& random, const Context& context) {
    Comparable fewer = pair;
    if (!column.empty()) {
        const std::string name(column);
        fewer.original = pair.original.without(std::span(&name, 1));
        fewer.masked = pair.masked.without(std::span(&name, 1));
    }
    Scenario knows = scenario;
    knows.known = rows;
    std::sort(knows.known.begin(), knows.known.end());
    knows.training.clear();
    const std::vector<PrivateResult> results =
        results_of(std::span(kDefaultAttacks).first(1), fewer, knows, random, context);
    std::vector<double> chances(rows.size(), 0.0);
    for (const PrivateResult& result : results) {
        const Json* exposure = exposure_of(result);
        if (exposure == nullptr) continue;
        for (std::size_t i = 0; i < (*exposure)["original"].size(); ++i) {
            const std::int64_t row = (*exposure)["original"][i].get<std::int64_t>() - 1;
            const auto place = std::find(rows.begin(), rows.end(), row);
            chances[at(place - rows.begin())] = (*exposure)["exposure"][i].get<double>();
        }
    }
    return chances;
}

void add_links(ExposureTable& table, const Comparable& pair, const Scenario& scenario,
               const std::vector<std::int64_t>& rows, const Random& random,
               const Context& context) {
    const Method& linkage = method_for(Purpose::linkage);
    std::vector<std::string> columns;
    for (const ColumnPtr& column : pair.original.columns()) {
        if (linkage.accepts(column->kind())) columns.push_back(column->name());
    }
    if (columns.empty() || rows.empty()) return;
    const auto all = linked_without(pair, scenario, rows, {}, random, context);
    for (const std::string& column : columns) {
        const auto without = columns.size() == 1
                                 ? std::vector<double>(rows.size(), 0.0)
                                 : linked_without(pair, scenario, rows, column, random, context);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (2 * without[i] < all[i]) table.worst[i].linked_by.push_back(column);
        }
    }
}

void add_reasons(ExposureTable& table, const Comparable& pair, const Scenario& scenario,
                 const std::vector<std::int64_t>& released, std::int64_t count,
                 const Random& random, const Context& context) {
    const std::vector<std::int64_t> rows = most_exposed(table, count);
    std::vector<std::int64_t> masked;
    for (const std::int64_t row : rows) {
        table.worst.push_back({row, {}, {}});
        masked.push_back(released[at(row)]);
    }
    const std::vector<std::string> names = pair.masked.names();
    // A chance above nothing means that the record was released.
    const auto sets = minimal_uniques(context, pair.masked, names, masked);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (const auto& set : sets[i]) {
            if (table.worst[i].unique_on.size() == kListedSets) break;
            std::vector<std::string> columns;
            for (const std::size_t j : set) columns.push_back(names[j]);
            table.worst[i].unique_on.push_back(std::move(columns));
        }
    }
    add_links(table, pair, scenario, rows, random, context);
}

// A field of a text file: in quotes where it needs them.
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

}  // namespace

ExposureTable exposures(const Comparable& pair, const Scenario& scenario,
                        std::span<const PrivateResult> private_results, const Random& random,
                        const Context& context, const ExposureOptions& options) {
    ExposureTable table;
    const auto rows = at(pair.original.rows());
    table.class_size.assign(rows, 0);
    table.exposure.assign(rows, 0.0);
    table.attack.assign(rows, -1);
    const std::vector<std::int64_t> released = rows_shown(pair, scenario);
    const Groups groups = group_rows(context, pair.masked, pair.masked.names());
    for (std::size_t row = 0; row < rows; ++row) {
        if (released[row] < 0) continue;
        table.class_size[row] = groups.sizes[at(groups.class_of[at(released[row])])];
    }
    const auto has_exposure = [](const PrivateResult& result) {
        return exposure_of(result) != nullptr;
    };
    const bool any = std::any_of(private_results.begin(), private_results.end(), has_exposure);
    std::vector<PrivateResult> own;
    if (!any) own = results_of(kDefaultAttacks, pair, scenario, random, context);
    const std::span<const PrivateResult> results = any ? private_results : own;
    for (const PrivateResult& result : results) {
        if (const Json* exposure = exposure_of(result)) take_exposure(table, result, *exposure);
    }
    add_reasons(table, pair, scenario, released, options.worst, random, context.silent());
    return table;
}

Json to_json(const ExposureTable& table) {
    Json people = Json::array();
    for (const ExposureReason& reason : table.worst) {
        const auto row = at(reason.row);
        if (table.attack[row] < 0 || table.exposure[row] <= 0) continue;
        people.push_back({{"row", reason.row + 1},
                          {"class_size", table.class_size[row]},
                          {"exposure", table.exposure[row]},
                          {"attack", table.attacks[at(table.attack[row])]},
                          {"unique_on", reason.unique_on},
                          {"linked_by", reason.linked_by}});
    }
    return {{"private_worst", std::move(people)}};
}

std::string exposure_csv(const ExposureTable& table) {
    std::vector<const ExposureReason*> reason_of(table.exposure.size(), nullptr);
    for (const ExposureReason& reason : table.worst) reason_of[at(reason.row)] = &reason;
    std::string text = std::string(kExposureHeader) + "\n";
    for (std::size_t row = 0; row < table.exposure.size(); ++row) {
        const std::string attack =
            table.attack[row] < 0 ? "" : table.attacks[at(table.attack[row])];
        std::string unique_on, linked_by;
        if (const ExposureReason* reason = reason_of[row]) {
            std::vector<std::string> sets;
            for (const auto& set : reason->unique_on) {
                sets.push_back(fmt::format("{}", fmt::join(set, "+")));
            }
            unique_on = fmt::format("{}", fmt::join(sets, "; "));
            linked_by = fmt::format("{}", fmt::join(reason->linked_by, "; "));
        }
        text += fmt::format("{},{},{},{},{},{}\n", row + 1, table.class_size[row],
                            table.exposure[row], field(attack), field(unique_on), field(linked_by));
    }
    return text;
}

void write_exposure_csv(const std::string& path, const ExposureTable& table) {
    write_file(path, exposure_csv(table), true);
}

}  // namespace lethe::release
