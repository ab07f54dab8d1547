// What is bred: files of categories, of numbers and of both, as FileBreeding wants them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/algo/evolve/genetic_operators.h"
#include "lethe/core/random.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/search/evolve/class_keeping.h"
#include "lethe/search/evolve/file_fitness.h"
#include "lethe/search/evolve/mixed_fitness.h"
#include "lethe/search/evolve/number_fitness.h"

namespace lethe::search {

// What a mutation does.
struct MutationRule {
    double loci = 0;    // mean of the Poisson number of cells that change; 0: always one
    bool near = false;  // to a neighbour: ordered categories by one step, numbers by up to 1 %
};

// What all kinds share. `Fitness` evaluates files of type `F`.
template <class Fitness, class F>
class FileBreed {
  public:
    using Genome = FileCodes;
    using File = F;

    FileBreed(const Context& context, const Table& table, std::span<const std::string> columns,
              const Aim& aim, const MutationRule& rule = {})
        : fitness_(context, table, columns), rule_(rule), aim_(aim) {}

    const auto& original() const { return fitness_.original(); }
    std::int64_t cells() const { return original().cells(); }
    File evaluate(Genome codes) const { return fitness_.evaluate(std::move(codes)); }
    File change(const File& file, std::span<const CellChange> changes) const {
        return fitness_.change(file, changes);
    }
    File cross(const File& outside, const File& inside, std::span<const Segment> segments) const {
        if (segments.size() == 1) {
            return fitness_.splice(outside, inside, segments[0].begin, segments[0].end);
        }
        const std::vector<CellChange> changes =
            differences(outside.codes(), inside.codes(), segments);
        return changes.empty() ? outside : fitness_.change(outside, changes);
    }
    const MutationRule& rule() const { return rule_; }
    const Genome& genome(const File& file) const { return file.codes(); }
    std::int64_t distance(std::int64_t row, std::span<const CellCode> masked) const {
        return fitness_.distance(row, masked);
    }
    GenomeScore score(const File& file) const {
        return {aim_.of(file.score().risk(), file.score().loss()), to_json(file.score()), nullptr};
    }
    // Whether it is a version of the original.
    bool fits(const Genome& codes) const {
        const auto& columns = original().columns();
        if (std::ssize(codes) != cells()) return false;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (codes[i] > columns[i % columns.size()].largest_code()) return false;
        }
        return true;
    }

  protected:
    // The cells that a mutation changes where their number is drawn.
    template <class Change>
    File mutate_some(const File& file, Draws& draws, const Change& change) const {
        std::vector<CellChange> changes;
        for (const std::int64_t cell : mutation_loci(draws, cells(), rule_.loci)) {
            const CellCode now = file.codes()[static_cast<std::size_t>(cell)];
            if (const auto code = change(cell, now)) changes.push_back({cell, *code});
        }
        return changes.empty() ? file : fitness_.change(file, changes);
    }

    Fitness fitness_;
    MutationRule rule_;

  private:
    Aim aim_;
};

// A mutation gives cells another category; where the original is missing it changes nothing.
class CategoryBreed : public FileBreed<FileFitness, ProtectedFile> {
  public:
    // Error(usage) when each of the columns has a single category; others as of FileFitness.
    CategoryBreed(const Context& context, const Table& table, std::span<const std::string> columns,
                  const Aim& aim, const MutationRule& rule = {});

    static std::vector<release::Choice> first_choices();
    File mutate(const File& file, Draws& draws) const;
    // Another category; nothing where the column has none.
    std::optional<CellCode> other_code(std::size_t column, CellCode now, Draws& draws) const;

  private:
    std::vector<std::size_t> mutable_;  // columns of two categories or more
};

// A mutation flips one bit of the Gray code of a cell, or moves it to a near number.
class NumberBreed : public FileBreed<NumberFitness, ProtectedNumbers> {
  public:
    using FileBreed::FileBreed;

    static std::vector<release::Choice> first_choices();
    File mutate(const File& file, Draws& draws) const;
    std::optional<CellCode> other_code(std::size_t column, CellCode now, Draws& draws) const;
};

// Both: a mutation does with a cell what that of its kind does.
class MixedBreed : public FileBreed<MixedFitness, ProtectedMixed> {
  public:
    using FileBreed::FileBreed;

    // None: methods for categories go together with methods for numbers, see first_population.
    static std::vector<release::Choice> first_choices() { return {}; }
    File mutate(const File& file, Draws& draws) const;
    std::optional<CellCode> other_code(std::size_t column, CellCode now, Draws& draws) const;
};

}  // namespace lethe::search
