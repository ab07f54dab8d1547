#include "lethe/graph/measure/structural_risk.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"

namespace lethe::graph {
namespace {

constexpr std::int64_t kRiskNodesAtOnce = 1024;
constexpr int kRounds = 3;

// The finaliser of SplitMix64. Keys of multisets are sums of mixed members.
std::uint64_t mixed_bits(std::uint64_t bits) {
    bits += 0x9E3779B97F4A7C15ULL;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31);
}

std::uint64_t neighbours_key(const Adjacency& adjacency, Node node) {
    std::uint64_t key = 0;
    for (const Node other : adjacency[node]) {
        key += mixed_bits(static_cast<std::uint64_t>(adjacency.degree(other)));
    }
    return mixed_bits(key);
}

// The graph of a node's neighbours, and its colours.
class Neighbourhood {
  public:
    explicit Neighbourhood(const Adjacency& adjacency) : adjacency_(adjacency) {}

    std::uint64_t key(Node node) {
        gather(node);
        const std::size_t size = begin_.size() - 1;
        colours_.resize(size);
        for (std::size_t i = 0; i < size; ++i) colours_[i] = begin_[i + 1] - begin_[i];
        for (int round = 0; round < kRounds; ++round) {
            next_.assign(size, 0);
            for (std::size_t i = 0; i < size; ++i) {
                for (std::size_t j = begin_[i]; j < begin_[i + 1]; ++j) {
                    next_[i] += mixed_bits(colours_[joined_[j]]);
                }
                next_[i] = mixed_bits(next_[i] ^ mixed_bits(~colours_[i]));
            }
            colours_.swap(next_);
        }
        std::uint64_t key = 0;
        for (const std::uint64_t colour : colours_) key += mixed_bits(colour);
        return mixed_bits(key);
    }

  private:
    // Places of common neighbours; the shorter list is looked up in the longer one where that is
    // much longer.
    void gather(Node node) {
        const auto own = adjacency_[node];
        begin_.assign(1, 0);
        joined_.clear();
        for (const Node other : own) {
            const auto others = adjacency_[other];
            if (others.size() > 16 * own.size()) {
                for (std::size_t i = 0; i < own.size(); ++i) {
                    if (std::ranges::binary_search(others, own[i])) joined_.push_back(i);
                }
            } else if (own.size() > 16 * others.size()) {
                for (const Node third : others) {
                    const auto at = std::ranges::lower_bound(own, third);
                    if (at != own.end() && *at == third) {
                        joined_.push_back(static_cast<std::size_t>(at - own.begin()));
                    }
                }
            } else {
                merge(own, others);
            }
            begin_.push_back(joined_.size());
        }
    }
    void merge(std::span<const Node> own, std::span<const Node> others) {
        std::size_t i = 0, j = 0;
        while (i < own.size() && j < others.size()) {
            if (own[i] == others[j]) joined_.push_back(i);
            const Node low = std::min(own[i], others[j]);
            i += own[i] == low ? 1 : 0;
            j += others[j] == low ? 1 : 0;
        }
    }

    const Adjacency& adjacency_;
    std::vector<std::size_t> begin_, joined_;
    std::vector<std::uint64_t> colours_, next_;
};

// Published nodes that stand alike: their keys, ascending.
class Classes {
  public:
    Classes(const Context& context, std::vector<std::uint64_t> keys) : sorted_(std::move(keys)) {
        parallel_sort(context, sorted_.begin(), sorted_.end(), std::less{});
    }
    std::int64_t size(std::uint64_t key) const {
        return std::ssize(std::ranges::equal_range(sorted_, key));
    }
    // The keys nearest to a number: one or two, the same where it is one.
    std::pair<std::uint64_t, std::uint64_t> nearest(std::uint64_t number) const {
        const auto above = std::ranges::lower_bound(sorted_, number);
        if (above == sorted_.begin()) return {*above, *above};
        const std::uint64_t low = *std::prev(above);
        if (above == sorted_.end() || number - low < *above - number) return {low, low};
        return {*above - number < number - low ? *above : low, *above};
    }
    std::map<std::int64_t, std::int64_t> sizes() const {
        std::map<std::int64_t, std::int64_t> sizes;
        for (std::size_t begin = 0, end = 0; begin < sorted_.size(); begin = end) {
            while (end < sorted_.size() && sorted_[end] == sorted_[begin]) ++end;
            sizes[static_cast<std::int64_t>(end - begin)] += static_cast<std::int64_t>(end - begin);
        }
        return sizes;
    }

  private:
    std::vector<std::uint64_t> sorted_;
};

}  // namespace

std::string_view name(StructuralKnowledge knowledge) {
    switch (knowledge) {
        case StructuralKnowledge::degree:
            return "degree";
        case StructuralKnowledge::neighbours:
            return "neighbours";
        case StructuralKnowledge::neighbourhood:
            return "neighbourhood";
    }
    throw Error(ErrorKind::internal, "a kind of structural knowledge without a name");
}

std::vector<std::uint64_t> structural_keys(const Context& context, const Adjacency& adjacency,
                                           StructuralKnowledge knowledge) {
    std::vector<std::uint64_t> keys(static_cast<std::size_t>(adjacency.nodes()));
    parallel_chunks(context, adjacency.nodes(), kRiskNodesAtOnce,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        Neighbourhood neighbourhood(adjacency);
                        for (auto node = static_cast<Node>(begin); node < end; ++node) {
                            std::uint64_t& key = keys[static_cast<std::size_t>(node)];
                            if (knowledge == StructuralKnowledge::degree) {
                                key = static_cast<std::uint64_t>(adjacency.degree(node));
                            } else if (knowledge == StructuralKnowledge::neighbours) {
                                key = neighbours_key(adjacency, node);
                            } else {
                                key = neighbourhood.key(node);
                            }
                        }
                    });
    return keys;
}

