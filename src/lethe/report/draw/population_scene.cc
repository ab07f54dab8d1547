#include "lethe/report/draw/population_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/report/base/result.h"
#include "lethe/report/base/scale.h"

namespace lethe::report {

bool MapPart::within(const MapPart& whole, double share) const {
    return loss.size() <= share * whole.loss.size() && risk.size() <= share * whole.risk.size();
}

MapPart MapPart::padded(double share, const MapPart& least) const {
    const auto pad = [&](ValueRange range, double smallest) {
        const double by = std::max(share * range.size(), (smallest - range.size()) / 2);
        return ValueRange{range.low - by, range.high + by};
    };
    return {pad(loss, least.loss.size()), pad(risk, least.risk.size())};
}

namespace {

ValueRange axis(const std::vector<double>& values, double least) {
    constexpr double kAll = 100;  // percent: where nothing is beyond, the axis does not go there
    const bool shares = std::ranges::max(values) <= kAll;
    const double end = axis_end(values, least);
    const double high = shares && end > kAll ? kAll + 4 : end;
    const double low = *std::ranges::min_element(values);
    const double padded = low - 0.06 * (high - low);
    if (low >= 0 && padded <= 0.25 * high) return {0, high};
    const double step = nice_step(std::max(high - padded, 1e-6), 5);
    return {std::floor(padded / step) * step, high};
}

MapPart whole_map(const PopulationScene& scene) {
    std::vector<double> losses, risks;
    double least_loss = 0, least_risk = 0;
    const auto add = [&](const Candidate& one, bool important) {
        losses.push_back(one.loss);
        risks.push_back(one.risk);
        if (!important) return;
        least_loss = std::max(least_loss, one.loss);
        least_risk = std::max(least_risk, one.risk);
    };
    for (const Candidate& one : scene.first) add(one, false);
    for (const Candidate& one : scene.last) add(one, false);
    for (const auto* one : {&scene.start, &scene.best}) {
        if (*one) add(**one, true);
    }
    return {axis(losses, least_loss), axis(risks, least_risk)};
}

// Without those that lag behind: they would make it large again.
std::vector<Candidate> bulk(std::vector<Candidate> population) {
    std::ranges::stable_sort(population, {}, [](const Candidate& one) {
        return one.score.value_or(std::numeric_limits<double>::infinity());
    });
    population.resize((population.size() * 9 + 9) / 10);
    return population;
}

// Where the last population is, and the best of the start if that is not far.
std::optional<MapPart> enlarged_part(const PopulationScene& scene) {
    constexpr double kSmall = 0.25, kWithStart = 0.4, kLeast = 0.004;
    if (scene.last.empty()) return std::nullopt;
    const std::vector<Candidate> last = bulk(scene.last);
    MapPart part = MapPart::around(last.front());
    for (const Candidate& one : last) part.add(one);
    if (scene.best) part.add(*scene.best);
    if (!part.within(scene.whole, kSmall)) return std::nullopt;
    if (scene.start) {
        MapPart with_start = part;
        with_start.add(*scene.start);
        if (with_start.within(scene.whole, kWithStart)) part = with_start;
    }
    const MapPart least{{0, kLeast * scene.whole.loss.size()},
                        {0, kLeast * scene.whole.risk.size()}};
    return part.padded(0.14, least);
}

}  // namespace

std::optional<PopulationScene> read_population_scene(const Json& evolution) {
    PopulationScene scene;
    scene.first = population(evolution, "population_first");
    scene.last = population(evolution, "population_last");
    scene.start = candidate(field(evolution, "start"));
    scene.best = candidate(field(evolution, "best"));
    if (scene.first.empty() && scene.last.empty()) return std::nullopt;
    if (scene.start) scene.start->label = start_name(evolution);
    for (const Candidate& one : scene.first) {
        const bool known = std::ranges::find(scene.methods, one.method) != scene.methods.end();
        if (!one.method.empty() && !known) scene.methods.push_back(one.method);
    }
    scene.aim = aim_of(evolution);
    scene.whole = whole_map(scene);
    scene.enlarged = enlarged_part(scene);
    return scene;
}

Places equal_score_line(const SearchAim& aim, double score, const Plot& plot) {
    const AxisScale &x = plot.x, &y = plot.y;
    if (aim.kind == SearchAim::Kind::max) {
        if (score <= x.low || score <= y.low || (score >= x.high && score >= y.high)) return {};
        Places places;
        if (score < y.high) places.emplace_back(x.low, score);
        if (score < y.high && score < x.high) places.emplace_back(score, score);
        if (score < y.high && score >= x.high) places.emplace_back(x.high, score);
        if (score < x.high && score >= y.high) places.emplace_back(score, y.high);
        if (score < x.high) places.emplace_back(score, y.low);
        return places;
    }
    const double of_loss = aim.loss_weight, of_risk = 1 - aim.loss_weight;
    if (aim.kind == SearchAim::Kind::other || of_risk <= 0 || of_loss <= 0) return {};
    const double left = std::max(x.low, (score - of_risk * y.high) / of_loss);
    const double right = std::min(x.high, (score - of_risk * y.low) / of_loss);
    if (left >= right) return {};
    const auto risk_at = [&](double loss) { return (score - of_loss * loss) / of_risk; };
    return {{left, risk_at(left)}, {right, risk_at(right)}};
}

double score_at(const SearchAim& aim, double loss, double risk) {
    if (aim.kind == SearchAim::Kind::max) return std::max(loss, risk);
    return aim.loss_weight * loss + (1 - aim.loss_weight) * risk;
}

}  // namespace lethe::report
