// The discernibility metric: how many records each record can no longer be told from.
#include <algorithm>

#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"

namespace lethe::loss {
namespace {

struct DiscernibilityParams {
    std::int64_t k = 5;
};

Schema<DiscernibilityParams> discernibility_schema() {
    return Schema<DiscernibilityParams>().field(
        "k", &DiscernibilityParams::k, "class size that the average is compared with", at_least(1));
}

bool all_missing(const Table& table, const std::vector<std::string>& columns, std::int64_t row) {
    return std::none_of(columns.begin(), columns.end(),
                        [&](const std::string& name) { return table.column(name).valid(row); });
}

struct Classes {
    std::int64_t count = 0;
    std::int64_t suppressed = 0;  // records without any value
    double sum = 0;               // of squared sizes; `records` for each suppressed record
};

Classes classes_of(const AssessInput& input, const Table& table, std::int64_t records) {
    const Groups groups = group_rows(input.context, table, input.columns);
    Classes result;
    std::vector<bool> seen(groups.sizes.size(), false);
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        const auto own = static_cast<std::size_t>(groups.class_of[row]);
        if (seen[own]) continue;
        seen[own] = true;
        const auto size = static_cast<double>(groups.sizes[own]);
        if (all_missing(table, input.columns, static_cast<std::int64_t>(row))) {
            result.suppressed = groups.sizes[own];
            result.sum += size * static_cast<double>(records);
        } else {
            ++result.count;
            result.sum += size * size;
        }
    }
    return result;
}

Measurement assess_discernibility(const AssessInput& input, const DiscernibilityParams& params) {
    check_tables(input);
    const std::int64_t records = input.original.rows();
    const auto n = static_cast<double>(records);
    const Classes before = classes_of(input, input.original, records);
    const Classes after = classes_of(input, input.masked, records);
    const auto dropped = static_cast<double>(records - input.masked.rows());
    const double sum = after.sum + dropped * n;
    const auto kept = static_cast<double>(input.masked.rows() - after.suppressed);

    Measurement result;
    result.value = percent(std::max(0.0, sum - before.sum), n * n - before.sum);
    result.details["masked"] = sum;
    result.about_original["original"] = before.sum;
    result.details["classes"] = after.count;
    result.details["suppressed"] = after.suppressed + (records - input.masked.rows());
    result.details["average_class"] =
        after.count > 0 ? Json(kept / static_cast<double>(after.count)) : Json(nullptr);
    result.details["average_over_k"] =
        after.count > 0
            ? Json(kept / static_cast<double>(after.count) / static_cast<double>(params.k))
            : Json(nullptr);
    if (records == 0) result.warnings.push_back("nothing could be compared: the value is 0");
    return result;
}

}  // namespace

Method discernibility() {
    return make_loss(
        MethodInfo{
            .name = "discernibility",
            .title = "Lost discernibility",
            .summary = "How many others each record can no longer be told from.",
            .description =
                "The discernibility metric charges each record the number of records that have the "
                "same values in all given columns, itself included: the sum of the squared class "
                "sizes. A record without any value, or one that was dropped, is charged as many as "
                "the original has. The value sets the sum of the masked table (`masked`) between "
                "that of the original and the largest possible one, n squared: 0 percent when "
                "nobody became less discernible, 100 when nobody can be told from anybody. "
                "`average_over_k` is the average class size divided by `k`: 1 is the best that a "
                "k-anonymous table can have. Use it to compare partitions (Mondrian, "
                "microaggregation, recoding); it says nothing about how far values moved, and "
                "exact numbers make every record discernible. Missing is a value of its own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"bayardo2005data", "lefevre2006mondrian"},
            .example = {{"k", 5}},
            .in_words = "How many others each record can no longer be told from: 0 % when nobody "
                        "became less discernible, 100 % when all records are equal.",
            .details = {{"masked", "sum of squared class sizes"},
                        {"original", "the same in the original"},
                        {"average_over_k", "average class size over k"}}},
        discernibility_schema(), assess_discernibility);
}

}  // namespace lethe::loss
