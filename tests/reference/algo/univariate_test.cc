// Optimal univariate groupings against all groupings, and against a plain dynamic programme, in
// exact arithmetic.
#include "lethe/algo/partition/univariate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

__extension__ using Wide = __int128;

// The within-group sum of squares of integers, times the least common multiple of all group sizes.
class ExactCost {
  public:
    ExactCost(std::vector<std::int64_t> values, std::int64_t largest) : x_(std::move(values)) {
        for (std::int64_t size = 2; size <= largest; ++size) multiple_ = std::lcm(multiple_, size);
    }

    Wide operator()(std::int64_t begin, std::int64_t end) const {
        Wide sum = 0, squares = 0;
        for (std::int64_t i = begin; i < end; ++i) {
            const Wide value =
                x_[static_cast<std::size_t>(i)] - x_[static_cast<std::size_t>(begin)];
            sum += value;
            squares += value * value;
        }
        return squares * multiple_ - sum * sum * (multiple_ / (end - begin));
    }

    Wide of(const std::vector<std::int64_t>& boundaries) const {
        Wide total = 0;
        for (std::size_t i = 1; i < boundaries.size(); ++i) {
            total += (*this)(boundaries[i - 1], boundaries[i]);
        }
        return total;
    }

  private:
    std::vector<std::int64_t> x_;
    std::int64_t multiple_ = 1;
};

// Tries every grouping of the positions from `begin` on with groups of at least k.
Wide least_of_all(const ExactCost& cost, std::int64_t begin, std::int64_t n, std::int64_t k) {
    Wide least = cost(begin, n);
    for (std::int64_t end = begin + k; end + k <= n; ++end) {
        least = std::min(least, cost(begin, end) + least_of_all(cost, end, n, k));
    }
    return least;
}

Wide least_by_programme(const ExactCost& cost, std::int64_t n, std::int64_t k) {
    std::vector<Wide> total(static_cast<std::size_t>(n) + 1, -1);  // -1: impossible
    total[0] = 0;
    for (std::int64_t end = k; end <= n; ++end) {
        Wide& here = total[static_cast<std::size_t>(end)];
        for (std::int64_t begin = std::max<std::int64_t>(0, end - 2 * k + 1); begin <= end - k;
             ++begin) {
            const Wide before = total[static_cast<std::size_t>(begin)];
            if (before < 0) continue;
            const Wide all = before + cost(begin, end);
            if (here < 0 || all < here) here = all;
        }
    }
    return total.back();
}

void univariate_expect_sound(const std::vector<std::int64_t>& boundaries, std::int64_t n,
                             std::int64_t k) {
    ASSERT_EQ(boundaries.front(), 0);
    ASSERT_EQ(boundaries.back(), n);
    for (std::size_t i = 1; i < boundaries.size(); ++i) {
        ASSERT_GE(boundaries[i] - boundaries[i - 1], k);
        ASSERT_LT(boundaries[i] - boundaries[i - 1], 2 * k);
    }
}

// Sorted integers and the same as doubles with an offset that leaves them exact.
struct UnivariateValues {
    std::vector<std::int64_t> integers;
    std::vector<double> numbers;
};

UnivariateValues random_values(Draws& draws, std::int64_t n) {
    const std::uint64_t range = std::vector<std::uint64_t>{3, 20, 1000, 100000}[draws.below(4)];
    const double offset = std::vector<double>{0.0, 0x1p24, -0x1p40, 0x1p52, -50.0}[draws.below(5)];
    UnivariateValues values;
    for (std::int64_t i = 0; i < n; ++i) {
        values.integers.push_back(static_cast<std::int64_t>(draws.below(range)));
    }
    std::sort(values.integers.begin(), values.integers.end());
    for (const std::int64_t value : values.integers) {
        values.numbers.push_back(offset + static_cast<double>(value));
    }
    return values;
}

TEST(UnivariateReference, AgainstAllGroupings) {
    const Stream stream = Random(31).stream("values");
    for (int run = 0; run < 4000; ++run) {
        Draws draws = stream.at(run);
        const auto n = static_cast<std::int64_t>(1 + draws.below(12));
        const auto k = static_cast<std::int64_t>(1 + draws.below(5));
        if (k > n) continue;
        const UnivariateValues values = random_values(draws, n);
        const auto boundaries = optimal_univariate(Context(), values.numbers, k);
        univariate_expect_sound(boundaries, n, k);
        const ExactCost cost(values.integers, n);
        ASSERT_TRUE(cost.of(boundaries) == least_of_all(cost, 0, n, k)) << "run " << run;
    }
}

