#include "lethe/documents/find/near_names.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "lethe/core/parallel.h"
#include "lethe/documents/find/person_name.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kShortestOrganisation = 7;

bool begins_with_capital(std::string_view word) {
    return !word.empty() && language::is_upper(language::character_at(word, 0).code);
}

bool all_letters(std::string_view word) {
    return std::none_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint64_t hash_of_bytes(std::string_view word) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

// Hashes of the runs of small letters that are words of at least kLeastLetters.
struct GlossHashes {
    std::once_flag once;
    std::unordered_set<std::uint64_t> hashes;

    void read(const Taxonomy& taxonomy) {
        for (ConceptId c = 0; c < taxonomy.size(); ++c) {
            const std::string_view gloss = taxonomy.gloss(c);
            bool word = false;   // inside a word
            bool small = false;  // of small letters alone
            std::size_t begin = 0;
            for (std::size_t i = 0; i <= gloss.size(); ++i) {
                const char letter = i < gloss.size() ? gloss[i] : ' ';
                const bool lower = letter >= 'a' && letter <= 'z';
                const bool inside = lower || (letter >= 'A' && letter <= 'Z') ||
                                    static_cast<unsigned char>(letter) >= 0x80;
                if (inside && !word) {
                    begin = i;
                    small = true;
                }
                if (word && !inside && small && i - begin >= NearWords::kLeastLetters) {
                    hashes.insert(hash_of_bytes(gloss.substr(begin, i - begin)));
                }
                word = inside;
                small = small && (!inside || lower);
            }
        }
    }
};

}  // namespace

bool near_spelling(std::string_view a, std::string_view b) {
    const std::size_t left = language::count_characters(a);
    const std::size_t right = language::count_characters(b);
    const std::size_t shorter = std::min(left, right);
    if (a == b) return true;
    if (shorter < NearWords::kLeastLetters || std::max(left, right) > kLongestMisspelt) {
        return false;
    }
    if (shorter < kAnyFirstLetterFrom &&
        language::character_at(a, 0).code != language::character_at(b, 0).code) {
        return false;
    }
    const bool two = shorter >= kTwoEditsFrom && std::max(left, right) <= NearWords::kLongestTwo;
    return two ? within_edits(a, b, 2) : within_one_edit(a, b);
}

CommonWords words_of_glosses(TaxonomyPtr taxonomy) {
    if (taxonomy == nullptr) return [](std::string_view) { return false; };
    return [taxonomy = std::move(taxonomy),
            known = std::make_shared<GlossHashes>()](std::string_view word) {
        std::call_once(known->once, [&] { known->read(*taxonomy); });
        return known->hashes.contains(hash_of_bytes(word));
    };
}

NearNames::NearNames(CommonWords common, CommonWords ordinary)
    : common_(std::move(common)),
      ordinary_(ordinary ? std::move(ordinary) : words_of_glosses(nullptr)) {}

void NearNames::add(std::string_view mention, CategoryId category) {
    if (category != kPerson && category != kOrganisation) return;
    mention = without_possessive(mention);
    const std::vector<language::Token> words = language::words_of(mention);
    if (category == kOrganisation && words.size() != 1) return;
    for (const language::Token& token : words) {
        const std::string_view word = token.of(mention);
        const std::size_t least =
            category == kOrganisation ? kShortestOrganisation : NearWords::kLeastLetters;
        if (language::count_characters(word) < least || !begins_with_capital(word) ||
            !all_letters(word) || is_title(word)) {
            continue;
        }
        std::string plain = language::plain_letters(word);
        if (language::count_characters(plain) > kLongestMisspelt) continue;
        if (words_.contains(plain) || common_(plain)) continue;
        near_.add(plain, static_cast<std::int32_t>(names_.size()));
        words_.insert(plain);
        names_.emplace_back(std::move(plain), category);
    }
}

