// Mondrian against a reference written from its definition, on thousands of small tables, and its
// result against the definition itself.
#include "lethe/algo/partition/mondrian.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "support.h"

namespace lethe {
namespace {

using Cut = MondrianOptions::Cut;
using Median = MondrianOptions::Median;
using MondrianRows = std::vector<std::size_t>;

// A value of a record on an axis; nothing where it is missing. Categories are their codes.
struct PlainAxis {
    std::vector<std::optional<double>> values;
    std::optional<double> domain;  // size of the dictionary; nothing for numbers
};

ColumnPtr column_of(const PlainAxis& axis, const std::string& name) {
    Validity validity(std::ssize(axis.values));
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
        if (!axis.values[i]) validity.set_missing(static_cast<std::int64_t>(i));
        numbers.push_back(axis.values[i].value_or(0));
        codes.push_back(static_cast<std::int32_t>(numbers.back()));
    }
    if (!axis.domain) return Column::numeric(name, std::move(numbers), std::move(validity));
    Dictionary dictionary;
    for (int i = 0; i < *axis.domain; ++i) dictionary.push_back(fmt::format("c{}", i));
    return Column::categories(name, Kind::ordinal, std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              std::move(validity));
}

std::vector<MondrianAxis> axes_of(const std::vector<PlainAxis>& axes) {
    std::vector<MondrianAxis> result;
    for (const PlainAxis& axis : axes) {
        result.push_back(mondrian_axis(Context(), *column_of(axis, "a")));
    }
    return result;
}

bool before(const std::optional<double>& a, const std::optional<double>& b) {
    return a && (!b || *a < *b);  // missing is last
}

// The definition, step by step.
class MondrianReference {
  public:
    MondrianReference(const std::vector<PlainAxis>& axes, const MondrianOptions& options)
        : axes_(axes), k_(static_cast<std::size_t>(options.k)), options_(options) {
        for (std::size_t i = 0; i < axes[0].values.size(); ++i) all_.push_back(i);
    }

    std::vector<MondrianRows> run() {
        partition(all_);
        return groups_;
    }

    // Rows up to and above each value that occurs, but for the last.
    std::vector<std::pair<MondrianRows, MondrianRows>> cuts(const MondrianRows& box,
                                                            std::size_t axis) const {
        std::vector<std::optional<double>> values = sorted(box, axis);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        values.pop_back();
        std::vector<std::pair<MondrianRows, MondrianRows>> result;
        for (const auto& x : values) result.push_back(sides(box, axis, x));
        return result;
    }

    bool is_allowable(const std::pair<MondrianRows, MondrianRows>& cut) const {
        return cut.first.size() >= k_ && cut.second.size() >= k_;
    }

  private:
    std::vector<std::optional<double>> sorted(const MondrianRows& box, std::size_t axis) const {
        std::vector<std::optional<double>> values;
        for (const std::size_t row : box) values.push_back(axes_[axis].values[row]);
        std::sort(values.begin(), values.end(), before);
        return values;
    }

    std::pair<MondrianRows, MondrianRows> sides(const MondrianRows& box, std::size_t axis,
                                                const std::optional<double>& x) const {
        std::pair<MondrianRows, MondrianRows> cut;
        for (const std::size_t row : box) {
            (before(x, axes_[axis].values[row]) ? cut.second : cut.first).push_back(row);
        }
        return cut;
    }

    double spread(const MondrianRows& box, std::size_t axis) const {
        std::set<double> here, everywhere;
        for (const std::size_t row : box) {
            if (axes_[axis].values[row]) here.insert(*axes_[axis].values[row]);
        }
        for (const auto& value : axes_[axis].values) {
            if (value) everywhere.insert(*value);
        }
        if (here.empty()) return 0;
        if (axes_[axis].domain) return static_cast<double>(here.size()) / *axes_[axis].domain;
        const double whole = *everywhere.rbegin() / 2 - *everywhere.begin() / 2;
        return whole > 0 ? (*here.rbegin() / 2 - *here.begin() / 2) / whole : 0;
    }

