#include "lethe/table/linkage/link_files.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe::linkage {
namespace {

constexpr double kKeptOdds = -8;       // bits: pairs less likely than 1 in 256 are forgotten
constexpr std::size_t kMostKept = 40;  // candidates of a record

// Weighs the pairs of one left record. Fields whose values are equal are added first; the others
// are compared only while the pair can still come to something.
class Weigher {
  public:
    Weigher(const PreparedFiles& files, const PairWeights& weights, double least)
        : files_(files), weights_(weights), least_(least), fields_(files.fields.size()) {}

    // The bits of a pair; less than `least` where it cannot reach that.
    double weigh(std::span<const std::int32_t> a, std::span<const std::int32_t> b) const {
        double sum = 0;
        double bound = 0;
        for (std::size_t f = 0; f < fields_; ++f) {
            if (a[f] < 0 || b[f] < 0) continue;
            if (a[f] == b[f]) {
                sum += weights_.bits(f, files_.fields[f].levels, a[f], b[f]);
            } else {
                bound += weights_.most_unequal(f);
            }
        }
        for (std::size_t f = 0; f < fields_ && sum + bound >= least_; ++f) {
            if (a[f] < 0 || b[f] < 0 || a[f] == b[f]) continue;
            bound -= weights_.most_unequal(f);
            sum += weights_.bits(f, files_.level(f, a, b), a[f], b[f]);
        }
        return sum + bound >= least_ ? sum : -INFINITY;
    }

  private:
    const PreparedFiles& files_;
    const PairWeights& weights_;
    double least_;
    std::size_t fields_;
};

std::pair<std::int32_t, std::int32_t> place_of(const WeighedPair& pair) {
    return {pair.left, pair.right};
}

struct Weighed {
    std::vector<WeighedPair> pairs;
    std::vector<double> left_odds;
    std::int64_t compared = 0;
};

Weighed weigh_all(const Context& context, const PreparedFiles& files, const Blocking& blocking,
                  const PairWeights& weights, double prior) {
    constexpr std::int64_t kChunk = 512;
    const std::int64_t rows = files.left.rows;
    const std::size_t fields = files.fields.size();
    const Weigher weigher(files, weights, kKeptOdds - prior);
    Weighed all;
    all.left_odds.assign(static_cast<std::size_t>(rows), 0);
    const auto chunks = static_cast<std::size_t>(chunk_count(rows, kChunk));
    std::vector<std::vector<WeighedPair>> parts(chunks);
    std::vector<std::int64_t> compared(chunks, 0);
    Progress progress(context, "linking", rows);
    parallel_chunks(
        context, rows, kChunk, [&](std::int64_t begin, std::int64_t end, std::int64_t index) {
            const auto chunk = static_cast<std::size_t>(index);
            std::vector<WeighedPair> mine;
            for (std::int64_t l = begin; l < end; ++l) {
                const auto a = files.left.record(l, fields);
                mine.clear();
                double odds = 0;
                blocking.candidates(l, [&](std::int64_t r) {
                    ++compared[chunk];
                    const double bits = weigher.weigh(a, files.other().record(r, fields));
                    if (!(bits + prior >= kKeptOdds)) return;
                    odds += std::exp2(std::min(300.0, bits + prior));
                    mine.push_back({static_cast<std::int32_t>(l), static_cast<std::int32_t>(r),
                                    static_cast<float>(bits), 0});
                });
                all.left_odds[static_cast<std::size_t>(l)] = odds;
                if (mine.size() > kMostKept) {
                    std::ranges::stable_sort(mine, std::greater<>(), &WeighedPair::bits);
                    mine.resize(kMostKept);
                }
                std::ranges::sort(mine, {}, &WeighedPair::right);
                parts[chunk].insert(parts[chunk].end(), mine.begin(), mine.end());
            }
            progress.add(end - begin);
        });
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        all.pairs.insert(all.pairs.end(), parts[chunk].begin(), parts[chunk].end());
        all.compared += compared[chunk];
    }
    return all;
}

// Chao's lower bound of what no pass found, from the links that one and two passes found.
double missed_share(const Blocking& blocking, const std::vector<WeighedPair>& links) {
    if (blocking.passes().size() < 2 || links.empty()) return 0;
    double once = 0;
    double twice = 0;
    for (const WeighedPair& link : links) {
        const int times = blocking.times_found(link.left, link.right);
        once += times == 1 ? 1 : 0;
        twice += times == 2 ? 1 : 0;
    }
    const double missed = std::max(0.0, once * (once - 1)) / (2 * (twice + 1));
    return missed / (missed + static_cast<double>(links.size()));
}

