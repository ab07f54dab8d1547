// How a CategoryTree splits records. In two, again and again, by the column in which two of them
// are expected to differ most, at a boundary between two values, as near to the median as there is
// one: so categories that tell records apart come first, and nodes soon have but one of them. A
// sample tells which column and where; the tree's answers do not depend on it. Up to eight parts
// are the children of one node.
#include <algorithm>
#include <cmath>

#include "lethe/core/index.h"
#include "lethe/space/category_tree.h"

namespace lethe {
namespace {

constexpr std::size_t kSample = 256;  // records that a split is chosen by

}  // namespace

// Splits records and lays out groups and leaves, a node before its children.
class CategoryTree::Builder {
  public:
    Builder(CategoryTree& tree, const CategorySpace& space, std::span<const Record> records)
        : tree_(tree), columns_(tree.ordered_.size() + tree.nominal_.size()) {
        entries_.reserve(records.size());
        values_.reserve(records.size() * columns_);
        for (const Record& record : records) {
            entries_.push_back({record, static_cast<std::int32_t>(entries_.size())});
            for (const Axis& axis : tree.ordered_) {
                values_.push_back(axis.unit * space.codes(axis.column)[at(record.row)]);
            }
            for (const Axis& axis : tree.nominal_) {
                values_.push_back(space.codes(axis.column)[at(record.row)]);
            }
        }
    }

    void build() { build_group(entries_, {}); }

  private:
    struct Entry {
        Record record;
        std::int32_t values;  // where they are
    };
    using Entries = std::span<Entry>;

    struct Cut {
        double gain = 0;  // by how much less records of one part are expected to differ
        std::size_t column = 0;
        std::int32_t below = 0;  // the first part: values below it
    };

    std::int32_t value(const Entry& entry, std::size_t column) const {
        return values_[at(entry.values) * columns_ + column];
    }

    void build_group(Entries entries, Parent parent) {
        const auto index = std::ssize(tree_.above_group_);
        tree_.above_group_.push_back(parent);
        tree_.groups_.resize(tree_.groups_.size() + at(tree_.group_size_), 0);
        std::int32_t* rows = tree_.group(index);
        std::fill_n(rows, kFan, kNone);
        const std::vector<Entries> parts = divide(entries);
        for (std::size_t child = 0; child < parts.size(); ++child) {
            const Parent here{static_cast<std::int32_t>(index), static_cast<std::int32_t>(child)};
            const bool small = std::ssize(parts[child]) <= kLeaf;
            const auto below =
                small ? ~std::ssize(tree_.above_leaf_) : std::ssize(tree_.above_group_);
            tree_.group(index)[at(kFan) + child] = static_cast<std::int32_t>(below);
            if (small) {
                build_leaf(parts[child], here);
            } else {
                build_group(parts[child], here);
            }
        }
        if (parent.group >= 0) tree_.refresh_from_group(index);
    }

    void build_leaf(Entries entries, Parent parent) {
        const auto index = std::ssize(tree_.above_leaf_);
        tree_.above_leaf_.push_back(parent);
        tree_.held_.push_back(static_cast<std::int32_t>(entries.size()));
        tree_.leaves_.resize(tree_.leaves_.size() + at(tree_.leaf_size_), 0);
        std::int32_t* line = tree_.leaf(index);
        for (std::size_t i = 0; i < entries.size(); ++i) {
            line[i] = entries[i].record.row;
            line[kLeaf + static_cast<std::int64_t>(i)] = entries[i].record.number;
            tree_.place_[at(entries[i].record.number)] =
                static_cast<std::int32_t>(index * kLeaf + static_cast<std::int64_t>(i));
            for (std::size_t j = 0; j < columns_; ++j) {
                line[kLeaf * static_cast<std::int64_t>(2 + j) + static_cast<std::int64_t>(i)] =
                    value(entries[i], j);
            }
        }
        tree_.pad(index);
        tree_.refresh_from_leaf(index);
    }

    // Up to kFan parts; the largest is split next.
    std::vector<Entries> divide(Entries entries) {
        std::vector<Entries> parts{entries};
        while (std::ssize(parts) < kFan) {
            const auto largest = std::max_element(
                parts.begin(), parts.end(),
                [](const Entries& a, const Entries& b) { return a.size() < b.size(); });
            if (std::ssize(*largest) <= kLeaf) break;
            const Entries whole = *largest;
            const std::size_t first = split(whole);
            *largest = whole.first(first);
            parts.push_back(whole.subspan(first));
        }
        return parts;
    }

    // Brings the first part to the front and returns its size.
    std::size_t split(Entries entries) {
        const Cut cut = choose(entries);
        if (cut.gain <= 0) return entries.size() / 2;
        const auto middle = std::partition(entries.begin(), entries.end(), [&](const Entry& entry) {
            return value(entry, cut.column) < cut.below;
        });
        return static_cast<std::size_t>(middle - entries.begin());
    }

    // By a sample; by all where the sample has but one value in every column.
    Cut choose(Entries entries) {
        const std::size_t step = std::max<std::size_t>(1, entries.size() / kSample);
        const Cut cut = best_cut(entries, step);
        return cut.gain > 0 || step == 1 ? cut : best_cut(entries, 1);
    }

    Cut best_cut(Entries entries, std::size_t step) {
        Cut best;
        for (std::size_t j = 0; j < columns_; ++j) {
            sample_.clear();
            for (std::size_t i = 0; i < entries.size(); i += step) {
                sample_.push_back(value(entries[i], j));
            }
            std::sort(sample_.begin(), sample_.end());
            const Cut cut = cut_of_sample(j);
            if (cut.gain > best.gain) best = cut;
        }
        return best;
    }

    Cut cut_of_sample(std::size_t column) const {
        Cut cut{0, column, 0};
        const auto count = std::ssize(sample_);
        if (sample_.front() == sample_.back()) return cut;
        const std::int32_t median = sample_[at(count / 2)];
        const auto [from, to] = std::equal_range(sample_.begin(), sample_.end(), median);
        const auto before = from - sample_.begin(), after = sample_.end() - to;
        // The boundary below the median or the one above it, whichever is nearer to the middle.
        cut.below = before >= after ? median : *to;
        const std::span<const std::int32_t> all = sample_;
        const std::size_t first =
            static_cast<std::size_t>(cut.below == median ? before : count - after);
        cut.gain = spread(column, all) - spread(column, all.first(first)) -
                   spread(column, all.subspan(first));
        return cut;
    }

    // What two of the values, which ascend, are expected to differ by, or what is like it, times
    // their number.
    double spread(std::size_t column, std::span<const std::int32_t> values) const {
        const auto count = std::ssize(values);
        double sum = 0;
        if (column < tree_.ordered_.size()) {
            const std::int32_t median = values[at(count / 2)];
            for (const std::int32_t value : values) sum += std::abs(value - median);
            return sum;
        }
        for (std::int64_t i = 0, run = 0; i < count; ++i) {
            run = i > 0 && values[at(i)] == values[at(i - 1)] ? run + 1 : 0;
            sum += static_cast<double>(2 * run + 1);  // pairs of equal values
        }
        const auto unit = tree_.nominal_[column - tree_.ordered_.size()].unit;
        return (static_cast<double>(count) - sum / static_cast<double>(count)) * unit;
    }

    CategoryTree& tree_;
    std::size_t columns_;
    std::vector<Entry> entries_;
    std::vector<std::int32_t> values_;  // record by record
    std::vector<std::int32_t> sample_;
};

void CategoryTree::build(const CategorySpace& space, std::span<const Record> records) {
    Builder(*this, space, records).build();
}

}  // namespace lethe
