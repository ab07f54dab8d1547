#include "lethe/algo/evolve/evolution_state.h"

namespace lethe {

Json genome_score_to_json(const GenomeScore& score) {
    return {{"score", score_to_json(score.score)}, {"parts", score.parts}};
}

GenomeScore genome_score_from_json(const Json& json) {
    return {score_from_json(json.at("score")), json.at("parts")};
}

}  // namespace lethe
