// Resampling by cells: the masked columns of a record are those of a cell of their contingency
// table, drawn anew.
//
// A cell is a combination of values of all masked columns. A record that is drawn anew (each with
// probability `share`) takes the values of a record of its stratum that is drawn with replacement:
// a cell comes with the probability that it has in the table. Of a cell with c of the m records of
// a stratum, the release then has
//
//     Binomial(c, 1 - share + share c / m) + Binomial(m - c, share c / m)
//
// records, c in expectation whatever the share: all cells, and so all margins, are unbiased. With a
// share of 1 it is the bootstrap of the table (Heer 1993), with less a random perturbation of its
// cells (Domingo-Ferrer and Mateo-Sanz 1999). Strata are drawn from separately, with random numbers
// that depend on the values of the stratum and on the places within it alone: whoever holds one
// stratum gets the same as who holds all of them, so that it needs no exchange between providers.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/data/groups.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct CellResamplingParams {
    double share = 1;
    std::vector<std::string> within;
};

Schema<CellResamplingParams> cell_resampling_schema() {
    return Schema<CellResamplingParams>()
        .field("share", &CellResamplingParams::share,
               "probability with which a record is drawn anew", Range{0, 1, true})
        .field("within", &CellResamplingParams::within,
               "other columns, such as who provided the record: each combination of their values "
               "has a table of its own; none: one table");
}

// The rows of each stratum, in their order.
std::vector<std::vector<std::int64_t>> cell_strata(const MaskInput& input,
                                                   const std::vector<std::string>& within) {
    if (input.table.rows() == 0) return {};
    Groups groups{std::vector<std::int32_t>(static_cast<std::size_t>(input.table.rows()), 0),
                  {input.table.rows()}};
    if (!within.empty()) groups = group_rows(input.context, input.table, within);
    std::vector<std::vector<std::int64_t>> strata(static_cast<std::size_t>(groups.classes()));
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        strata[static_cast<std::size_t>(groups.class_of[row])].push_back(
            static_cast<std::int64_t>(row));
    }
    return strata;
}

// Different for different values of the columns, whatever else the table holds.
std::string stratum_name(const Table& table, const std::vector<std::string>& within,
                         std::int64_t row) {
    std::string name = "cells";
    for (const std::string& column : within) {
        const std::string text =
            table.column(column).valid(row) ? table.column(column).text(row) : std::string();
        name +=
            fmt::format("/{}:{}{}", text.size(), table.column(column).valid(row) ? "" : "-", text);
    }
    return name;
}

MaskOutput apply_cell_resampling(const MaskInput& input, const CellResamplingParams& params) {
    std::vector<std::int64_t> source(static_cast<std::size_t>(input.table.rows()));
    std::int64_t drawn = 0, lone = 0;
    const auto strata = cell_strata(input, params.within);
    for (const std::vector<std::int64_t>& rows : strata) {
        input.context.check_stop();
        lone += rows.size() == 1 ? 1 : 0;
        const Stream stream =
            input.random.stream(stratum_name(input.table, params.within, rows.front()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Draws draws = stream.at(static_cast<std::int64_t>(i));
            const bool again = draws.uniform() < params.share;
            drawn += again ? 1 : 0;
            source[static_cast<std::size_t>(rows[i])] =
                again ? rows[draws.below(rows.size())] : rows[i];
        }
    }
    MaskOutput output;
    output.changed.resize(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context&) {
        output.changed[j] = column.gather(source);
    });
    output.facts["strata"] = strata.size();
    output.private_facts["records_drawn"] = drawn;
    if (lone > 0) {
        output.warnings.push_back(fmt::format(
            "{} of the {} strata have a single record, whose values stay", lone, strata.size()));
    }
    return output;
}

void check_cell_resampling(const Table& table, std::span<const std::string> columns,
                           const CellResamplingParams& params, const Place& place,
                           Problems& problems) {
    for (const std::string& name : params.within) {
        if (table.find(name) == nullptr) {
            problems.push_back(
                {unknown_name("column", name, table.names()), within(place, "within")});
        } else if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
            problems.push_back(
                {fmt::format("column \"{}\" is drawn anew itself; it cannot say where from", name),
                 within(place, "within")});
        }
    }
}

}  // namespace

Method cell_resampling() {
    return make_mask(
        MethodInfo{
            .name = "cell-resampling",
            .title = "Resampling by cells",
            .summary = "Draws the categories of records anew from the cells of their table.",
            .description =
                "The masked columns are seen as one contingency table. Each record is drawn anew "
                "with probability `share`: it takes all their values from a cell of the table, "
                "which comes as often as it occurs. Every cell keeps its count in expectation, and "
                "so do all margins and all relations among the masked columns; relations to other "
                "columns fade with the share, and are gone at 1. With `within` each combination of "
                "those columns has a table of its own, and relations to them stay: for records of "
                "several providers, each of whom can do it alone and gets the same. Use it to "
                "release a file whose tables are right up to chance. Beware: cells are drawn, not "
                "smoothed: a combination that only one person has still occurs, on average once, "
                "and tells that there is such a person; who is drawn shows somebody else's values "
                "as if they were true. It is no k-anonymity; measure the risk. Missing is a "
                "category of its own.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::makes_missing},
            .cites = {"heer1993bootstrap", "domingo1999resampling", "herranz2010distributed",
                      "martinez2012ontology"},
            .example = {{"share", 0.5}}},
        cell_resampling_schema(), apply_cell_resampling, check_cell_resampling);
}

}  // namespace lethe::mask
