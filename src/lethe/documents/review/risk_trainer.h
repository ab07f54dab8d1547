// Learns a risk model from documents in which people marked risky paragraphs: annotated documents
// (read/gold.h) whose entities of the category "risky" say where. A paragraph of which a piece is
// marked is risky as a whole.
#pragma once

#include <cstdint>

#include "lethe/core/context.h"
#include "lethe/documents/read/gold.h"
#include "lethe/documents/review/risk_model.h"

namespace lethe::documents {

constexpr std::string_view kRiskyCategory = "risky";

struct RiskTrainingOptions {
    CrfTraining crf{.epochs = 20, .rate = 0.1, .decay = 0.01, .seed = 1};
    int least_documents = 2;  // a feature must occur in so many
    int folds = 5;            // parts that are kept aside in turn
    double recall = 0.95;     // share of the marked paragraphs of documents kept aside to be found
};

struct ParagraphCount {
    std::int64_t paragraphs = 0;
    std::int64_t marked = 0;
    std::int64_t found = 0;
    std::int64_t both = 0;

    double recall() const { return marked > 0 ? double(both) / double(marked) : 0; }
    double precision() const { return found > 0 ? double(both) / double(found) : 0; }
    double f1() const { return marked + found > 0 ? 2 * double(both) / double(marked + found) : 0; }
};

struct TrainedRisk {
    RiskModel model;  // of all documents
    // Of each document by a model of the others, from a probability on that was chosen without its
    // part.
    ParagraphCount kept_aside;
};

// Error(input) where there are fewer documents than folds, or where no paragraph is marked or none
// is not.
TrainedRisk train_risk_model(const Context& context, const GoldDocuments& documents,
                             const RiskTrainingOptions& options);

}  // namespace lethe::documents
