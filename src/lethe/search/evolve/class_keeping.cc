// Evolution under k-anonymity. A mutation of one cell takes a record out of its class into one of
// its own, and a crossover at two points cuts through nearly every class: if what breaks k were
// thrown away, nothing would be left. So the operators act on classes, the sets of equal records.
//
// Mutations, one of four at random:
//   - a record moves to another class: the nearest to its original values of a few that are drawn.
//     Where its own class has only k records, one of the other class takes its place, the one whose
//     original is nearest to it;
//   - all records of a class get another value in a column, at random;
//   - or the one that a member originally had;
//   - a class of 2k records or more is split: the k whose originals gain most by it get the value
//     that one of them originally had in a column.
// Classes may become equal, which makes them larger, never smaller.
//
// Crossover: records that are equal in one parent or the other hang together, directly or through
// others. A whole such component can be exchanged: its records make up whole classes in both
// parents. Files that descend from each other have many components. Of unrelated ones there is
// usually one, and then the cells are exchanged as they are and the result is repaired: records in
// classes that became too small join the nearest large one. That is seldom good, but better than
// the worse of two parents, whose place it may take.
#include "lethe/search/evolve/class_keeping.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lethe/core/index.h"

namespace lethe::search {
namespace {

std::int64_t drawn(Draws& draws, std::int64_t bound) {
    return static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(bound)));
}

}  // namespace

// Classes are numbered by their first row.
struct ClassKeeping::Classes {
    std::vector<std::int32_t> of_row;
    std::vector<std::vector<std::int64_t>> members;

    std::int64_t size(std::int32_t one) const { return std::ssize(members[at(one)]); }
};

ClassKeeping::ClassKeeping(std::int64_t k, std::int64_t width, std::vector<std::int32_t> labels,
                           const FileCodes& original, RecordDistance distance)
    : k_(k),
      rows_(std::ssize(labels)),
      width_(width),
      labels_(std::move(labels)),
      original_(original),
      distance_(std::move(distance)) {}

std::span<const CellCode> ClassKeeping::record(std::span<const CellCode> codes,
                                               std::int64_t row) const {
    return codes.subspan(at(row * width_), at(width_));
}

void ClassKeeping::put(FileCodes& codes, std::int64_t row, std::span<const CellCode> values) const {
    std::copy(values.begin(), values.end(), codes.begin() + row * width_);
}

std::int64_t ClassKeeping::smallest(std::span<const CellCode> codes) const {
    std::vector<std::int64_t> rows(at(rows_));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const auto compared = [&](std::int64_t a, std::int64_t b) {
        if (labels_[at(a)] != labels_[at(b)]) return labels_[at(a)] <=> labels_[at(b)];
        const auto left = record(codes, a), right = record(codes, b);
        return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(),
                                                      right.end());
    };
    std::sort(rows.begin(), rows.end(), [&](auto a, auto b) { return compared(a, b) < 0; });
    std::int64_t fewest = rows_, equal = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ++equal;
        if (i + 1 < rows.size() && compared(rows[i], rows[i + 1]) == 0) continue;
        fewest = std::min(fewest, equal);
        equal = 0;
    }
    return fewest;
}

ClassKeeping::Classes ClassKeeping::classes_of(std::span<const CellCode> codes) const {
    Classes classes;
    std::unordered_map<std::string, std::int32_t> known;
    std::string key;
    for (std::int64_t row = 0; row < rows_; ++row) {
        const auto values = record(codes, row);
        key.assign(reinterpret_cast<const char*>(values.data()), values.size_bytes());
        key.append(reinterpret_cast<const char*>(&labels_[at(row)]), sizeof(std::int32_t));
        const auto next = static_cast<std::int32_t>(classes.members.size());
        const auto [place, is_new] = known.try_emplace(key, next);
        if (is_new) classes.members.emplace_back();
        classes.of_row.push_back(place->second);
        classes.members[at(place->second)].push_back(row);
    }
    return classes;
}

std::optional<FileCodes> ClassKeeping::repaired(FileCodes codes) const {
    const Classes classes = classes_of(codes);
    std::unordered_map<std::int32_t, std::vector<std::int64_t>> large;  // first rows, by label
    for (const auto& members : classes.members) {
        if (std::ssize(members) >= k_) {
            large[labels_[at(members.front())]].push_back(members.front());
        }
    }
    FileCodes result = codes;
    for (const auto& members : classes.members) {
        if (std::ssize(members) >= k_) continue;
        const auto found = large.find(labels_[at(members.front())]);
        if (found == large.end()) return std::nullopt;
        for (const std::int64_t row : members) {
            const std::int64_t nearest = *std::ranges::min_element(
                found->second, {},
                [&](std::int64_t candidate) { return distance_(row, record(codes, candidate)); });
            put(result, row, record(codes, nearest));
        }
    }
    return result;
}

