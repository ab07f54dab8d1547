#include "lethe/documents/treat/tidy.h"

#include <algorithm>

#include "lethe/documents/find/person_name.h"
#include "lethe/language/characters.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

bool is_name_category(CategoryId category) {
    return category == kPerson || category == kOrganisation || category == kCountry ||
           category == kPlace || category == kLocation || category == kOther ||
           category >= kFixedCategories;
}

char sign_at(std::string_view text, std::int64_t i) {
    return i >= 0 && i < std::ssize(text) ? text[static_cast<std::size_t>(i)] : '\0';
}

language::Span without_space(std::string_view text, language::Span span) {
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    while (!span.empty() && kSpace.find(sign_at(text, span.begin)) != std::string_view::npos) {
        ++span.begin;
    }
    while (!span.empty() && kSpace.find(sign_at(text, span.end - 1)) != std::string_view::npos) {
        --span.end;
    }
    return span;
}

language::Span without_article(std::string_view text, language::Span span) {
    const std::string_view words = span.of(text);
    if (words.size() > 4 && (words.starts_with("the ") || words.starts_with("The "))) {
        return without_space(text, {span.begin + 4, span.end});
    }
    return span;
}

// Over "Prof. " and "Mr " in front of a name.
language::Span with_titles(std::string_view text, language::Span span) {
    while (true) {
        std::int64_t end = span.begin;
        if (sign_at(text, end - 1) == ' ') {
            --end;
        } else if (sign_at(text, end - 1) == '\xA0' && sign_at(text, end - 2) == '\xC2') {
            end -= 2;
        } else {
            return span;
        }
        if (sign_at(text, end - 1) == '.') --end;
        std::int64_t begin = end;
        while (begin > 0 && begin > end - 12 &&
               language::is_word(static_cast<unsigned char>(sign_at(text, begin - 1)))) {
            --begin;
        }
        const std::string_view word = language::Span{begin, end}.of(text);
        if (word.empty() || word[0] < 'A' || word[0] > 'Z' || !is_courtesy_title(word) ||
            language::is_word(static_cast<unsigned char>(sign_at(text, begin - 1)))) {
            return span;
        }
        span.begin = begin;
    }
}

// A model may take small words for more than they are.
bool says_nothing(std::string_view text, const Mention& mention) {
    const std::string_view part = mention.span.of(text);
    const std::vector<language::Token> words = language::words_of(part);
    return std::all_of(words.begin(), words.end(), [&](const language::Token& word) {
        return mention.source == MentionSource::model && language::is_stop_word(word.of(part));
    });
}

// Mentions of one category without anything between them are one; what has no word, or small words
// alone, is none.
Mentions joined_mentions(std::string_view text, const Mentions& mentions) {
    Mentions result;
    for (const Mention& mention : mentions) {
        if (!result.empty() && result.back().category == mention.category &&
            result.back().span.end == mention.span.begin) {
            result.back().span.end = mention.span.end;
        } else {
            result.push_back(mention);
        }
    }
    std::erase_if(result, [&](const Mention& mention) { return says_nothing(text, mention); });
    return result;
}

}  // namespace

Mentions tidy(std::string_view text, Mentions mentions,
              const std::vector<language::Span>& treated) {
    for (Mention& mention : mentions) {
        language::Span span = without_space(text, mention.span);
        if (is_name_category(mention.category)) {
            span.end = span.begin + std::ssize(without_possessive(span.of(text)));
            span =
                mention.category == kPerson ? with_titles(text, span) : without_article(text, span);
        }
        mention.span = span;
    }
    std::vector<language::Span> people;
    for (const Mention& mention : mentions) {
        if (mention.category == kPerson) people.push_back(mention.span);
    }
    std::sort(people.begin(), people.end());
    const auto swallowed = [&](const Mention& title) {
        if (title.category != kTitle) return false;
        const auto after = std::lower_bound(
            people.begin(), people.end(), title.span.end,
            [](const language::Span& person, std::int64_t end) { return person.begin < end; });
        return after != people.begin() && std::prev(after)->overlaps(title.span);
    };
    Mentions all;
    for (const Mention& mention : mentions) {
        if (!mention.span.empty() && !swallowed(mention)) all.push_back(mention);
    }
    // What was treated before wins over everything, and then goes.
    for (const language::Span& span : treated) {
        Mention before;
        before.span = span;
        before.score = 2;
        all.push_back(before);
    }
    all = without_overlaps(text, std::move(all));
    std::erase_if(all, [](const Mention& mention) { return mention.score > 1; });
    return joined_mentions(text, all);
}

}  // namespace lethe::documents
