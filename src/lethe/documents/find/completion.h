// What is masked in a document on its own, once all finders and repetition have had their say and
// nothing is kept: what figures about finding are figures of.
#pragma once

#include <string_view>

#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/repeats.h"

namespace lethe::documents {

class Completion {
  public:
    // The finders without their model; `wordnet` says what a common word is and may be missing.
    Completion(const Finders& finders, const TaxonomyPtr& wordnet);

    // In order, without overlaps. Safe to call from many threads.
    Mentions operator()(const Register& in, std::string_view text, Mentions by_model,
                        Setting setting) const;
    // Without a model.
    Mentions operator()(std::string_view text) const;

  private:
    Mentions with_repeats(std::string_view text, Mentions mentions, bool eager) const;

    const Finders& finders_;
    RepeatOptions repeats_;
};

}  // namespace lethe::documents
