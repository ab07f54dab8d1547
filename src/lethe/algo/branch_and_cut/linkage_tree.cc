// Distance-based linkage asks for each original which masked records are nearest; when one masked
// record changes, every original may be concerned. So the masked records are the leaves of a tree
// of some 64 groups, and each node keeps, for every original, the least distance to a record below
// it and how many are at that distance. The root then answers. Nodes never change: a version that
// differs in one record makes one new leaf and the nodes above it, and shares all others; a version
// made of the middle of one file and the ends of another shares whole subtrees of both, and makes
// new nodes only along the two seams. That is what makes crossover as cheap as mutation.
//
// Probabilistic linkage asks for each masked record which originals have the largest weight. The
// weight depends on which columns agree, a pattern of bits, and on figures of the whole file that
// change with every cell. But whatever they are, agreeing on one more column weighs more where true
// pairs agree on it more often than others do, which is nearly always and nearly everywhere. So of
// all patterns of a record only those count that no other one includes; there are seldom more than
// ten. Each leaf keeps them for its records, with the number of originals that have each, and an
// evaluation looks at ten patterns a record instead of all originals.
//
// A column in which agreement speaks against a match, or says nothing, is left out of that order:
// patterns that differ in it are not compared, and more of them are kept. A leaf remembers which
// columns its list relies on. When a file comes for which one of them fails, the list is made anew
// without it, in place: it stays right for all files that share the leaf, and is never made for
// more columns again.
#include "lethe/algo/branch_and_cut/linkage_tree.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>
#include <utility>

#include "lethe/algo/linkage/two_class_em.h"
#include "lethe/core/index.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

// For each original the least distance to some masked records, and how many are at it.
struct NearestOfOriginals {
    std::vector<std::int32_t> distance;
    std::vector<std::int32_t> ties;

    explicit NearestOfOriginals(std::size_t originals)
        : distance(originals, std::numeric_limits<std::int32_t>::max()), ties(originals, 0) {}

    void add(const std::int32_t* other, const std::int32_t* other_ties) {
        std::int32_t* own = distance.data();
        std::int32_t* count = ties.data();
        const std::size_t size = distance.size();
        vector_code([=]() LETHE_INLINED {
            for (std::size_t i = 0; i < size; ++i) {
                const std::int32_t d = other[i];
                const std::int32_t more = other_ties[i];
                count[i] = d < own[i] ? more : count[i] + (d == own[i] ? more : 0);
                own[i] = std::min(own[i], d);
            }
        });
    }
    void add_one(const std::int32_t* other) {
        std::int32_t* own = distance.data();
        std::int32_t* count = ties.data();
        const std::size_t size = distance.size();
        vector_code([=]() LETHE_INLINED {
            for (std::size_t i = 0; i < size; ++i) {
                const std::int32_t d = other[i];
                count[i] = d < own[i] ? 1 : count[i] + (d == own[i] ? 1 : 0);
                own[i] = std::min(own[i], d);
            }
        });
    }
};

// The patterns of each record of a leaf that no other of its patterns outdoes: has all its bits in
// the ordered columns, and the same ones in the others.
struct Frontiers {
    struct Entry {
        std::uint16_t pattern;
        std::int32_t originals;
    };
    std::uint16_t ordered = 0;
    std::vector<std::size_t> begin;  // of each record, and the end
    std::vector<Entry> entries;

    std::span<const Entry> of(std::size_t record) const {
        return std::span(entries).subspan(begin[record], begin[record + 1] - begin[record]);
    }
};

struct Leaf {
    std::vector<CellCode> codes;             // of its records
    std::vector<std::int32_t> own_distance;  // of each record to its original
    std::vector<std::uint16_t> own_pattern;
};

using LeafPtr = std::shared_ptr<const Leaf>;
using FrontiersPtr = std::shared_ptr<const Frontiers>;

// What one thread may replace while others read it. A lock, since libstdc++ 12 lets go of its
// atomic shared pointers without order after reading them (unlock in bits/shared_ptr_atomic.h).
class SharedFrontiers {
  public:
    FrontiersPtr load() const {
        const std::lock_guard lock(mutex_);
        return frontiers_;
    }
    void store(FrontiersPtr frontiers) {
        const std::lock_guard lock(mutex_);
        frontiers_.swap(frontiers);
    }

  private:
    mutable std::mutex mutex_;
    FrontiersPtr frontiers_;
};

}  // namespace

