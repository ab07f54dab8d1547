// The search.
//
// Targets that agree in all codes are one, and so are queries. The parts that exclude come first:
// of these the one that leaves a query the fewest targets gives the list to begin with (targets are
// kept in the order of its codes), and the others thin it out. What is left is possible, and is
// counted. The other parts then add their weights, and a target whose weight, with the most that
// the parts to come can add, is below the best one found so far is dropped at once. Where no part
// excludes, the list is everybody, in the order of the part with most codes and beginning where
// that part expects the target: the best is found early, and most of the others cost one addition.
#include "lethe/algo/linkage/likelihood_linkage.h"

#include <algorithm>
#include <numeric>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr std::size_t kQueryBlock = 512;

// Different targets or queries, with their codes part by part.
struct DifferentCodes {
    std::vector<std::vector<std::int32_t>> codes;  // per part, per different row
    Clusters clusters;                             // of the rows
    std::vector<std::int64_t> first;               // lowest row of each
    std::vector<std::int64_t> count;

    std::size_t size() const { return first.size(); }
};

// A row that is not open is in no class (-1).
DifferentCodes different_code_rows(const LikelihoodParts& parts, std::int64_t rows, bool of_targets,
                                   const std::vector<bool>& open = {}) {
    const std::size_t width = parts.size();
    std::vector<std::int32_t> matrix(static_cast<std::size_t>(rows) * width);
    for (std::size_t p = 0; p < width; ++p) {
        const auto& codes = of_targets ? parts[p]->target_codes : parts[p]->query_codes;
        if (std::ssize(codes) != rows) {
            throw Error(ErrorKind::internal, "likelihood: codes do not fit the rows");
        }
        for (std::size_t row = 0; row < codes.size(); ++row) matrix[row * width + p] = codes[row];
    }
    DifferentCodes result;
    result.clusters = detail::equal_codes(matrix, rows, static_cast<std::int64_t>(width));
    std::vector<std::int32_t> renumbered(result.clusters.of.size(), -1);
    for (std::size_t row = 0; row < result.clusters.of.size(); ++row) {
        std::int32_t& of = result.clusters.of[row];
        if (!open.empty() && !open[row]) {
            of = -1;
            continue;
        }
        std::int32_t& own = renumbered[static_cast<std::size_t>(of)];
        if (own < 0) {
            own = static_cast<std::int32_t>(result.first.size());
            result.first.push_back(static_cast<std::int64_t>(row));
            result.count.push_back(0);
        }
        of = own;
        ++result.count[static_cast<std::size_t>(own)];
    }
    for (std::size_t p = 0; p < width; ++p) {
        auto& codes = result.codes.emplace_back();
        for (const std::int64_t row : result.first) {
            codes.push_back(matrix[static_cast<std::size_t>(row) * width + p]);
        }
    }
    return result;
}

// Different targets in the order of their codes in one part.
struct Order {
    std::vector<std::int32_t> targets;
    std::vector<std::int64_t> begin;  // of each code

    Order(const std::vector<std::int32_t>& codes, std::int32_t count)
        : targets(codes.size()), begin(static_cast<std::size_t>(count) + 1, 0) {
        for (const std::int32_t code : codes) ++begin[static_cast<std::size_t>(code) + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        std::vector<std::int64_t> next = begin;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            targets[static_cast<std::size_t>(next[static_cast<std::size_t>(codes[i])]++)] =
                static_cast<std::int32_t>(i);
        }
    }

    std::span<const std::int32_t> within(const CodeRange& range) const {
        const auto from = begin[static_cast<std::size_t>(range.low)];
        const auto to = begin[static_cast<std::size_t>(range.high) + 1];
        return std::span(targets).subspan(static_cast<std::size_t>(from),
                                          static_cast<std::size_t>(to - from));
    }
};

// One query against the different targets.
class LikelihoodSearch {
  public:
    LikelihoodSearch(const LikelihoodParts& parts, const DifferentCodes& targets)
        : parts_(parts), targets_(targets) {
        for (std::size_t p = 0; p < parts.size(); ++p) {
            (parts[p]->excludes() ? excluding_ : weighing_).push_back(p);
        }
        const auto more_codes = [&](std::size_t a, std::size_t b) {
            return parts[a]->codes > parts[b]->codes;
        };
        std::stable_sort(weighing_.begin(), weighing_.end(), more_codes);
        for (const std::size_t p : excluding_) {
            orders_.emplace_back(targets.codes[p], parts[p]->codes);
        }
        if (excluding_.empty()) {
            orders_.emplace_back(targets.codes[weighing_[0]], parts[weighing_[0]]->codes);
        }
    }

