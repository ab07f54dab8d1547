#include "lethe/report/base/scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lethe::report {
namespace {

constexpr std::array kNice = {1.0, 2.0, 2.5, 5.0, 10.0};

}  // namespace

double nice_step(double range, int fewest) {
    const double most = range / fewest;
    if (!(most > 0) || !std::isfinite(most)) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    double step = power;
    for (const double nice : kNice) {
        const bool halves = nice == 2.5 && power == 1;  // 2.5, 7.5, ... where whole numbers will do
        if (!halves && nice * power <= most * (1 + 1e-9)) step = nice * power;
    }
    return step;
}

Ticks nice_ticks(double low, double high, int count) {
    Ticks ticks{nice_step(high - low, count), {}};
    const double tolerance = 1e-9 * (high - low);
    const double first = std::ceil((low - tolerance) / ticks.step);
    for (double i = 0; i <= 2.0 * count + 2; ++i) {
        const double value = (first + i) * ticks.step;
        if (value > high + tolerance) break;
        ticks.values.push_back(value == 0 ? 0 : value);
    }
    return ticks;
}

double nice_ceiling(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const double step = nice_step(value, 4);
    return std::ceil(value / step - 1e-9) * step;
}

double axis_end(std::vector<double> values, double least) {
    std::ranges::sort(values);
    const double bulk = values[(values.size() - 1) * 9 / 10];
    const double wanted = std::max(least, 1.25 * bulk);
    return nice_ceiling(std::max(values.back() <= 1.6 * wanted ? values.back() : wanted, 1.0) *
                        1.02);
}

double AxisScale::operator()(double value) const {
    if (!(high > low)) return (from + to) / 2;
    return from + (value - low) / (high - low) * (to - from);
}

double AxisScale::clamped(double value) const {
    const double place = (*this)(value);
    return std::clamp(place, std::min(from, to), std::max(from, to));
}

}  // namespace lethe::report
