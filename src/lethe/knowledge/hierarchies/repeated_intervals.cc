// Intervals that repeat, with snapping and coding at both ends, and groups of them at further
// levels. An edge is a whole number of a decimal unit, so that edges of any repetition are exact:
// interval n of a level with b intervals begins at edges[n mod b] + floor(n / b) period. What is
// below `coded` or from the upper one on never meets an interval. Joining gives the edges of the
// next level, which repeats with a period of its own from the same first edge.
//
// Snapping: the interval of the lower snap takes in everything down to bottom coding, that of the
// upper snap everything up to top coding. Where an upper snap is itself an edge, the interval that
// ends there is meant. Each level snaps by the same two points, so that what is one interval below
// lies in one interval above.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/knowledge/hierarchies/build_levels.h"
#include "lethe/knowledge/hierarchies/decimals.h"
#include "lethe/knowledge/hierarchies/group_labels.h"

namespace lethe {
namespace {

using Whole = std::int64_t;  // in units of the last decimal

constexpr double kMostUnits = 4.5e15;            // 2^52
constexpr std::int64_t kMostLabelled = 100'000;  // intervals of a level whose labels are given

struct Ends {
    double snap = 0;
    double coded = 0;
    double limit = 0;
};

Ends ends_of(const IntervalEnd& given, double snap) {
    Ends ends;
    ends.snap = given.snap.value_or(snap);
    ends.coded = given.coded.value_or(ends.snap);
    ends.limit = given.limit.value_or(ends.coded);
    return ends;
}

struct Interval {
    Whole low = 0;
    Whole high = 0;
    std::size_t base = 0;  // whose label it has
    bool given = true;     // it has that of a base interval, where there is one
};

// The intervals of one level.
struct Period {
    std::vector<Whole> edges;
    std::vector<std::string> labels;  // empty where none is given

    Whole length() const { return edges.back() - edges.front(); }
    std::size_t size() const { return edges.size() - 1; }

    Whole edge(std::size_t number) const {  // on through the repetitions
        return edges[number % size()] + static_cast<Whole>(number / size()) * length();
    }
    Interval holding(Whole x) const {
        Whole turns = (x - edges.front()) / length();
        if (x < edges.front() + turns * length()) --turns;
        const Whole shift = turns * length();
        const auto next = std::upper_bound(edges.begin(), edges.end(), x - shift);
        const auto base = static_cast<std::size_t>(next - edges.begin()) - 1;
        return {edges[base] + shift, edges[base + 1] + shift, base, true};
    }
};

Period joined_period(const Period& below, const GroupSizes& groups) {
    std::size_t together = 0;
    for (const LevelGroup& group : groups) together += static_cast<std::size_t>(group.size);
    const bool returns = together < below.size();
    Period period;
    period.edges.push_back(below.edges.front());
    std::size_t at = 0;
    for (std::size_t g = 0; returns ? at < below.size() : g < groups.size(); ++g) {
        const LevelGroup& group = groups[g % groups.size()];
        at += static_cast<std::size_t>(group.size);
        if (returns) at = std::min(at, below.size());
        period.edges.push_back(below.edge(at));
        period.labels.push_back(group.label);
    }
    return period;
}

class DecimalScale {
  public:
    DecimalScale(const RepeatedIntervals& options, const Ends& lower, const Ends& upper) {
        int decimals = 0;
        std::vector<double> ends = options.edges;
        ends.insert(ends.end(), {lower.snap, lower.coded, upper.snap, upper.coded});
        for (const double end : ends) decimals = std::max(decimals, decimals_of(end));
        for (int i = 0; i < decimals; ++i) unit_ *= 10;
    }
    Whole whole(double end) const { return static_cast<Whole>(std::llround(end * unit_)); }
    double end(Whole whole) const { return static_cast<double>(whole) / unit_; }
    // The last whole number that is not above x.
    Whole below(double x) const {
        auto guess = static_cast<Whole>(std::floor(x * unit_));
        while (x < end(guess)) --guess;
        while (x >= end(guess + 1)) ++guess;
        return guess;
    }
    bool too_far(double end) const { return !(std::abs(end * unit_) < kMostUnits); }

  private:
    double unit_ = 1;
};

// One level with its ends.
class Snapped {
  public:
    Snapped(Period period, const DecimalScale& scale, const NumberLabels& as_column,
            const Ends& lower, const Ends& upper)
        : period_(std::move(period)), scale_(scale), as_column_(as_column) {
        bottom_ = scale.whole(lower.coded);
        top_ = scale.whole(upper.coded);
        low_ = period_.holding(scale.whole(lower.snap));
        const Whole snap = scale.whole(upper.snap);
        up_ = period_.holding(snap);
        if (up_.low == snap) up_ = period_.holding(snap - 1);
        if (low_.high > up_.low) {
            low_ = {bottom_, top_, low_.base, low_.low == up_.low};
            up_ = low_;
        }
        low_.low = bottom_;
        up_.high = top_;
        if (!period_.labels.empty()) name_intervals();
    }

    std::string label(double x) const {
        const Interval found = snapped(period_.holding(scale_.below(x)));
        const auto named = names_.find(found.low);
        return named == names_.end() ? bounds(found) : named->second;
    }
    const Period& period() const { return period_; }

