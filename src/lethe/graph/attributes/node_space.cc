// Shortest paths are cut at three hops, and three count as much as none, so that all that has to be
// known of two nodes is whether they are neighbours and whether they have a neighbour in common.
// Both are kept as bits. Nodes with a neighbour in common are found from that neighbour's side: the
// nodes around it are all near each other. A neighbour with few of them sets bits pair by pair; one
// with many, as the celebrities of a network, makes one row of bits that is joined to the rows of
// all its nodes at once, which bounds the work by nodes x degree x rows / 64.
#include "lethe/graph/attributes/node_space.h"

#include <algorithm>
#include <utility>

namespace lethe::graph {
namespace {

// A table of distances pays where values are few beside the rows: each row is compared with all
// others several times.
constexpr std::size_t kTableShare = 64;
constexpr std::size_t kFew = 32;

}  // namespace

NodeSpace::NodeSpace(const NodeAttributes& attributes, const Adjacency& adjacency,
                     std::span<const std::int64_t> nodes, double closeness)
    : rows_(std::ssize(nodes)),
      attribute_weight_((1 - closeness) / static_cast<double>(attributes.size())),
      hop_weight_(closeness) {
    for (const auto& attribute : attributes) {
        Values& values = values_.emplace_back();
        values.attribute = attribute.get();
        for (const std::int64_t node : nodes) values.codes.push_back(attribute->code(node));
        std::vector<std::int32_t> of_row = values.codes;
        std::ranges::sort(values.codes);
        values.codes.erase(std::unique(values.codes.begin(), values.codes.end()),
                           values.codes.end());
        for (const std::int32_t code : of_row) {
            const auto place = std::ranges::lower_bound(values.codes, code);
            values.places.push_back(static_cast<std::int32_t>(place - values.codes.begin()));
        }
        values.first = point_size_;
        point_size_ += values.codes.size();
        const std::size_t count = values.codes.size();
        if (count * count > kTableShare * nodes.size()) continue;
        values.table.resize(count * count);
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const double far = attribute->distance(values.codes[a], values.codes[b]);
                values.table[a * count + b] = values.table[b * count + a] = far;
            }
        }
    }
    if (closeness > 0) find_near(adjacency, nodes);
}

void NodeSpace::find_near(const Adjacency& adjacency, std::span<const std::int64_t> nodes) {
    words_ = (nodes.size() + 63) / 64;
    one_hop_.assign(words_ * nodes.size(), 0);
    two_hops_.assign(words_ * nodes.size(), 0);
    const auto set = [](std::uint64_t* bits, std::size_t place) {
        bits[place / 64] |= std::uint64_t{1} << (place % 64);
    };
    std::vector<std::pair<Node, std::uint32_t>> ends;  // a neighbour of a row, and the row
    std::vector<std::pair<Node, std::uint32_t>> row_of;
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        const auto node = static_cast<Node>(nodes[row]);
        row_of.emplace_back(node, static_cast<std::uint32_t>(row));
        for (const Node other : adjacency[node]) {
            ends.emplace_back(other, static_cast<std::uint32_t>(row));
        }
    }
    std::ranges::sort(ends);
    std::ranges::sort(row_of);
    std::vector<std::uint64_t> around(words_);
    auto self = row_of.begin();
    for (auto first = ends.begin(); first != ends.end();) {
        const auto last = std::find_if(first, ends.end(),
                                       [&](const auto& end) { return end.first != first->first; });
        while (self != row_of.end() && self->first < first->first) ++self;
        if (self != row_of.end() && self->first == first->first) {
            for (auto end = first; end != last; ++end) {
                set(&one_hop_[self->second * words_], end->second);
            }
        }
        if (static_cast<std::size_t>(last - first) <= kFew) {
            for (auto a = first; a != last; ++a) {
                for (auto b = first; b != last; ++b) set(&two_hops_[a->second * words_], b->second);
            }
        } else {
            std::ranges::fill(around, 0);
            for (auto end = first; end != last; ++end) set(around.data(), end->second);
            for (auto end = first; end != last; ++end) {
                std::uint64_t* const bits = &two_hops_[end->second * words_];
                for (std::size_t word = 0; word < words_; ++word) bits[word] |= around[word];
            }
        }
        first = last;
    }
}

bool NodeSpace::bit(const std::vector<std::uint64_t>& bits, std::int64_t a, std::int64_t b) const {
    const auto place = static_cast<std::size_t>(b);
    const std::uint64_t word = bits[static_cast<std::size_t>(a) * words_ + place / 64];
    return ((word >> (place % 64)) & 1U) != 0;
}

double NodeSpace::distance(std::int64_t a, std::int64_t b) const {
    if (a == b) return 0;
    double sum = 0;
    for (const Values& values : values_) {
        const auto of_a = static_cast<std::size_t>(values.places[static_cast<std::size_t>(a)]);
        const auto of_b = static_cast<std::size_t>(values.places[static_cast<std::size_t>(b)]);
        if (of_a == of_b) continue;
        sum += values.table.empty()
                   ? values.attribute->distance(values.codes[of_a], values.codes[of_b])
                   : values.table[of_a * values.codes.size() + of_b];
    }
    const double attributes = attribute_weight_ * sum;
    if (words_ == 0) return attributes;
    const int hops = bit(one_hop_, a, b) ? 1 : bit(two_hops_, a, b) ? 2 : 3;
    return attributes + hop_weight_ * hops / 3;
}

double NodeSpace::distance(const Point& point, std::int64_t row) const {
    double sum = 0;
    for (const Values& values : values_) {
        const std::int32_t place = values.places[static_cast<std::size_t>(row)];
        sum += point[values.first + static_cast<std::size_t>(place)];
    }
    return sum / static_cast<double>(values_.size());
}

NodeSpace::Point NodeSpace::centroid(std::span<const std::int64_t> rows) const {
    Point centre(point_size_);
    std::vector<CountedCode> group;
    for (const Values& values : values_) {
        group.clear();
        for (const std::int32_t code : values.codes) group.push_back({code, 0});
        for (const std::int64_t row : rows) {
            const std::int32_t place = values.places[static_cast<std::size_t>(row)];
            ++group[static_cast<std::size_t>(place)].count;
        }
        std::erase_if(group, [](const CountedCode& entry) { return entry.count == 0; });
        values.attribute->distances_to_centre(group, values.codes, &centre[values.first]);
    }
    return centre;
}

}  // namespace lethe::graph