    std::optional<std::pair<MondrianRows, MondrianRows>> presence_cut(const MondrianRows& box,
                                                                      std::size_t axis) const {
        std::pair<MondrianRows, MondrianRows> cut;
        for (const std::size_t row : box) {
            (axes_[axis].values[row] ? cut.first : cut.second).push_back(row);
        }
        if (!is_allowable(cut)) return std::nullopt;
        return cut;
    }

    std::optional<std::pair<MondrianRows, MondrianRows>> relaxed_cut(const MondrianRows& box,
                                                                     std::size_t axis) const {
        const auto values = sorted(box, axis);
        if (values.front() == values.back() || box.size() < 2 * k_) return std::nullopt;
        MondrianRows order = box;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return before(axes_[axis].values[a], axes_[axis].values[b]);
        });
        const auto half = order.begin() + static_cast<std::ptrdiff_t>((order.size() + 1) / 2);
        std::pair<MondrianRows, MondrianRows> cut{{order.begin(), half}, {half, order.end()}};
        std::sort(cut.first.begin(), cut.first.end());
        std::sort(cut.second.begin(), cut.second.end());
        return cut;
    }

    std::optional<std::pair<MondrianRows, MondrianRows>> strict_cut(const MondrianRows& box,
                                                                    std::size_t axis) const {
        std::vector<std::optional<double>> values = sorted(box, axis);
        const auto median = values[(values.size() - 1) / 2];
        values.erase(std::unique(values.begin(), values.end()), values.end());
        const auto at = std::find(values.begin(), values.end(), median) - values.begin();
        for (std::ptrdiff_t far = 0; far < std::ssize(values); ++far) {
            for (const std::ptrdiff_t place : {at - far, at + far}) {
                if (place < 0 || place >= std::ssize(values)) continue;
                const auto cut = sides(box, axis, values[static_cast<std::size_t>(place)]);
                if (is_allowable(cut)) return cut;
            }
        }
        return std::nullopt;
    }

    std::optional<std::pair<MondrianRows, MondrianRows>> fixed_cut(const MondrianRows& box,
                                                                   std::size_t axis) const {
        std::vector<std::optional<double>> values = sorted(all_, axis);
        std::erase(values, std::nullopt);
        if (values.empty()) return std::nullopt;
        const auto cut = sides(box, axis, values[(values.size() - 1) / 2]);
        if (!is_allowable(cut)) return std::nullopt;
        return cut;
    }

    std::optional<std::pair<MondrianRows, MondrianRows>> find_cut(const MondrianRows& box) const {
        std::vector<std::size_t> order;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            if (auto cut = presence_cut(box, axis)) return cut;
            order.push_back(axis);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return spread(box, a) > spread(box, b);
        });
        for (const std::size_t axis : order) {
            const auto cut = options_.median == Median::of_all ? fixed_cut(box, axis)
                             : options_.cut == Cut::relaxed    ? relaxed_cut(box, axis)
                                                               : strict_cut(box, axis);
            if (cut) return cut;
        }
        return std::nullopt;
    }

    void partition(const MondrianRows& box) {
        const auto cut = find_cut(box);
        if (!cut) {
            groups_.push_back(box);
            return;
        }
        EXPECT_TRUE(is_allowable(*cut));
        partition(cut->first);
        partition(cut->second);
    }

    const std::vector<PlainAxis>& axes_;
    std::size_t k_;
    MondrianOptions options_;
    MondrianRows all_;
    std::vector<MondrianRows> groups_;
};

std::vector<MondrianRows> mondrian_rows_of(const Clusters& clusters) {
    std::vector<MondrianRows> groups(static_cast<std::size_t>(clusters.count));
    for (std::size_t row = 0; row < clusters.of.size(); ++row) {
        groups[static_cast<std::size_t>(clusters.of[row])].push_back(row);
    }
    return groups;
}

