// Candidate sets that are boxes.
//
// The intersection of intervals over the columns is a box, so the candidates of a query are the
// targets inside a box, and the linkage is a nearest-neighbour search inside it. A BoxTree of the
// coordinates answers both questions: how many targets are in the box (a node that lies within it
// counts as a whole) and which is nearest (a node is passed over when it misses the box or is too
// far). Going through the records that the most selective column admits would cost p percent of the
// file for every record: at 100,000 records and p = 10 a billion comparisons.
//
// The tree knows coordinates, and these are rounded: two values may share one. Codes are exact. So
// the box of coordinates only leads to the leaves, where the codes decide, and a node counts as a
// whole only when no point of it is at an end of the box. A missing value stands at a coordinate
// without having its code: a limited column in which values are missing is never counted whole.
#include <algorithm>
#include <cstring>
#include <limits>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/limits.h"
#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/box_tree.h"

namespace lethe {
namespace {

constexpr auto kRangeLeaf = static_cast<std::size_t>(BoxTree::kLeaf);

std::vector<std::int32_t> first_rows(const ClusterRows& copies) {
    std::vector<std::int32_t> rows;
    for (std::int32_t tuple = 0; tuple < copies.count(); ++tuple) {
        rows.push_back(static_cast<std::int32_t>(copies[tuple].front()));
    }
    return rows;
}

// The box of one query: exact in codes, and in coordinates for the tree.
class RangeBox {
  public:
    explicit RangeBox(std::span<const CodeRange> ranges) : ranges_(ranges) {}

    bool holds(const std::int32_t* codes) const {
        for (std::size_t j = 0; j < ranges_.size(); ++j) {
            if (codes[j] < ranges_[j].low || codes[j] > ranges_[j].high) return false;
        }
        return true;
    }
    // The same of the points of a leaf, whose codes stand by column: all bits or none.
    void hold(const std::int32_t* codes, std::int32_t* held) const {
        using Codes = std::int32_t __attribute__((vector_size(8 * sizeof(std::int32_t))));
        static_assert(2 * sizeof(Codes) == kRangeLeaf * sizeof(std::int32_t));
        const auto body = [ranges = ranges_](const std::int32_t* from, std::int32_t* to)
                              LETHE_INLINED {
                                  Codes inside[2] = {Codes{} == 0, Codes{} == 0};
                                  for (const CodeRange& range : ranges) {
                                      for (Codes& half : inside) {
                                          Codes own;
                                          std::memcpy(&own, from, sizeof own);
                                          half &= (own >= range.low) & (own <= range.high);
                                          from += 8;
                                      }
                                  }
                                  std::memcpy(to, inside, sizeof inside);
                              };
        vector_code(body, codes, held);
    }

    std::vector<double> low, high;  // ends of the box in coordinates
    bool countable = true;          // a node within it may be counted as a whole

  private:
    std::span<const CodeRange> ranges_;
};

// The targets in a tree. Those that agree in all codes are one point of it.
class RangeIndex {
  public:
    RangeIndex(const Context& context, const NumericSpace& targets,
               std::span<const std::int32_t> codes)
        : dims_(at(targets.dims())),
          tuples_(detail::equal_codes(codes, targets.rows(), targets.dims())),
          copies_(tuples_),
          tree_(context, targets, first_rows(copies_)),
          slot_codes_(tree_.rows().size() * dims_, kMissingCode),
          slot_copies_(tree_.rows().size(), 0),
          held_before_(tree_.rows().size() + 1, 0),
          missing_(dims_, false),
          coordinates_(dims_) {
        for (std::size_t slot = 0; slot < tree_.rows().size(); ++slot) {
            const std::int32_t row = tree_.rows()[slot];
            if (row >= 0) slot_copies_[slot] = static_cast<std::int32_t>(copies(row).size());
            held_before_[slot + 1] = held_before_[slot] + slot_copies_[slot];
            if (row < 0) continue;
            for (std::size_t j = 0; j < dims_; ++j) {
                const std::int32_t code = codes[at(row) * dims_ + j];
                slot_codes_[(slot - slot % kRangeLeaf) * dims_ + j * kRangeLeaf +
                            slot % kRangeLeaf] = code;
                note_coordinate(j, code, targets.points().at(row)[j]);
            }
        }
    }

