#include "lethe/algo/partition/full_domain_classes.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace lethe {

Lifts::Lifts(std::span<const ConceptLadder> ladders, const TupleSpace& space)
    : lifted_(ladders.size()) {
    for (std::size_t j = 0; j < ladders.size(); ++j) {
        const ConceptLadder& ladder = ladders[j];
        int top = 0;
        for (std::int32_t v = 0; v < space.domain(j)->values(); ++v) {
            top = std::max(top, ladder.height(space.domain(j)->candidate_of(v)));
        }
        std::vector<std::int32_t> lifted(static_cast<std::size_t>(ladder.size()));
        for (std::size_t c = 0; c < lifted.size(); ++c) lifted[c] = static_cast<std::int32_t>(c);
        for (int level = 0; level <= top; ++level) {
            lifted_[j].push_back(lifted);
            for (std::int32_t& c : lifted) c = ladder.parent(c);
        }
    }
}

ClassCounter::ClassCounter(const TupleSpace& space, const Lifts& lifts) : lifts_(lifts) {
    tuples_.levels.assign(lifts.columns(), 0);
    tuples_.codes.resize(lifts.columns());
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        for (std::size_t j = 0; j < lifts.columns(); ++j) {
            tuples_.codes[j].push_back(space.domain(j)->candidate_of(space.code(j, t)));
        }
        tuples_.counts.push_back(space.count(t));
    }
}

// The codes of as many columns as fit are one key; where there are more, what was numbered so far
// stands for the columns before.
RaisedClasses ClassCounter::raise(const RaisedClasses& from, const Levels& levels,
                                  std::vector<std::uint32_t>& class_of) {
    const auto size = static_cast<std::size_t>(from.size());
    keys_.assign(size, 0);
    class_of.resize(size);
    int used = 0;
    const auto number = [&] {
        numbers_.reset(size / 4);
        for (std::size_t i = 0; i < size; ++i) class_of[i] = numbers_.number(keys_[i]);
    };
    for (std::size_t j = 0; j < levels.size(); ++j) {
        const auto lift = lifts_.by(j, levels[j] - from.levels[j]);
        const auto bits = static_cast<int>(std::bit_width(lift.size() - 1));
        if (used + bits > 64) {
            number();
            std::copy(class_of.begin(), class_of.end(), keys_.begin());
            used = 32;
        }
        used += bits;
        const std::int32_t* codes = from.codes[j].data();
        for (std::size_t i = 0; i < size; ++i) {
            keys_[i] = keys_[i] << bits |
                       static_cast<std::uint64_t>(lift[static_cast<std::size_t>(codes[i])]);
        }
    }
    number();

    RaisedClasses classes;
    classes.levels = levels;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < size; ++i) {
        if (class_of[i] == first.size()) {
            first.push_back(i);
            classes.counts.push_back(0);
        }
        classes.counts[class_of[i]] += from.counts[i];
    }
    classes.codes.resize(levels.size());
    for (std::size_t j = 0; j < levels.size(); ++j) {
        const auto lift = lifts_.by(j, levels[j] - from.levels[j]);
        for (const std::size_t i : first) {
            classes.codes[j].push_back(lift[static_cast<std::size_t>(from.codes[j][i])]);
        }
    }
    return classes;
}

// In place of what was not used for longest.
const RaisedClasses& ClassCounter::keep(RaisedClasses classes) {
    Kept kept{std::move(classes), time_};
    if (kept_.size() < kMostKept) return kept_.emplace_back(std::move(kept)).classes;
    Kept& oldest = *std::min_element(kept_.begin(), kept_.end(),
                                     [](const Kept& a, const Kept& b) { return a.used < b.used; });
    oldest = std::move(kept);
    return oldest.classes;
}

const RaisedClasses& ClassCounter::classes(const Levels& levels) {
    ++time_;
    const RaisedClasses* from = &tuples_;
    Kept* best = nullptr;
    for (Kept& kept : kept_) {
        const Levels& lower = kept.classes.levels;
        if (kept.classes.size() < from->size() &&
            std::equal(lower.begin(), lower.end(), levels.begin(), std::less_equal<>())) {
            best = &kept;
            from = &kept.classes;
        }
    }
    if (best != nullptr) best->used = time_;
    RaisedClasses classes = raise(*from, levels, class_of_);
    if (2 * classes.size() < from->size()) return keep(std::move(classes));
    passing_ = std::move(classes);
    return passing_;
}

RaisedClasses ClassCounter::classes(const Levels& levels,
                                    std::vector<std::uint32_t>& class_of_tuple) {
    return raise(tuples_, levels, class_of_tuple);
}

}  // namespace lethe
