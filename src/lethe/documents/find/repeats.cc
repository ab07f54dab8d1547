#include "lethe/documents/find/repeats.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <unordered_map>

#include "lethe/core/parallel.h"
#include "lethe/documents/find/folded_search.h"
#include "lethe/documents/find/near_names.h"
#include "lethe/documents/find/person_name.h"
#include "lethe/language/characters.h"
#include "lethe/language/stop_words.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::int64_t kWidestGap = 3;
constexpr std::size_t kShortestNamePart = 4;
constexpr std::size_t kShortNumber = 4;

// Words that are names too, but neither nouns nor stop words.
bool is_small_word(std::string_view word) {
    constexpr std::array<std::string_view, 8> kWords{"drew", "may",  "new",   "old",
                                                     "one",  "said", "shall", "sue"};
    return language::is_stop_word(word) ||
           std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_number_word(std::string_view word) {
    return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool starts_upper(std::string_view word) {
    return !word.empty() && language::is_upper(language::character_at(word, 0).code);
}

bool has_lower(std::string_view word) {
    for (std::size_t at = 0; at < word.size();) {
        const language::Character c = language::character_at(word, at);
        if (language::is_lower(c.code)) return true;
        at += static_cast<std::size_t>(c.length);
    }
    return false;
}

// FNV-1a over the plain letters of a word, without making them where the word is ASCII.
std::uint64_t hash_of_letters(std::string_view word) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : word) {
        if (static_cast<unsigned char>(c) >= 0x80) {
            const std::string plain = language::plain_letters(word);
            hash = 0xcbf29ce484222325ULL;
            for (const char p : plain) {
                hash = (hash ^ static_cast<unsigned char>(p)) * 0x100000001b3ULL;
            }
            return hash;
        }
        const auto lower = static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        hash = (hash ^ lower) * 0x100000001b3ULL;
    }
    return hash;
}

// Of a row of words and one more.
std::uint64_t joined_words(std::uint64_t row, std::uint64_t word) {
    const std::uint64_t mixed = (row ^ word) * 0x9E3779B97F4A7C15ULL;
    return mixed ^ mixed >> 32;
}

}  // namespace

CommonWords common_words(const TaxonomyPtr& wordnet) {
    return [wordnet](std::string_view word) {
        if (is_small_word(word)) return true;
        if (wordnet == nullptr) return false;
        // Names stand with capitals in WordNet.
        for (const ConceptId sense : wordnet->find(word)) {
            for (std::int64_t i = 0; i < wordnet->name_count(sense); ++i) {
                if (wordnet->name_of(sense, i) == word) return true;
            }
        }
        const std::vector<ConceptId> stems = wordnet->find_stem(word);
        return word.ends_with('s') && !stems.empty();
    };
}

struct PhraseSearch::State {
    struct Phrase {
        std::vector<std::string> words;  // plain letters
        CategoryId category = kOther;
        bool common = false;
        bool upper = false;     // a single word with a capital, which must have one
        bool any_case = false;  // a single word that is no common one
    };

    CommonWords is_common;
    std::vector<Phrase> phrases;
    // By the hash of their first words: the phrases that have no more. Of each phrase every
    // beginning is a key.
    std::unordered_map<std::uint64_t, std::vector<std::int32_t>> by_words;
    std::vector<std::uint64_t> filter = std::vector<std::uint64_t>(1 << 14);  // of first words

    bool may_begin(std::uint64_t hash) const {
        return (filter[(hash >> 6) % filter.size()] >> (hash & 63) & 1U) != 0;
    }
    void add(Phrase phrase);
    bool fits(const Phrase& phrase, std::string_view text, const language::Token* words) const;
    std::int32_t longest(std::string_view text, const std::vector<language::Token>& words,
                         const std::vector<std::uint64_t>& hashes, std::size_t at) const;
};

