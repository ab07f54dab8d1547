// A tree of boxes. A box knows the range of codes that its candidates have on each column, so the
// nearest and the farthest level of a query on each column, so the most and the least that any of
// them weighs. A box whose most is less than what the query's own record weighs is left alone; one
// whose most equals its least is counted as a whole; and as soon as something outweighs the own
// record the answer is known, for whoever is linked, it is not the own. So boxes are taken in the
// order of what they may weigh, and those that are lost, which are most where masking is strong,
// are lost at once.
#include "lethe/algo/linkage/heaviest_links.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lethe {
namespace {

constexpr std::int32_t kLinkLeaf = 8;

}  // namespace

HeaviestLinks::HeaviestLinks(std::span<const LevelView> views, const LevelClasses& classes,
                             std::span<const std::vector<std::int64_t>> weights)
    : views_(views), classes_(classes), weights_(weights) {
    const auto count = static_cast<std::int32_t>(classes.groups.sizes.size());
    if (count == 0) return;
    std::vector<std::int32_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    const std::size_t columns = views.size();
    codes_.resize(order.size() * columns);
    rows_.resize(order.size());
    nodes_.push_back({0, count, 0, -1});
    spans_.resize(columns);
    for (std::size_t node = 0; node < nodes_.size(); ++node) split(node, order);
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto c = static_cast<std::size_t>(order[place]);
        rows_[place] = classes.groups.sizes[c];
        for (std::size_t k = 0; k < columns; ++k) {
            codes_[place * columns + k] = classes.codes[k][c];
        }
    }
}

// Measures the node and, unless it is small or all the same, cuts it in two at the middle of the
// column that matters most: what its levels tell apart, and how much of its range is in the node.
void HeaviestLinks::split(std::size_t node, std::vector<std::int32_t>& order) {
    const std::size_t columns = views_.size();
    const auto begin = order.begin() + nodes_[node].begin;
    const auto end = order.begin() + nodes_[node].end;
    double most = 0;
    std::size_t column = columns;
    for (std::size_t k = 0; k < columns; ++k) {
        const std::vector<std::int32_t>& codes = classes_.codes[k];
        Span span{std::numeric_limits<std::int32_t>::max(), -1};
        for (auto c = begin; c != end; ++c) {
            const std::int32_t code = codes[static_cast<std::size_t>(*c)];
            span.lo = std::min(span.lo, code);
            span.hi = std::max(span.hi, code);
        }
        spans_[node * columns + k] = span;
        const auto [least, heaviest] = std::minmax_element(weights_[k].begin(), weights_[k].end());
        const double matters = static_cast<double>(*heaviest - *least) *
                               static_cast<double>(span.hi - span.lo) /
                               static_cast<double>(std::max(views_[k].codes(), 1));
        if (span.lo < span.hi && (column == columns || matters > most)) {
            most = matters;
            column = k;
        }
    }
    for (auto c = begin; c != end; ++c) {
        nodes_[node].rows += classes_.groups.sizes[static_cast<std::size_t>(*c)];
    }
    if (end - begin <= kLinkLeaf || column == columns) return;
    const std::vector<std::int32_t>& codes = classes_.codes[column];
    const auto code_of = [&](std::int32_t c) { return codes[static_cast<std::size_t>(c)]; };
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](std::int32_t a, std::int32_t b) {
        return code_of(a) != code_of(b) ? code_of(a) < code_of(b) : a < b;
    });
    // Equal codes stay together.
    const std::int32_t pivot = code_of(*middle);
    const bool last = pivot == spans_[node * columns + column].hi;
    const auto cut = std::partition(begin, end, [&](std::int32_t c) {
        return last ? code_of(c) < pivot : code_of(c) <= pivot;
    });
    const auto at = static_cast<std::int32_t>(cut - order.begin());
    nodes_[node].left = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({nodes_[node].begin, at, 0, -1});
    nodes_.push_back({at, nodes_[node].end, 0, -1});
    spans_.resize(nodes_.size() * columns);
}

HeaviestLinks::Bounds HeaviestLinks::bounds(std::span<const std::int32_t> query,
                                            std::size_t node) const {
    const std::size_t columns = views_.size();
    const Span* spans = spans_.data() + node * columns;
    Bounds bounds;
    for (std::size_t k = 0; k < columns; ++k) {
        const int nearest = views_[k].nearest(query[k], spans[k].lo, spans[k].hi);
        const int farthest = views_[k].farthest(query[k], spans[k].lo, spans[k].hi);
        const std::int64_t a = weights_[k][static_cast<std::size_t>(nearest)];
        const std::int64_t b = weights_[k][static_cast<std::size_t>(farthest)];
        bounds.most += std::max(a, b);
        bounds.least += std::min(a, b);
    }
    return bounds;
}

std::int64_t HeaviestLinks::weight(std::span<const std::int32_t> query, std::size_t place) const {
    const std::size_t columns = views_.size();
    std::int64_t total = 0;
    for (std::size_t k = 0; k < columns; ++k) {
        const int level = views_[k].level(query[k], codes_[place * columns + k]);
        total += weights_[k][static_cast<std::size_t>(level)];
    }
    return total;
}

HeaviestLinks::Found HeaviestLinks::look(std::size_t query, std::int32_t own) const {
    const std::size_t columns = views_.size();
    std::vector<std::int32_t> codes(columns);
    std::int64_t enough = 0;
    for (std::size_t k = 0; k < columns; ++k) {
        codes[k] = views_[k].queries()[query];
        const std::int32_t other = classes_.codes[k][static_cast<std::size_t>(own)];
        enough += weights_[k][static_cast<std::size_t>(views_[k].level(codes[k], other))];
    }
    Found found;
    struct Waiting {
        std::size_t node;
        Bounds bounds;
    };
    std::vector<Waiting> waiting{{0, bounds(codes, 0)}};
    while (!waiting.empty()) {
        const Waiting now = waiting.back();
        waiting.pop_back();
        ++found.visits;
        if (now.bounds.most < enough) continue;
        if (now.bounds.least > enough) return found;
        const Node& node = nodes_[now.node];
        if (now.bounds.most == now.bounds.least) {
            found.ties += node.rows;
        } else if (node.left < 0) {
            found.visits += node.end - node.begin;
            for (auto place = static_cast<std::size_t>(node.begin);
                 place < static_cast<std::size_t>(node.end); ++place) {
                const std::int64_t own_weight = weight(codes, place);
                if (own_weight > enough) return found;
                if (own_weight == enough) found.ties += rows_[place];
            }
        } else {
            const auto left = static_cast<std::size_t>(node.left);
            Waiting near{left, bounds(codes, left)};
            Waiting far{left + 1, bounds(codes, left + 1)};
            if (near.bounds.most < far.bounds.most) std::swap(near, far);
            if (far.bounds.most >= enough) waiting.push_back(far);
            if (near.bounds.most >= enough) waiting.push_back(near);
        }
    }
    found.heaviest = true;
    return found;
}

}  // namespace lethe
