// Linkage inside candidate sets against the definition: every target is asked in every part.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "lethe/algo/linkage/candidates.h"
#include "support.h"

namespace lethe {
namespace {

std::size_t candidates_at(std::int64_t index) { return static_cast<std::size_t>(index); }

// admits(query, target) over all pairs.
template <class Admits>
std::vector<Candidates> candidates_naive(const NumericSpace& queries, const NumericSpace& targets,
                                         const std::vector<std::int64_t>& matches, Admits admits) {
    std::vector<Candidates> result(candidates_at(queries.rows()));
    for (std::int64_t query = 0; query < queries.rows(); ++query) {
        Candidates& found = result[candidates_at(query)];
        for (std::int64_t row = 0; row < targets.rows(); ++row) {
            if (!admits(query, row)) continue;
            ++found.count;
            found.rows.push_back(row);
            found.nearest.offer(targets.distance(queries.point(query), row), row);
            found.holds_match |= row == matches[candidates_at(query)];
        }
        found.nearest.has_match =
            found.holds_match &&
            targets.distance(queries.point(query), matches[candidates_at(query)]) ==
                found.nearest.distance;
    }
    return result;
}

void candidates_expect_same(const std::vector<Candidates>& fast,
                            const std::vector<Candidates>& slow, std::int64_t listed, int sample) {
    ASSERT_EQ(fast.size(), slow.size());
    for (std::size_t i = 0; i < fast.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "sample " << sample << ", query " << i);
        ASSERT_EQ(fast[i].count, slow[i].count);
        ASSERT_EQ(fast[i].holds_match, slow[i].holds_match);
        ASSERT_EQ(fast[i].nearest.row, slow[i].nearest.row);
        ASSERT_EQ(fast[i].nearest.ties, slow[i].nearest.ties);
        ASSERT_EQ(fast[i].nearest.has_match, slow[i].nearest.has_match);
        if (slow[i].count > 0) {
            ASSERT_EQ(fast[i].nearest.distance, slow[i].nearest.distance);
        }
        if (slow[i].count <= listed) {
            ASSERT_EQ(fast[i].rows, slow[i].rows);
        } else {
            ASSERT_TRUE(fast[i].rows.empty());
        }
    }
}

// Targets x columns of codes with their coordinates: equal codes have equal coordinates, larger
// codes larger ones or, by rounding, equal ones; a missing value stands at 0.
struct Coded {
    std::vector<std::int32_t> codes;
    std::vector<double> values;
};

Coded random_codes(Draws& draws, std::int64_t rows, std::int64_t dims, bool missing) {
    Coded result{std::vector<std::int32_t>(candidates_at(rows * dims)),
                 std::vector<double>(candidates_at(rows * dims))};
    for (std::int64_t j = 0; j < dims; ++j) {
        const std::uint64_t distinct = 1 + draws.below(static_cast<std::uint64_t>(rows));
        std::set<std::uint64_t> used;
        std::vector<std::int64_t> raw;
        for (std::int64_t row = 0; row < rows; ++row) {
            const bool gone = missing && draws.below(6) == 0;
            raw.push_back(gone ? -1 : static_cast<std::int64_t>(draws.below(distinct)));
            if (!gone) used.insert(static_cast<std::uint64_t>(raw.back()));
        }
        std::map<std::int64_t, std::pair<std::int32_t, double>> dense;  // code and coordinate
        double coordinate = -2;
        for (const std::uint64_t value : used) {
            coordinate += draws.below(4) == 0 ? 0.0 : draws.uniform();
            dense[static_cast<std::int64_t>(value)] = {static_cast<std::int32_t>(dense.size()),
                                                       coordinate};
        }
        dense[-1] = {kMissingCode, 0.0};
        for (std::int64_t row = 0; row < rows; ++row) {
            const auto [code, x] = dense[raw[candidates_at(row)]];
            result.codes[candidates_at(row * dims + j)] = code;
            result.values[candidates_at(row * dims + j)] = x;
        }
    }
    return result;
}

std::vector<std::int64_t> random_matches(Draws& draws, std::int64_t queries, std::int64_t targets) {
    std::vector<std::int64_t> matches;
    for (std::int64_t query = 0; query < queries; ++query) {
        matches.push_back(
            static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(targets) + 1)) - 1);
    }
    return matches;
}

