// What is bred: files of categories and files of numbers, as FileBreeding wants them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/evolve/evolution_state.h"
#include "lethe/core/random.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/search/evolve/file_fitness.h"
#include "lethe/search/evolve/number_fitness.h"

namespace lethe {

// What both kinds share. `Fitness` evaluates files of type `F`.
template <class Fitness, class F>
class FileBreed {
  public:
    using Genome = FileCodes;
    using File = F;

    FileBreed(const Context& context, const Table& table, std::span<const std::string> columns,
              const Aim& aim)
        : fitness_(context, table, columns), aim_(aim) {}

    const auto& original() const { return fitness_.original(); }
    std::int64_t cells() const { return original().cells(); }
    File evaluate(Genome codes) const { return fitness_.evaluate(std::move(codes)); }
    File change(const File& file, std::span<const CellChange> changes) const {
        return fitness_.change(file, changes);
    }
    File splice(const File& outside, const File& inside, std::int64_t begin,
                std::int64_t end) const {
        return fitness_.splice(outside, inside, begin, end);
    }
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
    Fitness fitness_;

  private:
    Aim aim_;
};

// A mutation gives one cell another category; where the original is missing it changes nothing.
class CategoryBreed : public FileBreed<FileFitness, ProtectedFile> {
  public:
    // Error(usage) when each of the columns has a single category; others as of FileFitness.
    CategoryBreed(const Context& context, const Table& table, std::span<const std::string> columns,
                  const Aim& aim);

    static std::vector<Choice> first_choices();
    File mutate(const File& file, Draws& draws) const;
    // Another category; nothing where the column has none.
    std::optional<CellCode> other_code(std::size_t column, CellCode now, Draws& draws) const;

  private:
    std::vector<std::size_t> mutable_;  // columns of two categories or more
};

// A mutation flips one bit of the Gray code of one cell.
class NumberBreed : public FileBreed<NumberFitness, ProtectedNumbers> {
  public:
    using FileBreed::FileBreed;

    static std::vector<Choice> first_choices();
    File mutate(const File& file, Draws& draws) const;
    std::optional<CellCode> other_code(std::size_t column, CellCode now, Draws& draws) const;
};

}  // namespace lethe