struct LinkageTree::Node {
    std::int64_t begin = 0;  // rows
    std::int64_t end = 0;
    std::shared_ptr<const NearestOfOriginals> nearest;
    NodePtr left, right;                // of an inner node
    LeafPtr leaf;                       // of a leaf
    mutable SharedFrontiers frontiers;  // of a leaf; see above
};

namespace {

using TreeNode = LinkageTree::Node;
using NodePtr = LinkageTree::NodePtr;

std::span<const CellCode> record_of(const LinkageFrame& frame, std::span<const CellCode> codes,
                                    std::int64_t row) {
    const std::size_t width = at(frame.width());
    return codes.subspan(at(row) * width, width);
}

// Finds the frontier of one record after another. A set of patterns is a row of bits, bit p for
// pattern p. Taking column j out of all patterns that have it is then a shift by 2^j places.
class FrontierSearch {
  public:
    FrontierSearch(const LinkageFrame& frame, std::uint16_t ordered)
        : frame_(frame),
          ordered_(ordered),
          columns_(frame.patterned()),
          patterns_(at(frame.rows())),
          originals_(std::size_t{1} << columns_, 0),
          below_(std::max<std::size_t>(1, (std::size_t{1} << columns_) / 64)),
          included_(below_.size()) {}

    void append(std::span<const CellCode> record, std::vector<Frontiers::Entry>& entries) {
        frame_.patterns(record, patterns_.data());
        vector_code([&]() LETHE_INLINED { append_frontier(entries); });
    }

  private:
    using Patterns = std::vector<std::uint64_t>;

