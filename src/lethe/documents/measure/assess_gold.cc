#include "lethe/documents/measure/assess_gold.h"

#include "lethe/core/parallel.h"
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/treat/masked_spans.h"

namespace lethe::documents {

GoldAssessment assess_gold(const Context& context, const TextCollection& original,
                           const TextCollection& sanitised, const GoldDocuments& gold) {
    const DocumentNames names(original.ids);
    GoldAssessment result;
    std::vector<std::vector<language::Span>> masked(gold.size());
    std::vector<bool> compared(gold.size());
    std::vector<std::size_t> places(gold.size());
    for (std::size_t i = 0; i < gold.size(); ++i) {
        const auto found = names.find(gold[i].id);
        if (!found) {
            result.unknown.push_back(gold[i].id);
        } else if (original.texts[static_cast<std::size_t>(*found)] != gold[i].text) {
            result.different.push_back(gold[i].id);
        } else {
            places[i] = static_cast<std::size_t>(*found);
            compared[i] = true;
        }
    }
    parallel_tasks(context, std::ssize(gold), [&](std::int64_t task) {
        const auto i = static_cast<std::size_t>(task);
        if (compared[i]) masked[i] = masked_spans(gold[i].text, sanitised.texts[places[i]]);
    });
    for (std::size_t i = 0; i < gold.size(); ++i) {
        if (!compared[i]) continue;
        const GoldCount before = result.score.count();
        result.score.add(gold[i], masked[i]);
        const GoldCount& after = result.score.count();
        const auto grown = [&](std::int64_t GoldCount::*all, std::int64_t GoldCount::*hidden) {
            return after.*all - before.*all > after.*hidden - before.*hidden ? 1 : 0;
        };
        result.released += sanitised.texts[places[i]].empty() ? 0 : 1;
        result.exposed += grown(&GoldCount::gold, &GoldCount::both);
        result.exposed_direct += grown(&GoldCount::direct, &GoldCount::direct_found);
        ++result.compared;
    }
    return result;
}

Json to_json(const GoldAssessment& assessment) {
    Json json = assessment.score.to_json();
    json["about"] = "original";
    json["compared"] = assessment.compared;
    json["exposed"] = assessment.exposed;
    json["exposed_direct"] = assessment.exposed_direct;
    json["unknown"] = assessment.unknown;
    json["different"] = assessment.different;
    return json;
}

}  // namespace lethe::documents