TEST(CandidatesReference, Ranges) {
    for (int sample = 0; sample < 3000; ++sample) {
        Draws draws = Random(5).stream("ranges").at(sample);
        const auto number = [&](std::uint64_t least, std::uint64_t most) {
            return static_cast<std::int64_t>(least + draws.below(most - least + 1));
        };
        const std::int64_t rows = number(1, sample % 10 == 0 ? 400 : 60), dims = number(1, 4);
        const Coded coded = random_codes(draws, rows, dims, sample % 3 == 0);
        const NumericSpace targets(coded.values, rows, dims);
        const std::int64_t count = number(1, 12);
        std::vector<double> points;
        std::vector<CodeRange> admitted;
        for (std::int64_t i = 0; i < count * dims; ++i) {
            points.push_back(draws.normal());
            const auto low = static_cast<std::int32_t>(number(0, candidates_at(rows))) - 1;
            const auto width =
                static_cast<std::int32_t>(number(0, candidates_at(rows) / 2 + 1)) - 1;
            admitted.push_back(draws.below(3) == 0 ? CodeRange{-1, 1 << 30}
                                                   : CodeRange{low, low + width});
        }
        const NumericSpace queries(points, count, dims);
        const auto matches = random_matches(draws, count, rows);
        const std::int64_t listed = number(0, 8);
        const auto fast = link_in_ranges(test::threads(2), queries, targets, coded.codes, admitted,
                                         matches, listed);
        const auto slow =
            candidates_naive(queries, targets, matches, [&](std::int64_t query, std::int64_t row) {
                for (std::int64_t j = 0; j < dims; ++j) {
                    const CodeRange range = admitted[candidates_at(query * dims + j)];
                    const std::int32_t code = coded.codes[candidates_at(row * dims + j)];
                    if (code < range.low || code > range.high) return false;
                }
                return true;
            });
        candidates_expect_same(fast, slow, listed, sample);
        if (HasFatalFailure()) return;
    }
}

TEST(CandidatesReference, Lists) {
    for (int sample = 0; sample < 3000; ++sample) {
        Draws draws = Random(6).stream("lists").at(sample);
        const auto number = [&](std::uint64_t least, std::uint64_t most) {
            return static_cast<std::int64_t>(least + draws.below(most - least + 1));
        };
        const std::int64_t rows = number(1, 80), dims = number(1, 3), count = number(1, 12);
        const Coded coded = random_codes(draws, rows, dims, false);
        const NumericSpace targets(coded.values, rows, dims);
        std::vector<double> points;
        for (std::int64_t i = 0; i < count * dims; ++i) points.push_back(draws.normal());
        const NumericSpace queries(points, count, dims);
        std::vector<ListedPart> parts(candidates_at(dims));
        for (std::int64_t j = 0; j < dims; ++j) {
            std::int32_t largest = 0;
            for (std::int64_t row = 0; row < rows; ++row) {
                parts[candidates_at(j)].codes.push_back(coded.codes[candidates_at(row * dims + j)]);
                largest = std::max(largest, parts[candidates_at(j)].codes.back());
            }
            for (std::int64_t query = 0; query < count; ++query) {
                std::set<std::int32_t> codes;
                for (std::int64_t i = number(0, 6); i > 0; --i) {
                    codes.insert(static_cast<std::int32_t>(
                        draws.below(static_cast<std::uint64_t>(largest) + 1)));
                }
                parts[candidates_at(j)].admitted.emplace_back(codes.begin(), codes.end());
                parts[candidates_at(j)].open.push_back(draws.below(4) == 0);
            }
        }
        const auto matches = random_matches(draws, count, rows);
        const std::int64_t listed = number(0, 8);
        const auto fast = link_in_lists(test::threads(2), queries, targets, parts, matches, listed);
        const auto slow =
            candidates_naive(queries, targets, matches, [&](std::int64_t query, std::int64_t row) {
                return std::all_of(parts.begin(), parts.end(), [&](const ListedPart& part) {
                    const auto& codes = part.admitted[candidates_at(query)];
                    return part.open[candidates_at(query)] ||
                           std::count(codes.begin(), codes.end(), part.codes[candidates_at(row)]) >
                               0;
                });
            });
        candidates_expect_same(fast, slow, listed, sample);
        if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace lethe
