// Uniqueness: how many records share their combination of values with nobody, and how large the
// groups of equal records are.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"

namespace lethe::attack {
namespace {

enum class MissingRule { own, any };

struct UniquenessParams {
    MissingRule missing = MissingRule::own;
    std::vector<std::int64_t> k = {2, 3, 5};
};

Schema<UniquenessParams> uniqueness_schema() {
    return Schema<UniquenessParams>()
        .choice("missing", &UniquenessParams::missing,
                "a missing value equals other missing values only, or matches any value",
                {{"own", MissingRule::own}, {"any", MissingRule::any}})
        .field("k", &UniquenessParams::k,
               "count the records that share their values with fewer than k", at_least(2));
}

// For each row, how many rows are like it.
std::vector<std::int64_t> rows_alike(const AssessInput& input, const Table& table,
                                     MissingRule missing) {
    if (missing == MissingRule::any) {
        return matching_rows(input.context, table, input.columns);
    }
    const Groups groups = group_rows(input.context, table, input.columns);
    std::vector<std::int64_t> counts;
    counts.reserve(groups.class_of.size());
    for (const std::int32_t group : groups.class_of) {
        counts.push_back(groups.sizes[static_cast<std::size_t>(group)]);
    }
    return counts;
}

Json summary_of(const std::vector<std::int64_t>& counts, const std::vector<std::int64_t>& k) {
    const auto rows = static_cast<std::int64_t>(counts.size());
    const auto below = [&](std::int64_t limit) {
        return std::count_if(counts.begin(), counts.end(),
                             [&](std::int64_t count) { return count < limit; });
    };
    Json below_k = Json::object();
    for (const std::int64_t limit : k) below_k[std::to_string(limit)] = below(limit);
    Json histogram = Json::object();
    for (const auto& [size, records] : size_histogram(counts)) {
        histogram[std::to_string(size)] = records;
    }
    return {{"records", rows},
            {"unique", below(2)},
            {"unique_percent", percent(below(2), rows)},
            {"k", counts.empty() ? 0 : *std::min_element(counts.begin(), counts.end())},
            {"below", std::move(below_k)},
            {"class_sizes", std::move(histogram)}};
}

Measurement assess_uniqueness(const AssessInput& input, const UniquenessParams& params) {
    check_tables(input);
    const std::vector<std::int64_t> original = rows_alike(input, input.original, params.missing);
    const std::vector<std::int64_t> masked = rows_alike(input, input.masked, params.missing);
    std::int64_t both = 0;
    for (std::size_t row = 0; row < masked.size(); ++row) {
        const auto origin =
            static_cast<std::size_t>(input.origin_of(static_cast<std::int64_t>(row)));
        if (masked[row] == 1 && original[origin] == 1) ++both;
    }
    Measurement result;
    result.details["masked"] = summary_of(masked, params.k);
    result.about_original["original"] = summary_of(original, params.k);
    result.details["unique_in_both"] = both;
    result.value = result.details["masked"]["unique_percent"].get<double>();
    return result;
}

std::string read_uniqueness(const Json& attack, double value, std::optional<std::int64_t> people) {
    const Json& all = figures::field(attack, "details");
    const Json& masked = figures::field(all, "masked");
    const Json& details = masked.is_object() ? masked : all;
    const auto own_records = figures::count(details, "records");
    const auto records = own_records ? own_records : people;
    const auto unique = figures::count(details, "unique");
    std::string reading =
        unique && records ? fmt::format("{} of {} people ({}) are alone with their values.",
                                        *unique == 0 ? "None" : figures::count_text(*unique),
                                        figures::count_text(*records), figures::percent_text(value))
                          : fmt::format("{} of the people are alone with their values.",
                                        figures::percent_text(value));
    if (const auto k = figures::count(details, "k")) {
        reading += *k > 1 ? fmt::format(" Everyone shares them with at least {} others.",
                                        figures::count_text(*k - 1))
                          : " So the release is not k-anonymous on these columns.";
    }
    return reading;
}

}  // namespace

Method uniqueness() {
    return make_attack(
        MethodInfo{
            .name = "uniqueness",
            .title = "Uniqueness and k-anonymity",
            .summary = "Records that share their values with nobody, and the k that is reached.",
            .description =
                "Groups the records that agree on all given columns and reports the share of "
                "records that are alone, the size of the smallest group (the k of k-anonymity), "
                "how "
                "many records are in groups below given sizes, and how many records are in groups "
                "of each size; for the masked table and, to compare, for the original. A unique "
                "record can be singled out by whoever knows these values. Exact values of numeric "
                "columns make nearly every record unique, masked by noise or not, and then say "
                "nothing about whether the record can be found: use linkage for that. With "
                "`missing` = any, a missing value matches everything, as usual after suppression.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"samarati2001protecting"},
            .example = {{"missing", "own"}, {"k", {2, 3, 5}}},
            .in_words = "It counts the people whose combination of values in the columns listed is "
                        "held by nobody else in the release. Who is alone can be singled out by "
                        "anyone who knows these values. Where values were changed by noise or "
                        "averaging, a unique record need not point at its true owner.",
            .scale = Scale::unique,
            .reading = read_uniqueness,
            .details = {{"below", "people", false, "in classes of fewer than"}},
            .purposes = {Purpose::class_sizes},
            .assessed_with = {Json::object()},
            .figures =
                [](const Json& details) {
                    const Json& masked = figures::field(details, "masked");
                    return Json{{"smallest_class", figures::field(masked, "k")},
                                {"unique_share", figures::field(masked, "unique_percent")}};
                }},
        uniqueness_schema(), assess_uniqueness);
}

}  // namespace lethe::attack
