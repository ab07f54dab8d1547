// Records of numbers, ordered and unordered categories lie in a space whose distance is a sum over
// the columns: |a - b| where the values are ordered, a unit or nothing where they are not. All of
// it is whole numbers, so bounds are exact and equally far is equal; but ties are everywhere, and a
// search must find the lowest row among many that are equally far without looking at them all.
//
// The tree. Records are split in two, again and again, by the column in which two of them are
// expected to differ most, at a boundary between two values, as near to the median as there is one.
// Up to eight parts are the children of one node, whose descriptions lie side by side, so that
// eight bounds cost a few vector operations a column. A leaf has up to sixteen records.
//
// What a node knows: for an ordered column the ends of its values; for an unordered one the set of
// categories, as 32 bits (of the codes' last five bits), and the category if there is only one; and
// the lowest row. A bound and that row make one number, so that a node that is only as good as what
// has been found is entered only if it may have a lower row.
//
// Nearest: the sum over the columns of the gap between the point and the ends, and of a unit where
// the point's category is not in the set. Searched depth first, the best child first.
//
// Farthest: for one choice of signs s, the sum s.(p - q) is largest for the p with the largest s.p,
// whatever q is; and |p - q| is the largest of these sums over all choices of signs. So a node that
// keeps the largest s.p for each s has not a bound but the very distance of its farthest record, as
// far as ordered columns are concerned. There are 2^d choices for d columns; beyond three columns
// are taken together in parts, and the sum over the parts is a bound. Where a node has records of
// one category only, the bound is exact in that column too; splitting makes such nodes early.
//
// Removing a record refreshes the nodes above it as far as anything changes. A node that has become
// empty keeps its last description, but has no row, and is passed over.
#include "lethe/space/category_tree.h"

#include <algorithm>
#include <cstring>

namespace lethe {
namespace {

using Order = CategoryScale::Order;

constexpr std::int64_t kWidth = 8;
using Ints = std::int32_t __attribute__((vector_size(kWidth * sizeof(std::int32_t))));

static_assert(CategoryTree::kFan == kWidth && CategoryTree::kLeaf == 2 * kWidth);

constexpr std::size_t kSample = 256;  // records that a split is chosen by
constexpr std::size_t kTogether = 3;  // ordered columns that are bounded together
constexpr std::int32_t kMixed = -1;   // in place of a lone category

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

Ints load(const std::int32_t* from) {
    Ints ints;
    std::memcpy(&ints, from, sizeof ints);
    return ints;
}

Ints all(std::int32_t value) { return Ints{} + value; }
Ints larger(Ints a, Ints b) { return a > b ? a : b; }
Ints size_of(Ints a) { return larger(a, -a); }

std::int32_t bit_of(std::int32_t code) {
    return static_cast<std::int32_t>(std::uint32_t{1} << (static_cast<std::uint32_t>(code) & 31U));
}

// Near things first: a distance and, in a tie, the lowest row.
std::int64_t near_key(std::int32_t distance, std::int32_t row) {
    return (static_cast<std::int64_t>(distance) << 32) | row;
}

// The largest of these is the farthest and, in a tie, the lowest row.
std::int64_t far_key(std::int32_t distance, std::int32_t row) {
    return (static_cast<std::int64_t>(distance) << 32) | (CategoryTree::kNone - row);
}

// Stores and says whether that changed anything.
bool update(std::int32_t& stored, std::int32_t value) {
    const bool changed = stored != value;
    stored = value;
    return changed;
}

}  // namespace

// Splits records and lays out groups and leaves, a node before its children.
class CategoryTree::Builder {
  public:
    Builder(CategoryTree& tree, const CategorySpace& space, std::vector<Record> records)
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
        double spread = 0;  // expected distance of two records in the column, or what is like it
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
            const auto largest =
                std::max_element(parts.begin(), parts.end(), [](const Entries& a, const Entries& b) {
                    return a.size() < b.size();
                });
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
        if (cut.spread <= 0) return entries.size() / 2;
        const auto middle = std::partition(entries.begin(), entries.end(), [&](const Entry& entry) {
            return value(entry, cut.column) < cut.below;
        });
        return static_cast<std::size_t>(middle - entries.begin());
    }

