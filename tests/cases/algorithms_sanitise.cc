// Cases of sanitised texts: patterns, lists and rules find, without the model; then the policy.
#include "algorithms.h"
#include "lethe/knowledge/read_knowledge.h"
#include "lethe/text/detect.h"
#include "lethe/text/sanitise.h"

namespace lethe::test {

Json sanitise_text(const Json& input) {
    const text::TextPolicy policy = text::profile_policy(input.at("profile").get<std::string>());
    const TaxonomyPtr wordnet = read_knowledge({}, "wordnet").taxonomy;
    const text::Finders finders{policy.categories,
                                text::PatternFinder({}),
                                text::ListFinder(text::wordnet_lists(*wordnet)),
                                true,
                                nullptr,
                                {},
                                policy.setting};
    text::Documents documents(1);
    documents[0].text = input.at("text").get<std::string>();
    text::SanitiseOptions options;
    options.wordnet = wordnet;
    return {{"text",
             text::sanitise({}, documents, text::detect({}, finders, documents), policy, options)
                 .texts.front()}};
}

}  // namespace lethe::test
