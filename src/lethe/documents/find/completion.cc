#include "lethe/documents/find/completion.h"

#include <utility>

#include "lethe/documents/find/near_names.h"

namespace lethe::documents {

Completion::Completion(const Finders& finders, const TaxonomyPtr& wordnet) : finders_(finders) {
    repeats_.common = common_words(wordnet);
    repeats_.ordinary = words_of_glosses(wordnet);
    repeats_.removed.assign(static_cast<std::size_t>(finders.categories.size()), true);
}

Mentions Completion::with_repeats(std::string_view text, Mentions mentions, bool eager) const {
    Documents documents(1);
    documents[0].text = text;
    std::vector<Mentions> all{std::move(mentions)};
    RepeatOptions options = repeats_;
    options.eager = eager;
    add_repeats(Context{}, documents, all, options);
    return std::move(all[0]);
}

Mentions Completion::operator()(const Register& in, std::string_view text, Mentions by_model,
                                Setting setting) const {
    const Mentions by_form = find_by_form(finders_, text, language::tokenise(text));
    return with_repeats(text, combined(text, by_form, in, std::move(by_model)),
                        setting == Setting::recall);
}

Mentions Completion::operator()(std::string_view text) const {
    return with_repeats(text, find_by_form(finders_, text, language::tokenise(text)), false);
}

}  // namespace lethe::documents
