#include "lethe/knowledge/phrases/tagger.h"

#include <algorithm>
#include <array>

#include "lethe/knowledge/label_key.h"

namespace lethe::phrases {
namespace {

using Listed = std::string_view;

// All ascending.
constexpr std::array kDeterminers = std::to_array<Listed>(
    {"a",    "all",   "an",    "another", "any",     "both", "each",  "every",
     "few",  "her",   "his",   "its",     "less",    "many", "more",  "most",
     "much", "my",    "no",    "our",     "several", "some", "such",  "that",
     "the",  "their", "these", "this",    "those",   "what", "which", "your"});
constexpr std::array kPronouns = std::to_array<Listed>(
    {"everybody", "everyone",  "everything", "he",         "him",       "himself", "i",
     "it",        "me",        "myself",     "nothing",    "ourselves", "she",     "somebody",
     "someone",   "something", "them",       "themselves", "there",     "they",    "us",
     "we",        "who",       "you",        "yourself"});
constexpr std::array kPrepositions = std::to_array<Listed>(
    {"about",   "above",      "across", "after",   "against", "along",   "among",  "around",
     "as",      "at",         "before", "behind",  "below",   "beneath", "beside", "besides",
     "between", "beyond",     "by",     "despite", "down",    "during",  "except", "for",
     "from",    "in",         "inside", "into",    "like",    "near",    "of",     "off",
     "on",      "onto",       "out",    "outside", "over",    "per",     "since",  "than",
     "through", "throughout", "till",   "toward",  "towards", "under",   "until",  "up",
     "upon",    "via",        "with",   "within",  "without"});
constexpr std::array kConjunctions = std::to_array<Listed>(
    {"and", "because", "but", "if", "nor", "or", "plus", "so", "when", "where", "while"});
constexpr std::array kModals =
    std::to_array<Listed>({"can", "cannot", "could", "did", "do", "does", "may", "might", "must",
                           "shall", "should", "will", "would"});
constexpr std::array kSmallAdverbs = std::to_array<Listed>(
    {"also", "always", "away", "ever", "here", "just", "mainly", "never", "not", "often", "only",
     "really", "sometimes", "then", "too", "usually", "very"});
constexpr std::array kOrdinals = std::to_array<Listed>(
    {"fifth", "first", "fourth", "last", "next", "other", "own", "same", "second", "third"});
constexpr std::array kNumbers = std::to_array<Listed>(
    {"eight", "five", "four", "nine", "one", "seven", "six", "ten", "three", "two"});
static_assert(std::ranges::is_sorted(kDeterminers) && std::ranges::is_sorted(kPronouns) &&
              std::ranges::is_sorted(kPrepositions) && std::ranges::is_sorted(kConjunctions) &&
              std::ranges::is_sorted(kModals) && std::ranges::is_sorted(kSmallAdverbs) &&
              std::ranges::is_sorted(kOrdinals) && std::ranges::is_sorted(kNumbers));

template <class List>
bool listed(const List& list, std::string_view word) {
    return std::ranges::binary_search(list, word);
}

struct RawWord {
    std::string text;
    bool possessive = false;
    bool mark = false;
};

bool is_mark(char c) {
    return std::string_view(",;:.!?()/&+\"[]").find(c) != std::string_view::npos;
}

// Lower case, without accents: as WordNet writes its words.
std::vector<RawWord> split_words(std::string_view text) {
    std::string key = plain_key(text);  // hyphens are spaces here
    std::vector<RawWord> words;
    std::string open;
    const auto close = [&] {
        if (open.empty()) return;
        RawWord word{open};
        open.clear();
        if (word.text.ends_with("'s") || word.text.ends_with("s'")) {
            word.possessive = true;
            word.text.resize(word.text.size() - (word.text.ends_with("'s") ? 2 : 1));
        }
        while (word.text.starts_with('\'')) word.text.erase(0, 1);
        while (word.text.ends_with('\'')) word.text.pop_back();
        if (!word.text.empty()) words.push_back(std::move(word));
    };
    for (std::size_t i = 0; i < key.size(); ++i) {
        const bool inside_number = key[i] == '.' && i > 0 && i + 1 < key.size() &&
                                   key[i - 1] >= '0' && key[i - 1] <= '9' && key[i + 1] >= '0' &&
                                   key[i + 1] <= '9';
        if (key[i] == ' ') {
            close();
        } else if (is_mark(key[i]) && !inside_number) {
            close();
            words.push_back({std::string(1, key[i]), false, true});
        } else {
            open.push_back(key[i]);
        }
    }
    close();
    return words;
}

// What a word can be, with how usual that is.
struct Possible {
    std::string noun;  // base forms; empty: it cannot
    std::string verb;
    std::string adjective;
    bool adverb = false;
    std::int64_t as_noun = 0;
    std::int64_t as_verb = 0;
    std::int64_t as_adjective = 0;
};

Possible possible(const Lexicon& lexicon, const std::string& word) {
    Possible can;
    can.noun = lexicon.base(word, PartOfSpeech::noun);
    can.verb = lexicon.base(word, PartOfSpeech::verb);
    can.adjective = lexicon.base(word, PartOfSpeech::adjective);
    // An "owner" is no comparative of "own".
    if (can.adjective != word && !can.noun.empty()) can.adjective.clear();
    can.adverb = !lexicon.base(word, PartOfSpeech::adverb).empty();
    can.as_noun = lexicon.usage(can.noun, PartOfSpeech::noun);
    can.as_verb = lexicon.usage(can.verb, PartOfSpeech::verb);
    can.as_adjective = lexicon.usage(can.adjective, PartOfSpeech::adjective);
    return can;
}

bool ends_like(std::string_view word, std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return word.size() > ending.size() + 2 && word.ends_with(ending);
    });
}

