// Record linkage beside plain implementations of its parts, and what must not change its result.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/table/linkage/linkage_truth.h"
#include "lethe/table/linkage/text_similarity.h"
#include "support.h"

namespace lethe::linkage {
namespace {

std::string record_linkage_random_text(Draws& draws, std::uint64_t letters, std::uint64_t longest) {
    std::string text(static_cast<std::size_t>(draws.below(longest + 1)), ' ');
    for (char& c : text) c = static_cast<char>('a' + draws.below(letters));
    return text;
}

// By the definition: characters of a in turn take the first free equal one of b in reach.
double plain_jaro(const std::string& a, const std::string& b) {
    if (a.empty() && b.empty()) return 1;
    const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
    const int reach = std::max(0, std::max(n, m) / 2 - 1);
    std::vector<int> partner(a.size(), -1);
    std::set<int> taken;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            if (std::abs(i - j) > reach || taken.contains(j)) continue;
            if (a[static_cast<std::size_t>(i)] != b[static_cast<std::size_t>(j)]) continue;
            partner[static_cast<std::size_t>(i)] = j;
            taken.insert(j);
            break;
        }
    }
    std::string common_a, common_b;
    for (int i = 0; i < n; ++i) {
        if (partner[static_cast<std::size_t>(i)] >= 0) common_a += a[static_cast<std::size_t>(i)];
    }
    for (const int j : taken) common_b += b[static_cast<std::size_t>(j)];
    if (common_a.empty()) return 0;
    int moved = 0;
    for (std::size_t i = 0; i < common_a.size(); ++i) moved += common_a[i] != common_b[i] ? 1 : 0;
    const auto c = static_cast<double>(common_a.size());
    return (c / n + c / m + (c - moved / 2) / c) / 3;
}

int plain_edits(const std::string& a, const std::string& b) {
    std::map<std::pair<std::size_t, std::size_t>, int> known;
    const std::function<int(std::size_t, std::size_t)> edits = [&](std::size_t i, std::size_t j) {
        if (i == 0 || j == 0) return static_cast<int>(i + j);
        const auto place = known.find({i, j});
        if (place != known.end()) return place->second;
        int best = edits(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
        best = std::min({best, edits(i - 1, j) + 1, edits(i, j - 1) + 1});
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
            best = std::min(best, edits(i - 2, j - 2) + 1);
        }
        return known[{i, j}] = best;
    };
    return edits(a.size(), b.size());
}

TEST(TextSimilarity, PublishedValues) {
    EXPECT_NEAR(jaro_winkler("martha", "marhta"), 0.9611, 5e-5);
    EXPECT_NEAR(jaro_winkler("dwayne", "duane"), 0.84, 5e-5);
    EXPECT_NEAR(jaro_winkler("dixon", "dicksonx"), 0.8133, 5e-5);
    EXPECT_NEAR(jaro("martha", "marhta"), 0.9444, 5e-5);
    EXPECT_EQ(soundex("robert"), "r163");
    EXPECT_EQ(soundex("rupert"), "r163");
    EXPECT_EQ(soundex("ashcraft"), "a261");
    EXPECT_EQ(soundex("tymczak"), "t522");
    EXPECT_EQ(soundex("pfister"), "p236");
    EXPECT_EQ(soundex("123"), "");
}

TEST(TextSimilarity, AsByTheDefinitions) {
    const Stream stream = Random(1).stream("texts");
    for (std::int64_t i = 0; i < 5000; ++i) {
        Draws draws = stream.at(i);
        const std::uint64_t longest = i % 50 == 0 ? 90 : 9;
        const std::string a = record_linkage_random_text(draws, 2 + draws.below(5), longest);
        const std::string b = record_linkage_random_text(draws, 2 + draws.below(5), longest);
        EXPECT_DOUBLE_EQ(jaro(a, b), plain_jaro(a, b)) << a << ' ' << b;
        const int edits = plain_edits(a, b);
        for (const int most : {0, 1, 2, 5, 100}) {
            EXPECT_EQ(edit_distance(a, b, most), std::min(edits, most + 1)) << a << ' ' << b;
        }
    }
}

struct People {
    Table table;
    ColumnPtr identity;
};

