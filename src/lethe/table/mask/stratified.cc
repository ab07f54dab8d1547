// Masking within strata: people who agree on some columns are masked among themselves, and these
// columns stay as they are.
//
// Microaggregation pays a full loss for every category that a group does not share, and in a table
// of many columns it shares few. Where a combination of categories has enough people, nobody has to
// give it up: the groups are formed inside it. The strata are tried from the finest to the
// coarsest: who is in too small a stratum of all `by` columns is looked for in one of all but the
// last, and so on; a column that the stratum does not fix is masked with the rest. At the end stand
// those who agree with too few people on anything; they are masked on all columns. So a record
// keeps as many of the leading columns as its company allows.
//
// k-anonymity: a method inside that makes classes of k on the columns it masks does so within a
// stratum, whose members agree on all others; two strata can only make classes larger.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/step_words.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/masked_parts.h"

namespace lethe::mask {
namespace {

enum class Rest { masked, dropped };

struct StratifiedParams {
    std::vector<std::string> by;
    std::string inside = "mdav";
    Json parameters = Json::object();
    std::optional<std::int64_t> least;
    Rest rest = Rest::masked;
};

Schema<StratifiedParams> stratified_schema() {
    return Schema<StratifiedParams>()
        .field(
            "by", &StratifiedParams::by,
            "columns of the step that people of a stratum share, the one to keep first; none: all "
            "people are one stratum")
        .field("inside", &StratifiedParams::inside, "masking method that is run in each stratum")
        .field("parameters", &StratifiedParams::parameters, "parameters of that method: a table")
        .field("least", &StratifiedParams::least,
               "people in a stratum at least; without it as many as the method's k", at_least(1))
        .choice("rest", &StratifiedParams::rest,
                "those who are in no stratum of all `by` columns: masked in coarser ones, or "
                "dropped, so that `by` columns are never changed",
                {{"masked", Rest::masked}, {"dropped", Rest::dropped}});
}

// A part of the table and how many of the `by` columns its people share.
struct Strata {
    std::vector<std::int32_t> part_of_row;
    std::vector<std::size_t> shared;  // by part
};

constexpr std::int32_t kNone = -1;

// Joins the last part with as many of the smallest others as it needs to have `least` people; they
// then share nothing.
void fill_last(Strata& strata, std::int64_t least) {
    const auto last = static_cast<std::int32_t>(strata.shared.size()) - 1;
    std::vector<std::int64_t> sizes(strata.shared.size(), 0);
    for (const std::int32_t part : strata.part_of_row) ++sizes[static_cast<std::size_t>(part)];
    std::vector<bool> joined(sizes.size(), false);
    while (sizes[static_cast<std::size_t>(last)] < least) {
        std::int32_t smallest = kNone;
        for (std::int32_t part = 0; part < last; ++part) {
            const auto i = static_cast<std::size_t>(part);
            if (joined[i]) continue;
            if (smallest == kNone || sizes[i] < sizes[static_cast<std::size_t>(smallest)]) {
                smallest = part;
            }
        }
        if (smallest == kNone) break;
        joined[static_cast<std::size_t>(smallest)] = true;
        sizes[static_cast<std::size_t>(last)] += sizes[static_cast<std::size_t>(smallest)];
        for (std::int32_t& part : strata.part_of_row) {
            if (part == smallest) part = last;
        }
    }
    // Parts are numbered without gaps.
    std::vector<std::int32_t> moved(sizes.size(), kNone);
    std::vector<std::size_t> shared;
    for (std::size_t part = 0; part < sizes.size(); ++part) {
        if (joined[part]) continue;
        moved[part] = static_cast<std::int32_t>(shared.size());
        shared.push_back(strata.shared[part]);
    }
    for (std::int32_t& part : strata.part_of_row) part = moved[static_cast<std::size_t>(part)];
    strata.shared = std::move(shared);
}

Strata strata_of(const MaskInput& input, const StratifiedParams& params, std::int64_t least) {
    Strata strata;
    strata.part_of_row.assign(static_cast<std::size_t>(input.table.rows()), kNone);
    std::vector<std::int64_t> open(strata.part_of_row.size());
    for (std::size_t row = 0; row < open.size(); ++row) open[row] = static_cast<std::int64_t>(row);
    const Context silent = input.context.silent();
    for (std::size_t shared = params.by.size(); shared > 0 && !open.empty(); --shared) {
        const std::vector<std::string> columns(params.by.begin(),
                                               params.by.begin() + static_cast<long>(shared));
        const Table rest = input.table.select(columns).gather(open);
        const Groups groups = group_rows(silent, rest, columns);
        std::vector<std::int32_t> part(groups.sizes.size(), kNone);
        for (std::size_t group = 0; group < part.size(); ++group) {
            if (groups.sizes[group] < least) continue;
            part[group] = static_cast<std::int32_t>(strata.shared.size());
            strata.shared.push_back(shared);
        }
        std::vector<std::int64_t> left;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const std::int32_t own = part[static_cast<std::size_t>(groups.class_of[i])];
            strata.part_of_row[static_cast<std::size_t>(open[i])] = own;
            if (own == kNone) left.push_back(open[i]);
        }
        open = std::move(left);
        if (params.rest == Rest::dropped) return strata;
    }
    if (open.empty()) return strata;
    const auto last = static_cast<std::int32_t>(strata.shared.size());
    strata.shared.push_back(0);
    for (const std::int64_t row : open) strata.part_of_row[static_cast<std::size_t>(row)] = last;
    fill_last(strata, least);
    return strata;
}

// The step's columns that are masked in a part whose people share so many of the `by` columns.
std::vector<std::string> masked_in(const MaskInput& input, const StratifiedParams& params,
                                   std::size_t shared) {
    std::vector<std::string> columns;
    for (const std::string& name : input.columns) {
        const auto end = params.by.begin() + static_cast<long>(shared);
        if (std::find(params.by.begin(), end, name) == end) columns.push_back(name);
    }
    return columns;
}

MaskOutput apply_stratified(const MaskInput& input, const StratifiedParams& params) {
    const Method& method = find_method(params.inside, Family::mask);
    Problems problems;
    const Json bound = method.bind(params.parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    if (input.table.rows() == 0) return {};
    const std::int64_t least = std::max(params.least.value_or(1), largest_k(bound));
    Strata strata = strata_of(input, params, least);

    // People in no stratum, where they are dropped, are a part of their own that is not masked.
    std::vector<std::int64_t> kept;
    for (std::size_t row = 0; row < strata.part_of_row.size(); ++row) {
        if (strata.part_of_row[row] != kNone) kept.push_back(static_cast<std::int64_t>(row));
    }
    const bool dropping = kept.size() < strata.part_of_row.size();
    if (dropping) {
        for (std::int32_t& part : strata.part_of_row) {
            if (part == kNone) part = static_cast<std::int32_t>(strata.shared.size());
        }
    }
    const auto count = static_cast<std::int32_t>(strata.shared.size() + (dropping ? 1 : 0));
    const ClusterRows parts(Clusters{strata.part_of_row, count});
    const Table chosen = input.table.select(input.columns);
    std::vector<Table> tables;
    std::vector<MaskOutput> outputs;
    Progress progress(input.context, "masking strata", parts.count());
    const Context inside = input.context.silent();
    for (std::int32_t part = 0; part < parts.count(); ++part) {
        const auto i = static_cast<std::size_t>(part);
        tables.push_back(chosen.gather(parts[part]));
        const auto columns = i < strata.shared.size() ? masked_in(input, params, strata.shared[i])
                                                      : std::vector<std::string>();
        outputs.push_back(
            columns.empty()
                ? MaskOutput()
                : method.mask({tables.back(), columns,
                               input.random.part(static_cast<std::uint64_t>(part)), inside},
                              bound));
        progress.add();
    }
    MaskOutput merged = merge_parts(input, parts, tables, outputs);
    // How many people keep how many of the columns; the outputs of single strata would fill pages.
    std::vector<std::int64_t> keeping(params.by.size() + 1, 0);
    for (const std::int32_t part : strata.part_of_row) {
        const auto i = static_cast<std::size_t>(part);
        if (i < strata.shared.size()) ++keeping[strata.shared[i]];
    }
    merged.facts = {{"strata", strata.shared.size()}, {"parameters", bound}, {"keeping", keeping}};
    merged.private_facts = Json::object();
    std::sort(merged.warnings.begin(), merged.warnings.end());
    merged.warnings.erase(std::unique(merged.warnings.begin(), merged.warnings.end()),
                          merged.warnings.end());
    if (dropping) {
        merged.facts["dropped"] = strata.part_of_row.size() - kept.size();
        merged.kept_rows = std::move(kept);
    }
    return merged;
}

void check_stratified(const Table& table, std::span<const std::string> columns,
                      const StratifiedParams& params, const Place& place, Problems& problems) {
    for (const std::string& name : params.by) {
        if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
            problems.push_back(
                {unknown_name("column of this step", name, columns), within(place, "by")});
        } else if (std::count(params.by.begin(), params.by.end(), name) > 1) {
            problems.push_back(
                {fmt::format("column \"{}\" is named twice", name), within(place, "by")});
        }
    }
    if (!columns.empty() && params.by.size() >= columns.size()) {
        problems.push_back({"no column is left to mask within the strata", within(place, "by")});
    }
    check_inside(params.inside, params.parameters, table, columns, place, problems);
}

std::string strata_words(const std::vector<std::string>& columns, const Json& parameters) {
    const std::vector<std::string> by = parameters["by"];
    std::vector<std::string> rest;
    for (const std::string& name : columns) {
        if (std::find(by.begin(), by.end(), name) == by.end()) rest.push_back(name);
    }
    const std::string sizes = sizes_words(parameters["parameters"]);
    const bool dropped = parameters.value("rest", "masked") == "dropped";
    return fmt::format(
        "Groups of {} people who share {} get common values of {}; {}.", sizes, listed_columns(by),
        listed_columns(rest),
        dropped ? "who shares them with too few is not released"
                : "who shares them with too few shares fewer of them, the last one first");
}

}  // namespace