StructuralRisk structural_risk(const Context& context, const Adjacency& original,
                               const Adjacency& published, StructuralKnowledge knowledge) {
    StructuralRisk risk;
    if (original.nodes() == 0) return risk;
    const std::vector<std::uint64_t> known = structural_keys(context, original, knowledge);
    const std::vector<std::uint64_t> after = structural_keys(context, published, knowledge);
    const Classes classes(context, after);
    ExactSum expected;
    std::int64_t unique = 0, lax = 0, nobody = 0;
    for (std::size_t node = 0; node < known.size(); ++node) {
        std::pair<std::uint64_t, std::uint64_t> wanted = {known[node], known[node]};
        if (knowledge == StructuralKnowledge::degree) wanted = classes.nearest(known[node]);
        std::int64_t candidates = classes.size(wanted.first);
        if (wanted.first != wanted.second) candidates += classes.size(wanted.second);
        nobody += candidates == 0 ? 1 : 0;
        if (after[node] != wanted.first && after[node] != wanted.second) continue;
        ++lax;
        unique += candidates == 1 ? 1 : 0;
        expected.add(1 / static_cast<double>(candidates));
    }
    const auto percent = [&](double part) { return 100 * part / original.nodes(); };
    risk.expected = percent(expected.value());
    risk.unique = percent(static_cast<double>(unique));
    risk.lax = percent(static_cast<double>(lax));
    risk.nobody = percent(static_cast<double>(nobody));
    risk.class_sizes = classes.sizes();
    risk.smallest_class = risk.class_sizes.begin()->first;
    return risk;
}

StructuralRisk direction_risk(const Context& context, const DirectedDegrees& original,
                              const DirectedDegrees& published) {
    StructuralRisk risk;
    if (original.out.empty()) return risk;
    using Pair = std::pair<std::int64_t, std::int64_t>;
    std::map<Pair, std::int64_t> classes;
    std::map<Pair, std::vector<std::size_t>> known;
    for (std::size_t node = 0; node < original.out.size(); ++node) {
        ++classes[{published.out[node], published.in[node]}];
        known[{original.out[node], original.in[node]}].push_back(node);
    }
    const auto far = [](const Pair& a, const Pair& b) {
        return std::abs(a.first - b.first) + std::abs(a.second - b.second);
    };
    ExactSum expected;
    std::int64_t unique = 0, lax = 0;
    for (const auto& [pair, people] : known) {
        context.check_stop();
        std::int64_t nearest = 0, candidates = 0;
        if (const auto same = classes.find(pair); same != classes.end()) {
            candidates = same->second;
        } else {
            nearest = std::numeric_limits<std::int64_t>::max();
            for (const auto& [other, size] : classes) {
                const std::int64_t distance = far(pair, other);
                if (distance > nearest) continue;
                candidates = distance < nearest ? size : candidates + size;
                nearest = distance;
            }
        }
        for (const std::size_t node : people) {
            if (far(pair, {published.out[node], published.in[node]}) != nearest) continue;
            ++lax;
            unique += candidates == 1 ? 1 : 0;
            expected.add(1 / static_cast<double>(candidates));
        }
    }
    const auto percent = [&](double part) {
        return 100 * part / static_cast<double>(original.out.size());
    };
    risk.expected = percent(expected.value());
    risk.unique = percent(static_cast<double>(unique));
    risk.lax = percent(static_cast<double>(lax));
    for (const auto& [pair, size] : classes) risk.class_sizes[size] += size;
    risk.smallest_class = risk.class_sizes.begin()->first;
    return risk;
}

StructuralRisks structural_risks(const Context& context, const SocialGraph& original,
                                 const SocialGraph& published) {
    const Adjacency before(original), after(published);
    const auto by = [&](StructuralKnowledge knowledge) {
        return structural_risk(context, before, after, knowledge);
    };
    StructuralRisks risks{by(StructuralKnowledge::degree), by(StructuralKnowledge::neighbours),
                          by(StructuralKnowledge::neighbourhood)};
    if (original.directed && published.directed) {
        risks.directions =
            direction_risk(context, directed_degrees(original), directed_degrees(published));
    }
    return risks;
}

double StructuralRisks::most_found() const {
    return std::max({0.0, degree.expected, neighbours.expected, neighbourhood.expected,
                     directions ? directions->expected : 0.0});
}

Json to_json(const StructuralRisk& risk) {
    Json sizes = Json::array();
    for (const auto& [size, nodes] : risk.class_sizes) sizes.push_back({size, nodes});
    return {{"expected", risk.expected},
            {"unique", risk.unique},
            {"lax", risk.lax},
            {"nobody", risk.nobody},
            {"smallest_class", risk.smallest_class},
            {"class_sizes", sizes}};
}

Json to_json(const StructuralRisks& risks) {
    Json json = Json::object();
    const auto add = [&](StructuralKnowledge knowledge, const StructuralRisk& risk) {
        json[std::string(name(knowledge))] = to_json(risk);
    };
    add(StructuralKnowledge::degree, risks.degree);
    add(StructuralKnowledge::neighbours, risks.neighbours);
    add(StructuralKnowledge::neighbourhood, risks.neighbourhood);
    if (risks.directions) json["directions"] = to_json(*risks.directions);
    return json;
}

}  // namespace lethe::graph
