// Matching of tuples with rare patterns by a joint descent. An inner part of matching_rows.cc.
//
// Some tuples ("own") are to be matched with all tuples ("others"). On one column, own tuples with
// value v agree with those others that hold v or nothing, and own tuples that hold nothing agree
// with all. So the pair (own, others) falls into one pair for each value of the own tuples and one
// for missing, and each is taken apart further on the next column, until so few are left that
// comparing all pairs is cheaper. The most telling column comes first. An other tuple without a
// value goes into every part, so this is quick where few values are missing, however many columns
// and patterns there are; where most are missing it comes to the comparison of all pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/data/key_numbers.h"
#include "lethe/data/tuples.h"

namespace lethe {

struct Descent {
    std::vector<Field> fields;  // in the order in which they take the tuples apart
    double steps = 0;           // expected look-ups for each own tuple
};

struct JudgedField {
    Field field;
    double agree = 1;  // share of pairs of tuples that agree on it
    double parts = 1;  // parts that it makes, as if they were equal
};

// On a sample of the tuples.
template <std::size_t kWords>
JudgedField judge(const Tuples<kWords>& all, const Field& field) {
    constexpr std::size_t kSample = 4096;
    KeyNumbers<std::uint64_t> numbers;
    std::vector<double> counts;
    double sample = 0, missing = 0, squares = 0;
    for (std::size_t i = 0; i < all.size(); i += all.size() / kSample + 1, ++sample) {
        const std::uint64_t code = code_in(all.tuples[i], field);
        const std::uint32_t number = numbers.number(code);
        counts.resize(numbers.size());
        ++counts[number];
        if (field.has_missing && code == 0) ++missing;
    }
    for (const double count : counts) squares += count * count;
    const double same = squares / (sample * sample), lacking = missing / sample;
    return {field, same + 2 * lacking * (1 - lacking), 1 / same};
}

template <std::size_t kWords>
Descent plan_descent(const Tuples<kWords>& all, std::span<const Field> fields) {
    std::vector<JudgedField> judged;
    for (const Field& field : fields) judged.push_back(judge(all, field));
    std::stable_sort(judged.begin(), judged.end(),
                     [](const JudgedField& a, const JudgedField& b) { return a.agree < b.agree; });
    Descent descent;
    const auto size = static_cast<double>(all.size());
    double left = size, parts = 1;  // others in a part, and parts, at each depth
    for (const JudgedField& column : judged) {
        descent.fields.push_back(column.field);
        if (left < 8) continue;
        descent.steps += left * std::min(1.0, parts / size);
        left *= column.agree;
        parts *= column.parts;
    }
    descent.steps += left;
    return descent;
}

template <std::size_t kWords>
class MatchingTree {
  public:
    // Own tuples are those from `first_own` on.
    MatchingTree(const Tuples<kWords>& all, std::span<const Field> fields, std::size_t first_own,
                 std::span<std::int64_t> matches)
        : all_(all), fields_(fields), first_own_(first_own), matches_(matches) {}

    using Places = std::span<const std::uint32_t>;

    // The order in which own tuples must come.
    bool less(std::uint32_t a, std::uint32_t b) const {
        for (const Field& field : fields_) {
            const std::uint64_t x = code_in(all_.tuples[a], field);
            const std::uint64_t y = code_in(all_.tuples[b], field);
            if (x != y) return x < y;
        }
        return false;
    }

