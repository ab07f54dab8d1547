#include "lethe/release/documents/document_plan.h"

#include <algorithm>

namespace lethe::release {

Json document_plan(const documents::Documents& documents, const documents::TextPolicy& policy,
                   const documents::ReadNotes& notes, const DocumentBundle& bundle) {
    Json categories = Json::array();
    for (std::int32_t c = 0; c < policy.categories.size(); ++c) {
        const auto category = static_cast<documents::CategoryId>(c);
        categories.push_back({{"category", policy.categories[category].name},
                              {"treatment", name(policy.treatment(category))}});
    }
    return {{"kind", "release-plan"},
            {"data", name(DataKind::documents)},
            {"documents", std::ranges::count_if(documents,
                                                [](const documents::Document& document) {
                                                    return document.field.empty();
                                                })},
            {"bytes", notes.bytes},
            {"left_out", notes.skipped.size()},
            {"categories", std::move(categories)},
            {"files", bundle.output == "-" || bundle.output.empty()
                          ? Json::array()
                          : planned_files(document_outputs(bundle))}};
}

}  // namespace lethe::release
