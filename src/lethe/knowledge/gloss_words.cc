#include "lethe/knowledge/gloss_words.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "lethe/knowledge/label_key.h"

namespace lethe {
namespace {

constexpr std::string_view kFunctionWords[] = {
    "a",       "about",   "above",   "after",      "against",   "all",     "also",  "although",
    "an",      "and",     "any",     "are",        "as",        "at",      "be",    "became",
    "because", "been",    "before",  "being",      "below",     "between", "both",  "but",
    "by",      "can",     "cannot",  "could",      "did",       "do",      "does",  "done",
    "during",  "each",    "either",  "especially", "etc",       "ever",    "every", "for",
    "from",    "had",     "has",     "have",       "having",    "he",      "her",   "hers",
    "him",     "his",     "how",     "i",          "if",        "in",      "into",  "is",
    "it",      "its",     "itself",  "many",       "may",       "me",      "might", "more",
    "most",    "much",    "must",    "my",         "neither",   "no",      "nor",   "not",
    "of",      "off",     "often",   "on",         "one",       "only",    "onto",  "or",
    "other",   "others",  "our",     "out",        "over",      "own",     "same",  "she",
    "should",  "so",      "some",    "someone",    "something", "such",    "than",  "that",
    "the",     "their",   "them",    "then",       "there",     "these",   "they",  "this",
    "those",   "through", "to",      "too",        "under",     "until",   "up",    "upon",
    "us",      "used",    "usually", "very",       "was",       "we",      "were",  "what",
    "when",    "where",   "which",   "while",      "who",       "whom",    "whose", "why",
    "will",    "with",    "within",  "without",    "would",     "you",     "your"};

static_assert(std::is_sorted(std::begin(kFunctionWords), std::end(kFunctionWords)));

bool is_word_byte(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return code >= 0x80 || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

}  // namespace

bool is_function_word(std::string_view word) {
    return std::binary_search(std::begin(kFunctionWords), std::end(kFunctionWords), word);
}

GlossWords::GlossWords(const Taxonomy& taxonomy, bool with_names) {
    std::unordered_map<std::string, std::int32_t> numbers;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        std::string text(taxonomy.gloss(c));
        for (std::int64_t i = 0; with_names && i < taxonomy.name_count(c); ++i) {
            text.append(" ").append(taxonomy.name_of(c, i));
        }
        text = look_up_key(text);
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t begin = i;
            while (i < text.size() && is_word_byte(text[i])) ++i;
            if (i == begin) {
                ++i;
                continue;
            }
            std::string word = text.substr(begin, i - begin);
            // A single letter is what an apostrophe or an abbreviation leaves.
            if (word.size() == 1 || is_function_word(word)) continue;
            of.items.push_back(numbers.try_emplace(std::move(word), count).first->second);
            count = static_cast<std::int32_t>(numbers.size());
        }
        of.close();
    }
}

}  // namespace lethe
