#include "lethe/release/tables/counts/value_counts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "lethe/release/tables/counts/meaning_counts.h"

namespace lethe::release {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Shares counts_of(const Column& column, std::span<const std::int64_t> rows, bool missing_counts) {
    Shares counts;
    for (const std::int64_t row : rows) {
        if (column.valid(row)) {
            counts[column.text(row)] += 1;
        } else if (missing_counts) {
            counts[kWithout] += 1;
        }
    }
    return counts;
}

double total_of(const Shares& counts) {
    double total = 0;
    for (const auto& [value, count] : counts) total += count;
    return total;
}

Shares parts_of_one(Shares counts) {
    const double total = total_of(counts);
    for (auto& [value, count] : counts) count /= total;
    return counts;
}

double part(const Shares& shares, const std::string& value) {
    const auto place = shares.find(value);
    return place == shares.end() ? 0 : place->second;
}

double moved_alike(const Shares& p, const Shares& q) {
    double sum = 0;
    for (const auto& [value, share] : p) sum += std::abs(share - part(q, value));
    for (const auto& [value, share] : q) sum += p.contains(value) ? 0 : share;
    return sum / 2;
}

// Values in the order of the column: numbers by value, categories in theirs, texts by their bytes.
std::vector<std::string> ordered_values(const Column& original, const Shares& p) {
    std::vector<std::string> values;
    if (original.kind() == Kind::ordinal) {
        for (const std::string& value : original.dictionary()) {
            if (p.contains(value)) values.push_back(value);
        }
    } else {
        for (const auto& [value, share] : p) {
            if (value != kWithout) values.push_back(value);
        }
    }
    if (original.is_numeric()) {
        std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
            return std::strtod(a.c_str(), nullptr) < std::strtod(b.c_str(), nullptr);
        });
    }
    if (p.contains(kWithout)) values.push_back(kWithout);
    return values;
}

double moved_in_order(const std::vector<std::string>& values, const Shares& p, const Shares& q) {
    if (values.size() < 2) return 0;
    double ahead = 0;
    double sum = 0;
    for (const std::string& value : values) {
        ahead += part(q, value) - part(p, value);
        sum += std::abs(ahead);
    }
    return sum / static_cast<double>(values.size() - 1);
}

// What is left over in a group of a level is moved one level further.
std::optional<double> moved_in_tree(const std::map<std::string, LabelLine>& lines, const Shares& p,
                                    const Shares& q) {
    std::map<std::pair<std::size_t, std::string>, std::string> above;
    for (const auto& [value, line] : lines) {
        for (std::size_t level = 1; level < line.size(); ++level) {
            above[{level, line[level - 1]}] = line[level];
        }
    }
    std::map<std::string, double> extra;
    for (const auto& [value, share] : p) {
        if (!lines.contains(value)) return std::nullopt;
        extra[value] = share - part(q, value);
    }
    const std::size_t height = lines.begin()->second.size() - 1;
    double cost = 0;
    for (std::size_t level = 1; level <= height; ++level) {
        std::map<std::string, std::pair<double, double>> groups;
        for (const auto& [label, amount] : extra) {
            auto& sums = groups[above.at({level, label})];
            (amount > 0 ? sums.first : sums.second) += std::abs(amount);
        }
        extra.clear();
        for (const auto& [label, sums] : groups) {
            cost += static_cast<double>(level) / static_cast<double>(height) *
                    std::min(sums.first, sums.second);
            extra[label] = sums.first - sums.second;
        }
    }
    return cost;
}

double entropy_of(const Shares& q) {
    double sum = 0;
    for (const auto& [value, share] : q) sum -= share * std::log(share);
    return sum;
}

// Grassberger's G by its recursion.
double corrected_log(double count) {
    double g = -0.57721566490153286 - std::log(2.0);
    for (double x = 2; x <= count; x += 2) g += 2 / (x - 1);
    return g;
}

double corrected_entropy(const Shares& counts) {
    const double f = total_of(counts);
    double sum = 0;
    for (const auto& [value, count] : counts) sum += count * corrected_log(count);
    return corrected_log(f) - sum / f;
}

// What classes are compared with.
struct Everybody {
    Shares p;                          // of the released people, before any was suppressed
    std::vector<std::string> ordered;  // values of the whole column
    std::map<std::string, LabelLine> lines;
    Shares people = {};                           // counts of p
    std::optional<TextDistances> distances = {};  // of models by meaning
};

