#include "lethe/algo/lattice/classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::lattice {
namespace {

std::uint64_t mixed(std::uint64_t x) { return (x ^ (x >> 32)) * 0x9e3779b97f4a7c15ULL; }

// Numbers keys in the order in which they come; open addressing by the upper bits of the hash,
// never more than half full.
template <std::size_t Words>
class KeyNumbers {
  public:
    explicit KeyNumbers(std::size_t most) {
        const std::size_t size = std::bit_ceil(std::max<std::size_t>(16, 2 * most));
        slots_.assign(size, -1);
        mask_ = size - 1;
        shift_ = 64 - std::countr_zero(size);
        keys_.resize(most * Words);
    }

    std::int32_t number(const std::uint64_t* key) {
        std::uint64_t hash = mixed(key[0]);
        for (std::size_t w = 1; w < Words; ++w) hash = mixed(hash ^ key[w]);
        for (std::size_t slot = hash >> shift_;; slot = (slot + 1) & mask_) {
            const std::int32_t known = slots_[slot];
            if (known < 0) {
                slots_[slot] = count_;
                std::uint64_t* own = keys_.data() + static_cast<std::size_t>(count_) * Words;
                for (std::size_t w = 0; w < Words; ++w) own[w] = key[w];
                return count_++;
            }
            const std::uint64_t* own = keys_.data() + static_cast<std::size_t>(known) * Words;
            bool same = true;
            for (std::size_t w = 0; w < Words; ++w) same = same && own[w] == key[w];
            if (same) return known;
        }
    }

    std::size_t size() const { return static_cast<std::size_t>(count_); }
    std::vector<std::uint64_t> take_keys() {
        keys_.resize(size() * Words);
        keys_.shrink_to_fit();
        return std::move(keys_);
    }

  private:
    std::vector<std::int32_t> slots_;
    std::vector<std::uint64_t> keys_;
    std::size_t mask_ = 0;
    int shift_ = 0;
    std::int32_t count_ = 0;
};

template <class Body>
void with_words(std::size_t words, Body&& body) {
    switch (words) {
        case 1:
            body(std::integral_constant<std::size_t, 1>());
            break;
        case 2:
            body(std::integral_constant<std::size_t, 2>());
            break;
        case 3:
            body(std::integral_constant<std::size_t, 3>());
            break;
        default:
            body(std::integral_constant<std::size_t, 4>());
            break;
    }
}

template <class Number>
std::vector<Number> summed(const std::vector<Number>& parts, std::span<const std::int32_t> to,
                           std::size_t size) {
    std::vector<Number> sums(size, 0);
    for (std::size_t i = 0; i < parts.size(); ++i)
        sums[static_cast<std::size_t>(to[i])] += parts[i];
    return sums;
}

std::vector<std::int32_t> lowest(const std::vector<std::int32_t>& parts,
                                 std::span<const std::int32_t> to, std::size_t size) {
    std::vector<std::int32_t> least(size, std::numeric_limits<std::int32_t>::max());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::int32_t& own = least[static_cast<std::size_t>(to[i])];
        own = std::min(own, parts[i]);
    }
    return least;
}

// Members of each class, by a counting sort.
struct Members {
    std::vector<std::int32_t> begin;
    std::vector<std::int32_t> member;

    Members(std::span<const std::int32_t> to, std::size_t size)
        : begin(size + 1, 0), member(to.size()) {
        for (const std::int32_t index : to) ++begin[static_cast<std::size_t>(index) + 1];
        for (std::size_t i = 1; i <= size; ++i) begin[i] += begin[i - 1];
        std::vector<std::int32_t> next(begin.begin(), begin.end() - 1);
        for (std::size_t i = 0; i < to.size(); ++i) {
            member[static_cast<std::size_t>(next[static_cast<std::size_t>(to[i])]++)] =
                static_cast<std::int32_t>(i);
        }
    }
};

// Adds counts of values up and gives them in ascending order.
class ValueSums {
  public:
    explicit ValueSums(std::int32_t values) : sums_(static_cast<std::size_t>(values), 0) {}

    void add(ValueCount one) {
        std::int32_t& sum = sums_[static_cast<std::size_t>(one.value)];
        if (sum == 0) touched_.push_back(one.value);
        sum += one.count;
    }
    void take(std::vector<ValueCount>& entries) {
        if (touched_.size() * 8 > sums_.size()) {
            for (std::size_t s = 0; s < sums_.size(); ++s) {
                if (sums_[s] == 0) continue;
                entries.push_back({static_cast<std::int32_t>(s), sums_[s]});
                sums_[s] = 0;
            }
        } else {
            std::sort(touched_.begin(), touched_.end());
            for (const std::int32_t value : touched_) {
                entries.push_back(
                    {value, std::exchange(sums_[static_cast<std::size_t>(value)], 0)});
            }
        }
        touched_.clear();
    }