    // Of the record whose patterns are in `patterns_`.
    LETHE_INLINED void append_frontier(std::vector<Frontiers::Entry>& entries) {
        std::fill(below_.begin(), below_.end(), 0);
        for (const std::uint16_t pattern : patterns_) {
            ++originals_[pattern];
            below_[pattern / 64U] |= 1ULL << (pattern % 64U);
        }
        present_ = below_;
        for (std::size_t j = 0; j < columns_; ++j) {
            if (is_ordered(j)) without_column(j, below_, below_);
        }
        std::fill(included_.begin(), included_.end(), 0);
        for (std::size_t j = 0; j < columns_; ++j) {
            if (is_ordered(j)) without_column(j, below_, included_);
        }
        for (std::size_t word = 0; word < present_.size(); ++word) {
            for (std::uint64_t left = present_[word] & ~included_[word]; left != 0;
                 left &= left - 1) {
                const auto pattern = static_cast<std::uint16_t>(
                    word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
                entries.push_back({pattern, originals_[pattern]});
            }
        }
        for (const std::uint16_t pattern : patterns_) originals_[pattern] = 0;
    }

    bool is_ordered(std::size_t column) const { return ((ordered_ >> column) & 1U) != 0; }

    // Adds to `to` the patterns of `from` that have column j, without it.
    LETHE_INLINED static void without_column(std::size_t j, const Patterns& from, Patterns& to) {
        constexpr std::uint64_t kWithout[6] = {0x5555555555555555, 0x3333333333333333,
                                               0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF,
                                               0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
        if (j < 6) {
            for (std::size_t i = 0; i < to.size(); ++i) {
                to[i] |= (from[i] >> (std::size_t{1} << j)) & kWithout[j];
            }
            return;
        }
        const std::size_t half = std::size_t{1} << (j - 6);
        for (std::size_t begin = 0; begin < to.size(); begin += 2 * half) {
            for (std::size_t i = begin; i < begin + half; ++i) to[i] |= from[i + half];
        }
    }

    const LinkageFrame& frame_;
    std::uint16_t ordered_;
    std::size_t columns_;
    std::vector<std::uint16_t> patterns_;
    std::vector<std::int32_t> originals_;  // by pattern; all 0 between records
    Patterns present_;
    Patterns below_;     // patterns that a present one includes
    Patterns included_;  // the same, for patterns that are not the present one itself
};

// Frontiers of the records of a leaf; those that one of `known` has are taken from there.
FrontiersPtr frontiers_of(const LinkageFrame& frame, std::int64_t rows, const Leaf& leaf,
                          std::uint16_t ordered, std::initializer_list<const TreeNode*> known) {
    auto result = std::make_shared<Frontiers>();
    result->ordered = ordered;
    FrontierSearch search(frame, ordered);
    const std::size_t width = at(frame.width());
    std::vector<std::pair<const Leaf*, FrontiersPtr>> sources;
    for (const TreeNode* node : known) {
        sources.emplace_back(node->leaf.get(), node->frontiers.load());
        result->ordered =
            static_cast<std::uint16_t>(result->ordered | sources.back().second->ordered);
    }
    for (std::size_t i = 0; i < at(rows); ++i) {
        result->begin.push_back(result->entries.size());
        const auto record = std::span(leaf.codes).subspan(i * width, width);
        const auto has_it = [&](const auto& source) {
            return std::equal(record.begin(), record.end(),
                              source.first->codes.begin() + static_cast<std::ptrdiff_t>(i * width));
        };
        const auto source = std::find_if(sources.begin(), sources.end(), has_it);
        if (source == sources.end()) {
            search.append(record, result->entries);
        } else {
            const auto entries = source->second->of(i);
            result->entries.insert(result->entries.end(), entries.begin(), entries.end());
        }
    }
    result->begin.push_back(result->entries.size());
    return result;
}

NodePtr make_leaf(const LinkageFrame& frame, std::span<const CellCode> codes, std::int64_t begin,
                  std::int64_t end, std::initializer_list<const TreeNode*> known) {
    const std::size_t width = at(frame.width());
    auto leaf = std::make_shared<Leaf>();
    const auto own = codes.subspan(at(begin) * width, at(end - begin) * width);
    leaf->codes.assign(own.begin(), own.end());
    auto nearest = std::make_shared<NearestOfOriginals>(at(frame.rows()));
    std::vector<std::int32_t> distances(at(frame.rows()));
    for (std::int64_t row = begin; row < end; ++row) {
        const auto record = record_of(frame, codes, row);
        frame.distances(record, distances.data());
        nearest->add_one(distances.data());
        leaf->own_distance.push_back(frame.distance(row, record));
        leaf->own_pattern.push_back(frame.pattern(row, record));
    }
    auto node = std::make_shared<TreeNode>();
    node->begin = begin;
    node->end = end;
    node->nearest = std::move(nearest);
    auto ordered = static_cast<std::uint16_t>((1U << frame.patterned()) - 1);
    for (const TreeNode* other : known) {
        ordered = static_cast<std::uint16_t>(ordered & other->frontiers.load()->ordered);
    }
    node->frontiers.store(frontiers_of(frame, end - begin, *leaf, ordered, known));
    node->leaf = std::move(leaf);
    return node;
}

NodePtr join_nodes(NodePtr left, NodePtr right) {
    auto node = std::make_shared<TreeNode>();
    node->begin = left->begin;
    node->end = right->end;
    auto nearest = std::make_shared<NearestOfOriginals>(*left->nearest);
    nearest->add(right->nearest->distance.data(), right->nearest->ties.data());
    node->nearest = std::move(nearest);
    node->left = std::move(left);
    node->right = std::move(right);
    return node;
}

// Where the rows of a node are cut in two, at a multiple of the leaf size.
std::int64_t middle_of(const LinkageFrame& frame, std::int64_t begin, std::int64_t end) {
    const std::int64_t leaves = (end - begin + frame.leaf_rows() - 1) / frame.leaf_rows();
    return begin + (leaves + 1) / 2 * frame.leaf_rows();
}

NodePtr build_subtree(const LinkageFrame& frame, std::span<const CellCode> codes,
                      std::int64_t begin, std::int64_t end) {
    if (end - begin <= frame.leaf_rows()) return make_leaf(frame, codes, begin, end, {});
    const std::int64_t middle = middle_of(frame, begin, end);
    return join_nodes(build_subtree(frame, codes, begin, middle),
                      build_subtree(frame, codes, middle, end));
}

NodePtr change(const LinkageFrame& frame, const NodePtr& node, std::span<const CellCode> codes,
               std::span<const std::int64_t> rows) {
    if (rows.empty()) return node;
    if (node->leaf) return make_leaf(frame, codes, node->begin, node->end, {node.get()});
    const auto middle = std::lower_bound(rows.begin(), rows.end(), node->left->end);
    return join_nodes(change(frame, node->left, codes, {rows.begin(), middle}),
                      change(frame, node->right, codes, {middle, rows.end()}));
}

// Rows begin .. end - 1 are those of `inside`; the rows begin - 1 and end may be of neither.
NodePtr splice(const LinkageFrame& frame, const NodePtr& outside, const NodePtr& inside,
               std::span<const CellCode> codes, std::int64_t begin, std::int64_t end) {
    if (outside->begin >= begin && outside->end <= end) return inside;
    if (outside->end < begin || outside->begin > end) return outside;
    if (outside->leaf) {
        return make_leaf(frame, codes, outside->begin, outside->end, {inside.get(), outside.get()});
    }
    return join_nodes(splice(frame, outside->left, inside->left, codes, begin, end),
                      splice(frame, outside->right, inside->right, codes, begin, end));
}

// The frontiers of a leaf, relying on none but the given columns.
FrontiersPtr valid_frontiers(const LinkageFrame& frame, const TreeNode& node,
                             std::uint16_t ordered) {
    FrontiersPtr frontiers = node.frontiers.load();
    if ((frontiers->ordered & ~ordered) == 0) return frontiers;
    frontiers = frontiers_of(frame, node.end - node.begin, *node.leaf,
                             static_cast<std::uint16_t>(frontiers->ordered & ordered), {});
    node.frontiers.store(frontiers);
    return frontiers;
}

template <class Visit>
void for_each_leaf(const TreeNode& node, const Visit& visit) {
    if (node.leaf) return visit(node);
    for_each_leaf(*node.left, visit);
    for_each_leaf(*node.right, visit);
}

}  // namespace

LinkageFrame::LinkageFrame(std::int64_t rows, std::int64_t width, std::size_t patterned)
    : rows_(rows),
      width_(width),
      patterned_(patterned),
      leaf_rows_(std::max<std::int64_t>(16, (rows + 63) / 64)) {}

LinkageTree::LinkageTree(const LinkageFrame& frame, std::span<const CellCode> codes)
    : root_(build_subtree(frame, codes, 0, frame.rows())) {}

LinkageTree LinkageTree::changed(const LinkageFrame& frame, std::span<const CellCode> codes,
                                 std::span<const std::int64_t> rows) const {
    LinkageTree tree;
    tree.root_ = change(frame, root_, codes, rows);
    return tree;
}

LinkageTree LinkageTree::spliced(const LinkageFrame& frame, std::span<const CellCode> codes,
                                 const LinkageTree& inside, std::int64_t begin,
                                 std::int64_t end) const {
    const std::int64_t first_whole = (begin + frame.width() - 1) / frame.width();
    const std::int64_t end_whole = end / frame.width();
    if (first_whole > end_whole) {  // within one record
        return changed(frame, codes, std::vector<std::int64_t>{begin / frame.width()});
    }
    LinkageTree tree;
    tree.root_ = splice(frame, root_, inside.root_, codes, first_whole, end_whole);
    return tree;
}

double LinkageTree::distance_links() const {
    const NearestOfOriginals& nearest = *root_->nearest;
    double links = 0;
    for_each_leaf(*root_, [&](const TreeNode& node) {
        for (std::int64_t row = node.begin; row < node.end; ++row) {
            if (node.leaf->own_distance[at(row - node.begin)] == nearest.distance[at(row)]) {
                links += 1.0 / nearest.ties[at(row)];
            }
        }
    });
    return links;
}

double LinkageTree::pattern_links(const LinkageFrame& frame, std::span<const double> m,
                                  std::span<const double> u) const {
    const std::vector<double> weights = pattern_weights(m, u);
    std::uint16_t ordered = 0;
    for (std::size_t i = 0; i < m.size(); ++i) {
        if (m[i] > u[i]) ordered = static_cast<std::uint16_t>(ordered | (1U << i));
    }
    double links = 0;
    for_each_leaf(*root_, [&](const TreeNode& node) {
        const FrontiersPtr frontiers = valid_frontiers(frame, node, ordered);
        for (std::size_t i = 0; i < node.leaf->own_pattern.size(); ++i) {
            const double own = weights[node.leaf->own_pattern[i]];
            const auto entries = frontiers->of(i);
            // Patterns with many bits come last, and are the likeliest to outweigh the own one.
            const auto heavier = std::find_if(
                entries.rbegin(), entries.rend(),
                [&](const Frontiers::Entry& entry) { return weights[entry.pattern] > own; });
            if (heavier != entries.rend()) continue;
            std::int64_t ties = 0;
            for (const Frontiers::Entry& entry : entries) {
                if (weights[entry.pattern] == own) ties += entry.originals;
            }
            links += 1.0 / static_cast<double>(ties);
        }
    });
    return links;
}

}  // namespace lethe
