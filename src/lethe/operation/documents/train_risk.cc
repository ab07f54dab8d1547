// text train-risk: learns which paragraphs are risky from documents in which people marked them,
// and says how that does on documents that were kept aside.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/documents/review/risk_trainer.h"
#include "lethe/operation/operation.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

struct TrainRiskOptions {
    std::vector<std::string> documents;
    std::string output;
    std::int64_t folds = documents::RiskTrainingOptions{}.folds;
    std::int64_t epochs = documents::RiskTrainingOptions{}.crf.epochs;
    double recall = documents::RiskTrainingOptions{}.recall;
};

Answer train_risk(const TrainRiskOptions& options, Door& door) {
    release::refuse_overwrite(options.output, options.documents);
    documents::GoldDocuments documents;
    for (const std::string& path : options.documents) {
        documents::GoldDocuments more = documents::read_gold(path);
        std::move(more.begin(), more.end(), std::back_inserter(documents));
    }
    documents::RiskTrainingOptions training;
    training.folds = static_cast<int>(options.folds);
    training.crf.epochs = static_cast<int>(options.epochs);
    training.recall = options.recall;
    const documents::TrainedRisk trained =
        documents::train_risk_model(door.context(), documents, training);
    trained.model.write(options.output);
    const documents::ParagraphCount& aside = trained.kept_aside;
    std::string told = fmt::format(
        "{}: {} features, of {} documents with {} paragraphs, {} of them risky.\n"
        "On documents kept aside, part by part: {} of {} risky paragraphs found (recall {:.3f}),\n"
        "{} taken for risky (precision {:.3f}, F1 {:.3f}).\n"
        "A paragraph is risky from a probability of {:.3f} on.\n",
        options.output, trained.model.features(), documents.size(), aside.paragraphs, aside.marked,
        aside.both, aside.marked, aside.recall(), aside.found, aside.precision(), aside.f1(),
        trained.model.least());
    return {Json{{"kind", "text-train-risk"},
                 {"output", options.output},
                 {"documents", documents.size()},
                 {"paragraphs", aside.paragraphs},
                 {"risky", aside.marked},
                 {"features", trained.model.features()},
                 {"probability", trained.model.least()},
                 {"kept_aside",
                  {{"found", aside.both},
                   {"taken_for_risky", aside.found},
                   {"recall", aside.recall()},
                   {"precision", aside.precision()},
                   {"f1", aside.f1()}}}},
            std::move(told)};
}

}  // namespace

Operation train_risk_model() {
    using O = TrainRiskOptions;
    return make_operation(
        {.name = "train-risk",
         .words = {"text", "train-risk"},
         .summary = "Learn from marked documents which paragraphs are risky",
         .notes =
             "Documents are annotated as for lethe text train; an entity of the category \"risky\" "
             "marks a\nparagraph, whole or in part: {\"text\": \"...\", \"entities\": [{\"start\": "
             "0, \"end\": 80, \"category\":\n\"risky\"}]}, offsets in code points. Paragraphs end "
             "at empty lines. A feature must occur in two\ndocuments to be kept.",
         .examples = {"lethe text train-risk examples/documents/marked.jsonl -o topics.model",
                      "lethe text sanitize examples/documents/ministry --risk-model topics.model "
                      "-o release"}},
        Schema<O>()
            .field("documents", &O::documents, "Files of marked documents")
            .at_place("MARKED")
            .required()
            .input()
            .field("output", &O::output, "The model")
            .output(OutputKind::model)
            .letter('o')
            .shown("FILE")
            .required()
            .field("folds", &O::folds, "Parts that are kept aside in turn", between(2, 100))
            .shown("N")
            .field("epochs", &O::epochs, "Passes over the documents", between(1, 1000))
            .shown("N")
            .field("recall", &O::recall,
                   "The share of risky paragraphs to be found in documents kept aside",
                   between(0, 1))
            .shown("SHARE"),
        train_risk);
}

}  // namespace lethe::operation
