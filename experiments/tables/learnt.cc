#include "experiments/tables/learnt.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/data/column_stats.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"

namespace lethe::reproduction {
namespace {

Json learnt_parameters_of(std::string_view distance) {
    struct Row {
        std::string_view distance, op, variant, null_weights;
    };
    constexpr Row kRows[]{{"d2WM", "weighted-mean", "free", "allowed"},
                          {"d2WM_m", "weighted-mean", "free", "forbidden"},
                          {"d2OWA", "owa", "free", "allowed"},
                          {"d2OWA_m", "owa", "free", "forbidden"},
                          {"d2CI", "choquet", "free", "allowed"},
                          {"d2CI_m", "choquet", "submodular", "allowed"},
                          {"d2SB_NC", "bilinear", "free", "allowed"},
                          {"d2SB", "bilinear", "non-negative", "allowed"},
                          {"d2SB_PD", "bilinear", "psd-projection", "allowed"},
                          {"d2SB_psd", "bilinear", "psd", "allowed"}};
    for (const Row& row : kRows) {
        if (row.distance == distance) {
            return {
                {"operator", row.op}, {"variant", row.variant}, {"null_weights", row.null_weights}};
        }
    }
    throw Error(ErrorKind::internal, fmt::format("no distance {}", distance));
}

}  // namespace

Learnt learn(std::string_view distance, const Table& original, const Table& masked, double seconds,
             const Context& context, const std::vector<std::int64_t>& training) {
    Json parameters = learnt_parameters_of(distance);
    parameters["seconds"] = seconds;
    AssessInput input{original, masked, original.names(), Random(0), context};
    input.training = training;
    const double started = context.now();
    const Measurement found =
        find_method("supervised-linkage", Family::attack).assess(input, parameters);
    const Json details = unfolded(with_about_original(found.details, found.about_original));
    return {.share = links_of(details),
            .records = details["records"],
            .links = details["links"],
            .bound = details["bound"],
            .proven = details["optimal"],
            .seconds = details["seconds"],
            .checked_seconds = context.now() - started,
            .details = details};
}

Json learn_by_descent(const Table& original, const Table& masked, const Random& random,
                      const Json& parameters, const Context& context,
                      const std::vector<std::int64_t>& training) {
    AssessInput input{original, masked, original.names(), random, context};
    input.training = training;
    const Measurement found = find_method("hrla", Family::attack).assess(input, parameters);
    return unfolded(with_about_original(found.details, found.about_original));
}

Links linked_by_measure(const Json& measure, const Table& original, const Table& masked,
                        const Context& context) {
    const AssessInput input{original, masked, original.names(), Random(0), context};
    return links_of(find_method("parametric-linkage", Family::attack)
                        .assess(input, {{"distance", {{"measure", measure}}}})
                        .details);
}

Links links_of(const Json& details) {
    return {details["strict"], details["lax"], details["expected"]};
}

Table standardised(const Table& table, const Context& context) {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        const ColumnStats stats = column_stats(context, *column);
        std::vector<double> values(column->numbers().begin(), column->numbers().end());
        for (double& value : values) value = (value - stats.mean) / stats.deviation();
        columns.push_back(Column::numeric(column->name(), std::move(values)));
    }
    return table.with(columns);
}

}  // namespace lethe::reproduction