Method stratified() {
    return make_mask(
        MethodInfo{
            .name = "stratified",
            .title = "Masking within strata",
            .summary = "Keeps some columns as they are and masks the others among people who share "
                       "them.",
            .description =
                "People who agree on the columns `by` form a stratum if they are `least` or more; "
                "the method `inside`, with its `parameters`, masks the other columns of the step "
                "in each stratum on its own, and the columns `by` stay exact. Who is in too small "
                "a stratum is looked for in one of all `by` columns but the last, then but the "
                "last two; what a stratum does not share is masked with the rest, and who agrees "
                "with too few on anything is masked on all columns. So everybody keeps as many of "
                "the leading columns as the company allows. With rest = dropped the columns `by` "
                "are never changed: who is in no stratum of all of them is not released. With a "
                "method inside that makes groups of k, such as mdav, every combination of all "
                "columns of the step has k rows. Use it where some categories matter most and "
                "microaggregation over all columns blurs them. Beware: put the columns that "
                "matter first, those with many values last or not at all. Missing is a value of "
                "its own in the columns `by`.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random, Property::changes_rows, Property::makes_missing},
            .cites = {"domingo2005ordinal"},
            .example = {{"inside", "resampling"}, {"parameters", {{"samples", 3}}}},
            .purposes = {Purpose::strata},
            .step_words = strata_words},
        stratified_schema(), apply_stratified, check_stratified);
}

}  // namespace lethe::mask
