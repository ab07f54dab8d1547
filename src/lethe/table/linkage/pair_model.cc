#include "lethe/table/linkage/pair_model.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "lethe/core/parallel.h"

namespace lethe::linkage {
namespace {

constexpr int kRounds = 4;  // of fitting m, then chance agreement without the matches

struct PatternHash {
    std::size_t operator()(const Pattern& pattern) const {
        std::uint64_t x = pattern.words[0] * 0x9e3779b97f4a7c15ULL ^ pattern.words[1];
        x = (x ^ (x >> 29U)) * 0xbf58476d1ce4e5b9ULL;
        return x ^ (x >> 32U);
    }
};

Pattern pattern_of(const PreparedFiles& files, std::span<const std::int32_t> a,
                   std::span<const std::int32_t> b) {
    Pattern pattern;
    for (std::size_t f = 0; f < files.fields.size(); ++f) {
        pattern.set(f, files.level(f, a, b));
    }
    return pattern;
}

// Patterns of all pairs that are compared with the first left records, ascending.
std::vector<PatternCount> count_patterns(const Context& context, const PreparedFiles& files,
                                         const Blocking& blocking, std::int64_t rows) {
    using Counts = std::unordered_map<Pattern, std::int64_t, PatternHash>;
    constexpr std::int64_t kChunk = 256;
    std::vector<Counts> parts(static_cast<std::size_t>(chunk_count(rows, kChunk)));
    const std::size_t fields = files.fields.size();
    Progress progress(context, "learning", rows);
    parallel_chunks(context, rows, kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t index) {
                        Counts& counts = parts[static_cast<std::size_t>(index)];
                        for (std::int64_t l = begin; l < end; ++l) {
                            const auto a = files.left.record(l, fields);
                            blocking.candidates(l, [&](std::int64_t r) {
                                ++counts[pattern_of(files, a, files.other().record(r, fields))];
                            });
                        }
                        progress.add(end - begin);
                    });
    Counts all;
    for (Counts& part : parts) {
        for (const auto& [pattern, count] : part) all[pattern] += count;
        part.clear();
    }
    std::vector<PatternCount> sorted;
    sorted.reserve(all.size());
    for (const auto& [pattern, count] : all) sorted.push_back({pattern, count});
    std::ranges::sort(sorted, {}, &PatternCount::pattern);
    return sorted;
}

// How many of all pairs have each level; known up to about `resolution` pairs.
struct PairLevelTotals {
    std::vector<LevelProbabilities> pairs;
    std::vector<double> resolution;  // of levels of unequal values
};

PairLevelTotals totals_of_all(const PreparedFiles& files, std::span<const PatternCount> patterns) {
    const std::size_t fields = files.fields.size();
    PairLevelTotals totals{std::vector<LevelProbabilities>(fields), std::vector<double>(fields, 1)};
    for (const PatternCount& pattern : patterns) {
        for (std::size_t f = 0; f < fields; ++f) {
            totals.pairs[f][static_cast<std::size_t>(pattern.pattern.level(f))] +=
                static_cast<double>(pattern.count);
        }
    }
    return totals;
}

// Equal values are counted; the levels of unequal ones come from pairs drawn at random.
PairLevelTotals totals_by_sample(const Context& context, const PreparedFiles& files,
                                 std::int64_t draws_wanted) {
    const std::size_t fields = files.fields.size();
    const auto lefts = static_cast<std::uint64_t>(files.left.rows);
    const auto rights = static_cast<std::uint64_t>(files.other().rows);
    const Stream stream = Random(1).stream("pairs by chance");
    using Levels = std::vector<std::array<std::int64_t, 8>>;
    const Levels drawn = parallel_reduce(
        context, draws_wanted, Levels(fields),
        [&](std::int64_t begin, std::int64_t end) {
            Levels counts(fields);
            for (std::int64_t i = begin; i < end; ++i) {
                Draws draws = stream.at(i);
                const auto l = static_cast<std::int64_t>(draws.below(lefts));
                const auto r = static_cast<std::int64_t>(draws.below(rights));
                if (files.self && l == r) continue;
                const auto a = files.left.record(l, fields);
                const auto b = files.other().record(r, fields);
                for (std::size_t f = 0; f < fields; ++f) {
                    if (a[f] == b[f]) continue;  // equal, or both missing
                    ++counts[f][static_cast<std::size_t>(files.level(f, a, b))];
                }
            }
            return counts;
        },
        [](Levels& total, const Levels& part) {
            for (std::size_t f = 0; f < part.size(); ++f) {
                for (std::size_t l = 0; l < 8; ++l) total[f][l] += part[f][l];
            }
        });
    PairLevelTotals totals{std::vector<LevelProbabilities>(fields), std::vector<double>(fields, 1)};
    for (std::size_t f = 0; f < fields; ++f) {
        const Field& field = files.fields[f];
        double present_left = 0, present_right = 0, equal = 0;
        for (std::size_t v = 0; v < field.values(); ++v) {
            const auto a = static_cast<double>(field.left_counts[v]);
            const auto b = static_cast<double>(field.right_counts[v]);
            present_left += a;
            present_right += b;
            equal += files.self ? a * (a - 1) / 2 : a * b;
        }
        const double present =
            files.self ? present_left * (present_left - 1) / 2 : present_left * present_right;
        double unequal = 0;
        for (std::size_t l = 1; l < 8; ++l) unequal += static_cast<double>(drawn[f][l]);
        const double scale = unequal > 0 ? (present - equal) / unequal : 0;
        for (std::size_t l = 1; l < 8; ++l) {
            totals.pairs[f][l] = scale * static_cast<double>(drawn[f][l]);
        }
        totals.pairs[f][static_cast<std::size_t>(field.levels)] += equal;
        totals.resolution[f] = std::max(1.0, scale);
    }
    return totals;
}

// Chance agreement: what is left of the totals once the expected matches are taken away.
std::vector<LevelProbabilities> chance(const PreparedFiles& files, const PairLevelTotals& totals,
                                       const std::vector<LevelProbabilities>& matched,
                                       double scale) {
    std::vector<LevelProbabilities> u(files.fields.size());
    for (std::size_t f = 0; f < u.size(); ++f) {
        const int levels = files.fields[f].levels;
        double sum = 0;
        for (int l = 1; l <= levels; ++l) {
            const auto at = static_cast<std::size_t>(l);
            const double known = l == levels ? 0.5 : 0.5 * totals.resolution[f];
            const double left =
                totals.pairs[f][at] - (matched.empty() ? 0 : scale * matched[f][at]);
            u[f][at] = std::max(left, known);
            sum += u[f][at];
        }
        for (int l = 1; l <= levels; ++l) u[f][static_cast<std::size_t>(l)] /= sum;
    }
    return u;
}

}  // namespace

