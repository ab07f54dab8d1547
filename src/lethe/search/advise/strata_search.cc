#include "lethe/search/advise/strata_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lethe/data/groups.h"
#include "lethe/method/catalogue.h"

namespace lethe::search {
namespace {

// A stratum needs people who agree: columns with nearly as many values as people do not have them.
std::vector<std::string> possible_strata(const PolicyBench& bench,
                                         const std::vector<std::string>& columns, std::int64_t k) {
    std::vector<std::string> possible;
    const Table& table = bench.stage().table;
    for (const std::string& name : columns) {
        const std::vector<std::string> only{name};
        const Groups groups = group_rows(bench.context().silent(), table, only);
        if (groups.classes() * 2 * k <= table.rows()) possible.push_back(name);
    }
    return possible;
}

constexpr std::int64_t kLargeTable = 50000;
constexpr std::size_t kPromising = 4;

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Json Grouping::with_k(std::int64_t k) const {
    Json all = parameters;
    all["k"] = least.value_or(k);
    if (least) all["mean"] = k;
    return all;
}

Steps stratified_steps(const std::vector<std::string>& columns, const std::vector<std::string>& by,
                       const Grouping& grouping, std::int64_t k, bool exact, std::int64_t groups) {
    if (by.empty()) return {{grouping.method, columns, grouping.with_k(k)}};
    Json parameters{{"by", by}, {"inside", grouping.method}, {"parameters", grouping.with_k(k)}};
    if (exact) parameters["rest"] = "dropped";
    if (groups > 1 || grouping.least) parameters["least"] = groups * k;
    return {{method_for(Purpose::strata).info.name, columns, std::move(parameters)}};
}

std::vector<std::string> search_strata(const PolicyBench& bench,
                                       const std::vector<std::string>& columns,
                                       const std::vector<std::string>& first,
                                       const Grouping& grouping, std::int64_t k) {
    const std::vector<std::string> possible = possible_strata(bench, columns, k);
    std::vector<std::string> best = first;
    const auto steps = [&](const std::vector<std::string>& by) {
        return stratified_steps(columns, by, grouping, k, false);
    };
    double least = bench.quick(steps(best), bench.context().silent()).loss;
    // In a large table a round looks only at the columns that did best in the round before.
    const bool large = bench.stage().table.rows() > kLargeTable;
    std::vector<std::string> promising = possible;
    // The best of the orders, if it is clearly better than what there is.
    const auto improve = [&](const std::vector<std::vector<std::string>>& orders, bool adding) {
        std::vector<Steps> tries;
        for (const auto& by : orders) tries.push_back(steps(by));
        const std::vector<PolicyPoint> points = bench.quick(tries);
        std::size_t chosen = points.size();
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!points[i].usable() || points[i].bound.smallest < k) continue;
            if (chosen == points.size() || points[i].loss < points[chosen].loss) chosen = i;
        }
        if (adding && large) {
            std::vector<std::size_t> ranked;
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (points[i].usable() && i != chosen) ranked.push_back(i);
            }
            std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
                return points[a].loss < points[b].loss;
            });
            ranked.resize(std::min(ranked.size(), kPromising));
            promising.clear();
            for (const std::size_t i : ranked) promising.push_back(orders[i].back());
        }
        if (chosen == points.size() || points[chosen].loss > 0.999 * least) return false;
        least = points[chosen].loss;
        best = orders[chosen];
        bench.tell(fmt::format("kept where enough people share them: {} (loss {:.1f} %)",
                               fmt::join(best, ", "), least));
        return true;
    };
    while (best.size() + 1 < columns.size()) {
        std::vector<std::vector<std::string>> orders;
        for (const std::string& name : promising) {
            if (contains(best, name)) continue;
            orders.push_back(best);
            orders.back().push_back(name);
        }
        if (orders.empty() || !improve(orders, true)) break;
    }
    for (bool better = !large; better;) {
        std::vector<std::vector<std::string>> orders;
        for (std::size_t i = first.size(); i < best.size(); ++i) {
            if (i > first.size()) {
                orders.push_back(best);
                std::swap(orders.back()[i - 1], orders.back()[i]);
            }
            orders.push_back(best);
            orders.back().erase(orders.back().begin() + static_cast<long>(i));
        }
        better = !orders.empty() && improve(orders, false);
    }
    return best;
}

}  // namespace lethe::search