  private:
    Interval snapped(const Interval& found) const {
        if (found.low < low_.high) return low_;
        return found.high > up_.low ? up_ : found;
    }
    std::string bounds(const Interval& found) const {
        return as_column_.interval(as_column_.edge(scale_.end(found.low)),
                                   as_column_.edge(scale_.end(found.high)), ')', ", ");
    }
    // The labels of all intervals from bottom to top coding: a number beside one must not depend on
    // which of them the data have.
    void name_intervals() {
        std::vector<Interval> all;
        for (Whole at = bottom_; at < top_;) {
            all.push_back(snapped(period_.holding(at)));
            at = all.back().high;
            if (std::ssize(all) <= kMostLabelled) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("intervals with labels repeat more than {} times between the "
                                    "ends; give labels to fewer, or nearer ends",
                                    kMostLabelled),
                        {{}, 0, 0, "labels"});
        }
        std::vector<std::string> labels;
        for (const Interval& one : all) {
            const std::string& given = period_.labels[one.base];
            labels.push_back(one.given && !given.empty() ? given : bounds(one));
        }
        number_equal_labels(labels);
        for (std::size_t i = 0; i < all.size(); ++i) names_[all[i].low] = labels[i];
    }

    Period period_;
    const DecimalScale& scale_;
    const NumberLabels& as_column_;
    Whole bottom_ = 0;
    Whole top_ = 0;
    Interval low_;
    Interval up_;
    std::map<Whole, std::string> names_;
};

void refuse_beyond(std::span<const double> numbers, const NumberLabels& as_column,
                   const Ends& lower, const Ends& upper) {
    const auto beyond = std::ranges::count_if(
        numbers, [&](double x) { return x < lower.limit || x >= upper.limit; });
    if (beyond == 0) return;
    throw Error(ErrorKind::input,
                fmt::format("{} of {} numbers lie outside the intervals, below {} or from {} on; "
                            "give lower and upper ends that hold them",
                            beyond, numbers.size(), as_column.number(lower.limit),
                            as_column.number(upper.limit)));
}

void check_groups(const RepeatedIntervals& options, Problems& problems) {
    for (const GroupSizes& groups : options.levels) {
        const bool counts = !groups.empty() && std::ranges::all_of(groups, [](const auto& group) {
            return group.size >= 1 && group.size <= 1'000'000;
        });
        if (counts) continue;
        problems.push_back(
            {"needs at least one group, of 1 to 1000000 intervals each, for each "
             "level",
             {{}, 0, 0, "join"}});
        return;
    }
}

}  // namespace

Problems problems_of(const RepeatedIntervals& options) {
    Problems problems;
    const auto add = [&](std::string message, std::string parameter) {
        problems.push_back({std::move(message), {{}, 0, 0, std::move(parameter)}});
    };
    const auto& edges = options.edges;
    if (edges.size() < 2 ||
        std::adjacent_find(edges.begin(), edges.end(), std::greater_equal<>()) != edges.end()) {
        add("must be at least two numbers, ascending, such as 18,65", "cuts");
        return problems;
    }
    if (!options.labels.empty() && options.labels.size() != edges.size() - 1) {
        add(fmt::format("must be as many as the intervals, {}", edges.size() - 1), "labels");
    }
    check_groups(options, problems);
    const Ends lower = ends_of(options.lower, edges.front());
    const Ends upper = ends_of(options.upper, edges.back());
    std::vector<std::pair<double, const char*>> ends;
    for (const double edge : edges) ends.emplace_back(edge, "cuts");
    for (const double end : {lower.snap, lower.coded, lower.limit}) ends.emplace_back(end, "lower");
    for (const double end : {upper.snap, upper.coded, upper.limit}) ends.emplace_back(end, "upper");
    for (const auto& [end, parameter] : ends) {
        if (std::isfinite(end) && std::abs(end) <= 1e15 && decimals_of(end) <= kMostDecimals) {
            continue;
        }
        add(fmt::format("must be numbers of at most {} decimals", kMostDecimals), parameter);
        return problems;
    }
    if (!(lower.limit <= lower.coded && lower.coded <= lower.snap)) {
        add("must descend: where snapping ends, where bottom coding does, the least number",
            "lower");
    }
    if (!(upper.snap <= upper.coded && upper.coded <= upper.limit)) {
        add("must ascend: where snapping ends, where top coding begins, the greatest number",
            "upper");
    }
    if (!(lower.snap < upper.snap)) {
        add(fmt::format("must be above {}, the lower end", number_text(lower.snap)), "upper");
    }
    const DecimalScale scale(options, lower, upper);
    if (std::ranges::any_of(ends, [&](const auto& end) { return scale.too_far(end.first); })) {
        add("must not differ by more than fifteen digits", "cuts");
    }
    return problems;
}

LevelTable levels_by_repeated_intervals(std::span<const std::string> values,
                                        std::span<const double> numbers,
                                        const RepeatedIntervals& options) {
    throw_if_any(problems_of(options));
    const Ends lower = ends_of(options.lower, options.edges.front());
    const Ends upper = ends_of(options.upper, options.edges.back());
    const NumberLabels as_column(options.notation);
    refuse_beyond(numbers, as_column, lower, upper);
    const DecimalScale scale(options, lower, upper);
    Period period;
    for (const double edge : options.edges) period.edges.push_back(scale.whole(edge));
    period.labels = options.labels;
    std::vector<std::vector<std::string>> labels;
    for (std::size_t l = 0; l <= options.levels.size(); ++l) {
        if (l > 0) period = joined_period(period, options.levels[l - 1]);
        const Snapped level(period, scale, as_column, lower, upper);
        std::vector<std::string>& texts = labels.emplace_back();
        for (const double x : numbers) {
            texts.push_back(x < lower.coded    ? "< " + as_column.number(lower.coded)
                            : x >= upper.coded ? ">= " + as_column.number(upper.coded)
                                               : level.label(x));
        }
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