TEST(UnivariateReference, AgainstAPlainProgramme) {
    const Stream stream = Random(32).stream("values");
    for (int run = 0; run < 3000; ++run) {
        Draws draws = stream.at(run);
        const auto n = static_cast<std::int64_t>(12 + draws.below(189));
        const auto k = static_cast<std::int64_t>(1 + draws.below(run % 3 == 0 ? 12 : 6));
        const UnivariateValues values = random_values(draws, n);
        const auto boundaries = optimal_univariate(Context(), values.numbers, k);
        univariate_expect_sound(boundaries, n, k);
        const ExactCost cost(values.integers, 2 * k - 1);
        ASSERT_TRUE(cost.of(boundaries) == least_by_programme(cost, n, k)) << "run " << run;
    }
}

// The plain programme in long double: exact enough where the values, and so the costs, grow.
std::vector<std::int64_t> grouping_by_programme(const std::vector<double>& x, std::int64_t k) {
    const auto n = std::ssize(x);
    const auto cost = [&](std::int64_t begin, std::int64_t end) {
        const std::span<const double> group(x.data() + begin, x.data() + end);
        long double mean = 0.0L, squares = 0.0L;
        for (const double v : group) mean += (v - group[0]) / static_cast<long double>(end - begin);
        for (const double v : group) squares += (v - group[0] - mean) * (v - group[0] - mean);
        return squares;
    };
    std::vector<long double> least(x.size() + 1, HUGE_VALL);
    std::vector<std::int64_t> start(x.size() + 1, -1);
    least[0] = 0.0L;
    for (std::int64_t end = k; end <= n; ++end) {
        for (std::int64_t i = std::max<std::int64_t>(0, end - 2 * k + 1); i <= end - k; ++i) {
            const long double total = least[static_cast<std::size_t>(i)] + cost(i, end);
            if (total >= least[static_cast<std::size_t>(end)]) continue;
            least[static_cast<std::size_t>(end)] = total;
            start[static_cast<std::size_t>(end)] = i;
        }
    }
    std::vector<std::int64_t> boundaries{n};
    while (boundaries.back() > 0) {
        boundaries.push_back(start[static_cast<std::size_t>(boundaries.back())]);
    }
    std::reverse(boundaries.begin(), boundaries.end());
    return boundaries;
}

// Real numbers over thirty orders of magnitude (so without ties), any k. The mirror image of a
// column has the mirror image of its grouping, although its largest costs come first.
TEST(UnivariateReference, WideScales) {
    const Stream stream = Random(33).stream("values");
    for (int run = 0; run < 60; ++run) {
        Draws draws = stream.at(run);
        const auto k = static_cast<std::int64_t>(2 + draws.below(run % 2 == 0 ? 5 : 150));
        std::vector<double> x, mirror;
        for (int i = 0; i < 400; ++i) {
            x.push_back(std::ldexp(std::exp(12.0 * draws.normal()), 24 * (run - 30)));
        }
        std::sort(x.begin(), x.end());
        for (auto i = x.rbegin(); i != x.rend(); ++i) mirror.push_back(-*i);

        const auto boundaries = optimal_univariate(Context(), x, k);
        univariate_expect_sound(boundaries, std::ssize(x), k);
        ASSERT_EQ(boundaries, grouping_by_programme(x, k)) << "run " << run;
        auto mirrored = optimal_univariate(Context(), mirror, k);
        for (std::int64_t& boundary : mirrored) boundary = std::ssize(x) - boundary;
        std::reverse(mirrored.begin(), mirrored.end());
        ASSERT_EQ(mirrored, boundaries) << "run " << run;
    }
}

TEST(Univariate, TooFewValues) {
    const std::vector<double> values{1.0, 2.0};
    EXPECT_THROW(optimal_univariate(Context(), values, 3), Error);
    EXPECT_THROW(optimal_univariate(Context(), values, 0), Error);
    EXPECT_THROW(consecutive_groups(2, 3), Error);
}

TEST(Univariate, EqualValuesMakeShortGroups) {
    const std::vector<double> values(11, 4.0);
    EXPECT_EQ(optimal_univariate(Context(), values, 3), (std::vector<std::int64_t>{0, 5, 8, 11}));
}

TEST(Univariate, ConsecutiveGroups) {
    using Boundaries = std::vector<std::int64_t>;
    EXPECT_EQ(consecutive_groups(9, 3), (Boundaries{0, 3, 6, 9}));
    EXPECT_EQ(consecutive_groups(11, 3), (Boundaries{0, 3, 6, 11}));
    EXPECT_EQ(consecutive_groups(5, 3), (Boundaries{0, 5}));
    EXPECT_EQ(consecutive_groups(3, 3), (Boundaries{0, 3}));
    EXPECT_EQ(consecutive_groups(2, 1), (Boundaries{0, 1, 2}));
}

}  // namespace
}  // namespace lethe
