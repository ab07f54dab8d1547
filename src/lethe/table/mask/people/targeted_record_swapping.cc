// Targeted record swapping of households: the method. Who changes places is found in
// people/household_swap.
//
// An area of level h is a combination of the first h geographic columns, so that levels are nested
// whatever their codes are. The risk of a person at a level is one in the people of the area who
// agree on the risk variables; that of a household is its riskiest member's. Households are alike
// by a profile if their members are, taken together in any order: so they are of one size, and
// counts of people by area and profile stay as they were.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/people/household_swap.h"

namespace lethe::mask {
namespace {

using SwapNames = std::vector<std::string>;

struct RecordSwappingParams {
    std::string household;
    SwapNames risk;
    std::vector<SwapNames> profiles;
    SwapNames carry;
    double rate = 0.05;
    std::int64_t k = 3;
    std::optional<double> limit;
};

Schema<RecordSwappingParams> record_swapping_schema() {
    using P = RecordSwappingParams;
    Range share = between(0, 1);
    share.least_excluded = true;
    return Schema<P>()
        .field("household", &P::household,
               "column that is the same for the members of a household and for nobody else; by "
               "itself the one with the role household")
        .field("risk", &P::risk,
               "columns by which people stand out in their area; none: how many live there")
        .field("profiles", &P::profiles,
               "groups of columns on which households must agree to change places, the first by "
               "which there is a donor; none: households of the same size")
        .field("carry", &P::carry,
               "columns of the step that are no level of the geography and go along with it")
        .field("rate", &P::rate, "share of the households of each finest area that is swapped",
               between(0, 1))
        .field("k", &P::k,
               "a household is at risk where at most so many people of its area agree with a "
               "member; 0: none is",
               at_least(0))
        .field("limit", &P::limit, "the risk from which on a household is at risk, in place of k",
               share);
}

SwapNames levels_of(std::span<const std::string> columns, const SwapNames& carry) {
    SwapNames levels(columns.begin(), columns.end());
    std::erase_if(levels, [&](const std::string& name) {
        return std::find(carry.begin(), carry.end(), name) != carry.end();
    });
    return levels;
}

// Households by number; a record without one is a household of its own.
struct HouseholdRows {
    std::vector<std::int32_t> of_row;
    std::vector<std::vector<std::int32_t>> rows;
};

HouseholdRows household_rows(const Context& context, const Table& table, const std::string& name) {
    const Column& column = table.column(name);
    HouseholdRows result{group_rows(context, table, std::span(&name, 1)).class_of, {}};
    std::vector<std::int32_t> number;  // of each class, in the order of its first row
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        auto& own = result.of_row[at(row)];
        const auto next = static_cast<std::int32_t>(result.rows.size());
        if (column.valid(row)) {
            if (at(own) >= number.size()) number.resize(at(own) + 1, -1);
            if (number[at(own)] < 0) number[at(own)] = next;
            own = number[at(own)];
        } else {
            own = next;
        }
        if (own == next) result.rows.emplace_back();
        result.rows[at(own)].push_back(static_cast<std::int32_t>(row));
    }
    return result;
}

// Classes of rows; all rows are one where there is no column.
std::vector<std::int32_t> classes_by(const MaskInput& input, const SwapNames& columns) {
    if (columns.empty()) return std::vector<std::int32_t>(at(input.table.rows()), 0);
    return group_rows(input.context, input.table, columns).class_of;
}

std::vector<std::int32_t> areas_by(const MaskInput& input, const HouseholdRows& households,
                                   const SwapNames& columns) {
    const std::vector<std::int32_t> of_row = classes_by(input, columns);
    std::vector<std::int32_t> areas;
    for (const auto& rows : households.rows) areas.push_back(of_row[at(rows.front())]);
    return areas;
}

// For each household the fewest people who agree with a member.
std::vector<std::int64_t> fewest_alike(const MaskInput& input, const HouseholdRows& households,
                                       const SwapNames& columns) {
    const Groups groups = group_rows(input.context, input.table, columns);
    std::vector<std::int64_t> fewest;
    for (const auto& rows : households.rows) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const std::int32_t row : rows) {
            least = std::min<std::int64_t>(least, groups.sizes[at(groups.class_of[at(row)])]);
        }
        fewest.push_back(least);
    }
    return fewest;
}