// Some people of a town, each named by their number; with errors one value in eight is changed.
People people(std::int64_t first, std::int64_t count, bool with_errors) {
    std::vector<std::string> given, surname, born, town, income, ids;
    for (std::int64_t i = first; i < first + count; ++i) {
        Draws draws = Random(7).stream("people").at(i);
        Draws errors = Random(8).stream("errors").at(i);
        const auto pick = [&](const char* stem, std::uint64_t count_of) {
            std::string text = stem;
            std::uint64_t number = draws.below(count_of);
            for (int l = 0; l < 3; ++l) {
                text += static_cast<char>('a' + number % 7 * 3);
                text += "aeiou"[number % 5];
                number /= 5;
            }
            return text;
        };
        const auto written = [&](std::string text) {
            if (!with_errors || errors.below(8) != 0) return text;
            if (errors.below(6) == 0) return std::string();
            text[static_cast<std::size_t>(errors.below(text.size()))] = 'x';
            return text;
        };
        given.push_back(written(pick("m", 60)));
        surname.push_back(written(pick("s", 120)));
        std::string date = fmt::format("{:04}-{:02}-{:02}", 1940 + draws.below(60),
                                       1 + draws.below(12), 1 + draws.below(28));
        if (with_errors && errors.below(8) == 0) date[9] = static_cast<char>('1' + errors.below(8));
        born.push_back(date);
        town.push_back(written(pick("t", 25)));
        const auto earned = static_cast<std::int64_t>(20000 * std::exp(draws.normal()));
        income.push_back(std::to_string(
            earned + (with_errors ? static_cast<std::int64_t>(errors.below(200)) : 0)));
        ids.push_back(std::to_string(i));
    }
    std::vector<ColumnPtr> columns{Column::from_texts("given_name", Kind::nominal, given),
                                   Column::from_texts("surname", Kind::nominal, surname),
                                   Column::from_texts("dob", Kind::nominal, born),
                                   Column::from_texts("town", Kind::nominal, town),
                                   Column::from_texts("income", Kind::nominal, income)};
    columns.back() = columns.back()->as_kind(Kind::numeric);
    return {Table(columns), Column::from_texts("id", Kind::nominal, ids)};
}

LinkOptions blocked() {
    LinkOptions options;
    options.blocking.pairs_for_all = 0;
    options.blocking.most_missed = 1;
    options.fit.random_pairs = 20000;
    return options;
}

TEST(Blocking, FindsEachPairOfTheUnionOnce) {
    const People a = people(0, 150, true);
    const People b = people(50, 170, false);
    for (const bool self : {false, true}) {
        const Table& right = self ? a.table : b.table;
        PlanRequest request;
        request.self = self;
        const PreparedFiles files =
            prepare(test::threads(2), a.table, right, make_plan(a.table, right, request), self);
        const std::vector<Key> keys = possible_keys(files);
        ASSERT_GT(keys.size(), 6U);
        const Stream stream = Random(3).stream("passes");
        for (std::int64_t round = 0; round < 60; ++round) {
            Draws draws = stream.at(round);
            std::vector<std::vector<std::size_t>> passes(1 + draws.below(4));
            for (auto& pass : passes) {
                for (std::uint64_t k = 1 + draws.below(2); k > 0; --k) {
                    pass.push_back(static_cast<std::size_t>(draws.below(keys.size())));
                }
            }
            const Blocking blocking(test::threads(2), files, keys, passes, 1e9);
            const auto key_of = [&](const PreparedFile& file, std::int64_t row, const Key& key) {
                const std::int32_t code = file.record(row, files.fields.size())[key.field];
                return code < 0 ? kMissing : key.of_value[static_cast<std::size_t>(code)];
            };
            std::int64_t times = 0;
            for (std::int64_t l = 0; l < files.left.rows; ++l) {
                std::multiset<std::int64_t> found;
                blocking.candidates(l, [&](std::int64_t r) { found.insert(r); });
                for (std::int64_t r = 0; r < files.other().rows; ++r) {
                    int sharing = 0;
                    for (const auto& pass : passes) {
                        sharing +=
                            std::ranges::all_of(
                                pass,
                                [&](std::size_t k) {
                                    const auto x = key_of(files.left, l, keys[k]);
                                    const auto y = key_of(files.other(), r, keys[k]);
                                    if (x == kMissing || y == kMissing) return false;
                                    return keys[k].has_bands() ? std::abs(x - y) <= 1 : x == y;
                                })
                                ? 1
                                : 0;
                    }
                    const bool wanted = sharing > 0 && (!self || r > l);
                    ASSERT_EQ(found.count(r), wanted ? 1U : 0U);
                    if (wanted) {
                        ASSERT_EQ(blocking.times_found(l, r), sharing);
                    }
                    times += wanted ? sharing : 0;
                }
            }
            if (!self) {
                EXPECT_DOUBLE_EQ(blocking.pairs(), static_cast<double>(times));
            }
        }
    }
}