    // By a sample; by all where the sample has but one value in every column.
    Cut choose(Entries entries) {
        const std::size_t step = std::max<std::size_t>(1, entries.size() / kSample);
        const Cut cut = best_cut(entries, step);
        return cut.spread > 0 || step == 1 ? cut : best_cut(entries, 1);
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
            if (cut.spread > best.spread) best = cut;
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
        if (column >= tree_.ordered_.size()) {
            double equal = 0;
            for (std::int64_t i = 0, run = 0; i < count; ++i) {
                run = i > 0 && sample_[at(i)] == sample_[at(i - 1)] ? run + 1 : 0;
                equal += static_cast<double>(2 * run + 1);
            }
            const double pairs = static_cast<double>(count) * static_cast<double>(count);
            cut.spread = (1 - equal / pairs) *
                         tree_.nominal_[column - tree_.ordered_.size()].unit;
        } else {
            double away = 0;
            for (const std::int32_t value : sample_) away += std::abs(value - median);
            cut.spread = away / static_cast<double>(count);
        }
        return cut;
    }

    CategoryTree& tree_;
    std::size_t columns_;
    std::vector<Entry> entries_;
    std::vector<std::int32_t> values_;  // record by record
    std::vector<std::int32_t> sample_;
};

CategoryTree::CategoryTree(const CategorySpace& space, std::vector<Record> records,
                           std::int64_t numbers)
    : size_(std::ssize(records)), place_(at(numbers), -1) {
    choose_axes(space, records);
    group_size_ = kFan * static_cast<std::int64_t>(2 + 2 * ordered_.size() + sums_ +
                                                   2 * nominal_.size());
    leaf_size_ = kLeaf * static_cast<std::int64_t>(2 + ordered_.size() + nominal_.size());
    if (!records.empty()) Builder(*this, space, std::move(records)).build();
}

// Columns in which the records differ; another adds the same to every distance.
void CategoryTree::choose_axes(const CategorySpace& space, std::span<const Record> records) {
    const auto& columns = space.scales().columns;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const auto codes = space.codes(j);
        const bool differ = std::any_of(records.begin(), records.end(), [&](const Record& record) {
            return codes[at(record.row)] != codes[at(records.front().row)];
        });
        if (!differ) continue;
        auto& axes = columns[j].order == Order::equality ? nominal_ : ordered_;
        axes.push_back({j, columns[j].unit});
    }
    const std::size_t parts = (ordered_.size() + kTogether - 1) / kTogether;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t first = ordered_.size() * part / parts;
        signs_.push_back({first, ordered_.size() * (part + 1) / parts - first});
        sums_ += signs_.back().choices();
    }
}

// Slots without a record repeat the first one, so that they change no bound.
void CategoryTree::pad(std::int64_t index) {
    std::int32_t* line = leaf(index);
    const std::int64_t held = held_[at(index)];
    std::fill(line + held, line + kLeaf, kNone);
    for (std::int64_t at_line = 2 * kLeaf; at_line < leaf_size_; at_line += kLeaf) {
        std::fill(line + at_line + held, line + at_line + kLeaf, line[at_line]);
    }
}

namespace {

std::int32_t most_of(Ints a, Ints b) {
    const Ints ints = larger(a, b);
    std::int32_t most = ints[0];
    for (int i = 1; i < kWidth; ++i) most = std::max(most, ints[i]);
    return most;
}

}  // namespace

