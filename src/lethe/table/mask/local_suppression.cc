// Local suppression: as few cells as possible become missing so that every record agrees with k.
#include "lethe/algo/partition/suppression/local_suppression.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/partition/suppression/class_suppression.h"
#include "lethe/data/without_cells.h"
#include "lethe/method/method.h"
#include "lethe/method/step_words.h"
#include "lethe/table/mask/models/group_models.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/microaggregate.h"

namespace lethe::mask {
namespace {

constexpr double kMuch = 0.25;  // of a column's values: worth a warning

enum class SuppressionMatch { original, released, equal };

struct LocalSuppressionParams : ModelParams {
    std::int64_t k = 3;
    SuppressionMatch match = SuppressionMatch::original;
    std::map<std::string, double> cost;
};

Schema<LocalSuppressionParams> local_suppression_schema() {
    const auto own =
        Schema<LocalSuppressionParams>()
            .field("k", &LocalSuppressionParams::k,
                   "records that must agree with each record, itself included", at_least(2))
            .choice(
                "match", &LocalSuppressionParams::match,
                "which records count: those of the original that agree with what a record still "
                "shows; those of the release that agree with it; or those of the release that "
                "show the same, gaps included",
                {{"original", SuppressionMatch::original},
                 {"released", SuppressionMatch::released},
                 {"equal", SuppressionMatch::equal}})
            .field("cost", &LocalSuppressionParams::cost,
                   "of a suppressed cell, for some columns: column name and cost, 1 unless told; "
                   "cells of cheap columns go first",
                   above(0));
    return with_model_params(own);
}

std::vector<std::uint32_t> sets_to_blank(const MaskInput& input,
                                         const LocalSuppressionParams& params,
                                         const GroupModels* models) {
    std::vector<double> costs;
    for (const std::string& name : input.columns) {
        costs.push_back(for_column(name, params.cost, 1.0));
    }
    if (models == nullptr) {
        const auto match = params.match == SuppressionMatch::released
                               ? SuppressionOptions::Match::released
                               : SuppressionOptions::Match::original;
        return lethe::local_suppression(input.context, input.table, input.columns,
                                        {params.k, match, costs});
    }
    models->check_reachable();
    const auto sets = class_suppression(
        input.context, input.table, input.columns,
        {costs, [&](std::span<const std::int32_t> rows) { return models->hold(rows); }});
    if (!sets) throw Error(ErrorKind::internal, "models hold for all records and for no classes");
    return *sets;
}

MaskOutput apply_local_suppression(const MaskInput& input, const LocalSuppressionParams& params) {
    std::optional<GroupModels> models;
    if (params.match == SuppressionMatch::equal && input.table.rows() > 0) {
        models.emplace(input.table, params, params.k);
    }
    const auto sets = sets_to_blank(input, params, models ? &*models : nullptr);
    MaskOutput output;
    if (models) output.facts = models->facts();
    if (models) models->warn(input.table, output.warnings);
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const std::string& name = input.columns[j];
        std::vector<std::int64_t> rows;
        for (std::size_t row = 0; row < sets.size(); ++row) {
            if ((sets[row] >> j & 1U) != 0) rows.push_back(static_cast<std::int64_t>(row));
        }
        const Column& column = input.table.column(name);
        output.changed.push_back(without_cells(column, rows));
        output.facts["suppressed_cells"][name] = rows.size();
        const auto held = static_cast<double>(column.size() - column.missing());
        if (held == 0 && column.size() > 0) {
            output.warnings.push_back(fmt::format("column \"{}\" holds no value", name));
        }
        if (static_cast<double>(rows.size()) > kMuch * held) {
            output.warnings.push_back(
                fmt::format("column \"{}\" loses {:.0f} % of its values; recode it first, or raise "
                            "its cost",
                            name, 100 * static_cast<double>(rows.size()) / held));
        }
    }
    output.facts["changed_records"] =
        std::count_if(sets.begin(), sets.end(), [](std::uint32_t set) { return set != 0; });
    return output;
}

void check_local_suppression(const Table& table, std::span<const std::string> columns,
                             const LocalSuppressionParams& params, const Place& place,
                             Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
    check_model_params(table, columns, params, params.k, place, problems);
    if (!params.models.empty() && params.match != SuppressionMatch::equal) {
        problems.push_back(
            {"models hold in classes of records that show the same: give match = "
             "equal with them",
             within(place, "match")});
    }
    check_column_names("cost", params.cost, columns, place, problems);
    if (columns.size() > kMostSuppressedColumns) {
        problems.push_back({fmt::format("{} columns; cells can be suppressed in at most {} "
                                        "together",
                                        columns.size(), kMostSuppressedColumns),
                            place});
    }
}

}  // namespace

Method local_suppression() {
    return make_mask(
        MethodInfo{
            .name = "local-suppression",
            .title = "Local suppression",
            .summary = "Makes as few cells missing as it takes for k records to agree.",
            .description =
                "Records whose values in the step's columns are shared by fewer than k records "
                "lose the cheapest cells that leave them with values shared by k. A missing value "
                "agrees with anything, as sdcMicro and mu-Argus count. With `match` = original "
                "every record still shows only values that at least k records of the original "
                "have together ((k,1)-anonymity), and no fewer cells can do this. With `match` = "
                "released the missing values "
                "of other records count too: far fewer cells are lost, but a rare record may then "
                "keep all its values and count as safe only because k - 1 others have lost theirs. "
                "With `match` = equal only records that show the same count, a gap being shown "
                "too: this is k-anonymity, costs more cells, and is found greedily. With it "
                "`models` can be asked for as well: cells are lost until every class of records "
                "that show the same fulfils them for the `sensitive` columns. "
                "`cost` says which columns matter: cells of cheap columns go first; of equally "
                "cheap ones, those of the column with most different values. Use it last, after "
                "recoding has left few rare records. Beware: but for equal this is weaker than "
                "k-anonymity. Who "
                "knows a person's values and that the person is in the file can find the one "
                "record whose gaps fit; where that matters, use mondrian, or drop the records "
                "(suppression). What disappears is not random, so rare groups vanish from the "
                "statistics.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::kept,
            .properties = {Property::k_matching, Property::makes_missing},
            .cites = {"hundepool2012statistical", "templ2015sdcmicro", "gionis2008revisited"},
            .example = {{"k", 2}},
            .effect = Effect::blanks,
            .step_words =
                [](const std::vector<std::string>& columns, const Json& parameters) {
                    return fmt::format(
                        "As few values of {} as can be are left out, until at least {} people "
                        "share what is left.",
                        listed_columns(columns), k_words(parameters));
                }},
        local_suppression_schema(), apply_local_suppression, check_local_suppression);
}

}  // namespace lethe::mask