  private:
    std::vector<std::int32_t> sums_;
    std::vector<std::int32_t> touched_;
};

CountedValues summed(const CountedValues& parts, const Members& members, std::int32_t values) {
    CountedValues result;
    const std::size_t size = members.begin.size() - 1;
    result.begin.reserve(size + 1);
    result.begin.push_back(0);
    result.entries.reserve(parts.entries.size());
    ValueSums sums(values);
    for (std::size_t c = 0; c < size; ++c) {
        for (std::int32_t m = members.begin[c]; m < members.begin[c + 1]; ++m) {
            const auto part = static_cast<std::size_t>(members.member[static_cast<std::size_t>(m)]);
            for (const ValueCount& one : parts.of(part)) sums.add(one);
        }
        sums.take(result.entries);
        result.begin.push_back(static_cast<std::int32_t>(result.entries.size()));
    }
    return result;
}

// Of every column and two levels of it, to which label a label is raised.
auto raising_tables(const std::vector<Levels>& columns) {
    std::vector<std::vector<std::vector<std::vector<std::int32_t>>>> tables(columns.size());
    for (std::size_t q = 0; q < columns.size(); ++q) {
        const auto depth = columns[q].labels.size();
        tables[q].resize(depth);
        for (std::size_t from = 0; from < depth; ++from) {
            tables[q][from].resize(depth);
            auto& own = tables[q][from][from];
            for (std::size_t w = 0; w < columns[q].labels[from].size(); ++w) {
                own.push_back(static_cast<std::int32_t>(w));
            }
            for (std::size_t to = from + 1; to < depth; ++to) {
                for (const std::int32_t label : tables[q][from][to - 1]) {
                    tables[q][from][to].push_back(
                        columns[q].parent_of[to - 1][static_cast<std::size_t>(label)]);
                }
            }
        }
    }
    return tables;
}

}  // namespace

Packing::Packing(const std::vector<Levels>& columns) {
    std::size_t word = 0;
    int used = 0;
    for (const Levels& levels : columns) {
        std::size_t most = 1;
        for (const auto& labels : levels.labels) most = std::max(most, labels.size());
        const int bits = std::max(1, static_cast<int>(std::bit_width(most - 1)));
        if (used + bits > 64) {
            ++word;
            used = 0;
        }
        word_.push_back(word);
        shift_.push_back(used);
        mask_.push_back((std::uint64_t{1} << bits) - 1);
        used += bits;
    }
    words_ = word + 1;
    if (words_ > kMostWords) {
        throw Error(ErrorKind::unmet,
                    fmt::format("the {} quasi-identifiers have too many values to be searched "
                                "together; leave some out",
                                columns.size()));
    }
}

Classes::Classes(const Records& records, Keep keep)
    : records_(records),
      packing_(records.columns),
      keep_(keep),
      raise_(raising_tables(records.columns)) {
    auto list = std::make_shared<ClassList>();
    const std::size_t columns = records.columns.size();
    list->node.assign(columns, 0);
    const auto rows = static_cast<std::size_t>(records.rows());
    const std::size_t persons = records.has_population() ? records.population.front().size() : 0;
    if (std::max(rows, persons) > std::numeric_limits<std::int32_t>::max() / 2) {
        throw Error(ErrorKind::unmet, "there are too many rows for a search over levels");
    }
    tuple_of_row_.resize(rows);
    std::vector<std::int32_t> tuple_of_person(persons);
    with_words(packing_.words(), [&](auto words) {
        KeyNumbers<words> all(rows + persons);
        std::array<std::uint64_t, Packing::kMostWords> key{};
        const auto number_all = [&](const auto& lines, std::vector<std::int32_t>& to) {
            for (std::size_t i = 0; i < to.size(); ++i) {
                for (std::size_t q = 0; q < columns; ++q) {
                    const auto line = static_cast<std::size_t>(lines[q][i]);
                    packing_.set(key.data(), q, records.columns[q].label_of[0][line]);
                }
                to[i] = all.number(key.data());
            }
        };
        number_all(records.lines, tuple_of_row_);
        number_all(records.population, tuple_of_person);
        list->released.assign(all.size(), 0);
        list->keys = all.take_keys();
    });
    for (const std::int32_t tuple : tuple_of_row_)
        ++list->released[static_cast<std::size_t>(tuple)];
    if (persons > 0) {
        list->people.assign(list->released.size(), 0);
        for (const std::int32_t tuple : tuple_of_person)
            ++list->people[static_cast<std::size_t>(tuple)];
    }
    if (keep.first_row) {
        std::vector<std::int32_t> own(rows);
        for (std::size_t i = 0; i < rows; ++i) own[i] = static_cast<std::int32_t>(i);
        list->first_row = lowest(own, tuple_of_row_, list->released.size());
    }
    if (keep.squares) {
        for (const std::int32_t count : list->released) {
            list->squares.push_back(static_cast<double>(count) * count);
        }
    }
    if (keep.values) {
        const Members members(tuple_of_row_, list->released.size());
        for (const Counted& counted : records.counted) {
            CountedValues single;
            single.begin.push_back(0);
            for (const std::int32_t code : counted.codes) {
                if (code != kNotCounted) single.entries.push_back({code, 1});
                single.begin.push_back(static_cast<std::int32_t>(single.entries.size()));
            }
            list->values.push_back(summed(single, members, counted.values));
        }
    }
    tuples_ = std::move(list);
}

