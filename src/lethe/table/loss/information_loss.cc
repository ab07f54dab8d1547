#include "lethe/table/loss/information_loss.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::loss {
namespace {

constexpr double kLossRounding = 1e-12;

struct ValuePart {
    ExactSum sum;
    RelativeLoss counts;
};

// The values of one column, divided by `scale` or by the original value where there is none.
RelativeLoss value_loss(const Context& context, const Column& original, const Column& masked,
                        std::optional<double> scale) {
    const auto x = original.numbers();
    const auto y = masked.numbers();
    ValuePart all = parallel_reduce(
        context, masked.size(), ValuePart{},
        [&](std::int64_t begin, std::int64_t end) {
            ValuePart part;
            for (std::int64_t row = begin; row < end; ++row) {
                const auto i = static_cast<std::size_t>(row);
                if (!original.valid(row) || !masked.valid(row)) {
                    ++part.counts.missing;
                    continue;
                }
                const double term = std::fabs(x[i] - y[i]) / scale.value_or(std::fabs(x[i]));
                if (std::isfinite(term)) {
                    part.sum.add(term);
                    ++part.counts.cells;
                } else {
                    ++part.counts.skipped;
                }
            }
            return part;
        },
        [](ValuePart& total, const ValuePart& part) {
            total.sum.add(part.sum);
            total.counts.add(part.counts);
        });
    all.counts.sum = all.sum.value();
    return all.counts;
}

}  // namespace

void RelativeLoss::add(double original, double masked, double scale) {
    const double term = std::fabs(original - masked) / std::fabs(original);
    if (std::fabs(original) <= kLossRounding * scale || !std::isfinite(term)) {
        ++skipped;
        return;
    }
    sum += term;
    ++cells;
}

void RelativeLoss::add(const RelativeLoss& other) {
    sum += other.sum;
    cells += other.cells;
    skipped += other.skipped;
    missing += other.missing;
}

double RelativeLoss::percent() const { return lethe::percent(sum, static_cast<double>(cells)); }

RelativeLoss total(const std::vector<RelativeLoss>& parts) {
    RelativeLoss all;
    for (const RelativeLoss& part : parts) all.add(part);
    return all;
}

std::vector<RelativeLoss> value_losses(const Context& context, const NumericColumns& columns,
                                       Zero zero) {
    std::vector<RelativeLoss> result;
    for (std::size_t j = 0; j < columns.masked.size(); ++j) {
        std::optional<double> scale;
        if (zero == Zero::scaled) {
            scale = std::sqrt(2.0) * bounded_stats(context, *columns.original[j]).deviation();
        }
        result.push_back(value_loss(context, *columns.aligned[j], *columns.masked[j], scale));
    }
    return result;
}

std::vector<RelativeLoss> mean_losses(const Moments& original, const Moments& masked) {
    std::vector<RelativeLoss> result(original.size());
    for (std::size_t j = 0; j < original.size(); ++j) {
        result[j].add(original.column(j).mean, masked.column(j).mean,
                      original.column(j).deviation());
    }
    return result;
}

std::vector<RelativeLoss> variance_losses(const Moments& original, const Moments& masked) {
    std::vector<RelativeLoss> result(original.size());
    for (std::size_t j = 0; j < original.size(); ++j) {
        result[j].add(original.column(j).variance, masked.column(j).variance, 0);
    }
    return result;
}

RelativeLoss covariance_loss(const Moments& original, const Moments& masked) {
    RelativeLoss loss;
    for (std::size_t j = 0; j < original.size(); ++j) {
        for (std::size_t i = 0; i <= j; ++i) {
            const double scale = original.column(i).deviation() * original.column(j).deviation();
            loss.add(original.pair(i, j).covariance(), masked.pair(i, j).covariance(), scale);
        }
    }
    return loss;
}

RelativeLoss correlation_loss(const Moments& original, const Moments& masked) {
    RelativeLoss loss;
    for (std::size_t j = 0; j < original.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            loss.add(original.pair(i, j).correlation().value_or(0),
                     masked.pair(i, j).correlation().value_or(0), 1);
        }
    }
    return loss;
}

Measurement measured(const AssessInput& input, const RelativeLoss& loss,
                     const std::vector<RelativeLoss>& columns) {
    Measurement result;
    result.value = loss.percent();
    result.details["cells"] = loss.cells;
    result.details["skipped"] = loss.skipped;
    result.details["missing"] = loss.missing;
    if (!columns.empty()) {
        Json& by_column = result.about_original["columns"] = Json::object();
        for (std::size_t j = 0; j < columns.size(); ++j) {
            by_column[input.columns[j]] =
                columns[j].cells > 0 ? finite_or_null(columns[j].percent()) : Json(nullptr);
        }
    }
    if (loss.cells == 0) result.warnings.push_back("nothing could be compared: the value is 0");
    if (loss.skipped > 0) {
        result.warnings.push_back(
            fmt::format("{} of {} cells have a zero in the original and were skipped", loss.skipped,
                        loss.skipped + loss.cells));
    }
    if (loss.missing > 0) {
        result.warnings.push_back(
            fmt::format("{} cells are missing in a table and were not counted", loss.missing));
    }
    return result;
}

MomentPair moments_of(const AssessInput& input, int order) {
    const NumericColumns columns = numeric_columns(input);
    return {Moments(input.context, columns.original, order),
            Moments(input.context, columns.masked, order)};
}

}  // namespace lethe::loss