void PhraseSearch::State::add(Phrase phrase) {
    const std::uint64_t first = hash_of_letters(phrase.words.front());
    filter[(first >> 6) % filter.size()] |= std::uint64_t{1} << (first & 63);
    std::uint64_t row = 0;
    std::vector<std::int32_t>* same = nullptr;
    for (const std::string& word : phrase.words) {
        row = joined_words(row, hash_of_letters(word));
        same = &by_words[row];
    }
    for (const std::int32_t other : *same) {
        const Phrase& known = phrases[static_cast<std::size_t>(other)];
        if (known.words == phrase.words && known.upper == phrase.upper &&
            known.any_case == phrase.any_case) {
            return;
        }
    }
    same->push_back(static_cast<std::int32_t>(phrases.size()));
    phrases.push_back(std::move(phrase));
}

bool PhraseSearch::State::fits(const Phrase& phrase, std::string_view text,
                               const language::Token* words) const {
    for (std::size_t i = 0; i < phrase.words.size(); ++i) {
        if (language::plain_letters(words[i].of(text)) != phrase.words[i]) return false;
    }
    if (phrase.words.size() > 1 || phrase.any_case) return true;
    return starts_upper(words[0].of(text)) == phrase.upper;
}

// The longest phrase that begins with this word, or -1.
std::int32_t PhraseSearch::State::longest(std::string_view text,
                                          const std::vector<language::Token>& words,
                                          const std::vector<std::uint64_t>& hashes,
                                          std::size_t at) const {
    if (!may_begin(hashes[at])) return -1;
    std::vector<const std::vector<std::int32_t>*> ends;
    std::uint64_t row = 0;
    for (std::size_t i = at; i < words.size(); ++i) {
        if (i > at && words[i].begin - words[i - 1].end > kWidestGap) break;
        row = joined_words(row, hashes[i]);
        const auto found = by_words.find(row);
        if (found == by_words.end()) break;
        if (!found->second.empty()) ends.push_back(&found->second);
    }
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        for (const std::int32_t index : **end) {
            if (fits(phrases[static_cast<std::size_t>(index)], text, &words[at])) return index;
        }
    }
    return -1;
}

PhraseSearch::PhraseSearch(CommonWords common) : state_(std::make_unique<State>()) {
    state_->is_common = std::move(common);
}
PhraseSearch::~PhraseSearch() = default;
PhraseSearch::PhraseSearch(PhraseSearch&&) noexcept = default;

bool PhraseSearch::add(std::string_view text, CategoryId category) {
    text = without_possessive(text);
    State::Phrase phrase;
    phrase.category = category;
    phrase.common = true;
    std::size_t digits = 0;
    std::size_t other = 0;
    bool upper = false;
    for (const language::Token& token : language::words_of(text)) {
        const std::string_view word = token.of(text);
        phrase.words.push_back(language::plain_letters(word));
        if (is_number_word(word)) {
            digits += word.size();
        } else {
            other += language::count_characters(word);
            upper = upper || starts_upper(word);
            phrase.common = phrase.common && state_->is_common(phrase.words.back());
        }
    }
    if (phrase.words.empty() || other + digits < 2) return false;
    if (other == 0 && digits < kShortNumber) return false;
    if (digits >= kShortNumber) phrase.common = false;
    if (phrase.words.size() == 1) {
        if (phrase.common && !upper) return false;
        phrase.upper = upper;
        phrase.any_case = !phrase.common && (digits > 0 || other >= kShortestNamePart);
    }
    state_->add(std::move(phrase));
    return true;
}

void PhraseSearch::add_person_words(std::string_view name) {
    name = without_possessive(name);
    const std::vector<language::Token> words = language::words_of(name);
    if (words.size() < 2) return;
    for (const language::Token& token : words) {
        const std::string_view word = token.of(name);
        const std::string plain = language::plain_letters(word);
        if (language::count_characters(word) < kShortestNamePart || !starts_upper(word) ||
            !has_lower(word) || is_title(word) || state_->is_common(plain)) {
            continue;
        }
        state_->add({{plain}, kPerson, false, true, false});
    }
}

