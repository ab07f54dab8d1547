// Files that are bred under a guarantee: every record of every file equals at least k - 1 others.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/random.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/search/evolve/class_keeping.h"

namespace lethe::search {

// A breed whose files all keep k, as FileBreeding wants it. Refers to the breed. `labels`: one for
// each row, of what stands in columns that are not bred and make records different.
template <class Breed>
class KeepingBreed {
  public:
    using Genome = typename Breed::Genome;
    using File = typename Breed::File;

    KeepingBreed(const Breed& breed, std::int64_t k, std::vector<std::int32_t> labels)
        : breed_(breed),
          keeping_(k, breed.original().width(), std::move(labels), breed.original().codes(),
                   [&breed](std::int64_t row, std::span<const CellCode> masked) {
                       return breed.distance(row, masked);
                   }) {}

    const ClassKeeping& keeping() const { return keeping_; }
    const auto& original() const { return breed_.original(); }
    std::int64_t cells() const { return breed_.cells(); }
    static std::vector<release::Choice> first_choices() { return Breed::first_choices(); }
    File evaluate(Genome codes) const { return breed_.evaluate(std::move(codes)); }
    const Genome& genome(const File& file) const { return breed_.genome(file); }
    GenomeScore score(const File& file) const { return breed_.score(file); }
    bool fits(const Genome& codes) const { return breed_.fits(codes) && keeping_.holds(codes); }

    File mutate(const File& file, Draws& draws) const {
        const auto change = [this](std::size_t column, CellCode now, Draws& more) {
            return breed_.other_code(column, now, more);
        };
        const double mean = breed_.rule().loci;
        const std::int64_t times = mean > 0 ? poisson(draws, mean) : 1;
        Genome codes = breed_.genome(file);
        for (std::int64_t i = 0; i < times; ++i) codes = keeping_.mutated(codes, change, draws);
        return as(file, codes);
    }
    File cross(const File& outside, const File& inside, std::span<const Segment> segments) const {
        return as(outside,
                  keeping_.crossed(breed_.genome(outside), breed_.genome(inside), segments));
    }

  private:
    File as(const File& file, const Genome& codes) const {
        const std::vector<CellChange> changes = differences(breed_.genome(file), codes);
        return changes.empty() ? file : breed_.change(file, changes);
    }

    const Breed& breed_;
    ClassKeeping keeping_;
};

}  // namespace lethe::search
