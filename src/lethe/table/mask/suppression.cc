// Suppression: rare records are dropped, or cells are made missing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "lethe/data/groups.h"
#include "lethe/data/without_cells.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/risky_records.h"

namespace lethe::mask {
namespace {

enum class What { records, rare_cells, random_cells, risky_records, risky_cells };

struct SuppressionParams {
    What what = What::records;
    std::int64_t k = 3;
    double percent = 5;
    RiskParams risk;
};

Schema<SuppressionParams> suppression_schema() {
    return Schema<SuppressionParams>()
        .choice("what", &SuppressionParams::what, "what is suppressed",
                {{"records", What::records},
                 {"rare-cells", What::rare_cells},
                 {"random-cells", What::random_cells},
                 {"risky-records", What::risky_records},
                 {"risky-cells", What::risky_cells}})
        .field("k", &SuppressionParams::k,
               "records whose combination of values, or cells whose value, occurs fewer times than "
               "this are suppressed",
               at_least(2))
        .field("percent", &SuppressionParams::percent,
               "share of each column's cells, for random-cells", between(0, 100))
        .include(&SuppressionParams::risk, risk_schema());
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

RiskyRecords risky_records(const MaskInput& input, const RiskParams& risk) {
    return {risk, risk.keys.empty() ? input.columns : risk.keys,
            input.drawn > 0 ? input.drawn : static_cast<double>(input.table.rows())};
}

// Others may come to be alone when a record goes: it is counted again until none is above the
// limit.
MaskOutput drop_risky_records(const MaskInput& input, const RiskParams& risk) {
    MaskOutput output;
    RiskyRecords at_risk = risky_records(input, risk);
    std::vector<std::int64_t> kept(static_cast<std::size_t>(input.table.rows()));
    std::iota(kept.begin(), kept.end(), std::int64_t{0});
    while (!kept.empty()) {
        const std::vector<std::int64_t> risky =
            at_risk.rows(input.context, input.table.gather(kept));
        if (risky.empty()) break;
        std::vector<std::int64_t> left;
        std::size_t next = 0;
        for (std::int64_t place = 0; place < std::ssize(kept); ++place) {
            const bool goes = next < risky.size() && risky[next] == place;
            goes ? static_cast<void>(++next)
                 : left.push_back(kept[static_cast<std::size_t>(place)]);
        }
        kept = std::move(left);
    }
    output.facts["suppressed_records"] = input.table.rows() - std::ssize(kept);
    output.facts["risk"] = at_risk.facts();
    if (kept.empty() && input.table.rows() > 0) {
        output.warnings.push_back("no record is left: all are above the limit of risk");
    }
    output.kept_rows = std::move(kept);
    return output;
}

// The values of risky records, in the step's columns.
MaskOutput blank_risky_cells(const MaskInput& input, const RiskParams& risk) {
    MaskOutput output;
    RiskyRecords at_risk = risky_records(input, risk);
    Table table = input.table;
    std::vector<bool> blank(static_cast<std::size_t>(table.rows()), false);
    std::int64_t still = 0;
    while (true) {
        const auto found = at_risk.rows(input.context, table);
        std::vector<std::int64_t> fresh;
        for (const std::int64_t row : found) {
            if (!blank[static_cast<std::size_t>(row)]) fresh.push_back(row);
        }
        still = std::ssize(found) - std::ssize(fresh);
        if (fresh.empty()) break;
        for (const std::int64_t row : fresh) blank[static_cast<std::size_t>(row)] = true;
        output.changed.clear();
        for (const std::string& name : input.columns) {
            output.changed.push_back(without_cells(table.column(name), fresh));
        }
        table = table.with(output.changed);
    }
    output.changed.clear();
    for (const std::string& name : input.columns) {
        output.changed.push_back(table.column_ptr(name));
        output.facts["suppressed_cells"][name] =
            table.column(name).missing() - input.table.column(name).missing();
    }
    output.facts["risky_records"] = std::count(blank.begin(), blank.end(), true);
    output.facts["still_risky"] = still;
    output.facts["risk"] = at_risk.facts();
    if (still > 0) {
        output.warnings.push_back(fmt::format(
            "{} records are still above the limit of risk: their other keys are enough", still));
    }
    return output;
}

MaskOutput apply_suppression(const MaskInput& input, const SuppressionParams& params) {
    switch (params.what) {
        case What::records:
            return suppress_records(input, params);
        case What::risky_records:
            return drop_risky_records(input, params.risk);
        case What::risky_cells:
            return blank_risky_cells(input, params.risk);
        case What::rare_cells:
        case What::random_cells:
            break;
    }
    return suppress_cells(input, params);
}

void check_suppression(const Table& table, std::span<const std::string>,
                       const SuppressionParams& params, const Place& place, Problems& problems) {
    const bool by_risk = params.what == What::risky_records || params.what == What::risky_cells;
    if (by_risk) check_risk(table, params.risk, place, problems);
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
                "at random, as a baseline or to make matches uncertain. `risky-records` drops, and "
                "`risky-cells` makes missing in the step's columns, what belongs to records whose "
                "risk is `above` a limit, counted on the `keys`: the individual risk of Benedetti "
                "and Franconi (from `weights`, or the size of the `population`); the risk that "
                "somebody of the `household` is found, 1 - (1 - r)(1 - r') ... over its members, "
                "for which the size of a household should be one of the keys; the chance that a "
                "match is right by a log-linear model of the population, of records that are not "
                "alone as well (E(1/F) with F - f Poisson); or SUDA's score or probability. With a "
                "wanted `rate` of re-identifications in place of the limit, the limit is the risk "
                "to which all must come down for that rate. It is counted again until no record is "
                "above the limit, or the rate is reached, and once more in the file that is "
                "written; "
                "where the step's columns are only some of the keys, records may stay above it, "
                "which is told. Rows that go leave the others standing for as many people as "
                "before. A limit on these estimates is no k-anonymity: who knows that a "
                "person took part is not held up by the rest of the population. Use it last, after "
                "recoding has left only a few rare records: on detailed data it removes most of "
                "the file. Beware: what disappears is not random, so rare groups vanish from the "
                "statistics; and rare-cells looks at one column at a time, so rare combinations "
                "stay. A missing value counts as a value of its own in combinations.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::changes_rows, Property::makes_missing},
            .cites = {"hundepool2012statistical", "sweeney2002k"},
            .example = {{"what", "records"}, {"k", 2}},
            .example_use = {.columns = {"region", "education"}},
            .effect = Effect::blanks,
            .only_drops_records =
                [](const Json& parameters) {
                    const Json what = parameters.value("what", Json());
                    return what == "records" || what == "risky-records";
                }},
        suppression_schema(), apply_suppression, check_suppression);
}

}  // namespace lethe::mask
