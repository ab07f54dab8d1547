// Intervals are numbered; the ends of interval i are whole numbers of a decimal unit, so that an
// end is the number that its text is read as, and not a sum that was rounded on the way. Which
// interval a number lies in is guessed by a division and settled by comparing it with the ends.
// Joining intervals is then a division of their numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/knowledge/hierarchies/build_levels.h"
#include "lethe/knowledge/hierarchies/decimals.h"

namespace lethe {
namespace {

constexpr double kMostWhole = 9007199254740992.0;  // 2^53

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// The intervals of the first level, numbered from that which begins at the origin.
class Intervals {
  public:
    explicit Intervals(const IntervalLevels& options)
        : options_(options), labels_(options.notation) {
        if (!options.width) return;
        const double origin = options.from.value_or(0);
        const int decimals = std::max(decimals_of(*options.width), decimals_of(origin));
        for (int i = 0; i < decimals; ++i) unit_ *= 10;
        width_ = std::round(*options.width * unit_);
        origin_ = std::round(origin * unit_);
    }

    bool is_below(double x) const {
        if (!options_.width) return x < options_.cuts.front();
        return options_.from && x < *options_.from;
    }
    bool is_beyond(double x) const {
        if (!options_.width) return x >= options_.cuts.back();
        return options_.to && x >= *options_.to;
    }
    // Of a number that is neither.
    std::int64_t holding(double x) const {
        if (!options_.width) {
            const auto& cuts = options_.cuts;
            return std::upper_bound(cuts.begin(), cuts.end(), x) - cuts.begin() - 1;
        }
        const double guess = std::floor((x * unit_ - origin_) / width_);
        if (!(std::abs(guess) * width_ + std::abs(origin_) < kMostWhole / 2)) {
            throw Error(ErrorKind::input,
                        "a number is too many intervals away to be counted; give a larger width, "
                        "or an end beyond which numbers are joined (from, to)");
        }
        auto number = static_cast<std::int64_t>(guess);
        while (x < end_at(number)) --number;
        while (x >= end_at(number + 1)) ++number;
        return number;
    }
    std::string label(std::int64_t first, std::int64_t count) const {
        return labels_.interval(labels_.edge(end_at(first)), labels_.edge(end_at(first + count)),
                                ')', ", ");
    }
    std::string label_below() const {
        return "< " + labels_.number(options_.width ? *options_.from : options_.cuts.front());
    }
    std::string label_beyond() const {
        return ">= " + labels_.number(options_.width ? *options_.to : options_.cuts.back());
    }

  private:
    // Where interval `number` begins, and the one before it ends; never past the last end.
    double end_at(std::int64_t number) const {
        if (!options_.width) {
            return options_
                .cuts[std::min(static_cast<std::size_t>(number), options_.cuts.size() - 1)];
        }
        const double end = (origin_ + static_cast<double>(number) * width_) / unit_;
        return options_.to ? std::min(end, *options_.to) : end;
    }

    const IntervalLevels& options_;
    NumberLabels labels_;
    double unit_ = 1;
    double width_ = 0;
    double origin_ = 0;
};

}  // namespace

Problems problems_of(const IntervalLevels& options) {
    Problems problems;
    const auto add = [&](std::string message, std::string parameter) {
        problems.push_back({std::move(message), {{}, 0, 0, std::move(parameter)}});
    };
    const auto too_fine = [](double value) {
        return !std::isfinite(value) || std::abs(value) > 1e15 ||
               decimals_of(value) > kMostDecimals;
    };
    if (options.width.has_value() == !options.cuts.empty()) {
        add("intervals need either a width, such as 5, or cut points, such as 18,30,65", "width");
    }
    if (options.width && !(*options.width > 0)) add("must be above 0", "width");
    for (const auto& [value, parameter] :
         {std::pair(options.width, "width"), std::pair(options.from, "from"),
          std::pair(options.to, "to")}) {
        if (!value) continue;
        if (too_fine(*value)) {
            add(fmt::format("must be a number of at most {} decimals", kMostDecimals), parameter);
        }
    }
    if (!options.cuts.empty()) {
        const bool ascend = std::adjacent_find(options.cuts.begin(), options.cuts.end(),
                                               std::greater_equal<>()) == options.cuts.end();
        if (!ascend) add("must ascend, such as 18,30,65", "cuts");
        if (options.cuts.size() < 2) add("must be at least two, such as 18,65", "cuts");
        if (!std::all_of(options.cuts.begin(), options.cuts.end(),
                         [](double cut) { return std::isfinite(cut); })) {
            add("must be finite numbers", "cuts");
        }
        if (options.from)
            add("belongs to a width; cut points say themselves where they begin", "from");
        if (options.to) add("belongs to a width; cut points say themselves where they end", "to");
    } else if (options.from && options.to && !(*options.to > *options.from)) {
        add(fmt::format("must be above {}, where intervals begin", number_text(*options.from)),
            "to");
    }
    return problems;
}

LevelTable levels_by_intervals(std::span<const std::string> values, std::span<const double> numbers,
                               const IntervalLevels& options) {
    const Intervals intervals(options);
    enum class Part { below, inside, beyond };
    std::vector<Part> sides;
    std::vector<std::int64_t> held(values.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        sides.push_back(intervals.is_below(numbers[i])    ? Part::below
                        : intervals.is_beyond(numbers[i]) ? Part::beyond
                                                          : Part::inside);
        if (sides[i] == Part::inside) held[i] = intervals.holding(numbers[i]);
    }
    std::vector<std::vector<std::string>> labels;
    std::int64_t joined = 1;
    while (!options.most_levels || std::ssize(labels) < *options.most_levels) {
        // Below 0 and from 0 on intervals never meet.
        bool more = false;
        std::vector<std::string>& level = labels.emplace_back();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (sides[i] == Part::below) level.push_back(intervals.label_below());
            if (sides[i] == Part::beyond) level.push_back(intervals.label_beyond());
            if (sides[i] != Part::inside) continue;
            const std::int64_t group = floor_quotient(held[i], joined);
            level.push_back(intervals.label(group * joined, joined));
            more = more || (group != 0 && group != -1);
        }
        if (!more) break;
        joined *= options.fan;
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