FileCodes ClassKeeping::mutated(const FileCodes& codes, const CodeChange& change,
                                Draws& draws) const {
    FileCodes result = codes;
    const Classes classes = classes_of(codes);
    switch (draws.below(4)) {
        case 0:
            change_class(result, classes, change, draws);
            break;
        case 1:
            change_class(result, classes, {}, draws);
            break;
        case 2:
            split_class(result, classes, draws);
            break;
        default:
            move_record(result, classes, draws);
    }
    return result;
}

void ClassKeeping::move_record(FileCodes& codes, const Classes& classes, Draws& draws) const {
    constexpr int kTries = 8;
    const std::int64_t row = drawn(draws, rows_);
    const std::int32_t own = classes.of_row[at(row)];
    std::optional<std::int64_t> goal;  // a record of the class to go to
    std::int64_t least = 0;
    for (int i = 0; i < kTries; ++i) {
        const std::int64_t candidate = drawn(draws, rows_);
        if (classes.of_row[at(candidate)] == own || labels_[at(candidate)] != labels_[at(row)]) {
            continue;
        }
        const std::int64_t far = distance_(row, record(codes, candidate));
        if (goal && far >= least) continue;
        goal = candidate;
        least = far;
    }
    if (!goal) return;
    const FileCodes before = codes;
    put(codes, row, record(before, *goal));
    if (classes.size(own) > k_) return;
    const auto& others = classes.members[at(classes.of_row[at(*goal)])];
    const std::int64_t back = *std::ranges::min_element(
        others, {}, [&](std::int64_t other) { return distance_(other, record(before, row)); });
    put(codes, back, record(before, row));
}

void ClassKeeping::change_class(FileCodes& codes, const Classes& classes, const CodeChange& change,
                                Draws& draws) const {
    const std::int64_t row = drawn(draws, rows_);
    const std::int64_t column = drawn(draws, width_);
    const CellCode now = codes[at(row * width_ + column)];
    const auto code = change ? change(at(column), now, draws)
                             : std::optional(original_[at(row * width_ + column)]);
    if (!code || *code == now) return;
    for (const std::int64_t member : classes.members[at(classes.of_row[at(row)])]) {
        codes[at(member * width_ + column)] = *code;
    }
}

void ClassKeeping::split_class(FileCodes& codes, const Classes& classes, Draws& draws) const {
    const std::int64_t row = drawn(draws, rows_);
    const std::int64_t column = drawn(draws, width_);
    std::vector<std::int64_t> members = classes.members[at(classes.of_row[at(row)])];
    const auto own = record(codes, row);
    FileCodes other(own.begin(), own.end());
    other[at(column)] = original_[at(row * width_ + column)];
    if (std::ssize(members) < 2 * k_ || other[at(column)] == own[at(column)]) return;
    std::vector<std::pair<std::int64_t, std::int64_t>> gains;  // lowest first
    for (const std::int64_t member : members) {
        gains.emplace_back(distance_(member, other) - distance_(member, own), member);
    }
    std::sort(gains.begin(), gains.end());
    for (std::size_t i = 0; i < at(k_); ++i) put(codes, gains[i].second, other);
}

FileCodes ClassKeeping::crossed(const FileCodes& outside, const FileCodes& inside,
                                std::span<const Segment> segments) const {
    FileCodes result = outside;
    const Classes first = classes_of(outside), second = classes_of(inside);
    // Each component is known by its first row.
    std::vector<std::int64_t> root(at(rows_));
    std::iota(root.begin(), root.end(), std::int64_t{0});
    const auto find = [&](std::int64_t row) {
        while (root[at(row)] != row) row = root[at(row)] = root[at(root[at(row)])];
        return row;
    };
    for (const Classes* classes : {&first, &second}) {
        for (const auto& members : classes->members) {
            for (const std::int64_t member : members) {
                const std::int64_t one = find(members.front()), other = find(member);
                root[at(std::max(one, other))] = std::min(one, other);
            }
        }
    }
    const auto in_segment = [&](std::int64_t cell) {
        const auto next = std::ranges::upper_bound(segments, cell, {}, &Segment::begin);
        return next != segments.begin() && cell < std::prev(next)->end;
    };
    bool several = false;
    for (std::int64_t row = 0; row < rows_; ++row) {
        const std::int64_t component = find(row);
        several = several || component != find(0);
        const std::int64_t cell = component * width_;
        if (in_segment(cell)) put(result, row, record(inside, row));
    }
    if (several) return result;
    result = outside;
    for (const Segment& one : segments) {
        std::copy(inside.begin() + one.begin, inside.begin() + one.end, result.begin() + one.begin);
    }
    return repaired(std::move(result)).value_or(outside);
}

std::vector<CellChange> differences(const FileCodes& from, const FileCodes& to) {
    const Segment all{0, std::ssize(from)};
    return differences(from, to, {&all, 1});
}

std::vector<CellChange> differences(const FileCodes& from, const FileCodes& to,
                                    std::span<const Segment> segments) {
    std::vector<CellChange> changes;
    for (const Segment& segment : segments) {
        for (std::int64_t i = segment.begin; i < segment.end; ++i) {
            if (from[at(i)] != to[at(i)]) changes.push_back({i, to[at(i)]});
        }
    }
    return changes;
}

}  // namespace lethe::search