// Neighbours that are raised together: one look-up gives the labels of all of them, in place.
struct Classes::Field {
    std::size_t word = 0;
    int shift = 0;
    std::uint64_t mask = 0;  // before it is shifted
    std::vector<std::uint64_t> to;
};

std::vector<Classes::Field> Classes::fields_raised(const ClassList& below, const Node& node) const {
    constexpr int kMostBits = 12;
    std::vector<Field> fields;
    std::size_t last = node.size();  // the column that was raised before
    for (std::size_t q = 0; q < node.size(); ++q) {
        if (node[q] == below.node[q]) continue;
        const auto& table =
            raise_[q][static_cast<std::size_t>(below.node[q])][static_cast<std::size_t>(node[q])];
        const int bits = packing_.bits(q);
        const int before = fields.empty() ? 0 : std::popcount(fields.back().mask);
        const bool joins = !fields.empty() && last + 1 == q &&
                           packing_.word(q) == fields.back().word && before + bits <= kMostBits &&
                           (std::size_t{4} << (before + bits)) <= below.size();
        last = q;
        if (!joins) {
            Field& field = fields.emplace_back();
            field.word = packing_.word(q);
            field.shift = packing_.shift(q);
            field.mask = (std::uint64_t{1} << bits) - 1;
            for (const std::int32_t label : table) {
                field.to.push_back(static_cast<std::uint64_t>(label) << field.shift);
            }
            continue;
        }
        Field& field = fields.back();
        const std::vector<std::uint64_t> lower = std::move(field.to);
        field.to.assign(table.size() << before, 0);
        for (std::size_t label = 0; label < table.size(); ++label) {
            const auto upper = static_cast<std::uint64_t>(table[label]) << packing_.shift(q);
            for (std::size_t i = 0; i < lower.size(); ++i) {
                field.to[(label << before) + i] = lower[i] | upper;
            }
        }
        field.mask = (std::uint64_t{1} << (before + bits)) - 1;
    }
    return fields;
}

std::size_t Classes::most_classes(const ClassList& below, const Node& node) const {
    std::size_t most = 1;
    for (std::size_t q = 0; q < node.size() && most < below.size(); ++q) {
        most *= records_.columns[q].labels[static_cast<std::size_t>(node[q])].size();
    }
    return std::min(most, below.size());
}

std::shared_ptr<const ClassList> Classes::raised(const ClassList& below, const Node& node,
                                                 bool with_values,
                                                 std::vector<std::int32_t>* class_of) const {
    auto list = std::make_shared<ClassList>();
    list->node = node;
    std::vector<std::int32_t> to(below.size());
    const std::vector<Field> fields = fields_raised(below, node);
    std::array<std::uint64_t, Packing::kMostWords> kept;
    kept.fill(~std::uint64_t{0});
    for (const Field& field : fields) kept[field.word] &= ~(field.mask << field.shift);
    with_words(packing_.words(), [&](auto words) {
        KeyNumbers<words> numbers(most_classes(below, node));
        std::array<std::uint64_t, words> key{};
        for (std::size_t i = 0; i < below.size(); ++i) {
            const std::uint64_t* own = below.keys.data() + i * words;
            for (std::size_t w = 0; w < words; ++w) key[w] = own[w] & kept[w];
            for (const Field& field : fields) {
                const std::size_t w = words == 1 ? 0 : field.word;
                key[w] |= field.to[(own[w] >> field.shift) & field.mask];
            }
            to[i] = numbers.number(key.data());
        }
        list->released.resize(numbers.size());
        list->keys = numbers.take_keys();
    });
    const std::size_t size = list->released.size();
    list->released = summed(below.released, to, size);
    if (!below.people.empty()) list->people = summed(below.people, to, size);
    if (!below.first_row.empty()) list->first_row = lowest(below.first_row, to, size);
    if (!below.squares.empty()) list->squares = summed(below.squares, to, size);
    if (with_values && !below.values.empty()) {
        const Members members(to, size);
        for (std::size_t i = 0; i < below.values.size(); ++i) {
            list->values.push_back(summed(below.values[i], members, records_.counted[i].values));
        }
    }
    if (class_of != nullptr) *class_of = std::move(to);
    return list;
}

}  // namespace lethe::lattice