// The description of a leaf in the group above it.
bool CategoryTree::refresh_from_leaf(std::int64_t index) {
    const Parent above = above_leaf_[at(index)];
    const std::int32_t* line = leaf(index);
    std::int32_t* node = group(above.group) + above.child;
    bool changed = update(node[0], -most_of(-load(line), -load(line + kWidth)));
    if (held_[at(index)] == 0) return changed;
    node += 2 * kFan;
    line += 2 * kLeaf;
    const std::int32_t* values = line;
    for (std::size_t j = 0; j < ordered_.size(); ++j, line += kLeaf, node += 2 * kFan) {
        const Ints a = load(line), b = load(line + kWidth);
        changed |= update(node[0], -most_of(-a, -b));
        changed |= update(node[kFan], most_of(a, b));
    }
    for (const Signs& signs : signs_) {
        const std::int32_t* first = values + static_cast<std::int64_t>(signs.first) * kLeaf;
        for (std::size_t choice = 0; choice < signs.choices(); ++choice, node += kFan) {
            Ints a{}, b{};
            for (std::size_t j = 0; j < signs.count; ++j) {
                const std::int32_t* own = first + static_cast<std::int64_t>(j) * kLeaf;
                const bool minus = (choice >> j & 1) != 0;
                a = minus ? a - load(own) : a + load(own);
                b = minus ? b - load(own + kWidth) : b + load(own + kWidth);
            }
            changed |= update(node[0], most_of(a, b));
        }
    }
    for (std::size_t j = 0; j < nominal_.size(); ++j, line += kLeaf, node += 2 * kFan) {
        std::int32_t set = 0, lone = line[0];
        for (std::int64_t i = 0; i < kLeaf; ++i) {
            set |= bit_of(line[i]);
            lone = line[i] == lone ? lone : kMixed;
        }
        changed |= update(node[0], set);
        changed |= update(node[kFan], lone);
    }
    return changed;
}

// The description of a group's nodes together in the group above it.
bool CategoryTree::refresh_from_group(std::int64_t index) {
    const Parent above = above_group_[at(index)];
    const std::int32_t* line = group(index);
    std::int32_t* node = group(above.group) + above.child;
    std::int64_t live[kFan];
    std::int64_t count = 0;
    std::int32_t row = kNone;
    for (std::int64_t i = 0; i < kFan; ++i) {
        if (line[i] == kNone) continue;
        live[count++] = i;
        row = std::min(row, line[i]);
    }
    bool changed = update(node[0], row);
    if (count == 0) return changed;
    const auto reduce = [&](auto combine) {
        std::int32_t value = line[live[0]];
        for (std::int64_t i = 1; i < count; ++i) value = combine(value, line[live[i]]);
        changed |= update(node[0], value);
        line += kFan;
        node += kFan;
    };
    const auto least = [](std::int32_t a, std::int32_t b) { return std::min(a, b); };
    const auto most = [](std::int32_t a, std::int32_t b) { return std::max(a, b); };
    line += 2 * kFan;
    node += 2 * kFan;
    for (std::size_t j = 0; j < ordered_.size(); ++j) {
        reduce(least);
        reduce(most);
    }
    for (std::size_t j = 0; j < sums_; ++j) reduce(most);
    for (std::size_t j = 0; j < nominal_.size(); ++j) {
        reduce([](std::int32_t a, std::int32_t b) { return a | b; });
        reduce([](std::int32_t a, std::int32_t b) { return a == b ? a : kMixed; });
    }
    return changed;
}

void CategoryTree::refresh_above(Parent parent) {
    while (above_group_[at(parent.group)].group >= 0 && refresh_from_group(parent.group)) {
        parent = above_group_[at(parent.group)];
    }
}

void CategoryTree::set_row(std::int32_t number, std::int32_t row) {
    const std::int64_t place = place_[at(number)];
    std::int32_t* rows = leaf(place / kLeaf);
    rows[place % kLeaf] = row;
    Parent above = above_leaf_[at(place / kLeaf)];
    std::int32_t lowest = *std::min_element(rows, rows + kLeaf);
    while (update(group(above.group)[above.child], lowest)) {
        rows = group(above.group);
        lowest = *std::min_element(rows, rows + kFan);
        above = above_group_[at(above.group)];
        if (above.group < 0) return;
    }
}

