// What is bred: files of categories and files of numbers, as FileBreeding wants them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/evolution_state.h"
#include "lethe/core/random.h"
#include "lethe/search/evaluate.h"
#include "lethe/search/file_fitness.h"
#include "lethe/search/number_fitness.h"

namespace lethe {

// A mutation gives one cell another category; where the original is missing it changes nothing.
class CategoryBreed {
  public:
    using Genome = FileCodes;
    using File = ProtectedFile;

    // Error(usage) when each of the columns has a single category; others as of FileFitness.
    CategoryBreed(const Context& context, const Table& table, std::span<const std::string> columns,
                  const Aim& aim);

    static std::vector<Choice> first_choices();
    const CodedFile& original() const { return fitness_.original(); }
    std::int64_t cells() const { return original().cells(); }
    bool fits(const Genome& codes) const;  // whether it is a version of the original
    File evaluate(Genome codes) const { return fitness_.evaluate(std::move(codes)); }
    File splice(const File& outside, const File& inside, std::int64_t begin,
                std::int64_t end) const {
        return fitness_.splice(outside, inside, begin, end);
    }
    File mutate(const File& file, Draws& draws) const;
    const Genome& genome(const File& file) const { return file.codes(); }
    GenomeScore score(const File& file) const {
        return {aim_.of(file.score().risk(), file.score().loss()), to_json(file.score()), nullptr};
    }

  private:
    FileFitness fitness_;
    Aim aim_;
    std::vector<std::size_t> mutable_;  // columns of two categories or more
};

// A mutation flips one bit of the Gray code of one cell.
class NumberBreed {
  public:
    using Genome = FileCodes;
    using File = ProtectedNumbers;

    NumberBreed(const Context& context, const Table& table, std::span<const std::string> columns,
                const Aim& aim)
        : fitness_(context, table, columns), aim_(aim) {}

    static std::vector<Choice> first_choices();
    const NumberFile& original() const { return fitness_.original(); }
    std::int64_t cells() const { return original().cells(); }
    bool fits(const Genome& codes) const;  // whether it is a version of the original
    File evaluate(Genome codes) const { return fitness_.evaluate(std::move(codes)); }
    File splice(const File& outside, const File& inside, std::int64_t begin,
                std::int64_t end) const {
        return fitness_.splice(outside, inside, begin, end);
    }
    File mutate(const File& file, Draws& draws) const;
    const Genome& genome(const File& file) const { return file.codes(); }
    GenomeScore score(const File& file) const {
        return {aim_.of(file.score().risk(), file.score().loss()), to_json(file.score()), nullptr};
    }

  private:
    NumberFitness fitness_;
    Aim aim_;
};

}  // namespace lethe
