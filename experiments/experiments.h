// The groups of published experiments, one file each; experiments/reproduce.cc lists them all.
#pragma once

#include <vector>

#include "experiments/reproduce.h"

namespace lethe::reproduction {

std::vector<Experiment> uniform_experiments();
std::vector<Experiment> non_uniform_experiments();
std::vector<Experiment> score_experiments();
std::vector<Experiment> learnt_experiments();
std::vector<Experiment> heuristic_experiments();
std::vector<Experiment> overfitting_experiments();
std::vector<Experiment> key_attribute_experiments();
std::vector<Experiment> learnt_measure_experiments();
std::vector<Experiment> series_experiments();
std::vector<Experiment> transparency_experiments();
std::vector<Experiment> evolution_experiments();
std::vector<Experiment> pram_evolution_experiments();
std::vector<Experiment> pram_bound_experiments();
std::vector<Experiment> pre_clustering_experiments();
std::vector<Experiment> similarity_experiments();
std::vector<Experiment> similarity_reading_experiments();
std::vector<Experiment> semantic_experiments();
std::vector<Experiment> semantic_peer_experiments();
std::vector<Experiment> semantic_survey_experiments();
std::vector<Experiment> ontology_experiments();
std::vector<Experiment> entity_experiments();
std::vector<Experiment> sanitising_experiments();
std::vector<Experiment> semantic_vector_experiments();
std::vector<Experiment> spherical_experiments();
std::vector<Experiment> graph_experiments();
std::vector<Experiment> microdata_experiments();
std::vector<Experiment> record_linkage_experiments();

// The two halves of `semantic`: each adds its tables and checks to the result.
void reproduce_adult(const ReproduceOptions& options, const Context& context, Json& result);
void reproduce_medical(const ReproduceOptions& options, const Context& context, Json& result);

}  // namespace lethe::reproduction