CategoryId NearNames::category_of(std::string_view word, bool any_case) const {
    if (word.size() < NearWords::kLeastLetters || !(any_case || begins_with_capital(word)) ||
        !all_letters(word)) {
        return -1;
    }
    const std::string plain = language::plain_letters(word);
    std::vector<std::int32_t> numbers;
    near_.find(plain, numbers);
    if (numbers.empty() || words_.contains(plain)) return -1;
    std::erase_if(numbers, [&](std::int32_t n) {
        return !near_spelling(plain, names_[static_cast<std::size_t>(n)].first);
    });
    if (numbers.empty() || is_title(word) || common_(plain) || ordinary_(plain)) return -1;
    std::erase_if(numbers, [&](std::int32_t n) {
        return ordinary_(names_[static_cast<std::size_t>(n)].first);
    });
    if (numbers.empty()) return -1;
    return names_[static_cast<std::size_t>(*std::min_element(numbers.begin(), numbers.end()))]
        .second;
}

namespace {

struct NearPlace {
    language::Span span;
    CategoryId category = kPerson;
    std::string plain;
};

std::vector<language::Span> spans_of_mentions(const Mentions& mentions) {
    std::vector<language::Span> spans;
    for (const Mention& mention : mentions) spans.push_back(mention.span);
    return spans;
}

// Takes the places into a document's mentions. One beside a person's name with nothing but a space
// between them is a word of it: "Silvio" and "Berlusconni" are one person.
void take_near(std::string_view text, const std::vector<NearPlace>& places, Mentions& mentions) {
    for (const NearPlace& place : places) {
        const auto next = std::partition_point(
            mentions.begin(), mentions.end(),
            [&](const Mention& mention) { return mention.span.end <= place.span.begin; });
        const auto joins = [&](const Mention& mention, std::int64_t begin, std::int64_t end) {
            return mention.category == place.category && mention.source == MentionSource::repeat &&
                   text.substr(static_cast<std::size_t>(begin),
                               static_cast<std::size_t>(end - begin)) == " ";
        };
        if (next != mentions.begin() &&
            joins(*(next - 1), (next - 1)->span.end, place.span.begin)) {
            (next - 1)->span.end = place.span.end;
        } else if (next != mentions.end() && joins(*next, place.span.end, next->span.begin)) {
            next->span.begin = place.span.begin;
        } else {
            Mention mention;
            mention.span = place.span;
            mention.category = place.category;
            mention.source = MentionSource::repeat;
            mention.score = 1;
            mentions.insert(next, mention);
        }
    }
}

}  // namespace

std::int64_t add_near_names(const Context& context, const Documents& documents,
                            std::vector<Mentions>& mentions, const RepeatOptions& options) {
    NearNames names(options.common, options.ordinary);
    for (std::size_t d = 0; d < documents.size(); ++d) {
        for (const Mention& mention : mentions[d]) {
            if (options.removed[static_cast<std::size_t>(mention.category)] &&
                !is_judged(mention)) {
                names.add(mention.span.of(documents[d].text), mention.category);
            }
        }
    }
    if (names.empty()) return 0;
    std::vector<std::vector<NearPlace>> found(documents.size());
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const auto d = static_cast<std::size_t>(i);
        const std::string& text = documents[d].text;
        const std::vector<language::Span> taken = spans_of_mentions(mentions[d]);
        for (const language::Token& word : language::words_of(text)) {
            const CategoryId category = names.category_of(word.of(text));
            if (category < 0 || language::any_overlaps(taken, word.span())) continue;
            found[d].push_back({word.span(), category, language::plain_letters(word.of(text))});
        }
    });
    // A word that somebody writes in lower case is no name.
    std::unordered_map<std::string, std::atomic<bool>> small;
    for (const std::vector<NearPlace>& of_one : found) {
        for (const NearPlace& place : of_one) small.try_emplace(place.plain, false);
    }
    if (small.empty()) return 0;
    parallel_tasks(context, std::ssize(documents), [&](std::int64_t i) {
        const std::string& text = documents[static_cast<std::size_t>(i)].text;
        for (const language::Token& token : language::words_of(text)) {
            const std::string_view word = token.of(text);
            if (word.size() < NearWords::kLeastLetters || begins_with_capital(word)) continue;
            const auto known = small.find(language::plain_letters(word));
            if (known != small.end()) known->second = true;
        }
    });
    std::int64_t more = 0;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        std::erase_if(found[d],
                      [&](const NearPlace& place) { return small.at(place.plain).load(); });
        take_near(documents[d].text, found[d], mentions[d]);
        more += std::ssize(found[d]);
    }
    return more;
}

}  // namespace lethe::documents