std::vector<PhraseSearch::Found> PhraseSearch::find(std::string_view text) const {
    std::vector<Found> found;
    if (state_->phrases.empty()) return found;
    const std::vector<language::Token> words = language::words_of(text);
    std::vector<std::uint64_t> hashes;
    hashes.reserve(words.size());
    for (const language::Token& word : words) hashes.push_back(hash_of_letters(word.of(text)));
    for (std::size_t at = 0; at < words.size();) {
        const std::int32_t index = state_->longest(text, words, hashes, at);
        std::size_t taken = 1;
        if (index >= 0) {
            taken = state_->phrases[static_cast<std::size_t>(index)].words.size();
            found.push_back({{words[at].begin, words[at + taken - 1].end}, index});
        }
        at += taken;
    }
    return found;
}

std::int64_t PhraseSearch::size() const { return std::ssize(state_->phrases); }
CategoryId PhraseSearch::category(std::int32_t phrase) const {
    return state_->phrases[static_cast<std::size_t>(phrase)].category;
}
bool PhraseSearch::common(std::int32_t phrase) const {
    return state_->phrases[static_cast<std::size_t>(phrase)].common;
}

namespace {

bool removed(const Mention& mention, const RepeatOptions& options) {
    return options.removed[static_cast<std::size_t>(mention.category)];
}

// Of a span, what no mention in `taken` covers (in order, without overlaps), trimmed to words.
void add_rest(std::string_view text, language::Span span, const Mentions& taken, Mention like,
              Mentions& added) {
    auto next = std::upper_bound(
        taken.begin(), taken.end(), span.begin,
        [](std::int64_t begin, const Mention& mention) { return begin < mention.span.end; });
    const auto add = [&](language::Span part) {
        if (part.empty()) return;
        const std::vector<language::Token> words = language::words_of(part.of(text));
        if (words.empty()) return;
        like.span = {part.begin + words.front().begin, part.begin + words.back().end};
        added.push_back(like);
    };
    for (; next != taken.end() && next->span.begin < span.end; ++next) {
        add({span.begin, std::max(span.begin, next->span.begin)});
        span.begin = std::max(span.begin, next->span.end);
    }
    add(span);
}

}  // namespace

bool is_judged(const Mention& mention) {
    return mention.judged && mention.category != kPerson && mention.category != kCode;
}

void add_folded(FoldedSearch& search, const CommonWords& common, const Mention& mention,
                std::string_view text) {
    if (is_judged(mention)) return;
    if (mention.category == kDate || mention.category == kTime || mention.category == kMoney ||
        mention.category == kQuantity || mention.category == kAge || mention.category == kTitle) {
        return;
    }
    text = without_possessive(text);
    const std::vector<language::Token> words = language::words_of(text);
    const bool usual = std::all_of(words.begin(), words.end(), [&](const language::Token& word) {
        return common(language::plain_letters(word.of(text)));
    });
    if (usual) return;
    search.add(text, mention.category);
    if (mention.category != kPerson || words.size() < 2) return;
    for (const language::Token& token : words) {
        const std::string_view word = token.of(text);
        if (starts_upper(word) && !is_title(word) && !common(language::plain_letters(word))) {
            search.add(word, kPerson);
        }
    }
}

