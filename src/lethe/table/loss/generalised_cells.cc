#include "lethe/table/loss/generalised_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/table/loss/value_pairs.h"

namespace lethe::loss {
namespace {

struct GeneralisedCell {
    double lm = 0;
    double ncp = 0;
    std::int64_t steps = 0;
    bool covers = true;  // the original value
};

constexpr GeneralisedCell kEverything{1, 1, 0, true};

GeneralisedCell cell_of(std::int64_t values, std::int64_t all) {
    if (values <= 1 || all <= 1) return {};
    return {static_cast<double>(values - 1) / static_cast<double>(all - 1),
            static_cast<double>(values) / static_cast<double>(all), 0, true};
}

// `occurring`: the values to count; null: all of the taxonomy.
GeneralisedCell concept_cell(const Taxonomy& taxonomy, ConceptId before, ConceptId after,
                             const std::set<Value>* occurring) {
    GeneralisedCell cell;
    if (occurring != nullptr) {
        const auto below =
            std::count_if(occurring->begin(), occurring->end(), [&](const Value& value) {
                return value.meaning != kNoConcept && taxonomy.subsumes(after, value.meaning);
            });
        cell = cell_of(below, std::ssize(*occurring));
    } else if (!taxonomy.children(after).empty()) {
        cell = cell_of(taxonomy.leaves(after), taxonomy.leaves(taxonomy.root()));
    }
    // The root stands for everything, also for what is missing or has no concept.
    const bool known = before != kNoConcept;
    cell.covers = known ? taxonomy.subsumes(after, before) : after == taxonomy.root();
    if (cell.covers && known) cell.steps = taxonomy.climb(before, after);
    return cell;
}

void add(GeneralisedColumn& column, const GeneralisedCell& cell) {
    column.lm.push_back(cell.lm);
    column.ncp.push_back(cell.ncp);
    column.steps += cell.steps;
    column.moved += cell.covers ? 0 : 1;
}

void generalise_categories(const AssessInput& input, const Column& original, const Column& masked,
                           Domain counted, GeneralisedColumn& column) {
    const ValuePairs pairs = value_pairs(input, original, masked);
    const std::vector<Value> occurring = values_of(original);
    const std::set<Value> domain(occurring.begin(), occurring.end());
    std::map<Value, std::set<Value>> replaced;
    for (const auto& [before, after] : pairs.codes) {
        const Value from = value_of(original, before);
        if (!from.missing()) replaced[value_of(masked, after)].insert(from);
    }
    std::vector<GeneralisedCell> cells;
    for (const auto& [before, after] : pairs.codes) {
        const Value from = value_of(original, before);
        const Value to = value_of(masked, after);
        if (from == to) {
            cells.emplace_back();
        } else if (to.missing()) {
            cells.push_back(kEverything);
        } else if (to.meaning != kNoConcept) {
            cells.push_back(concept_cell(original.meaning()->taxonomy(), from.meaning, to.meaning,
                                         counted == Domain::data ? &domain : nullptr));
        } else if (domain.contains(to)) {
            cells.push_back({0, 0, 0, false});
        } else {
            cells.push_back(cell_of(std::ssize(replaced[to]), std::ssize(domain)));
        }
    }
    for (const std::uint32_t pair : pairs.of_row) add(column, cells[pair]);
}

void generalise_numbers(const AssessInput& input, const Column& original, const Column& masked,
                        GeneralisedColumn& column) {
    const ColumnStats stats = column_stats(input.context, original);
    const double range = stats.max - stats.min;
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const std::int64_t from = input.origin_of(row);
        if (!masked.valid(row)) {
            add(column, original.valid(from) ? kEverything : GeneralisedCell{});
            continue;
        }
        const double number = masked.numbers()[static_cast<std::size_t>(row)];
        NumberInterval interval{number, number};
        if (masked.spelling() != nullptr) {
            interval =
                interval_of_label(masked.text(row), original.notation().get()).value_or(interval);
        }
        GeneralisedCell cell;
        const double low = std::max(interval.low, stats.min);
        const double high = std::min(interval.high, stats.max);
        if (range > 0 && high > low) cell.lm = cell.ncp = (high - low) / range;
        if (original.valid(from)) {
            const double before = original.numbers()[static_cast<std::size_t>(from)];
            cell.covers = interval.low <= before && before <= interval.high;
        }
        add(column, cell);
    }
}

}  // namespace

std::vector<GeneralisedColumn> generalised_columns(const AssessInput& input, Domain domain) {
    check_tables(input);
    std::vector<GeneralisedColumn> columns;
    for (const std::string& name : input.columns) {
        GeneralisedColumn column;
        column.name = name;
        const Column& original = input.original.column(name);
        const Column& masked = input.masked.column(name);
        if (original.is_numeric()) {
            generalise_numbers(input, original, masked, column);
        } else {
            generalise_categories(input, original, masked, domain, column);
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

Measurement mean_generality(const AssessInput& input, Domain domain,
                            std::vector<double> GeneralisedColumn::*figure,
                            const std::map<std::string, double>& weights) {
    const std::vector<GeneralisedColumn> columns = generalised_columns(input, domain);
    for (const auto& [name, weight] : weights) {
        if (std::none_of(columns.begin(), columns.end(),
                         [&name = name](const auto& column) { return column.name == name; })) {
            throw Error(ErrorKind::usage, fmt::format("there is no column \"{}\" to weigh", name),
                        {{}, 0, 0, "weights"});
        }
    }
    const std::int64_t records = input.original.rows();
    const std::int64_t dropped = records - input.masked.rows();
    Json by_column = Json::object();
    double sum = 0, total_weight = 0;
    std::int64_t steps = 0, moved = 0;
    for (const GeneralisedColumn& column : columns) {
        const double whole = exact_sum(column.*figure) + static_cast<double>(dropped);
        const double mean = percent(whole, static_cast<double>(records));
        const auto given = weights.find(column.name);
        const double weight = given == weights.end() ? 1 : given->second;
        by_column[column.name] = mean;
        sum += weight * mean;
        total_weight += weight;
        steps += column.steps;
        moved += column.moved;
    }
    Measurement result;
    result.value = total_weight > 0 ? sum / total_weight : 0;
    result.details["by_column"] = std::move(by_column);
    result.details["steps"] = steps;
    result.details["moved"] = percent(moved, input.masked.rows() * std::ssize(columns));
    result.details["dropped"] = dropped;
    if (moved > 0) {
        result.warnings.push_back(
            "values were replaced by others that do not cover them, which this measure does not "
            "see");
    }
    if (records == 0) result.warnings.push_back("nothing could be compared: the value is 0");
    return result;
}

}  // namespace lethe::loss