TEST(LevelEm, EveryIterationRaisesTheObjectiveAndWeightsAreMonotone) {
    const Stream stream = Random(5).stream("patterns");
    for (std::int64_t round = 0; round < 200; ++round) {
        Draws draws = stream.at(round);
        std::vector<int> levels;
        std::vector<LevelProbabilities> u;
        const std::size_t fields = 1 + draws.below(4);
        for (std::size_t f = 0; f < fields; ++f) {
            levels.push_back(2 + static_cast<int>(draws.below(5)));
            LevelProbabilities chance{};
            double sum = 0;
            for (int l = 1; l <= levels.back(); ++l) {
                sum += chance[static_cast<std::size_t>(l)] = 0.01 + std::pow(draws.uniform(), 3);
            }
            for (double& p : chance) p /= sum;
            u.push_back(chance);
        }
        std::vector<PatternCount> patterns;
        double pairs = 0;
        for (int i = 0; i < 12; ++i) {
            PatternCount pattern;
            for (std::size_t f = 0; f < fields; ++f) {
                pattern.pattern.set(
                    f, static_cast<int>(draws.below(static_cast<std::uint64_t>(levels[f]) + 1)));
            }
            pattern.count = 1 + static_cast<std::int64_t>(draws.below(200));
            pairs += static_cast<double>(pattern.count);
            patterns.push_back(pattern);
        }
        EmOptions options;
        options.most_iterations = 60;
        const LevelModel model = fit_levels(levels, patterns, u, 3 * pairs, options);
        for (std::size_t i = 1; i < model.objectives.size(); ++i) {
            EXPECT_GE(model.objectives[i], model.objectives[i - 1] - 1e-7) << round << ' ' << i;
        }
        for (std::size_t f = 0; f < fields; ++f) {
            double sum = 0;
            for (int l = 1; l <= levels[f]; ++l) {
                sum += model.m[f][static_cast<std::size_t>(l)];
                if (l > 1) {
                    EXPECT_GE(model.weight(f, l), model.weight(f, l - 1) - 1e-9);
                }
            }
            EXPECT_NEAR(sum, 1, 1e-9);
        }
    }
}

// The best sum over all one-to-one choices of pairs, by trying them all.
double best_sum(const std::vector<WeighedPair>& pairs, std::size_t next, std::set<int> lefts,
                std::set<int> rights, double base) {
    if (next == pairs.size()) return 0;
    double best = best_sum(pairs, next + 1, lefts, rights, base);
    const WeighedPair& pair = pairs[next];
    if (lefts.contains(pair.left) || rights.contains(pair.right)) return best;
    lefts.insert(pair.left);
    rights.insert(pair.right);
    return std::max(best, static_cast<double>(pair.bits) - base +
                              best_sum(pairs, next + 1, lefts, rights, base));
}

TEST(DecideLinks, TheAssignmentIsOptimal) {
    const Stream stream = Random(6).stream("pairs");
    for (std::int64_t round = 0; round < 500; ++round) {
        Draws draws = stream.at(round);
        std::vector<WeighedPair> pairs;
        for (std::int32_t l = 0; l < 4; ++l) {
            for (std::int32_t r = 0; r < 4; ++r) {
                if (draws.below(2) == 0) continue;
                pairs.push_back({l, r, static_cast<float>(1 + 10 * draws.uniform()), 0});
            }
        }
        give_probabilities(pairs, 0, false, {});
        const auto taken = assign_pairs(test::threads(1), pairs, Assignment::optimal, 0.5, 0, 4);
        std::set<int> lefts, rights;
        double sum = 0;
        for (const WeighedPair& pair : taken) {
            EXPECT_TRUE(lefts.insert(pair.left).second);
            EXPECT_TRUE(rights.insert(pair.right).second);
            sum += static_cast<double>(pair.bits);
        }
        EXPECT_NEAR(sum, best_sum(pairs, 0, {}, {}, 0), 1e-4);
        const auto greedy = assign_pairs(test::threads(1), pairs, Assignment::greedy, 0.5, 0, 4);
        EXPECT_LE(greedy.size(), pairs.size());
    }
}