void add_guesses(const PreparedFiles& files, const std::vector<WeighedPair>& pairs,
                 LinkageResult& result) {
    std::unordered_map<std::int32_t, double> back;
    for (std::size_t begin = 0; begin < pairs.size();) {
        double best = 0;
        std::size_t end = begin;
        for (; end < pairs.size() && pairs[end].left == pairs[begin].left; ++end) {
            best = std::max(best, pairs[end].probability);
            double& of_right = back[pairs[end].right];
            of_right = std::max(of_right, pairs[end].probability);
        }
        const std::size_t first = result.likeliest.size();
        for (; begin < end; ++begin) {
            if (pairs[begin].probability < best * (1 - 1e-9)) continue;
            result.likeliest.push_back(
                {files.left.origin[static_cast<std::size_t>(pairs[begin].left)],
                 files.other().origin[static_cast<std::size_t>(pairs[begin].right)], 1});
        }
        const std::int64_t equals = std::ssize(result.likeliest) - static_cast<std::int64_t>(first);
        for (std::size_t i = first; i < result.likeliest.size(); ++i) {
            result.likeliest[i].equals = equals;
        }
        ++result.guesses;
        result.right_guesses += best;
    }
    result.back_guesses = std::ssize(back);
    std::vector<double> best_back;
    for (const auto& [row, best] : back) best_back.push_back(best);
    std::ranges::sort(best_back);
    for (const double best : best_back) result.right_back_guesses += best;
}

Link explained(const PreparedFiles& files, const PairWeights& weights, const WeighedPair& pair) {
    const std::size_t fields = files.fields.size();
    Link link;
    link.left = files.left.origin[static_cast<std::size_t>(pair.left)];
    link.right = files.other().origin[static_cast<std::size_t>(pair.right)];
    link.probability = pair.probability;
    const auto a = files.left.record(pair.left, fields);
    const auto b = files.other().record(pair.right, fields);
    for (std::size_t f = 0; f < fields; ++f) {
        const int level = files.level(f, a, b);
        link.evidence.push_back({level, weights.bits(f, level, a[f], b[f])});
        link.bits += link.evidence.back().bits;
    }
    if (files.self && link.left > link.right) std::swap(link.left, link.right);
    return link;
}

}  // namespace

LinkageResult link_files(const Context& context, const Table& left, const Table& right,
                         LinkagePlan plan, const LinkOptions& options) {
    if (left.rows() == 0 || right.rows() == 0) {
        throw Error(ErrorKind::input, "a file without records cannot be linked");
    }
    if (plan.pairs.size() > kMostFields) {
        throw Error(ErrorKind::usage, "too many columns to compare: at most 42 pairs");
    }
    const PreparedFiles files = prepare(context, left, right, plan, options.self);
    const Blocking blocking = make_blocking(context, files, options.blocking);
    FitOptions fit = options.fit;
    const bool compete =
        options.assignment == Assignment::greedy || options.assignment == Assignment::optimal;
    fit.one_to_one = compete;
    const PairModel model = fit_model(context, files, blocking, fit);
    const PairWeights weights(files, model.levels);
    const double prior = model.levels.prior_bits();
    Weighed weighed = weigh_all(context, files, blocking, weights, prior);
    give_probabilities(weighed.pairs, prior, compete, weighed.left_odds);

    LinkageResult result;
    for (std::size_t f = 0; f < plan.pairs.size(); ++f) plan.pairs[f] = files.fields[f].pair;
    result.plan = std::move(plan);
    result.model = model.levels;
    result.all_pairs = files.all_pairs();
    result.compared = weighed.compared;
    result.expected_matches = model.matches;
    for (const Pass& pass : blocking.passes()) {
        PassReport report{{}, pass.blocks, pass.too_large, pass.pairs};
        for (const std::size_t k : pass.keys) {
            const Key& key = blocking.keys()[k];
            report.keys.push_back(key.name(files.fields[key.field]));
        }
        result.passes.push_back(std::move(report));
    }
    add_guesses(files, weighed.pairs, result);
    const double least = std::min(options.link, options.possible);
    const bool groups = options.assignment == Assignment::groups;
    std::vector<WeighedPair> taken = assign_pairs(
        context, std::move(weighed.pairs), compete ? options.assignment : Assignment::none, least,
        prior, files.other().rows, &result.greedy_parts);
    result.link_threshold =
        options.precision ? threshold_for(taken, *options.precision) : options.link;
    result.possible_threshold = std::min(least, result.link_threshold);
    std::vector<WeighedPair> sure;
    if (groups) {
        sure = group_pairs(taken, result.link_threshold, files.left.rows);
        std::erase_if(taken, [&](const WeighedPair& pair) {
            return std::ranges::binary_search(sure, std::pair(pair.left, pair.right), {}, place_of);
        });
    } else {
        const auto rest = std::ranges::stable_partition(taken, [&](const WeighedPair& pair) {
            return pair.probability >= result.link_threshold;
        });
        sure.assign(taken.begin(), rest.begin());
        taken.erase(taken.begin(), rest.begin());
    }
    for (const WeighedPair& pair : sure) result.links.push_back(explained(files, weights, pair));
    for (const WeighedPair& pair : taken) {
        result.links.push_back(explained(files, weights, pair));
        result.links.back().sure = false;
    }
    result.missed = missed_share(blocking, sure);
    std::ranges::sort(result.links, {},
                      [](const Link& link) { return std::pair(link.left, link.right); });
    return result;
}

}  // namespace lethe::linkage
