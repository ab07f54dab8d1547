// What matters in a risk model is what it overlooks. So the probability from which on a paragraph
// is risky is not simply one half: it is the largest up to that at which the wanted share of the
// marked paragraphs is found in documents that the model has not seen. How well that does is
// measured apart from how it was chosen: for the figures each part is judged from the probability
// that the other parts give.
#include "lethe/documents/review/risk_trainer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/documents/find/model/sequence_trainer.h"
#include "lethe/documents/review/risky_blocks.h"

namespace lethe::documents {
namespace {

struct MarkedDocument {
    std::string_view text;
    std::vector<language::Span> paragraphs;
    std::vector<std::vector<std::uint32_t>> features;  // of each paragraph
    std::vector<std::uint8_t> risky;
    int fold = 0;
};

using MarkedDocuments = std::vector<MarkedDocument>;

MarkedDocument marked_document(const GoldDocument& gold) {
    MarkedDocument document;
    document.text = gold.text;
    document.paragraphs = paragraphs_of(gold.text);
    for (const language::Span& paragraph : document.paragraphs) {
        document.features.push_back(paragraph_features(paragraph.of(gold.text)));
        const bool marked = std::any_of(
            gold.mentions.begin(), gold.mentions.end(), [&](const GoldMention& mention) {
                return mention.type == kRiskyCategory && mention.span.overlaps(paragraph);
            });
        document.risky.push_back(marked ? 1 : 0);
    }
    return document;
}

void set_folds(const GoldDocuments& gold, int folds, MarkedDocuments& documents) {
    const std::vector<std::int64_t> alike = alike_documents(gold);
    for (std::size_t i = 0; i < gold.size(); ++i) {
        documents[i].fold = static_cast<int>(alike[i] % folds);
    }
    if (alike.empty() || std::ranges::max(alike) + 1 < folds) {
        throw Error(ErrorKind::input, "there are fewer documents than parts to keep aside (" +
                                          std::to_string(folds) + ")");
    }
}

void check_both_kinds(const MarkedDocuments& documents) {
    std::set<std::uint8_t> kinds;
    for (const MarkedDocument& one : documents) kinds.insert(one.risky.begin(), one.risky.end());
    if (!kinds.contains(1)) {
        throw Error(ErrorKind::input,
                    "no paragraph is marked: entities of the category \"risky\" "
                    "say which are risky");
    }
    if (!kinds.contains(0)) {
        throw Error(ErrorKind::input, "every paragraph is marked: nothing tells risky ones apart");
    }
}

// Of all documents but those of a part.
RiskModel learn_without(const Context& context, const MarkedDocuments& documents, int fold,
                        const RiskTrainingOptions& options) {
    std::map<std::uint32_t, int> counts;
    for (const MarkedDocument& one : documents) {
        if (one.fold == fold) continue;
        std::set<std::uint32_t> seen;
        for (const auto& of_paragraph : one.features) {
            seen.insert(of_paragraph.begin(), of_paragraph.end());
        }
        for (const std::uint32_t feature : seen) ++counts[feature];
    }
    std::vector<std::uint32_t> features;
    std::map<std::uint32_t, std::uint32_t> rows;
    for (const auto& [feature, count] : counts) {
        if (count < options.least_documents) continue;
        rows.emplace(feature, static_cast<std::uint32_t>(features.size()));
        features.push_back(feature);
    }
    std::vector<CrfSequence> sequences;
    for (const MarkedDocument& one : documents) {
        if (one.fold == fold || one.paragraphs.empty()) continue;
        CrfSequence sequence;
        for (const auto& of_paragraph : one.features) {
            for (const std::uint32_t feature : of_paragraph) {
                const auto row = rows.find(feature);
                if (row != rows.end()) sequence.features.push_back(row->second);
            }
            sequence.begin.push_back(static_cast<std::uint32_t>(sequence.features.size()));
        }
        sequence.labels = one.risky;
        sequences.push_back(std::move(sequence));
    }
    const std::vector<ModelLabel> labels{ModelLabel{}, ModelLabel{kOther, false, true, true}};
    const CrfTransitions start{2, std::vector<float>(4, 0), std::vector<float>(2, 0)};
    const Crf crf = train_crf(context, start, features.size(), sequences, options.crf);
    return RiskModel(packed_register("risky paragraphs", labels, features, crf));
}

// The largest probability at which the wanted share of the marked ones is found; never above one
// half, from which on a paragraph is risky more likely than not.
float least_for(std::vector<float> marked, double recall) {
    if (marked.empty()) return 0.5F;
    std::sort(marked.begin(), marked.end());
    const auto size = static_cast<double>(marked.size());
    // So many may be overlooked; a share that rounding makes a little more than whole is whole.
    const auto overlooked = static_cast<std::size_t>(std::floor((1 - recall) * size + 1e-9));
    return std::min(0.5F, marked[std::min(overlooked, marked.size() - 1)]);
}

}  // namespace

TrainedRisk train_risk_model(const Context& context, const GoldDocuments& documents,
                             const RiskTrainingOptions& options) {
    MarkedDocuments marked(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        marked[at] = marked_document(documents[at]);
    });
    check_both_kinds(marked);
    set_folds(documents, options.folds, marked);

    std::vector<std::vector<float>> aside(marked.size());
    std::vector<std::optional<RiskModel>> models(static_cast<std::size_t>(options.folds) + 1);
    Progress progress(context, "learning", options.folds + 1);
    parallel_tasks(context.silent(), options.folds + 1, [&](std::int64_t fold) {
        std::optional<RiskModel>& model = models[static_cast<std::size_t>(fold)];
        model.emplace(learn_without(context.silent(), marked, static_cast<int>(fold), options));
        for (std::size_t i = 0; i < marked.size(); ++i) {
            if (marked[i].fold != fold) continue;
            aside[i] = model->probabilities(marked[i].text, marked[i].paragraphs);
        }
        progress.add();
    });

    const auto chosen_without = [&](int fold) {
        std::vector<float> risky;
        for (std::size_t i = 0; i < marked.size(); ++i) {
            if (marked[i].fold == fold) continue;
            for (std::size_t p = 0; p < aside[i].size(); ++p) {
                if (marked[i].risky[p] != 0) risky.push_back(aside[i][p]);
            }
        }
        return least_for(std::move(risky), options.recall);
    };
    ParagraphCount count;
    for (int fold = 0; fold < options.folds; ++fold) {
        const float least = chosen_without(fold);
        for (std::size_t i = 0; i < marked.size(); ++i) {
            if (marked[i].fold != fold) continue;
            for (std::size_t p = 0; p < aside[i].size(); ++p) {
                const bool risky = marked[i].risky[p] != 0;
                const bool found = aside[i][p] >= least;
                ++count.paragraphs;
                count.marked += risky ? 1 : 0;
                count.found += found ? 1 : 0;
                count.both += risky && found ? 1 : 0;
            }
        }
    }
    models.back()->set_least(chosen_without(options.folds));
    return {std::move(*models.back()), count};
}

}  // namespace lethe::documents
