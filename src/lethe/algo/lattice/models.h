// Privacy models that a search over levels enforces: what they are, how they are written, and what
// is known of them beforehand. Whether a class fulfils them is judged in class_judge.
//
// Text form, joined by " + ": "k:5 + l-distinct:3,sensitive=disease". The first parameter stands
// behind the colon, others are NAME=VALUE, separated by commas.
//
//   k:5                                       each class has 5 released people
//   k:3,columns=age|sex                       each combination of the labels of these columns is
//                                             shown by 3 people who are not suppressed
//   k:3,dimension=2                           so for every two columns, and every single one
//   kmap:3,population=table                   each class has 3 people of the population's table
//   kmap:3,population=N,alpha=a,estimator=e   so estimated; poisson (default) or ztpoisson
//   l-distinct:3   l-entropy:4[,estimator=shannon|grassberger]   l-recursive:c=4,l=5
//   l-distinct:3,alike=0.4[,measure=log-sc]   and the other two with Shannon's entropy: values of
//                                             a taxonomy that are at most so far apart are one, and
//                                             what a chain of such values of the class joins
//   alpha:0.5                                 no value has more than half of a class; with k
//   t-equal:0.2   t-ordered:0.2   t-hierarchical:0.2
//   t-semantic:0.2[,measure=log-sc]           by the distances of a measure of concepts
//   beta-basic:3   beta-enhanced:2
//   delta:1.5[,values=present|all]            all: a value that a class lacks is a breach too
//   presence:0.05..0.15                       of the population's table
//   risk-average:0.05[,highest=0.2,share=0.01]
//   unique-sample:0.05
//   unique-population:0.01,population=N,estimator=zayatz|pitman|snb|dankar
//   profit-prosecutor:cost=,gain=,loss=,benefit=    and profit-journalist, each also -no-attack
//
// A name of a column that holds one of , + | = " or begins or ends with a space stands in quotation
// marks, a quotation mark in it twice: columns="age, in years"|sex.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/knowledge/measure.h"

namespace lethe::lattice {

enum class ModelKind {
    k_anonymity,
    k_columns,
    k_map_table,
    k_map_estimated,
    l_distinct,
    l_entropy,
    l_grassberger,
    l_recursive,
    l_distinct_alike,
    l_entropy_alike,
    l_recursive_alike,
    alpha,
    t_equal,
    t_ordered,
    t_hierarchical,
    t_semantic,
    beta_basic,
    beta_enhanced,
    delta_present,
    delta_all,
    presence,
    risk_average,
    unique_sample,
    unique_population,
    profit_prosecutor,
    profit_journalist,
    profit_prosecutor_no_attack,
    profit_journalist_no_attack,
};

enum class Estimator { none, poisson, ztpoisson, zayatz, pitman, snb, dankar };

// What an attack costs and yields, and what a record is worth to who releases it.
struct Profit {
    double cost = 0;
    double gain = 0;
    double loss = 0;
    double benefit = 0;

    bool operator==(const Profit&) const = default;
};

struct Model {
    ModelKind kind = ModelKind::k_anonymity;
    double value = 0;            // k, l, alpha, t, beta, delta, lower end of presence, risk, share
    double c = 0;                // l-recursive
    double upper = 1;            // presence
    double population = 0;       // people, where it is estimated
    double significance = 0.01;  // k-map, estimated
    Estimator estimator = Estimator::none;
    std::optional<double> highest;  // risk-average
    std::optional<double> share;
    Profit profit = {};
    std::string sensitive;                      // empty: the only one, or each of them
    std::vector<std::string> columns = {};      // k of combinations
    int dimension = 0;                          // k of all combinations of so many columns
    double alike = 0;                           // l by meaning: distance up to which values are one
    MeasureKind measure = MeasureKind::log_sc;  // l and t by meaning

    bool operator==(const Model&) const = default;
};

// Every problem of the text, and of the models together, at once.
std::vector<Model> parse_models(std::string_view text, Problems& problems);
std::string to_text(const Model& model);
std::string to_text(const std::vector<Model>& models);

// A population that is estimated has at least the people of the file.
void check_populations(const std::vector<Model>& models, std::int64_t rows, const Place& place,
                       Problems& problems);

bool needs_sensitive(ModelKind kind);
bool needs_population_table(ModelKind kind);
bool is_table_model(ModelKind kind);
// l-diversity of any kind; and the kinds in which values are compared by their distances, of which
// it depends on these how they behave (ClassJudge tells).
bool is_diversity(ModelKind kind);
bool is_by_meaning(ModelKind kind);

// Feasible without suppression at a node: feasible at every node above it.
bool generalisation_monotone(ModelKind kind);
// Rows of failing classes do not grow upwards.
bool suppression_monotone(ModelKind kind);
// Whether classes that fulfil it may join without counting again (local recoding).
bool survives_joining(ModelKind kind);

// Smallest k' such that a class of k' in a sample of `rows` of `population` people stands for k.
std::int64_t k_of_sample(const Model& model, std::int64_t rows);
// Smallest class whose risk is at most h, with the tolerance of a hundredth: 5 for 0.2, 12 for
// 0.09.
std::int64_t size_for_risk(double h);
// Smallest class for which an attack does not pay.
std::int64_t size_without_attack(const Profit& profit);
// Released people that a class must have whatever its values are; 0 where a model says nothing.
std::int64_t minimum_class_size(const Model& model, std::int64_t rows);

}  // namespace lethe::lattice
