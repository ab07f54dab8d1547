// Assessments of document vectors in JSON.
#include "lethe/method/result_json.h"
#include "lethe/vectors/measure/assess_vectors.h"

namespace lethe::vectors {
namespace {

void add_look(Json& json, const std::optional<LookOfVectors>& look) {
    if (!look) return;
    json["statistics"] = to_json(look->statistics);
    json["distances"] = to_json(look->distances);
}

}  // namespace

Json to_json(const MeasuredOriginal::Clusters& clusters) {
    Json json{{"clusters", clusters.count}};
    if (clusters.with_labels) json["with_labels"] = similarity_json(*clusters.with_labels);
    return json;
}

Json to_json(const MeasuredOriginal& original) {
    Json json{{"about", "original"},
              {"file", original.file},
              {"documents", original.documents},
              {"terms", original.terms},
              {"labels", original.labels},
              {"anonymity", to_json(original.anonymity)}};
    add_look(json, original.look);
    if (original.clustering) json["clustering"] = json_list(*original.clustering);
    return json;
}

Json to_json(const MeasuredVectors& measured) {
    const Json found = lethe::to_json(measured.figures.found);
    const Json lost = lethe::to_json(measured.figures.lost);
    const std::int64_t k = measured.anonymity.smallest;
    Json json{{"file", measured.file}, {"anonymity", to_json(measured.anonymity)}, {"k", k}};
    if (const auto& both = measured.with_labels) {
        json["k_with_labels"] = both->smallest;
        json["anonymity_with_labels"] = to_json(*both);
    }
    if (measured.loss) {
        json["loss"] = to_json(*measured.loss);
        json["lost"] = lost;
    }
    if (measured.loss_by_meaning) {
        json["loss_by_meaning"] = to_json(*measured.loss_by_meaning);
        json["lost"] = lost;  // behind the first loss
    }
    if (measured.linkage_by_meaning) {
        json["linkage_by_meaning"] = to_json(*measured.linkage_by_meaning, k);
        json["found"] = found;
    }
    add_look(json, measured.look);
    if (measured.queries) json["queries"] = to_json(*measured.queries);
    if (measured.classified) {
        json["classification"] =
            measured.classification ? to_json(*measured.classification) : Json(nullptr);
    }
    if (measured.clustering) json["clustering"] = json_list(*measured.clustering);
    if (measured.linkage) {
        json["linkage"] = to_json(*measured.linkage, k);
        json["found"] = found;  // behind the first linkage
    }
    return json;
}

Json to_json(const MeasuredVectorFiles& measured) {
    return {{"kind", "vector-assessment"},
            {"original", to_json(measured.original)},
            {"releases", json_list(measured.releases)},
            {"notes", measured.notes}};
}

}  // namespace lethe::vectors