void CategoryTree::remove(std::int32_t number) {
    const std::int64_t place = place_[at(number)];
    const std::int64_t index = place / kLeaf;
    const std::int64_t last = --held_[at(index)];
    std::int32_t* line = leaf(index);
    if (place % kLeaf != last) {
        for (std::int64_t at_line = 0; at_line < leaf_size_; at_line += kLeaf) {
            line[at_line + place % kLeaf] = line[at_line + last];
        }
        place_[at(line[kLeaf + place % kLeaf])] = static_cast<std::int32_t>(place);
    }
    pad(index);
    place_[at(number)] = -1;
    --size_;
    if (refresh_from_leaf(index)) refresh_above(above_leaf_[at(index)]);
}

void CategoryTree::look_from(const CategorySpace::Point& from) {
    value_.clear();
    code_.clear();
    sum_.clear();
    for (const Axis& axis : ordered_) value_.push_back(axis.unit * from[axis.column]);
    for (const Axis& axis : nominal_) code_.push_back(from[axis.column]);
    for (const Signs& signs : signs_) {
        for (std::size_t choice = 0; choice < signs.choices(); ++choice) {
            std::int32_t sum = 0;
            for (std::size_t j = 0; j < signs.count; ++j) {
                const std::int32_t value = value_[signs.first + j];
                sum += (choice >> j & 1) != 0 ? -value : value;
            }
            sum_.push_back(sum);
        }
    }
}

std::int32_t CategoryTree::farthest(const CategorySpace::Point& from) {
    best_ = -1;
    if (size_ == 0) return kNone;
    look_from(from);
    descend_far(0);
    return kNone - static_cast<std::int32_t>(best_ & kNone);
}

void CategoryTree::nearest(const CategorySpace::Point& from, std::int64_t count,
                           std::span<const std::int32_t> next_row,
                           std::vector<std::int64_t>& found) {
    found.clear();
    heap_.clear();
    if (size_ == 0 || count <= 0) return;
    look_from(from);
    wanted_ = at(count);
    limit_ = INT64_MAX;
    next_row_ = next_row;
    descend_near(0);
    std::sort_heap(heap_.begin(), heap_.end());
    for (const std::int64_t key : heap_) found.push_back(key & kNone);
}

namespace {

// The children of a group that have a row, the best first.
struct Children {
    std::int64_t key[CategoryTree::kFan];
    std::int32_t child[CategoryTree::kFan];
    std::int64_t count = 0;

    template <class Better>
    void insert(std::int64_t own, std::int32_t index, Better better) {
        std::int64_t place = count++;
        for (; place > 0 && better(own, key[place - 1]); --place) {
            key[place] = key[place - 1];
            child[place] = child[place - 1];
        }
        key[place] = own;
        child[place] = index;
    }
};

}  // namespace

void CategoryTree::descend_far(std::int64_t index) {
    ++visits_;
    const std::int32_t* const rows = group(index);
    const std::int32_t* line = rows + static_cast<std::int64_t>(2 + 2 * ordered_.size()) * kFan;
    Ints bound{};
    const std::int32_t* sum = sum_.data();
    for (const Signs& signs : signs_) {
        Ints most = load(line) - *sum;
        for (std::size_t choice = 1; choice < signs.choices(); ++choice) {
            most = larger(most, load(line + static_cast<std::int64_t>(choice) * kFan) - sum[choice]);
        }
        bound += most;
        sum += signs.choices();
        line += static_cast<std::int64_t>(signs.choices()) * kFan;
    }
    for (std::size_t j = 0; j < nominal_.size(); ++j, line += 2 * kFan) {
        bound += (load(line + kFan) != all(code_[j])) & nominal_[j].unit;
    }
    Children children;
    for (std::int32_t i = 0; i < kFan; ++i) {
        if (rows[i] == kNone) continue;
        const std::int64_t key = far_key(bound[i], rows[i]);
        if (key <= best_) continue;
        children.insert(key, rows[kFan + i], std::greater<>());
    }
    for (std::int64_t i = 0; i < children.count && children.key[i] > best_; ++i) {
        const std::int32_t child = children.child[i];
        if (child < 0) {
            visit_far(~child);
        } else {
            descend_far(child);
        }
    }
}

