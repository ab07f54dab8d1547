// Reviews in the making: what was found in a collection and what was decided about each of it, with
// the texts at hand. Kept in memory while they are worked on; every decision is on disk before it
// is answered.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/review/review.h"
#include "studio/project.h"

namespace lethe::studio {

class ReviewDesk {
  public:
    // What the review page shows: documents with how much is found and still undecided, categories.
    Json summary(const Project& project, const Context& context);
    // One document: its text cut where mentions begin and end. Error(usage) for one that is not
    // there.
    Json document(const Project& project, const Context& context, std::int64_t index);
    // {"entities": [..] or "like": {"entity", "same": "text" | "category"}, "blocks": [..],
    // "decision" and or "category"}; {"changed", "undecided", "before": requests that undo it}. All
    // problems of the request are Error(usage). "of", the number of all mentions that the asker
    // knows: Error(unmet) where there are others by now, since places are counted.
    Json decide(const Project& project, const Context& context, const Json& request);
    // A mention that nobody found: {"document", "before", "length" in UTF-16 units, "category"}.
    Json add(const Project& project, const Context& context, const Json& request);
    // Words in the texts, whether they are part of a mention or not; case does not matter.
    Json search(const Project& project, const Context& context, const std::string& words);

  private:
    struct Open {
        std::mutex mutex;
        std::string stamp;               // of the review file that was read
        documents::Documents documents;  // in the order of the review
        documents::Review review;
    };
    std::shared_ptr<Open> open(const Project& project, const Context& context);
    void save(const Project& project, Open& open);

    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Open>> open_;
};

}  // namespace lethe::studio