    const BoxTree& tree() const { return tree_; }
    std::span<const std::int64_t> copies(std::int64_t row) const {
        return copies_[tuples_.of[at(row)]];
    }
    // How many targets the slots of a leaf stand for.
    const std::int32_t* copies_in(std::int64_t leaf) const {
        return &slot_copies_[at(leaf) * kRangeLeaf];
    }
    // The codes of a leaf, by column.
    const std::int32_t* codes_in(std::int64_t leaf) const {
        return &slot_codes_[at(leaf) * kRangeLeaf * dims_];
    }
    std::int64_t held(std::size_t level, std::int64_t node) const {
        return held_before_[at(tree_.first_slot(level, node + 1))] -
               held_before_[at(tree_.first_slot(level, node))];
    }

    RangeBox box(std::span<const CodeRange> ranges) const {
        RangeBox result(ranges);
        for (std::size_t j = 0; j < dims_; ++j) {
            const auto& coordinates = coordinates_[j];
            const auto last = static_cast<std::int32_t>(coordinates.size()) - 1;
            const auto [low, high] = ranges[j];
            const bool admits_missing = low <= kMissingCode && missing_[j];
            result.low.push_back(low > last                   ? kInfinity
                                 : admits_missing || low <= 0 ? -kInfinity
                                                              : coordinates[at(low)]);
            result.high.push_back(
                admits_missing || high < 0 || high >= last ? kInfinity : coordinates[at(high)]);
            result.countable &= high >= 0 && (!missing_[j] || (admits_missing && high >= last));
        }
        return result;
    }

  private:
    void note_coordinate(std::size_t j, std::int32_t code, double coordinate) {
        if (code == kMissingCode) {
            missing_[j] = true;
            return;
        }
        if (at(code) >= coordinates_[j].size()) coordinates_[j].resize(at(code) + 1, 0.0);
        coordinates_[j][at(code)] = coordinate;
    }

    std::size_t dims_;
    Clusters tuples_;
    ClusterRows copies_;
    BoxTree tree_;
    std::vector<std::int32_t> slot_codes_;
    std::vector<std::int32_t> slot_copies_;
    std::vector<std::int64_t> held_before_;         // targets in the slots before
    std::vector<bool> missing_;                     // per column
    std::vector<std::vector<double>> coordinates_;  // by column and code
};

// Counts what is in the box.
class Count {
  public:
    Count(const RangeIndex& index, const RangeBox& box, Candidates& found, std::int64_t listed)
        : index_(index), box_(box), found_(found), listed_(listed) {}

    void bounds(BoxTree::Group group, double* bound) {
        BoxTree::Overlap overlap[BoxTree::kFan];
        index_.tree().overlaps(group, box_.low.data(), box_.high.data(), overlap);
        for (std::int64_t child = 0; child < BoxTree::kFan; ++child) {
            bound[child] = overlap[child] == BoxTree::Overlap::none ? kNaN : 0;
            if (overlap[child] != BoxTree::Overlap::within || !box_.countable) continue;
            const std::int64_t node = group.index * BoxTree::kFan + child;
            const std::int64_t held = index_.held(group.level, node);
            if (found_.count + held <= listed_) continue;  // its leaves will be listed
            found_.count += held;
            bound[child] = kNaN;
        }
    }
    double limit() const { return 0; }
    void visit(std::int64_t leaf) {
        std::int32_t held[kRangeLeaf];
        box_.hold(index_.codes_in(leaf), held);
        const std::int32_t* copies = index_.copies_in(leaf);
        std::int32_t count = 0;
        for (std::size_t i = 0; i < kRangeLeaf; ++i) count += held[i] & copies[i];
        found_.count += count;
        if (found_.count > listed_) return;
        for (std::size_t i = 0; i < kRangeLeaf; ++i) {
            if ((held[i] & copies[i]) == 0) continue;
            const auto rows = index_.copies(index_.tree().rows()[at(leaf) * kRangeLeaf + i]);
            found_.rows.insert(found_.rows.end(), rows.begin(), rows.end());
        }
    }

