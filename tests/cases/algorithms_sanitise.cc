// Cases of sanitised texts: patterns, lists and rules find, without the model; then the policy.
#include "algorithms.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/knowledge/readers/read_knowledge.h"

namespace lethe::test {

Json sanitise_text(const Json& input) {
    const documents::TextPolicy policy =
        documents::profile_policy(input.at("profile").get<std::string>());
    const TaxonomyPtr wordnet = read_knowledge({}, "wordnet").taxonomy;
    const documents::Finders finders{policy.categories,
                                     documents::PatternFinder({}),
                                     documents::ListFinder(documents::wordnet_lists(*wordnet)),
                                     true,
                                     nullptr,
                                     {},
                                     policy.setting};
    documents::Documents documents(1);
    documents[0].text = input.at("text").get<std::string>();
    documents::SanitiseOptions options;
    options.wordnet = wordnet;
    return {{"text", documents::sanitise({}, documents, documents::detect({}, finders, documents),
                                         policy, options)
                         .texts.front()}};
}

}  // namespace lethe::test