// The worst of a class for one model, so that larger is worse; nothing where it is not counted.
std::optional<double> badness(const WrittenModel& model, const Everybody& everybody,
                              const Shares& counts) {
    const Shares& p = everybody.p;
    const Shares q = parts_of_one(counts);
    const auto distinct = static_cast<double>(counts.size());
    const bool grassberger = model.has("estimator", "grassberger");
    if (model.name == "l-distinct") return -distinct;
    if (model.name == "l-entropy") {
        if (distinct < std::ceil(model.value())) return -1.0;
        return -std::exp(grassberger ? corrected_entropy(counts) : entropy_of(q));
    }
    if (model.name == "l-recursive") {
        std::vector<double> sizes;
        for (const auto& [value, count] : counts) sizes.push_back(count);
        std::sort(sizes.rbegin(), sizes.rend());
        const auto l = static_cast<std::size_t>(model.number("l"));
        if (sizes.size() < l) return kInfinite;
        return sizes.front() / std::accumulate(sizes.begin() + static_cast<std::ptrdiff_t>(l) - 1,
                                               sizes.end(), 0.0);
    }
    if (model.name == "alpha") {
        double most = 0;
        for (const auto& [value, share] : q) most = std::max(most, share);
        return most;
    }
    if (model.name == "t-equal") return moved_alike(p, q);
    if (model.name == "t-ordered") return moved_in_order(everybody.ordered, p, q);
    if (model.name == "t-hierarchical") return moved_in_tree(everybody.lines, p, q);
    if (model.name == "t-semantic") {
        return least_moved(everybody.people, counts, *everybody.distances);
    }
    double worst = 0;
    for (const auto& [value, share] : q) {
        const double expected = part(p, value);
        if (expected == 0) return kInfinite;  // nobody had it
        const double gain = (share - expected) / expected;
        if (model.name == "beta-basic") worst = std::max(worst, gain);
        if (model.name == "beta-enhanced") {
            worst = std::max(worst, gain > -std::log(expected) + kRoundedUp ? kInfinite : gain);
        }
        if (model.name == "delta") worst = std::max(worst, std::abs(std::log2(share / expected)));
    }
    if (model.name == "delta" && model.has("values", "all") && q.size() < p.size())
        return kInfinite;
    return worst;
}

std::vector<std::int64_t> all_rows(const Table& table) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    return rows;
}

bool is_compared(const WrittenModel& model) {
    return model.name == "t-semantic" || model.named.contains("alike");
}

Everybody everybody_of(const ModelCounting& counting, const std::string& name,
                       const WrittenModel& model) {
    const Column& column = counting.found.column(name);
    const bool missing_counts = counting.claim.missing_counts;
    Everybody everybody;
    everybody.people = counts_of(column, *counting.released, missing_counts);
    everybody.p = parts_of_one(everybody.people);
    if (is_compared(model) && column.meaning()) {
        const auto measure = model.named.find("measure");
        everybody.distances.emplace(column,
                                    measure == model.named.end() ? "log-sc" : measure->second);
    }
    everybody.ordered =
        ordered_values(column, counts_of(column, all_rows(counting.found), missing_counts));
    everybody.lines = lines_of_values(column);
    return everybody;
}

// Why the model cannot be counted for the column, before it is.
std::string hindrance(const ModelCounting& counting, const WrittenModel& model,
                      const std::string& name) {
    if (counting.table.find(name) == nullptr) return name + " is not in the released file";
    const Column* column = counting.found.find(name);
    if (column == nullptr) return name + " came after the step";
    if (!counting.released) {
        return "a value of " + counting.claim.released + " says neither yes nor no";
    }
    if (is_compared(model) && !column->meaning()) return name + " has no taxonomy";
    if (model.name == "t-hierarchical" && !column->meaning()) return name + " has no hierarchy";
    return {};
}

}  // namespace

bool is_by_value(const WrittenModel& model) {
    for (const char* name :
         {"l-distinct", "l-entropy", "l-recursive", "alpha", "t-equal", "t-ordered",
          "t-hierarchical", "t-semantic", "beta-basic", "beta-enhanced", "delta"}) {
        if (model.name == name) return true;
    }
    return false;
}

Json count_by_value(const ModelCounting& counting, const WrittenModel& model,
                    const std::string& sensitive) {
    const bool diverse = model.name == "l-distinct" || model.name == "l-entropy";
    const double asked = model.name == "l-recursive" ? model.number("c") : model.value();
    Json item{{"model", model.text}, {"sensitive", sensitive}, {"asked", asked}};
    std::string reason = hindrance(counting, model, sensitive);
    std::optional<double> worst;
    if (reason.empty()) {
        const Everybody everybody = everybody_of(counting, sensitive, model);
        const Column& column = counting.table.column(sensitive);
        for (const auto& rows : counting.classes) {
            Shares counts = counts_of(column, rows, counting.claim.missing_counts);
            if (counts.empty()) continue;  // nobody here has a value
            if (model.named.contains("alike")) {
                counts = like_groups(counts, *everybody.distances, model.number("alike"));
            }
            const auto bad = badness(model, everybody, counts);
            if (!bad) reason = "values of " + sensitive + " are not in its hierarchy";
            if (bad) worst = std::max(worst.value_or(*bad), *bad);
        }
    }
    item["counted"] = nullptr;
    if (!reason.empty()) {
        item["holds"] = nullptr;
        item["reason"] = reason;
    } else if (!worst) {
        item["holds"] = true;
        item["reason"] = "nobody in the file has a value";
    } else if (diverse) {
        item["counted"] = -*worst;
        item["holds"] = -*worst >= asked * (1 - kRoundedUp);
    } else {
        if (std::isfinite(*worst)) item["counted"] = *worst;
        if (!std::isfinite(*worst)) item["reason"] = "beyond any limit";
        const bool strict = model.name == "l-recursive" || model.name == "delta";
        item["holds"] = strict ? *worst < asked : *worst <= asked + kRoundedUp;
    }
    return item;
}

}  // namespace lethe::release