  private:
    const RangeIndex& index_;
    const RangeBox& box_;
    Candidates& found_;
    std::int64_t listed_;
};

// The nearest in the box.
class NearestInBox {
  public:
    NearestInBox(const RangeIndex& index, const RangeBox& box, const double* point,
                 Nearest& nearest)
        : index_(index), box_(box), point_(point), nearest_(nearest) {}

    void bounds(BoxTree::Group group, double* bound) {
        index_.tree().nearest_bounds(group, point_, bound);
        BoxTree::Overlap overlap[BoxTree::kFan];
        index_.tree().overlaps(group, box_.low.data(), box_.high.data(), overlap);
        for (std::int64_t child = 0; child < BoxTree::kFan; ++child) {
            if (overlap[child] == BoxTree::Overlap::none) bound[child] = kNaN;
        }
    }
    double limit() const { return nearest_.distance; }
    void visit(std::int64_t leaf) {
        double distance[kRangeLeaf];
        index_.tree().distances(leaf, point_, distance);
        std::int32_t held[kRangeLeaf];
        box_.hold(index_.codes_in(leaf), held);
        for (std::size_t i = 0; i < kRangeLeaf; ++i) {
            if (held[i] == 0 || !(distance[i] <= nearest_.distance)) continue;
            const std::int32_t row = index_.tree().rows()[at(leaf) * kRangeLeaf + i];
            nearest_.offer(distance[i], row, std::ssize(index_.copies(row)));
        }
    }

  private:
    const RangeIndex& index_;
    const RangeBox& box_;
    const double* point_;
    Nearest& nearest_;
};

}  // namespace

std::vector<Candidates> link_in_ranges(const Context& context, const NumericSpace& queries,
                                       const NumericSpace& targets,
                                       std::span<const std::int32_t> codes,
                                       std::span<const CodeRange> admitted, Matches matches,
                                       std::int64_t listed) {
    const std::int64_t dims = targets.dims();
    if (queries.dims() != dims || std::ssize(codes) != targets.rows() * dims ||
        std::ssize(admitted) != queries.rows() * dims) {
        throw Error(ErrorKind::internal, "codes that do not fit the records");
    }
    const detail::MatchOf match_of(matches, queries.rows(), targets.rows());
    const RangeIndex index(context, targets, codes);
    std::vector<Candidates> result(at(queries.rows()));
    Progress progress(context, "linking", queries.rows());
    const auto link = [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t query = begin; query < end; ++query) {
            Candidates& found = result[at(query)];
            const RangeBox box = index.box(admitted.subspan(at(query * dims), at(dims)));
            Count count(index, box, found, listed);
            index.tree().search(count);
            if (found.count > listed) found.rows.clear();
            std::sort(found.rows.begin(), found.rows.end());
            if (found.count == 0) continue;
            const double* point = queries.points().at(query);
            const std::int64_t match = match_of(query);
            found.holds_match = match >= 0 && box.holds(&codes[at(match * dims)]);
            double own = kInfinity;
            if (found.holds_match) own = squared_distance(point, targets.points().at(match), dims);
            found.nearest.distance = own;
            NearestInBox nearest(index, box, point, found.nearest);
            index.tree().search(nearest);
            found.nearest.has_match = found.holds_match && own == found.nearest.distance;
        }
        progress.add(end - begin);
    };
    constexpr std::int64_t kChunk = 256;
    parallel_chunks(context, queries.rows(), kChunk, link);
    return result;
}

}  // namespace lethe
