#include "lethe/language/index_terms.h"

#include <algorithm>

#include "lethe/language/characters.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"

namespace lethe::language {

std::string_view TermMaker::term(std::string_view word) {
    if (word.size() > kLongestWord) return {};
    lower_ = lower_case(word);
    if (options_.stop_words && is_stop_word(lower_)) return {};
    return options_.stems ? stemmer_.stem(lower_) : std::string_view(lower_);
}

std::vector<std::string> distinct_terms(std::string_view text, IndexOptions options) {
    TermMaker maker(options);
    std::vector<std::string> terms;
    for (const Token& word : words_of(text)) {
        const std::string_view term = maker.term(word.of(text));
        if (!term.empty()) terms.emplace_back(term);
    }
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return terms;
}

}  // namespace lethe::language