// Households whose members are alike, taken together, have the same number.
std::vector<std::int32_t> profiles_by(const MaskInput& input, const HouseholdRows& households,
                                      const SwapNames& columns) {
    const std::vector<std::int32_t> of_row = classes_by(input, columns);
    std::vector<std::vector<std::int32_t>> members;
    for (const auto& rows : households.rows) {
        auto& own = members.emplace_back();
        for (const std::int32_t row : rows) own.push_back(of_row[at(row)]);
        std::sort(own.begin(), own.end());
    }
    std::vector<std::int32_t> order(members.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
    std::sort(order.begin(), order.end(),
              [&](std::int32_t a, std::int32_t b) { return members[at(a)] < members[at(b)]; });
    std::vector<std::int32_t> profile(members.size(), 0);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const bool same = members[at(order[i])] == members[at(order[i - 1])];
        profile[at(order[i])] = profile[at(order[i - 1])] + (same ? 0 : 1);
    }
    return profile;
}

std::int64_t most_alike(const RecordSwappingParams& params) {
    if (!params.limit) return params.k;
    return static_cast<std::int64_t>(std::floor(1 / *params.limit * (1 + 1e-12)));
}

SwapRequest request_of(const MaskInput& input, const HouseholdRows& households,
                       const RecordSwappingParams& params) {
    SwapRequest request;
    SwapNames level;
    for (const std::string& name : levels_of(input.columns, params.carry)) {
        level.push_back(name);
        request.area.push_back(areas_by(input, households, level));
        SwapNames key = level;
        for (const std::string& one : params.risk) {
            if (std::find(key.begin(), key.end(), one) == key.end()) key.push_back(one);
        }
        request.alike.push_back(fewest_alike(input, households, key));
    }
    for (const SwapNames& columns : params.profiles) {
        request.profile.push_back(profiles_by(input, households, columns));
    }
    if (params.profiles.empty()) request.profile.push_back(profiles_by(input, households, {}));
    request.limit = most_alike(params);
    request.rate = params.rate;
    return request;
}

// How many households were at risk, moved or found nobody describes the original.
void tell_swaps(const HouseholdSwaps& swaps, const HouseholdRows& households, MaskOutput& output) {
    Json& told = output.private_facts;
    told["households"] = swaps.partner.size();
    told["swapped"] = std::count_if(swaps.partner.begin(), swaps.partner.end(),
                                    [](auto one) { return one >= 0; });
    told["at_risk"] = swaps.at_risk;
    told["short_of_rate"] = swaps.short_of;
    Json rows = Json::array();
    bool lone = false;
    for (const auto& level : swaps.without) {
        Json of_level = Json::array();
        for (const std::int32_t one : level) {
            of_level.push_back(households.rows[at(one)].front() + 1);
        }
        lone = lone || !level.empty();
        rows.push_back(std::move(of_level));
    }
    told["without_donor"] = std::move(rows);
    if (lone) {
        output.warnings.push_back(
            "some households at risk have no donor at a level of the geography; the private log "
            "names the first row of each. Fewer columns in a last profile find more donors");
    }
    if (swaps.short_of > 0) {
        output.warnings.push_back("fewer households than the rate asks for found a donor");
    }
}

MaskOutput apply_record_swapping(const MaskInput& input, const RecordSwappingParams& params) {
    if (input.table.rows() > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::input, "targeted-record-swapping takes at most 2^31 - 1 rows");
    }
    MaskOutput output;
    std::vector<std::int64_t> source(at(input.table.rows()));
    std::iota(source.begin(), source.end(), std::int64_t{0});
    if (input.table.rows() > 0) {
        const HouseholdRows households =
            household_rows(input.context, input.table, params.household);
        const HouseholdSwaps swaps =
            swap_households(request_of(input, households, params), input.random);
        for (std::size_t one = 0; one < swaps.partner.size(); ++one) {
            if (swaps.partner[one] < 0) continue;
            const std::int32_t from = households.rows[at(swaps.partner[one])].front();
            for (const std::int32_t row : households.rows[one]) source[at(row)] = from;
        }
        tell_swaps(swaps, households, output);
    }
    for (const std::string& name : input.columns) {
        output.changed.push_back(input.table.column(name).gather(source));
    }
    output.warnings.push_back(
        "meant for tables that are made afterwards: everything but the place is released as it is");
    return output;
}

void check_listed(const Table& table, const SwapNames& names, const char* parameter,
                  const Place& place, Problems& problems) {
    for (const std::string& name : names) {
        if (table.find(name) != nullptr) continue;
        problems.push_back({unknown_name("column", name, table.names()), within(place, parameter)});
    }
}