    // Adds the agreements of own with others, and of others with own where these are not own.
    void match(Places own, Places others, std::size_t depth = 0) const {
        if (depth == fields_.size() || own.size() <= 4 || own.size() * others.size() <= 1024) {
            compare(own, others);
            return;
        }
        const Field& field = fields_[depth];
        const auto code = [&](std::size_t i) { return code_in(all_.tuples[own[i]], field); };
        std::size_t begin = 0;
        if (field.has_missing) {
            while (begin < own.size() && code(begin) == 0) ++begin;
            if (begin > 0) match(own.first(begin), others, depth + 1);
        }
        KeyNumbers<std::uint64_t> values;
        std::vector<std::size_t> ends;
        for (std::size_t i = begin; i < own.size(); ++i) {
            if (values.number(code(i)) == ends.size()) ends.push_back(i);
            ends.back() = i + 1;
        }
        const Parts parts = split(others, field, values);
        std::vector<std::uint32_t> agreeing;
        for (std::size_t v = 0; v < ends.size(); begin = ends[v++]) {
            agreeing.assign(parts.missing().begin(), parts.missing().end());
            agreeing.insert(agreeing.end(), parts.of(v).begin(), parts.of(v).end());
            match(own.subspan(begin, ends[v] - begin), agreeing, depth + 1);
        }
    }

  private:
    // Tuples that hold nothing, then those of each value.
    struct Parts {
        std::vector<std::uint32_t> places;
        std::vector<std::size_t> begins;

        Places part(std::size_t i) const {
            return Places(places).subspan(begins[i], begins[i + 1] - begins[i]);
        }
        Places missing() const { return part(0); }
        Places of(std::size_t value) const { return part(value + 1); }
    };

    // Tuples with another value are left out.
    Parts split(Places others, const Field& field, const KeyNumbers<std::uint64_t>& values) const {
        const std::size_t left_out = values.size() + 1;
        Parts parts;
        parts.begins.assign(left_out + 2, 0);
        std::vector<std::uint32_t> part_of(others.size());
        for (std::size_t i = 0; i < others.size(); ++i) {
            const std::uint64_t code = code_in(all_.tuples[others[i]], field);
            const std::size_t part =
                field.has_missing && code == 0
                    ? 0
                    : std::min<std::size_t>(values.find(code) + 1ULL, left_out);
            part_of[i] = static_cast<std::uint32_t>(part);
            ++parts.begins[part + 1];
        }
        std::partial_sum(parts.begins.begin(), parts.begins.end(), parts.begins.begin());
        std::vector<std::size_t> next = parts.begins;
        parts.places.resize(others.size());
        for (std::size_t i = 0; i < others.size(); ++i) {
            parts.places[next[part_of[i]]++] = others[i];
        }
        return parts;
    }

    void compare(Places own, Places others) const {
        for (const std::uint32_t a : own) {
            const Tuple<kWords>& tuple = all_.tuples[a];
            const Tuple<kWords>& mask = all_.patterns[all_.pattern_of[a]].mask;
            std::int64_t found = 0;
            for (const std::uint32_t b : others) {
                const Tuple<kWords> both = project(mask, all_.patterns[all_.pattern_of[b]].mask);
                if (project(tuple, both) != project(all_.tuples[b], both)) continue;
                found += all_.weights[b];
                if (b < first_own_) add_shared(matches_[b], all_.weights[a]);
            }
            add_shared(matches_[a], found);
        }
    }

    const Tuples<kWords>& all_;
    std::span<const Field> fields_;
    std::size_t first_own_;
    std::span<std::int64_t> matches_;
};

// Adds to `matches` the agreements that tuples from `first_own` on have with any tuple, themselves
// included, both ways.
template <std::size_t kWords>
void match_by_tree(const Context& context, const Tuples<kWords>& all, std::span<const Field> fields,
                   std::size_t first_own, std::span<std::int64_t> matches) {
    const MatchingTree<kWords> tree(all, fields, first_own, matches);
    std::vector<std::uint32_t> others(all.size());
    std::iota(others.begin(), others.end(), std::uint32_t{0});
    std::vector<std::uint32_t> own(others.begin() + static_cast<std::ptrdiff_t>(first_own),
                                   others.end());
    parallel_sort(context, own.begin(), own.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return tree.less(a, b); });
    const auto size = static_cast<std::int64_t>(own.size());
    parallel_chunks(context, size, std::max<std::int64_t>(1024, size / 64),
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        tree.match(std::span(own).subspan(static_cast<std::size_t>(begin),
                                                          static_cast<std::size_t>(end - begin)),
                                   others);
                    });
}

}  // namespace lethe
