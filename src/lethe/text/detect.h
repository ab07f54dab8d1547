// All finders together: the mentions of a document.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/text/document.h"
#include "lethe/text/list_finder.h"
#include "lethe/text/pattern_finder.h"
#include "lethe/text/sequence_model.h"

namespace lethe::text {

struct Finders {
    Categories categories;
    PatternFinder patterns{PatternOptions{}};
    std::optional<ListFinder> lists;
    const SequenceModel* model = nullptr;  // none: patterns and lists alone
    Setting setting = Setting::balanced;
};

// In order, without overlaps.
Mentions detect(const Finders& finders, std::string_view text);
// Of every document, in parallel.
std::vector<Mentions> detect(const Context& context, const Finders& finders,
                             const Documents& documents);

}  // namespace lethe::text