Tag tag_by_ending(std::string_view word) {
    if (ends_like(word, {"ly"})) return Tag::adverb;
    if (ends_like(word, {"ing"})) return Tag::gerund;
    if (ends_like(word, {"ed", "ous", "ful", "ive", "able", "ible", "ical", "less", "ish"})) {
        return Tag::adjective;
    }
    return Tag::noun;
}

bool is_number(std::string_view word) {
    return listed(kNumbers, word) || (word.front() >= '0' && word.front() <= '9');
}

class Tagger {
  public:
    Tagger(const Lexicon& lexicon, std::vector<RawWord> raw)
        : lexicon_(lexicon), raw_(std::move(raw)) {
        for (std::size_t i = 0; i < raw_.size(); ++i) words_.push_back(tagged(i));
    }

    std::vector<Word> take() { return std::move(words_); }

  private:
    Word tagged(std::size_t i) const {
        const std::string& text = raw_[i].text;
        if (raw_[i].mark) return {text, Tag::mark, text};
        if (raw_[i].possessive) return {text, Tag::adjective, text};
        if (text == "to") return {text, Tag::to, text};
        // "We like it", and not "like this".
        if (text == "like" && behind_subject(i)) return {text, Tag::verb, text};
        if (listed(kDeterminers, text)) return {text, Tag::determiner, text};
        if (listed(kPronouns, text)) return {text, Tag::pronoun, text};
        if (listed(kPrepositions, text)) return {text, Tag::preposition, text};
        if (listed(kConjunctions, text)) return {text, Tag::conjunction, text};
        if (listed(kSmallAdverbs, text)) return {text, Tag::adverb, text};
        if (listed(kOrdinals, text)) return {text, Tag::adjective, text};
        if (is_number(text)) return {text, Tag::number, text};
        return open_class(i, possible(lexicon_, text));
    }

