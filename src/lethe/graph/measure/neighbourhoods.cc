// First every neighbourhood gets a signature: nodes start alike and are told apart by what their
// neighbours are, again and again, until nothing new is told (colour refinement). Isomorphic
// graphs have equal signatures, so that a node whose signature is its own is in a class of one, and
// most are settled. The others are compared by a canonical form.
//
// The form of a graph is made of those of its components, sorted. In a component, nodes are refined
// into ordered cells; where a cell keeps several nodes, each of them in turn is set before the
// others and the refinement goes on; of all orders that come out, the one with the smallest
// adjacency matrix is the form (the search of McKay's nauty, without its use of automorphisms).
// Twins, nodes with the same neighbours but for each other, give the same form, so that only one of
// them is tried: without this a circle of ten friends who all know each other would take 10! steps.
#include "lethe/graph/measure/neighbourhoods.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "lethe/core/parallel.h"

namespace lethe::graph {
namespace {

std::uint64_t mixed_pair(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9E3779B97F4A7C15ULL + b + 0x632BE59BD9B4E019ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

std::size_t different(std::vector<std::uint64_t> colours) {
    std::ranges::sort(colours);
    return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

// The search for the form of one connected graph.
class Search {
  public:
    Search(const SmallGraph& graph, std::int64_t& steps)
        : graph_(graph), steps_(steps), joined_(graph.size() * graph.size(), false) {
        for (std::size_t a = 0; a < graph.size(); ++a) {
            for (const std::int32_t b : graph[a]) joined_[a * size() + index(b)] = true;
        }
    }

    // False where the steps did not suffice.
    bool run() { return look(std::vector<std::int32_t>(size(), 0)); }
    const std::string& best() const { return best_; }

  private:
    using Colours = std::vector<std::int32_t>;  // of each node, 0 .. : the order of its cell

    static std::size_t index(std::int32_t node) { return static_cast<std::size_t>(node); }
    std::size_t size() const { return graph_.size(); }

    // Tells nodes of a cell apart by the colours around them, until nothing changes.
    void refine(Colours& colours) const {
        std::size_t cells = 0;
        for (;;) {
            std::vector<std::pair<std::vector<std::int32_t>, std::int32_t>> looks;
            for (std::size_t node = 0; node < size(); ++node) {
                std::vector<std::int32_t> look;
                for (const std::int32_t other : graph_[node]) look.push_back(colours[index(other)]);
                std::ranges::sort(look);
                look.insert(look.begin(), colours[node]);
                looks.emplace_back(std::move(look), static_cast<std::int32_t>(node));
            }
            std::ranges::sort(looks);
            std::int32_t colour = -1;
            for (std::size_t i = 0; i < looks.size(); ++i) {
                if (i == 0 || looks[i].first != looks[i - 1].first) ++colour;
                colours[index(looks[i].second)] = colour;
            }
            if (static_cast<std::size_t>(colour) + 1 == cells) return;
            cells = static_cast<std::size_t>(colour) + 1;
        }
    }

    bool twins(std::int32_t a, std::int32_t b) const {
        for (std::size_t other = 0; other < size(); ++other) {
            if (other == index(a) || other == index(b)) continue;
            if (joined_[index(a) * size() + other] != joined_[index(b) * size() + other]) {
                return false;
            }
        }
        return true;
    }

    // The first of the smallest cells with several nodes; empty where there is none.
    std::vector<std::int32_t> open_cell(const Colours& colours) const {
        std::vector<std::vector<std::int32_t>> cells(size());
        for (std::size_t node = 0; node < size(); ++node) {
            cells[index(colours[node])].push_back(static_cast<std::int32_t>(node));
        }
        std::vector<std::int32_t> open;
        for (const auto& cell : cells) {
            if (cell.size() > 1 && (open.empty() || cell.size() < open.size())) open = cell;
        }
        return open;
    }

    bool look(Colours colours) {
        if (--steps_ < 0) return false;
        refine(colours);
        const std::vector<std::int32_t> cell = open_cell(colours);
        if (cell.empty()) {
            keep(colours);
            return true;
        }
        std::vector<std::int32_t> tried;
        for (const std::int32_t node : cell) {
            const auto twin = [&](std::int32_t other) { return twins(node, other); };
            if (std::ranges::any_of(tried, twin)) continue;
            tried.push_back(node);
            Colours next = colours;
            for (std::int32_t& colour : next) colour = 2 * colour + 1;
            --next[index(node)];
            if (!look(std::move(next))) return false;
        }
        return true;
    }

    void keep(const Colours& colours) {
        std::vector<std::size_t> at(size());
        for (std::size_t node = 0; node < size(); ++node) at[index(colours[node])] = node;
        std::string form = std::to_string(size()) + ':';
        unsigned bits = 0;
        int count = 0;
        const auto write = [&] {
            constexpr std::string_view kDigits = "0123456789abcdef";
            form += kDigits[bits];
            bits = 0;
            count = 0;
        };
        for (std::size_t a = 0; a < size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                bits = bits * 2 + (joined_[at[a] * size() + at[b]] ? 1U : 0U);
                if (++count == 4) write();
            }
        }
        if (count > 0) write();
        if (best_.empty() || form < best_) best_ = std::move(form);
    }

    const SmallGraph& graph_;
    std::int64_t& steps_;
    std::vector<bool> joined_;
    std::string best_;
};

std::vector<SmallGraph> components(const SmallGraph& graph) {
    std::vector<std::int32_t> number(graph.size(), -1);
    std::vector<SmallGraph> parts;
    for (std::size_t start = 0; start < graph.size(); ++start) {
        if (number[start] >= 0) continue;
        std::vector<std::size_t> members = {start};
        number[start] = 0;
        for (std::size_t done = 0; done < members.size(); ++done) {
            for (const std::int32_t other : graph[members[done]]) {
                auto& place = number[static_cast<std::size_t>(other)];
                if (place >= 0) continue;
                place = static_cast<std::int32_t>(members.size());
                members.push_back(static_cast<std::size_t>(other));
            }
        }
        SmallGraph& part = parts.emplace_back(members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (const std::int32_t other : graph[members[i]]) {
                part[i].push_back(number[static_cast<std::size_t>(other)]);
            }
        }
    }
    return parts;
}

// What the neighbours of a node make among themselves. One a thread.
class Around {
  public:
    explicit Around(const Adjacency& adjacency)
        : adjacency_(adjacency), place_(static_cast<std::size_t>(adjacency.nodes()), -1) {}

    SmallGraph operator()(Node node) {
        const auto neighbours = adjacency_[node];
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            place_[static_cast<std::size_t>(neighbours[i])] = static_cast<std::int32_t>(i);
        }
        SmallGraph graph(neighbours.size());
        for (std::size_t i = 0; i < neighbours.size(); ++i) {
            for (const Node other : adjacency_[neighbours[i]]) {
                const std::int32_t place = place_[static_cast<std::size_t>(other)];
                if (place >= 0) graph[i].push_back(place);
            }
        }
        for (const Node other : neighbours) place_[static_cast<std::size_t>(other)] = -1;
        return graph;
    }

  private:
    const Adjacency& adjacency_;
    std::vector<std::int32_t> place_;
};

constexpr std::int64_t kChunk = 4096;

}  // namespace

std::string canonical_form(const SmallGraph& graph, std::int64_t steps) {
    std::vector<std::string> forms;
    for (const SmallGraph& part : components(graph)) {
        Search search(part, steps);
        if (!search.run()) return {};
        forms.push_back(search.best());
    }
    std::ranges::sort(forms);
    std::string all = std::to_string(graph.size());
    for (const std::string& form : forms) all += ' ' + form;
    return all;
}

std::uint64_t signature(const SmallGraph& graph) {
    std::vector<std::uint64_t> colours;
    for (const auto& others : graph) colours.push_back(others.size());
    // A long path would take as many rounds as it has nodes.
    constexpr int kMostRounds = 32;
    std::size_t cells = different(colours);
    for (int round = 0; round < kMostRounds; ++round) {
        std::vector<std::uint64_t> next(colours.size());
        for (std::size_t node = 0; node < graph.size(); ++node) {
            std::uint64_t around = 0;  // a sum, so that the order makes no difference
            for (const std::int32_t other : graph[node]) {
                around += mixed_pair(colours[static_cast<std::size_t>(other)], 1);
            }
            next[node] = mixed_pair(colours[node], around);
        }
        const std::size_t more = different(next);
        colours = std::move(next);
        if (more == cells) break;
        cells = more;
    }
    std::ranges::sort(colours);
    std::uint64_t all = graph.size();
    for (const std::uint64_t colour : colours) all = mixed_pair(all, colour);
    return all;
}

std::int64_t Neighbourhoods::smallest() const {
    return sizes.empty() ? 0 : *std::ranges::min_element(sizes);
}

std::int64_t Neighbourhoods::nodes_below(std::int64_t k) const {
    std::int64_t nodes = 0;
    for (const std::int64_t size : sizes) nodes += size < k ? size : 0;
    return nodes;
}

Neighbourhoods neighbourhoods(const Context& context, const Adjacency& adjacency,
                              const NeighbourhoodOptions& options) {
    const auto count = static_cast<std::size_t>(adjacency.nodes());
    std::vector<std::uint64_t> signatures(count);
    Progress progress(context, "neighbourhoods", adjacency.nodes());
    parallel_chunks(context.silent(), adjacency.nodes(), kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        Around around(adjacency);
                        for (std::int64_t node = begin; node < end; ++node) {
                            signatures[static_cast<std::size_t>(node)] =
                                signature(around(static_cast<Node>(node)));
                        }
                        progress.add(end - begin);
                    });
    std::unordered_map<std::uint64_t, std::int64_t> shared;
    for (const std::uint64_t one : signatures) ++shared[one];