void CategoryTree::visit_far(std::int64_t index) {
    ++visits_;
    const std::int32_t* line = leaf(index);
    const std::int32_t* const rows = line;
    line += 2 * kLeaf;
    Ints a{}, b{};
    for (const std::int32_t value : value_) {
        a += size_of(load(line) - value);
        b += size_of(load(line + kWidth) - value);
        line += kLeaf;
    }
    for (std::size_t j = 0; j < nominal_.size(); ++j, line += kLeaf) {
        a += (load(line) != all(code_[j])) & nominal_[j].unit;
        b += (load(line + kWidth) != all(code_[j])) & nominal_[j].unit;
    }
    for (std::int64_t i = 0; i < held_[at(index)]; ++i) {
        best_ = std::max(best_, far_key(i < kWidth ? a[i] : b[i - kWidth], rows[i]));
    }
}

void CategoryTree::descend_near(std::int64_t index) {
    ++visits_;
    const std::int32_t* const rows = group(index);
    const std::int32_t* line = rows + 2 * kFan;
    Ints bound{};
    for (const std::int32_t value : value_) {
        bound += larger(larger(load(line) - value, value - load(line + kFan)), Ints{});
        line += 2 * kFan;
    }
    line += static_cast<std::int64_t>(sums_) * kFan;
    for (std::size_t j = 0; j < nominal_.size(); ++j, line += 2 * kFan) {
        bound += ((load(line) & bit_of(code_[j])) == Ints{}) & nominal_[j].unit;
    }
    Children children;
    for (std::int32_t i = 0; i < kFan; ++i) {
        if (rows[i] == kNone) continue;
        const std::int64_t key = near_key(bound[i], rows[i]);
        if (key >= limit_) continue;
        children.insert(key, rows[kFan + i], std::less<>());
    }
    for (std::int64_t i = 0; i < children.count && children.key[i] < limit_; ++i) {
        const std::int32_t child = children.child[i];
        if (child < 0) {
            visit_near(~child);
        } else {
            descend_near(child);
        }
    }
}

void CategoryTree::visit_near(std::int64_t index) {
    ++visits_;
    const std::int32_t* line = leaf(index);
    const std::int32_t* const rows = line;
    line += 2 * kLeaf;
    Ints a{}, b{};
    for (const std::int32_t value : value_) {
        a += size_of(load(line) - value);
        b += size_of(load(line + kWidth) - value);
        line += kLeaf;
    }
    for (std::size_t j = 0; j < nominal_.size(); ++j, line += kLeaf) {
        a += (load(line) != all(code_[j])) & nominal_[j].unit;
        b += (load(line + kWidth) != all(code_[j])) & nominal_[j].unit;
    }
    for (std::int64_t i = 0; i < held_[at(index)]; ++i) {
        const std::int32_t distance = i < kWidth ? a[i] : b[i - kWidth];
        for (std::int32_t row = rows[i]; row >= 0; row = next_row_[at(row)]) {
            const std::int64_t key = near_key(distance, row);
            if (key >= limit_) break;
            offer(key);
        }
    }
}

void CategoryTree::offer(std::int64_t key) {
    if (heap_.size() == wanted_) {
        std::pop_heap(heap_.begin(), heap_.end());
        heap_.pop_back();
    }
    heap_.push_back(key);
    std::push_heap(heap_.begin(), heap_.end());
    if (heap_.size() == wanted_) limit_ = heap_.front();
}

}  // namespace lethe