    struct Found {
        std::int64_t possible = 0;
        LogWeight best = kImpossible;
        std::int64_t ties = 0;
        std::int64_t row = -1;
    };

    // `codes` of the query, one a part.
    Found link(const std::vector<std::int32_t>& codes) const {
        State state{codes, {}, {}, {}, {}};
        for (auto* list : {&state.excluding, &state.weighing}) {
            for (const std::size_t p : list == &state.excluding ? excluding_ : weighing_) {
                if (codes[p] != LikelihoodPart::kUnknown) list->push_back(p);
            }
        }
        LogWeight most = 0;
        state.most_after.assign(state.weighing.size() + 1, 0);
        for (std::size_t i = state.weighing.size(); i-- > 0;) {
            most += parts_[state.weighing[i]]->most(codes[state.weighing[i]]);
            state.most_after[i] = most;
        }
        std::vector<CodeRange> ranges;
        const Order* order = narrowest(codes, ranges);
        if (order != nullptr) {
            for (const CodeRange& range : ranges) scan(order->within(range), state);
        } else {
            scan_everybody(state);
        }
        return state.found;
    }

    // The weight of one target; kImpossible where it is.
    LogWeight weight(const std::vector<std::int32_t>& codes, std::int32_t target) const {
        LogWeight total = 0;
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            if (codes[p] == LikelihoodPart::kUnknown) continue;
            LogWeight own = 0;
            const std::int32_t code = targets_.codes[p][static_cast<std::size_t>(target)];
            parts_[p]->add(codes[p], std::span(&code, 1), std::span(&own, 1));
            if (own <= kImpossible / 2) return kImpossible;
            total += own;
        }
        return total;
    }

  private:
    struct State {
        const std::vector<std::int32_t>& query;
        Found found;
        std::vector<std::size_t> excluding;  // parts of which the query knows something
        std::vector<std::size_t> weighing;
        std::vector<LogWeight> most_after;  // that the weighing parts from here on can add
    };

    // The excluding part that leaves fewest targets, and what it leaves; null where there is none.
    const Order* narrowest(const std::vector<std::int32_t>& codes,
                           std::vector<CodeRange>& ranges) const {
        const Order* best = nullptr;
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        std::vector<CodeRange> own;
        for (std::size_t i = 0; i < excluding_.size(); ++i) {
            const std::size_t p = excluding_[i];
            if (codes[p] == LikelihoodPart::kUnknown) continue;
            own.clear();
            parts_[p]->possible(codes[p], own);
            std::int64_t size = 0;
            for (const CodeRange& range : own) size += std::ssize(orders_[i].within(range));
            if (size >= fewest) continue;
            fewest = size;
            best = &orders_[i];
            ranges = own;
        }
        return best;
    }

    void scan_everybody(State& state) const {
        const std::span<const std::int32_t> all = orders_[0].targets;
        if (!excluding_.empty() || state.weighing.empty() || state.weighing[0] != weighing_[0]) {
            scan(all, state);
            return;
        }
        const std::int32_t code = parts_[weighing_[0]]->likely(state.query[weighing_[0]]);
        const auto place = static_cast<std::size_t>(
            std::min<std::int64_t>(orders_[0].begin[static_cast<std::size_t>(code)],
                                   std::max<std::int64_t>(0, std::ssize(all) - 1)));
        const std::size_t from = place - std::min(place, kQueryBlock / 2);
        const std::size_t to = std::min(all.size(), from + kQueryBlock);
        scan(all.subspan(from, to - from), state);
        scan(all.first(from), state);
        scan(all.subspan(to), state);
    }

    void scan(std::span<const std::int32_t> targets, State& state) const {
        for (std::size_t begin = 0; begin < targets.size(); begin += kQueryBlock) {
            scan_block(targets.subspan(begin, std::min(kQueryBlock, targets.size() - begin)),
                       state);
        }
    }

    void scan_block(std::span<const std::int32_t> block, State& state) const {
        std::int32_t ids[kQueryBlock];
        std::int32_t codes[kQueryBlock];
        LogWeight totals[kQueryBlock];
        std::size_t left = block.size();
        std::copy(block.begin(), block.end(), ids);
        std::fill_n(totals, left, 0);
        const auto add = [&](std::size_t p, LogWeight least) {
            const std::int32_t* of_target = targets_.codes[p].data();
            for (std::size_t i = 0; i < left; ++i) codes[i] = of_target[ids[i]];
            parts_[p]->add(state.query[p], std::span(codes, left), std::span(totals, left));
            std::size_t kept = 0;
            for (std::size_t i = 0; i < left; ++i) {
                ids[kept] = ids[i];
                totals[kept] = totals[i];
                kept += totals[i] >= least ? 1 : 0;
            }
            left = kept;
        };
        for (const std::size_t p : state.excluding) add(p, kImpossible / 2);
        for (std::size_t i = 0; i < left; ++i) {
            state.found.possible += targets_.count[static_cast<std::size_t>(ids[i])];
        }
        for (std::size_t k = 0; k < state.weighing.size() && left > 0; ++k) {
            add(state.weighing[k], state.found.best - state.most_after[k + 1]);
        }
        for (std::size_t i = 0; i < left; ++i) offer(ids[i], totals[i], state.found);
    }

    void offer(std::int32_t target, LogWeight total, Found& found) const {
        if (total < found.best) return;
        const auto t = static_cast<std::size_t>(target);
        if (total > found.best || found.ties == 0) {
            found.best = total;
            found.ties = 0;
            found.row = targets_.first[t];
        }
        found.ties += targets_.count[t];
        found.row = std::min(found.row, targets_.first[t]);
    }

    const LikelihoodParts& parts_;
    const DifferentCodes& targets_;
    std::vector<std::size_t> excluding_;
    std::vector<std::size_t> weighing_;
    std::vector<Order> orders_;  // of the excluding parts; or of the first weighing one
};

}  // namespace