    std::vector<std::string> forms(count);
    parallel_chunks(context.silent(), adjacency.nodes(), kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        Around around(adjacency);
                        for (std::int64_t node = begin; node < end; ++node) {
                            const auto i = static_cast<std::size_t>(node);
                            const auto id = static_cast<Node>(node);
                            if (shared.at(signatures[i]) == 1) continue;
                            if (adjacency.degree(id) > options.largest) continue;
                            forms[i] = canonical_form(around(id), options.steps);
                        }
                    });
    std::unordered_map<std::uint64_t, bool> exact;
    for (std::size_t i = 0; i < count; ++i) {
        if (shared.at(signatures[i]) == 1) continue;
        bool& all = exact.try_emplace(signatures[i], true).first->second;
        all = all && !forms[i].empty();
    }
    Neighbourhoods found;
    std::map<std::pair<std::uint64_t, std::string>, std::int32_t> class_of;
    for (std::size_t i = 0; i < count; ++i) {
        const bool alone = shared.at(signatures[i]) == 1;
        const bool by_form = alone || exact.at(signatures[i]);
        if (!by_form) ++found.by_signature;
        const auto [entry, added] =
            class_of.try_emplace({signatures[i], by_form ? forms[i] : std::string()},
                                 static_cast<std::int32_t>(found.sizes.size()));
        if (added) found.sizes.push_back(0);
        ++found.sizes[static_cast<std::size_t>(entry->second)];
        found.class_of.push_back(entry->second);
    }
    return found;
}

}  // namespace lethe::graph
