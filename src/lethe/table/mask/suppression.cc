// Suppression: rare records are dropped, or cells are made missing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lethe/data/groups.h"
#include "lethe/data/without_cells.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

enum class What { records, rare_cells, random_cells };

struct SuppressionParams {
    What what = What::records;
    std::int64_t k = 3;
    double percent = 5;
};

Schema<SuppressionParams> suppression_schema() {
    return Schema<SuppressionParams>()
        .choice("what", &SuppressionParams::what, "what is suppressed",
                {{"records", What::records},
                 {"rare-cells", What::rare_cells},
                 {"random-cells", What::random_cells}})
        .field("k", &SuppressionParams::k,
               "records whose combination of values, or cells whose value, occurs fewer times than "
               "this are suppressed",
               at_least(2))
        .field("percent", &SuppressionParams::percent,
               "share of each column's cells, for random-cells", between(0, 100));
}

std::vector<std::int64_t> rare_cells(const MaskInput& input, const Column& column, std::int64_t k) {
    const Groups groups = group_rows(input.context, input.table, std::vector{column.name()});
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto value = groups.class_of[static_cast<std::size_t>(row)];
        if (column.valid(row) && groups.sizes[static_cast<std::size_t>(value)] < k) {
            rows.push_back(row);
        }
    }
    return rows;
}

// Exactly the asked share of the cells that hold a value, rounded to the nearest number of cells.
std::vector<std::int64_t> random_cells(const MaskInput& input, const Column& column,
                                       double percent) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) rows.push_back(row);
    }
    const double wanted = std::nearbyint(static_cast<double>(rows.size()) * percent / 100);
    std::vector<std::int64_t> chosen = random_subset(
        input.random.stream(column.name()), std::ssize(rows), static_cast<std::int64_t>(wanted));
    for (std::int64_t& place : chosen) place = rows[static_cast<std::size_t>(place)];
    return chosen;
}

MaskOutput suppress_cells(const MaskInput& input, const SuppressionParams& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        const std::vector<std::int64_t> rows = params.what == What::rare_cells
                                                   ? rare_cells(input, column, params.k)
                                                   : random_cells(input, column, params.percent);
        output.changed.push_back(without_cells(column, rows));
        output.facts["suppressed_cells"][name] = rows.size();
    }
    return output;
}

MaskOutput suppress_records(const MaskInput& input, const SuppressionParams& params) {
    const Groups groups = group_rows(input.context, input.table, input.columns);
    MaskOutput output;
    output.kept_rows.emplace();
    for (std::int64_t row = 0; row < input.table.rows(); ++row) {
        const auto its = groups.class_of[static_cast<std::size_t>(row)];
        if (groups.sizes[static_cast<std::size_t>(its)] >= params.k) {
            output.kept_rows->push_back(row);
        }
    }
    output.facts["suppressed_records"] = input.table.rows() - std::ssize(*output.kept_rows);
    if (output.kept_rows->empty() && input.table.rows() > 0) {
        output.warnings.push_back("no record is left: every combination of values is rarer than k");
    }
    return output;
}

MaskOutput apply_suppression(const MaskInput& input, const SuppressionParams& params) {
    return params.what == What::records ? suppress_records(input, params)
                                        : suppress_cells(input, params);
}

}  // namespace

Method suppression() {
    return make_mask(
        MethodInfo{
            .name = "suppression",
            .title = "Suppression",
            .summary = "Drops rare records, or makes rare or random cells missing.",
            .description =
                "`records` drops every record whose combination of values in the step's columns "
                "is shared by fewer than k records; what is left is k-anonymous on them. "
                "`rare-cells` makes missing every value that occurs fewer than k times in its "
                "column. `random-cells` makes missing a given share of each column's cells, chosen "
                "at random, as a baseline or to make matches uncertain. Use it last, after "
                "recoding has left only a few rare records: on detailed data it removes most of "
                "the file. Beware: what disappears is not random, so rare groups vanish from the "
                "statistics; and rare-cells looks at one column at a time, so rare combinations "
                "stay. A missing value counts as a value of its own in combinations.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::changes_rows, Property::makes_missing},
            .cites = {"hundepool2012statistical", "sweeney2002k"},
            .example = {{"what", "records"}, {"k", 2}},
            .effect = Effect::blanks,
            .only_drops_records =
                [](const Json& parameters) {
                    return parameters.value("what", Json()) == "records";
                }},
        suppression_schema(), apply_suppression);
}

}  // namespace lethe::mask