TEST(DecideLinks, EqualCandidatesShareWhatTheyHave) {
    std::vector<WeighedPair> pairs;
    for (std::int32_t r = 0; r < 5; ++r) pairs.push_back({0, r, 30, 0});
    give_probabilities(pairs, 0, true, {5 * std::exp2(30.0)});
    for (const WeighedPair& pair : pairs) EXPECT_NEAR(pair.probability, 0.2, 1e-6);
}

// Probabilities over all matchings, each of the weight of the product of its odds.
double sum_of_matchings(const std::vector<WeighedPair>& pairs, std::size_t next,
                        std::set<int> lefts, std::set<int> rights, std::size_t wanted,
                        bool has_wanted) {
    if (next == pairs.size()) return has_wanted || wanted == pairs.size() ? 1 : 0;
    double sum = sum_of_matchings(pairs, next + 1, lefts, rights, wanted, has_wanted);
    const WeighedPair& pair = pairs[next];
    if (lefts.contains(pair.left) || rights.contains(pair.right)) return sum;
    lefts.insert(pair.left);
    rights.insert(pair.right);
    return sum + std::exp2(static_cast<double>(pair.bits)) *
                     sum_of_matchings(pairs, next + 1, lefts, rights, wanted,
                                      has_wanted || next == wanted);
}

TEST(DecideLinks, CompetingPairsHaveTheProbabilitiesOfMatchings) {
    const Stream stream = Random(9).stream("trees");
    for (std::int64_t round = 0; round < 300; ++round) {
        Draws draws = stream.at(round);
        // Without rings: every further record hangs on one that is there.
        std::vector<WeighedPair> pairs;
        std::int32_t lefts = 1, rights = 0;
        for (int i = 0; i < 7; ++i) {
            const auto bits = static_cast<float>(8 * draws.uniform() - 3);
            const bool new_left = rights > 0 && draws.below(2) == 0;
            const auto l =
                new_left
                    ? lefts++
                    : static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(lefts)));
            const auto r =
                new_left
                    ? static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(rights)))
                    : rights++;
            pairs.push_back({l, r, bits, 0});
        }
        std::ranges::sort(pairs, {},
                          [](const WeighedPair& p) { return std::pair(p.left, p.right); });
        std::vector<double> left_odds(static_cast<std::size_t>(lefts), 0);
        for (const WeighedPair& pair : pairs) {
            left_odds[static_cast<std::size_t>(pair.left)] +=
                std::exp2(static_cast<double>(pair.bits));
        }
        give_probabilities(pairs, 0, true, left_odds);
        const double all = sum_of_matchings(pairs, 0, {}, {}, pairs.size(), false);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            EXPECT_NEAR(pairs[i].probability, sum_of_matchings(pairs, 0, {}, {}, i, false) / all,
                        1e-6);
        }
    }
}

using Pairs = std::set<std::pair<std::string, std::string>>;

Pairs linked(const People& a, const People& b, const LinkOptions& options, int threads,
             const Table* left = nullptr, const Table* right = nullptr,
             const Column* left_ids = nullptr, const Column* right_ids = nullptr) {
    const Table& x = left != nullptr ? *left : a.table;
    const Table& y = right != nullptr ? *right : b.table;
    const Column& x_ids = left_ids != nullptr ? *left_ids : *a.identity;
    const Column& y_ids = right_ids != nullptr ? *right_ids : *b.identity;
    const auto result = link_files(test::threads(threads), x, y, make_plan(x, y, {}), options);
    Pairs pairs;
    for (const Link& link : result.links) {
        if (link.sure) pairs.emplace(x_ids.text(link.left), y_ids.text(link.right));
    }
    return pairs;
}