PairModel fit_model(const Context& context, const PreparedFiles& files, const Blocking& blocking,
                    const FitOptions& options) {
    PairModel model;
    model.all_pairs = files.all_pairs();
    const bool all = blocking.passes().empty();
    std::int64_t rows = files.left.rows;
    // Records stand in a random order: the first ones are a sample.
    const auto n = static_cast<double>(rows);
    double share = 1;
    const double wanted_pairs =
        options.fitted_levels / static_cast<double>(std::max<std::size_t>(1, files.fields.size()));
    if (blocking.pairs() > wanted_pairs) {
        share = wanted_pairs / blocking.pairs();
        const double wanted = files.self ? n * (1 - std::sqrt(1 - share)) : n * share;
        rows = std::clamp<std::int64_t>(static_cast<std::int64_t>(wanted),
                                        std::min<std::int64_t>(rows, 300), rows);
        const double rest = n - static_cast<double>(rows);
        share = files.self ? 1 - rest * (rest - 1) / (n * (n - 1)) : 1 - rest / n;
    }
    const std::vector<PatternCount> patterns = count_patterns(context, files, blocking, rows);
    for (const PatternCount& pattern : patterns) model.fitted += pattern.count;
    const PairLevelTotals totals = all && rows == files.left.rows
                                       ? totals_of_all(files, patterns)
                                       : totals_by_sample(context, files, options.random_pairs);
    std::vector<int> levels;
    for (const Field& field : files.fields) levels.push_back(field.levels);
    EmOptions em = options.em;
    if (options.one_to_one) {
        em.most_matches =
            share * static_cast<double>(std::min(files.left.rows, files.other().rows));
    }
    std::vector<LevelProbabilities> matched;
    for (int round = 0; round < kRounds; ++round) {
        const auto u = chance(files, totals, matched, 1 / share);
        model.levels = round == 0 ? fit_levels(levels, patterns, u, share * model.all_pairs, em)
                                  : refit_levels(model.levels, levels, patterns, u,
                                                 share * model.all_pairs, em);
        matched = model.levels.expected;
    }
    model.matches = model.levels.matches / share;
    return model;
}

}  // namespace lethe::linkage