// Members of a household live in one place.
void check_constant(const Table& table, std::span<const std::string> columns,
                    const std::string& household, const Place& place, Problems& problems) {
    const HouseholdRows households = household_rows({}, table, household);
    for (const std::string& name : columns) {
        const std::vector<std::int32_t> value = group_rows({}, table, std::span(&name, 1)).class_of;
        std::int64_t several = 0, first = -1;
        for (const auto& rows : households.rows) {
            for (const std::int32_t row : rows) {
                if (value[at(row)] == value[at(rows.front())]) continue;
                ++several;
                if (first < 0) first = row;
                break;
            }
        }
        if (several == 0) continue;
        problems.push_back(
            {fmt::format("column \"{}\" differs within {} households (row {} is the first that "
                         "differs from its own): members of a household live in one place",
                         name, several, first + 1),
             place, ErrorKind::input});
    }
}

void check_record_swapping(const Table& table, std::span<const std::string> columns,
                           const RecordSwappingParams& params, const Place& place,
                           Problems& problems) {
    const std::size_t before = problems.size();
    const auto stands_in = [&](const std::string& name) {
        return std::find(columns.begin(), columns.end(), name) != columns.end();
    };
    if (params.household.empty()) {
        problems.push_back({"household must name a column, or a column have the role household",
                            within(place, "household")});
    } else {
        check_listed(table, {params.household}, "household", place, problems);
    }
    check_listed(table, params.risk, "risk", place, problems);
    for (const SwapNames& names : params.profiles) {
        check_listed(table, names, "profiles", place, problems);
    }
    for (const std::string& name : params.carry) {
        if (stands_in(name)) continue;
        problems.push_back({fmt::format("carry names \"{}\", which is no column of the step", name),
                            within(place, "carry")});
    }
    if (stands_in(params.household)) {
        problems.push_back(
            {fmt::format("column \"{}\" says who lives together: it stays", params.household),
             within(place, "household")});
    }
    SwapNames stays = params.risk;
    for (const SwapNames& names : params.profiles) {
        stays.insert(stays.end(), names.begin(), names.end());
    }
    for (const std::string& name : stays) {
        if (!stands_in(name)) continue;
        problems.push_back(
            {fmt::format("column \"{}\" changes places, so that it is neither a risk "
                         "variable nor part of a profile",
                         name),
             place});
    }
    if (levels_of(columns, params.carry).empty()) {
        problems.push_back({"no level of a geography is left: carry names all columns", place});
    }
    if (problems.size() == before) {
        check_constant(table, columns, params.household, place, problems);
    }
}

}  // namespace

Method targeted_record_swapping() {
    return make_mask(
        MethodInfo{
            .name = "targeted-record-swapping",
            .title = "Targeted record swapping",
            .summary = "Households that stand out change places with households like them.",
            .description =
                "The columns of the step are a geography, from coarse to fine. A household is at "
                "risk at a level where at most `k` people of its area (a risk of 1/k or more; or "
                "of `limit`) agree with one of its members on the `risk` variables. From the "
                "coarsest level down every such household exchanges all geographic columns, and "
                "those that it `carry`s along, with a household of another area of that level; the "
                "partner agrees with it on the first of the `profiles` by which there is one, and "
                "is drawn with a probability proportional to its own risk. Then further households "
                "move at random until the `rate` of each finest area is reached. A household moves "
                "once.\n\n"
                "Households agree on a profile if their members do, taken together in any order: "
                "so partners are of one size, and all counts of people and households by area and "
                "by columns that all profiles have stay as they were, as do all other columns. "
                "Households without a partner stay; the private log has them. Use it before tables "
                "are made of a census or survey. Beware: it does not protect released records: "
                "everything but the place stays as it is, and who knows enough of it finds the "
                "household, with a wrong address. Offices keep the rate to themselves; the release "
                "record tells it.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::keeps_marginals},
            .cites = {"hundepool2012statistical"},
            .example = {{"household", "household"}, {"risk", {"sex"}}, {"rate", 0.1}},
            .example_use = {.original = "examples/visits/visits.csv",
                            .columns = {"region", "town"}},
            .effect = Effect::swap},
        record_swapping_schema(), apply_record_swapping, check_record_swapping);
}

}  // namespace lethe::mask