TEST(LinkFiles, NeitherOrderOfRowsNorThreadsMatter) {
    const People a = people(0, 400, true);
    const People b = people(100, 400, false);
    for (const LinkOptions& options : {LinkOptions{}, blocked()}) {
        const Pairs first = linked(a, b, options, 1);
        EXPECT_GT(first.size(), 200U);
        EXPECT_EQ(first, linked(a, b, options, 3));
        for (const std::uint64_t seed : {1U, 2U}) {
            const auto p = random_permutation(Random(seed).stream("left"), a.table.rows());
            const auto q = random_permutation(Random(seed).stream("right"), b.table.rows());
            const Table left = a.table.gather(p);
            const Table right = b.table.gather(q);
            const ColumnPtr left_ids = a.identity->gather(p);
            const ColumnPtr right_ids = b.identity->gather(q);
            EXPECT_EQ(first,
                      linked(a, b, options, 2, &left, &right, left_ids.get(), right_ids.get()));
        }
    }
}

TEST(LinkFiles, FindsPeopleAmongStrangers) {
    const People a = people(0, 700, true);
    const People b = people(200, 700, false);
    const Truth truth = Truth::of_columns(*a.identity, *b.identity, false);
    EXPECT_EQ(truth.pairs(), 500);
    for (const LinkOptions& options : {LinkOptions{}, blocked()}) {
        const auto found = link_files(test::threads(2), a.table, b.table,
                                      make_plan(a.table, b.table, {}), options);
        const LinkageScore score_of_links = score(found.links, truth, false);
        EXPECT_GT(score_of_links.precision(), 0.97);
        EXPECT_GT(score_of_links.recall(), 0.93);
        double right = 0;
        for (const Link& link : found.links) {
            if (link.sure) right += link.probability;
            double bits = 0;
            for (const Evidence& evidence : link.evidence) bits += evidence.bits;
            EXPECT_NEAR(bits, link.bits, 1e-9);
        }
        EXPECT_NEAR(right, static_cast<double>(score_of_links.right), 12);
    }
}

// Numbers that are never equal, as after noise: a model that expects equal values sees no match.
TEST(LinkFiles, MaskedNumbersAreLinkedByNearness) {
    std::vector<ColumnPtr> left, right;
    std::vector<std::string> ids;
    for (int i = 0; i < 200; ++i) ids.push_back(std::to_string(i));
    for (int c = 0; c < 9; ++c) {
        const Stream stream = Random(4).stream(std::to_string(c));
        std::vector<double> values, noisy;
        for (std::int64_t row = 0; row < 200; ++row) {
            Draws draws = stream.at(row);
            values.push_back(1000 * draws.normal());
            noisy.push_back(values.back() + 150 * draws.normal());
        }
        left.push_back(Column::numeric("v" + std::to_string(c), values));
        right.push_back(Column::numeric("v" + std::to_string(c), noisy));
    }
    const Table a(left), b(right);
    const auto found = link_files(test::threads(2), a, b, make_plan(a, b, {}), {});
    const ColumnPtr id = Column::from_texts("id", Kind::nominal, ids);
    const Truth truth = Truth::of_columns(*id, *id, false);
    EXPECT_GT(score(found.links, truth, false).recall(), 0.9);
    EXPECT_GT(right_guesses(found, truth), 190);
    EXPECT_GT(found.expected_matches, 150);
}

// k equal records of the release: nobody is linked, and of the likeliest ones one in k is right.
TEST(LinkFiles, KEqualRecordsAreNotLinks) {
    const People a = people(0, 400, false);
    std::vector<std::int64_t> five;
    for (std::int64_t row = 0; row < 400; ++row) five.push_back(row / 5 * 5);
    const Table release = a.table.gather(five);
    const auto found =
        link_files(test::threads(2), a.table, release, make_plan(a.table, release, {}), {});
    for (const Link& link : found.links) EXPECT_FALSE(link.sure && link.probability > 0.5);
    const Truth truth = Truth::of_columns(*a.identity, *a.identity, false);
    EXPECT_LE(right_guesses(found, truth), 80 + 1e-6);
}

}  // namespace
}  // namespace lethe::linkage
