// How good PRAM with given matrices is for a table: the mean score of several realisations.
//
// PRAM is random, and a search that compares two matrices by two random files compares luck. So
// the uniform number that decides about a value is fixed for each record, column and realisation:
// where a matrix changes a little, few values change, and the same matrices always get the same
// score. What a search finds may still be good for these numbers only; a fitness with other
// realisations tells.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/evolve/matrix_evolution.h"
#include "lethe/algo/statistics/transition_matrix.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/search/evolve/file_fitness.h"

namespace lethe::search {

// The columns of a table that PRAM changes. Matrices are over the categories that occur, in the
// order of the dictionary; missing values stay missing.
class PramFile {
  public:
    // `file` holds the columns, perhaps among others. Error(usage) for a column that it does not
    // have, or one of more than 1000 categories. Refers to table and file.
    PramFile(const Context& context, const Table& table, const CodedFile& file,
             std::vector<std::string> columns);

    const std::vector<std::string>& columns() const { return columns_; }
    const std::vector<Frequencies>& frequencies() const { return frequencies_; }
    const std::vector<std::vector<std::string>>& categories() const { return categories_; }

    // Uniform numbers for one realisation, record by record.
    std::vector<double> uniforms(const Random& random) const;
    // The file with each value drawn from its row, as TransitionDraw does.
    FileCodes masked(const Matrices& matrices, std::span<const double> uniforms) const;

    // {"column": {"categories", "rows"}}, as the matrix parameter of pram takes it.
    Json matrices_to_json(const Matrices& matrices) const;
    // {"column": [{"category", "before", "expected", "after"}]}: how often a category occurs in the
    // original, by the matrix, and in the realisation of the uniform numbers.
    Json frequencies_to_json(const Matrices& matrices, std::span<const double> uniforms) const;

  private:
    const CodedFile& file_;
    std::vector<std::string> columns_;
    std::vector<std::size_t> places_;  // among the file's columns
    std::vector<Frequencies> frequencies_;
    std::vector<std::vector<std::string>> categories_;
    std::vector<std::vector<std::int32_t>> category_of_;  // by code; -1 where it does not occur
    std::vector<std::vector<CellCode>> code_of_;          // by category
};

// A score for one realisation: named parts, all averaged over the realisations, and what is
// minimised, from the averages.
struct PramJudge {
    std::function<std::vector<double>(const FileCodes& masked)> parts;
    std::vector<std::string> names;  // "risk" and "loss" among them
    std::function<double(std::span<const double> means)> score;
};

PramJudge score_judge(const FileFitness& fitness, const Aim& aim);  // refers to the fitness

class PramFitness {
  public:
    PramFitness(const PramFile& file, PramJudge judge, std::int64_t realisations,
                const Random& random);

    // parts: {"score", and every part by name}. From any thread.
    GenomeScore operator()(const Matrices& matrices) const;

  private:
    const PramFile& file_;
    PramJudge judge_;
    std::vector<std::vector<double>> uniforms_;
};

}  // namespace lethe::search