// Few or many values, heavy ones, constants, missing values in some axes; numbers and categories,
// some of which do not occur.
std::vector<PlainAxis> random_axes(Draws& draws, std::size_t rows) {
    std::vector<PlainAxis> axes(1 + draws.below(4));
    for (PlainAxis& axis : axes) {
        const std::uint64_t distinct = std::vector<std::uint64_t>{1, 2, 3, 7, 40}[draws.below(5)];
        if (draws.below(2) == 0) {
            axis.domain = static_cast<double>(distinct + draws.below(3));
        }
        const double heavy = draws.below(2) == 0 ? draws.uniform() : 0.0;
        const double missing = draws.below(3) == 0 ? draws.uniform() * 0.6 : 0.0;
        for (std::size_t row = 0; row < rows; ++row) {
            const double value = draws.uniform() < heavy
                                     ? static_cast<double>(distinct / 2)
                                     : static_cast<double>(draws.below(distinct));
            axis.values.emplace_back(axis.domain ? value : value * value - 3);
            if (draws.uniform() < missing) axis.values.back().reset();
        }
    }
    return axes;
}

void compare(const MondrianOptions::Cut cut, const MondrianOptions::Median median,
             const char* name) {
    const Stream stream = Random(31).stream(name);
    for (int run = 0; run < 3000; ++run) {
        Draws draws = stream.at(run);
        const std::size_t rows = 1 + draws.below(run % 10 == 0 ? 150 : 40);
        const MondrianOptions options{static_cast<std::int64_t>(1 + draws.below(5)), cut, median};
        const std::vector<PlainAxis> axes = random_axes(draws, rows);
        if (static_cast<std::int64_t>(rows) < options.k) {
            EXPECT_THROW(mondrian(Context(), axes_of(axes), options), Error);
            continue;
        }
        MondrianReference reference(axes, options);
        const std::vector<MondrianRows> groups =
            mondrian_rows_of(mondrian(Context(), axes_of(axes), options));
        ASSERT_EQ(groups, reference.run()) << name << ", run " << run;
        for (const MondrianRows& group : groups) {
            ASSERT_GE(std::ssize(group), options.k);
            if (cut != Cut::strict || median != Median::of_box) continue;
            for (std::size_t axis = 0; axis < axes.size(); ++axis) {
                for (const auto& further : reference.cuts(group, axis)) {
                    ASSERT_FALSE(reference.is_allowable(further)) << name << ", run " << run;
                }
            }
        }
    }
}

TEST(MondrianReference, Strict) { compare(Cut::strict, Median::of_box, "strict"); }
TEST(MondrianReference, Relaxed) { compare(Cut::relaxed, Median::of_box, "relaxed"); }
TEST(MondrianReference, MediansOfAll) { compare(Cut::strict, Median::of_all, "of all"); }

// Boxes that many threads cut: numbers without ties, with ties, categories.
TEST(MondrianReference, LargerTables) {
    for (const int distinct : {0, 5, 300}) {
        const Table table = test::random_table(Random(41), 90000, 4, distinct);
        for (const Cut cut : {Cut::strict, Cut::relaxed}) {
            const auto run = [&](int threads) {
                std::vector<MondrianAxis> axes;
                for (const ColumnPtr& column : table.columns()) {
                    axes.push_back(mondrian_axis(test::threads(threads), *column));
                }
                return mondrian(test::threads(threads), std::move(axes), {3, cut});
            };
            const Clusters one = run(1);
            EXPECT_EQ(one, run(2));
            EXPECT_EQ(one, run(5));
            std::size_t most = 0;
            for (const MondrianRows& group : mondrian_rows_of(one)) {
                ASSERT_GE(group.size(), 3U);
                most = std::max(most, group.size());
            }
            if (distinct == 0) {
                EXPECT_LE(most, 5U);
            }
        }
    }
}

}  // namespace
}  // namespace lethe