std::int64_t add_repeats(const Context& context, const Documents& documents,
                         std::vector<Mentions>& mentions, const RepeatOptions& options) {
    PhraseSearch search(options.common);
    const auto add_all = [&](bool judged) {
        for (std::size_t d = 0; d < documents.size(); ++d) {
            for (const Mention& mention : mentions[d]) {
                if (removed(mention, options) && is_judged(mention) == judged) {
                    search.add(mention.span.of(documents[d].text), mention.category);
                }
            }
        }
    };
    add_all(false);
    for (std::size_t d = 0; d < documents.size(); ++d) {
        for (const Mention& mention : mentions[d]) {
            if (mention.category == kPerson && removed(mention, options)) {
                search.add_person_words(mention.span.of(documents[d].text));
            }
        }
    }
    const std::int64_t first_judged = search.size();
    add_all(true);
    FoldedSearch broken;
    for (std::size_t d = 0; d < documents.size(); ++d) {
        for (const Mention& mention : mentions[d]) {
            if (removed(mention, options)) {
                add_folded(broken, options.common, mention, mention.span.of(documents[d].text));
            }
        }
    }
    const auto phrases = static_cast<std::size_t>(search.size());
    const auto count = std::ssize(documents);
    std::vector<std::vector<PhraseSearch::Found>> found(documents.size());
    std::vector<std::atomic<std::int64_t>> total(phrases);
    std::vector<std::atomic<std::int64_t>> known(phrases);
    parallel_tasks(context, count, [&](std::int64_t i) {
        const auto d = static_cast<std::size_t>(i);
        found[d] = search.find(documents[d].text);
        auto mention = mentions[d].begin();
        for (const PhraseSearch::Found& one : found[d]) {
            while (mention != mentions[d].end() && mention->span.end < one.span.end) ++mention;
            const bool was_found = mention != mentions[d].end() && mention->span.covers(one.span) &&
                                   removed(*mention, options);
            total[static_cast<std::size_t>(one.phrase)] += 1;
            known[static_cast<std::size_t>(one.phrase)] += was_found ? 1 : 0;
        }
    });
    std::atomic<std::int64_t> more{0};
    parallel_tasks(context, count, [&](std::int64_t i) {
        const auto d = static_cast<std::size_t>(i);
        Mentions taken;
        Mentions weak;
        for (const Mention& mention : mentions[d]) {
            const bool place = mention.category == kCountry || mention.category == kPlace;
            const bool keeps =
                !removed(mention, options) && !place && mention.source == MentionSource::model;
            (keeps ? weak : taken).push_back(mention);
        }
        std::unordered_map<std::int32_t, std::pair<int, int>> judged;  // here: all, and found
        auto known_one = mentions[d].begin();
        for (const PhraseSearch::Found& one : found[d]) {
            if (one.phrase < first_judged) continue;
            while (known_one != mentions[d].end() && known_one->span.end < one.span.end) {
                ++known_one;
            }
            auto& [here, found_here] = judged[one.phrase];
            ++here;
            found_here += known_one != mentions[d].end() && known_one->span.covers(one.span) &&
                                  removed(*known_one, options)
                              ? 1
                              : 0;
        }
        Mentions added;
        for (const PhraseSearch::Found& one : found[d]) {
            const auto p = static_cast<std::size_t>(one.phrase);
            if (one.phrase >= first_judged) {
                const auto& [here, found_here] = judged[one.phrase];
                if (found_here * (options.eager ? here : 2) < here) continue;
            } else if (search.common(one.phrase) && !options.eager && 2 * known[p] < total[p]) {
                continue;
            }
            Mention like;
            like.category = search.category(one.phrase);
            like.source = MentionSource::repeat;
            like.score = 1;
            like.judged = one.phrase >= first_judged;
            add_rest(documents[d].text, one.span, taken, like, added);
        }
        for (const FoldedSearch::Found& one : broken.find(documents[d].text)) {
            Mention like;
            like.category = static_cast<CategoryId>(one.mark);
            like.source = MentionSource::repeat;
            like.score = 1;
            add_rest(documents[d].text, one.span, taken, like, added);
        }
        added = without_overlaps(documents[d].text, std::move(added));
        more += std::ssize(added);
        Mentions all = std::move(taken);
        all.insert(all.end(), added.begin(), added.end());
        std::sort(all.begin(), all.end(),
                  [](const Mention& a, const Mention& b) { return a.span.begin < b.span.begin; });
        added.clear();
        for (const Mention& mention : weak) {
            add_rest(documents[d].text, mention.span, all, mention, added);
        }
        all.insert(all.end(), added.begin(), added.end());
        std::sort(all.begin(), all.end(),
                  [](const Mention& a, const Mention& b) { return a.span.begin < b.span.begin; });
        mentions[d] = std::move(all);
    });
    // Twice, because a misspelt name leads to others: from Qadhafi by Qadafi to Qhadafi.
    const std::int64_t near = add_near_names(context, documents, mentions, options);
    if (near == 0) return more;
    return more + near + add_near_names(context, documents, mentions, options);
}

}  // namespace lethe::documents