    Word open_class(std::size_t i, const Possible& can) const {
        const std::string& text = raw_[i].text;
        const Word noun{text, Tag::noun, can.noun.empty() ? text : can.noun,
                        !can.noun.empty() && can.noun != text};
        const Word verb{text, Tag::verb, can.verb};
        const Word gerund{text, Tag::gerund, can.verb.empty() ? text : can.verb};
        const Word adjective{text, Tag::adjective, can.adjective.empty() ? text : can.adjective};
        const Word adverb{text, Tag::adverb, text};
        if (can.verb.empty() && can.noun.empty() && can.adjective.empty()) {
            if (can.adverb) return adverb;
            const Tag guess = tag_by_ending(text);
            return guess == Tag::gerund ? gerund : Word{text, guess, text};
        }
        if (!can.verb.empty() && text != can.verb && text.ends_with("ing")) return gerund;
        const bool verbal = !can.verb.empty();
        if (verbal && behind_subject(i)) return verb;
        const bool past = verbal && text != can.verb && !text.ends_with('s');
        if (past && can.noun.empty()) {
            return i > 0 && (words_[i - 1].tag == Tag::noun) && !starts_phrase_next(i) ? verb
                                                                                       : adjective;
        }
        if (verbal && i == 0 && begins_order(i, can)) return verb;
        if (verbal && behind_noun_subject(i, can)) return verb;
        if (can.noun.empty()) {
            if (can.adverb && can.adjective.empty()) return adverb;
            if (can.adjective.empty()) return verb;
            return adjective;
        }
        // "Local food": before a noun what is more usual as an adjective is one; which of the two
        // it is matters little there. At the end of a phrase a word that can be a noun is one,
        // unless it hardly ever is ("we feel free").
        if (!can.adjective.empty() && can.as_adjective > can.as_noun && noun_like(i + 1)) {
            return adjective;
        }
        const bool alone =
            i == 0 || words_[i - 1].tag == Tag::verb || words_[i - 1].tag == Tag::adverb;
        if (alone && can.as_adjective > 10 * (can.as_noun + 1) && !noun_like(i + 1) &&
            raw_.size() > 1) {
            return adjective;
        }
        if (i > 0 && words_[i - 1].base == "be" && words_[i - 1].tag == Tag::verb &&
            can.as_adjective > can.as_noun && !noun_like(i + 1)) {
            return adjective;  // "it is close to us"
        }
        if (can.adverb && i > 0 && words_[i - 1].tag != Tag::determiner &&
            lexicon_.usage(text, PartOfSpeech::adverb) > 10 * (can.as_noun + 1)) {
            return adverb;
        }
        return noun;
    }

    // Behind "I", "we", a modal verb or "to", perhaps with an adverb between.
    bool behind_subject(std::size_t i) const {
        while (i > 0 && words_[i - 1].tag == Tag::adverb) --i;
        if (i == 0) return false;
        const Word& before = words_[i - 1];
        if (before.tag == Tag::to || listed(kModals, before.text)) return true;
        return before.tag == Tag::pronoun && before.text != "me" && before.text != "us" &&
               before.text != "them" && before.text != "him";
    }

    // "Visit my parents", "watch birds": a verb in its base form at the beginning, with an object.
    bool begins_order(std::size_t i, const Possible& can) const {
        if (raw_[i].text != can.verb || i + 1 >= raw_.size() || raw_[i + 1].mark) return false;
        const std::string& next = raw_[i + 1].text;
        if (listed(kDeterminers, next) || listed(kPronouns, next)) return true;
        if (can.noun.empty() && can.adjective.empty()) return true;
        if (can.as_verb <= 2 * (can.as_noun + can.as_adjective)) return false;
        const Possible object = possible(lexicon_, next);
        return !object.noun.empty() && object.noun != next;
    }

    // "My parents live here", "my back hurts": a verb in agreement with what is before it.
    bool behind_noun_subject(std::size_t i, const Possible& can) const {
        if (i < 2 || words_[i - 1].tag != Tag::noun || words_[i - 2].tag != Tag::determiner) {
            return false;
        }
        const std::string& text = raw_[i].text;
        const bool agrees =
            words_[i - 1].plural ? text == can.verb : text != can.verb && text.ends_with('s');
        return agrees && can.as_verb > can.as_noun;
    }

    // Whether a determiner, a noun or an adjective follows.
    bool starts_phrase_next(std::size_t i) const { return noun_like(i + 1); }

    bool noun_like(std::size_t i) const {
        if (i >= raw_.size() || raw_[i].mark) return false;
        const std::string& text = raw_[i].text;
        if (text == "to" || listed(kPrepositions, text) || listed(kConjunctions, text) ||
            listed(kPronouns, text) || listed(kDeterminers, text) || listed(kModals, text)) {
            return false;
        }
        const Possible can = possible(lexicon_, text);
        return !can.noun.empty() || !can.adjective.empty() || (can.verb.empty() && !can.adverb) ||
               text.ends_with("ing");
    }

    const Lexicon& lexicon_;
    std::vector<RawWord> raw_;
    std::vector<Word> words_;
};

}  // namespace

std::vector<Word> tag_words(const Lexicon& lexicon, std::string_view text) {
    return Tagger(lexicon, split_words(text)).take();
}

}  // namespace lethe::phrases
