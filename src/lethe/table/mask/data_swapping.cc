// Data swapping (Dalenius and Reiss 1982, in spirit): values change places between random pairs of
// records of the same stratum, where a stratum is the records that agree on other columns.
//
// Rows of a stratum are put in the order of a random number each, and the first of them are paired
// in that order. A stratum of m records has rate m / 2 pairs in expectation: what is not whole is
// rounded up or down at random, so that small strata have their share.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/data/groups.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/swapping.h"

namespace lethe::mask {
namespace {

struct DataSwappingParams {
    double rate = 0.5;
    std::vector<std::string> within;
    bool together = false;
};

Schema<DataSwappingParams> data_swapping_schema() {
    return Schema<DataSwappingParams>()
        .field("rate", &DataSwappingParams::rate, "share of the records that take part",
               Range{0, 1, true})
        .field("within", &DataSwappingParams::within,
               "other columns on which records must agree to change values; none: any records")
        .field("together", &DataSwappingParams::together,
               "whether a pair exchanges the values of all columns at once, rather than each "
               "column having pairs of its own");
}

struct Pairs {
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> partners;  // of the same rows
};

// Rows of the same stratum side by side, in random order.
std::vector<std::int32_t> shuffled(const std::vector<std::int32_t>& rows,
                                   const std::vector<std::int32_t>& stratum_of,
                                   const Stream& stream) {
    struct Key {
        std::int32_t stratum;
        std::uint64_t random;
        std::int32_t row;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<Key> keys;
    keys.reserve(rows.size());
    for (const std::int32_t row : rows) {
        keys.push_back({stratum_of[static_cast<std::size_t>(row)], stream.at(row).bits(), row});
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::int32_t> order;
    order.reserve(rows.size());
    for (const Key& key : keys) order.push_back(key.row);
    return order;
}

// `rows`: those that may take part.
Pairs draw_pairs(const std::vector<std::int32_t>& rows, const std::vector<std::int32_t>& stratum_of,
                 double rate, const Random& random, const std::string& purpose) {
    const std::vector<std::int32_t> order =
        shuffled(rows, stratum_of, random.stream(purpose + "/order"));
    const auto stratum = [&](std::size_t i) {
        return stratum_of[static_cast<std::size_t>(order[i])];
    };
    const Stream rounding = random.stream(purpose + "/pairs");
    Pairs pairs;
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && stratum(end) == stratum(begin)) ++end;
        const std::size_t most = (end - begin) / 2;
        const double wanted = rate * static_cast<double>(end - begin) / 2;
        const double rounded = std::floor(wanted + rounding.at(stratum(begin)).uniform());
        const std::size_t count = std::min(most, static_cast<std::size_t>(rounded));
        for (std::size_t pair = 0; pair < count; ++pair) {
            const std::int32_t a = order[begin + 2 * pair], b = order[begin + 2 * pair + 1];
            pairs.rows.insert(pairs.rows.end(), {a, b});
            pairs.partners.insert(pairs.partners.end(), {b, a});
        }
    }
    return pairs;
}

std::vector<std::int32_t> rows_with_values(const Table& table,
                                           std::span<const std::string> columns) {
    std::vector<std::int32_t> rows;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const bool complete =
            std::all_of(columns.begin(), columns.end(),
                        [&](const std::string& name) { return table.column(name).valid(row); });
        if (complete) rows.push_back(static_cast<std::int32_t>(row));
    }
    return rows;
}

MaskOutput apply_data_swapping(const MaskInput& input, const DataSwappingParams& params) {
    if (input.table.rows() > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::input, "data-swapping takes at most 2^31 - 1 rows");
    }
    std::vector<std::int32_t> stratum_of(static_cast<std::size_t>(input.table.rows()), 0);
    MaskOutput output;
    if (!params.within.empty()) {
        Groups strata = group_rows(input.context, input.table, params.within);
        stratum_of = std::move(strata.class_of);
        const auto lone = std::count(strata.sizes.begin(), strata.sizes.end(), 1);
        output.facts["strata"] = strata.sizes.size();
        if (lone > 0) {
            output.warnings.push_back(
                fmt::format("{} of the {} strata have a single record, whose values stay", lone,
                            strata.sizes.size()));
        }
    }
    output.changed.resize(input.columns.size());
    std::vector<std::size_t> swapped(input.columns.size());
    Pairs common;
    if (params.together) {
        common = draw_pairs(rows_with_values(input.table, input.columns), stratum_of, params.rate,
                            input.random, "records");
    }
    for_each_column(input, [&](std::size_t j, const Column& column, const Context&) {
        Pairs own;
        if (!params.together) {
            own = draw_pairs(rows_with_values(input.table, std::span(&input.columns[j], 1)),
                             stratum_of, params.rate, input.random, column.name());
        }
        const Pairs& pairs = params.together ? common : own;
        output.changed[j] = exchanged(column, pairs.rows, pairs.partners);
        swapped[j] = pairs.rows.size();
    });
    for (std::size_t j = 0; j < swapped.size(); ++j) {
        output.facts["swapped_records"][input.columns[j]] = swapped[j];
    }
    return output;
}

void check_data_swapping(const Table& table, std::span<const std::string> columns,
                         const DataSwappingParams& params, const Place& place, Problems& problems) {
    for (const std::string& name : params.within) {
        const auto add = [&](std::string message) {
            problems.push_back({std::move(message), within(place, "within")});
        };
        if (table.find(name) == nullptr) {
            add(unknown_name("column", name, table.names()));
        } else if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
            add(
                fmt::format("column \"{}\" is swapped itself; records cannot be asked to agree on "
                            "it",
                            name));
        }
    }
}

}  // namespace

Method data_swapping() {
    return make_mask(
        MethodInfo{
            .name = "data-swapping",
            .title = "Data swapping",
            .summary = "Exchanges values between random pairs of records that agree elsewhere.",
            .description =
                "A share (`rate`) of the records is paired at random, and the records of a pair "
                "exchange their values: column by column with new pairs for each, or all columns "
                "`together`, which keeps their relations to each other. With `within`, only "
                "records that agree on those columns are paired, so that every table of a swapped "
                "column (or of all of them, together) with these columns stays exactly as it was; "
                "relations to other columns weaken. A column always keeps exactly its values. Use "
                "it to cast doubt on every match while counts hold, for example by swapping the "
                "place of residence between households of the same size. Beware: values of a pair "
                "may be equal, so fewer records change than take part; rare values are still "
                "there, only elsewhere; and a record that is alone in its stratum stays. A missing "
                "value stays missing: its record takes no part; in `within`, missing is a value of "
                "its own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random, Property::keeps_marginals, Property::keeps_means},
            .cites = {"dalenius1982swapping", "fienberg2004swapping"},
            .example = {{"rate", 0.5}},
            .first_categories = {6, varied("rate", {0.05, 0.1, 0.2, 0.5})},
            .effect = Effect::swap},
        data_swapping_schema(), apply_data_swapping, check_data_swapping);
}

}  // namespace lethe::mask
