// What evolve is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/algo/evolve/evolution_log.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"

namespace lethe::operation {

// How children are made and who gives way to them. Shares are in percent.
struct BreedingChoice {
    std::string operators = "one";
    double mutation = 50;
    double crossover_rate = 70;
    bool adapt = false;
    std::string crossover = "points";
    std::int64_t points = 2;
    double uniform_p = 0.5;
    double loci = 0;
    bool near = false;
    std::string exchange = "within";
    std::string selection = "proportional";
    std::int64_t tournament = 4;
    std::string succession = "better";
    double gap = 100;
    std::int64_t elite = 1;
    bool no_duplicates = false;

    static Schema<BreedingChoice> schema();
    // What makes a run another one.
    Json header() const;
};

struct StopChoice {
    std::int64_t generations = 1000;
    double seconds = 0;
    std::int64_t stagnation = 200;
    std::int64_t evaluations = 0;
    double target = 0;
    double diversity = 0;

    static Schema<StopChoice> schema();
    StopRules rules() const;
};

struct EvolveOptions {
    std::string data;
    std::string what = "file";
    std::string policy;
    std::vector<std::string> columns;
    std::string output;
    std::string start;
    std::string aim = "mean";
    double alpha = 0.5;
    double without_best = 0;
    BreedingChoice breeding;
    StopChoice stop;
    std::int64_t realisations = 5;
    bool invariant = false;
    double keep_least = 0;
    double keep_most = 1;
    std::vector<std::string> pairs;
    std::optional<std::int64_t> keep_k;
    std::vector<std::string> tables;
    double p = 0.5;
    std::string diagonal = "keep";
    bool sqrt = false;
    std::int64_t population = 100;
    std::int64_t depth = 5;
    Replacing replace;
    TableReading read;

    static Schema<EvolveOptions> schema();
};

}  // namespace lethe::operation