void LikelihoodPart::possible(std::int32_t, std::vector<CodeRange>& ranges) const {
    if (codes > 0) ranges.push_back({0, codes - 1});
}

std::vector<Candidates> link_by_likelihood(const Context& context, const LikelihoodParts& parts,
                                           std::int64_t queries, std::int64_t targets,
                                           Matches matches, std::span<const std::int64_t> open) {
    if (parts.empty()) throw Error(ErrorKind::internal, "likelihood: there is no part");
    std::vector<Candidates> result(static_cast<std::size_t>(queries));
    if (queries == 0 || targets == 0) return result;
    const detail::MatchOf match_of(matches, queries, targets);
    const DifferentCodes held = different_code_rows(parts, queries, false);
    std::vector<bool> counts(open.empty() ? 0 : static_cast<std::size_t>(targets), false);
    for (const std::int64_t target : open) counts[static_cast<std::size_t>(target)] = true;
    const DifferentCodes released = different_code_rows(parts, targets, true, counts);
    const ClusterRows people(held.clusters);
    const LikelihoodSearch search(parts, released);
    Progress progress(context, "linking", std::ssize(held.first));
    constexpr std::int64_t kChunk = 16;
    parallel_chunks(
        context, std::ssize(held.first), kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
            std::vector<std::int32_t> codes(parts.size());
            for (std::int64_t query = begin; query < end; ++query) {
                for (std::size_t p = 0; p < parts.size(); ++p) {
                    codes[p] = held.codes[p][static_cast<std::size_t>(query)];
                }
                const LikelihoodSearch::Found found = search.link(codes);
                for (const std::int64_t person : people[static_cast<std::int32_t>(query)]) {
                    Candidates& own = result[static_cast<std::size_t>(person)];
                    own.count = found.possible;
                    if (found.ties > 0) {
                        own.nearest.distance =
                            -static_cast<double>(found.best) / static_cast<double>(kLogUnit);
                        own.nearest.ties = found.ties;
                        own.nearest.row = found.row;
                    }
                    const std::int64_t match = match_of(person);
                    if (match < 0) continue;
                    const std::int32_t own_class =
                        released.clusters.of[static_cast<std::size_t>(match)];
                    if (own_class < 0) continue;
                    const LogWeight weight = search.weight(codes, own_class);
                    own.holds_match = weight > kImpossible / 2;
                    own.nearest.has_match = own.holds_match && weight == found.best;
                }
            }
            progress.add(end - begin);
        });
    return result;
}

}  // namespace lethe
