// Ontology-based semantic anonymisation (Martínez 2012): the experiments whose data can be had, or
// stood in for.
#include "experiments/experiments.h"

namespace lethe::reproduction {
namespace {

Json semantic(const ReproduceOptions& options, const Context& context) {
    Json result = {
        {"tables", Json::array()},
        {"charts", Json::array()},
        {"claims", Json::array()},
        {"checks", Json::array()},
        {"notes", Json::array({
                      "thesis: Wu-Palmer as Eq. 3.3 prints it (depths in links), "
                      "distances weighted by frequency, each sample sorted from its own "
                      "reference; product: log-sc, no weighting, one reference. Of Adult L "
                      "and SRL are measured with that Wu-Palmer in both, of the discharges "
                      "with log-sc.",
                      "The figures of the source are drawings; its prose states "
                      "orderings: the tables say at how many k they hold here.",
                      "The discharges stand in for a restricted file, and the tree of "
                      "ICD-9-CM for SNOMED CT.",
                  })}};
    reproduce_adult(options, context, result);
    reproduce_medical(options, context, result);
    return result;
}

}  // namespace

std::vector<Experiment> semantic_experiments() {
    return {{"semantic", "Masking by meaning: Adult with WordNet, hospital discharges with ICD-9",
             "Martínez 2012, chapters 5 to 9", semantic, 1}};
}

}  // namespace lethe::reproduction
