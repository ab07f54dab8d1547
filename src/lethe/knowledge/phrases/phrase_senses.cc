#include "lethe/knowledge/phrases/phrase_senses.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/noun_form.h"
#include "lethe/knowledge/phrases/heads.h"
#include "lethe/knowledge/phrases/tagger.h"

namespace lethe::phrases {
namespace {

constexpr std::array kIlls{"ill health", "symptom", "injury"};
constexpr std::size_t kLongestBehind = 4;  // words behind the head that a name may take in

bool is_grammar(Tag tag) {
    return tag == Tag::determiner || tag == Tag::pronoun || tag == Tag::preposition ||
           tag == Tag::to || tag == Tag::conjunction || tag == Tag::mark;
}

std::string joined(std::span<const Word> words, const char* between = " ") {
    std::string text;
    for (const Word& word : words) {
        if (!text.empty()) text += between;
        text += word.text;
    }
    return text;
}

class Reading {
  public:
    Reading(const Taxonomy& taxonomy, const Lexicon& lexicon, const std::string& text)
        : taxonomy_(taxonomy), lexicon_(lexicon), words_(tag_words(lexicon, text)) {}

    PhraseSenses senses() {
        const std::optional<Head> head = find_head(words_);
        if (!head) return {};
        PhraseSenses result;
        result.sentence = head->sentence;
        if (head->kind == Head::Kind::noun) {
            of_noun(*head, result);
        } else {
            of_other(*head, result);
        }
        if (result.senses.empty()) result.found = Found::none;
        return result;
    }

  private:
    // The senses of a name, its last word in the singular if need be.
    std::vector<ConceptId> named(const std::string& name) const {
        std::vector<ConceptId> found = taxonomy_.find(name);
        if (!found.empty() && name.ends_with('s') && all_proper(found, name)) {
            // "Burns on the hand" are no poets.
            std::vector<ConceptId> singular = taxonomy_.find(name.substr(0, name.size() - 1));
            if (!singular.empty()) return singular;
        }
        if (!found.empty()) return found;
        const std::size_t space = name.rfind(' ');
        const std::string before = space == std::string::npos ? "" : name.substr(0, space + 1);
        const std::string last = space == std::string::npos ? name : name.substr(space + 1);
        const std::string base = lexicon_.base(last, PartOfSpeech::noun);
        if (!base.empty() && base != last) found = taxonomy_.find(before + base);
        if (!found.empty()) return found;
        const std::string form = noun_form(taxonomy_, name);
        return form.empty() ? found : taxonomy_.find(form);
    }

    // Whether the concepts are called so with a capital letter alone.
    bool all_proper(std::span<const ConceptId> concepts, const std::string& name) const {
        for (const ConceptId c : concepts) {
            for (std::int64_t i = 0; i < taxonomy_.name_count(c); ++i) {
                if (taxonomy_.name_of(c, i) == name) return false;
            }
        }
        return true;
    }

    void of_noun(const Head& head, PhraseSenses& result) {
        if (longest_name(head, result)) return;
        one_word(head.head, result);
        if (result.found == Found::head) harmed_part(head, result);
    }

    // "Broken leg", "swollen feet": a part of the body with a participle that leads to what is
    // wrong with it. Where the taxonomy is of people's bodies and ills, as WordNet is.
    void harmed_part(const Head& head, PhraseSenses& result) {
        if (head.head == head.begin || words_[head.head - 1].tag != Tag::adjective) return;
        const ConceptId body_part = first_sense("body part");
        if (body_part == kNoConcept) return;
        const bool of_body = std::ranges::any_of(
            result.senses, [&](ConceptId c) { return taxonomy_.subsumes(body_part, c); });
        const std::string verb = lexicon_.base(words_[head.head - 1].text, PartOfSpeech::verb);
        if (!of_body || verb.empty()) return;
        std::vector<ConceptId> ills;
        for (const DerivedNoun& noun : lexicon_.nouns_of_verb(verb)) {
            for (const ConceptId c : taxonomy_.find(noun.id)) {
                if (is_ill(c) && std::ranges::find(ills, c) == ills.end()) ills.push_back(c);
            }
        }
        if (ills.empty()) return;
        result.found = Found::verb;
        result.senses = std::move(ills);
    }

    bool is_ill(ConceptId c) const {
        return std::ranges::any_of(kIlls, [&](const char* name) {
            const ConceptId above = first_sense(name);
            return above != kNoConcept && taxonomy_.subsumes(above, c);
        });
    }

    ConceptId first_sense(const char* name) const {
        const std::vector<ConceptId> found = taxonomy_.find(name);
        return found.empty() ? kNoConcept : found.front();
    }

    // Names of several words around the head, the longest first; of equals those that end with it.
    bool longest_name(const Head& head, PhraseSenses& result) {
        const std::size_t most = std::min(words_.size(), head.head + 1 + kLongestBehind);
        for (std::size_t size = most - head.begin; size > 1; --size) {
            for (std::size_t end = head.head + 1; end <= most; ++end) {
                if (end < head.begin + size || end - size > head.head) continue;
                if (take_name(end - size, end, head.head, result)) return true;
            }
        }
        return reversed_name(head, result);
    }

    bool take_name(std::size_t from, std::size_t to, std::size_t head, PhraseSenses& result) {
        const std::span<const Word> all = std::span<const Word>(words_).subspan(from, to - from);
        std::vector<ConceptId> found = named(joined(all));
        if (found.empty() && to == head + 1 && all.size() == 2) found = named(joined(all, ""));
        // "Members of parliament": what stands before the preposition is the head.
        if (found.empty() && to > head + 1 && words_[head].plural) {
            std::vector<Word> singular(all.begin(), all.end());
            singular[head - from].text = singular[head - from].base;
            found = taxonomy_.find(joined(singular));
        }
        return took(std::move(found), from, to, result);
    }

    // "Cancer of the lung", "head of department": as a compound.
    bool reversed_name(const Head& head, PhraseSenses& result) {
        std::size_t at = head.head + 1;
        if (at >= words_.size() || words_[at].text != "of") return false;
        ++at;
        while (at < words_.size() && words_[at].tag == Tag::determiner) ++at;
        const std::size_t from = at;
        while (at < words_.size() &&
               (words_[at].tag == Tag::noun || words_[at].tag == Tag::gerund ||
                words_[at].tag == Tag::adjective)) {
            ++at;
        }
        if (at == from) return false;
        for (const bool singular : {false, true}) {
            std::vector<Word> compound(words_.begin() + static_cast<std::ptrdiff_t>(from),
                                       words_.begin() + static_cast<std::ptrdiff_t>(at));
            if (singular) compound.back().text = compound.back().base;
            compound.push_back(words_[head.head]);
            if (took(named(joined(compound)), head.head, at, result)) return true;
        }
        return false;
    }

    bool took(std::vector<ConceptId> found, std::size_t from, std::size_t to,
              PhraseSenses& result) {
        if (found.empty()) return false;
        result.found = Found::phrase;
        result.senses = std::move(found);
        result.whole = is_whole(from, to);
        return true;
    }

    bool is_whole(std::size_t from, std::size_t to) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if ((i < from || i >= to) && !is_grammar(words_[i].tag)) return false;
        }
        return true;
    }

    void one_word(std::size_t i, PhraseSenses& result) {
        result.whole = is_whole(i, i + 1);
        result.found = Found::head;
        result.senses = named(words_[i].text);
        if (!result.senses.empty()) return keep_told(i, result.senses);
        if (words_[i].tag == Tag::gerund) {
            derive(words_[i], result);
            if (result.senses.empty()) result.senses = taxonomy_.find(words_[i].base);
        }
        if (!result.senses.empty()) return;
        by_stem(words_[i], result);
    }

    // Where the gloss of a sense has a word that stands beside the head, only such senses stay: an
    // operator of machines "operates some apparatus or machine" (Lesk).
    void keep_told(std::size_t head, std::vector<ConceptId>& senses) const {
        if (senses.size() < 2) return;
        std::vector<std::string> beside;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const Tag tag = words_[i].tag;
            const bool counts = tag == Tag::noun || tag == Tag::gerund || tag == Tag::adjective;
            if (i != head && counts) beside.push_back(stem_key(words_[i].text));
        }
        std::vector<std::int64_t> shared;
        for (const ConceptId c : senses) {
            std::int64_t found = 0;
            for (const Word& word : tag_words(lexicon_, taxonomy_.gloss(c))) {
                found += std::ranges::count(beside, stem_key(word.text));
            }
            shared.push_back(found);
        }
        const std::int64_t most = *std::ranges::max_element(shared);
        if (most == 0) return;
        std::vector<ConceptId> told;
        for (std::size_t i = 0; i < senses.size(); ++i) {
            if (shared[i] == most) told.push_back(senses[i]);
        }
        senses = std::move(told);
    }

    // What a verb has in common with who does it is no meaning: "sunbathing" is no sunbather.
    void by_stem(const Word& word, PhraseSenses& result) const {
        result.found = Found::stem;
        result.senses = taxonomy_.find_stem(word.text);
        if (word.tag == Tag::noun) return;
        const std::string stem = stem_key(word.text);
        std::erase_if(result.senses, [&](ConceptId c) {
            for (std::int64_t i = 0; i < taxonomy_.name_count(c); ++i) {
                const std::string name = look_up_key(taxonomy_.name_of(c, i));
                const bool agent = name.ends_with("er") || name.ends_with("or");
                if (stem_of_key(name) == stem && !agent) return false;
            }
            return true;
        });
    }

    void of_other(const Head& head, PhraseSenses& result) {
        const Word& word = words_[head.head];
        // "Playing cards", "walking stick": a name of several words says more than the gerund.
        if (word.tag == Tag::gerund && longest_name(head, result)) return;
        if (word.tag == Tag::gerund) return one_word(head.head, result);
        result.whole = is_whole(head.head, head.head + 1);
        derive(word, result);
        if (!result.senses.empty()) return;
        if (word.tag == Tag::verb) {
            for (const std::string& gerund : gerunds_of(word.base)) {
                result.senses = taxonomy_.find(gerund);
                if (!result.senses.empty()) return;
            }
        }
        by_stem(word, result);
    }

    // "Learn", "bake", "swim": learning, baking, swimming.
    static std::vector<std::string> gerunds_of(const std::string& verb) {
        std::vector<std::string> all{verb + "ing", verb + verb.back() + "ing"};
        if (verb.ends_with('e')) all.insert(all.begin(), verb.substr(0, verb.size() - 1) + "ing");
        return all;
    }

    // The nouns of the most usual sense of a verb or an adjective that has any: by their synsets
    // where the taxonomy is WordNet's, by their words elsewhere.
    void derive(const Word& word, PhraseSenses& result) {
        const bool adjective = word.tag == Tag::adjective;
        const auto& nouns =
            adjective ? lexicon_.nouns_of_adjective(word.base) : lexicon_.nouns_of_verb(word.base);
        result.found = adjective ? Found::adjective : Found::verb;
        result.senses.clear();
        for (const DerivedNoun& noun : nouns) {
            if (!result.senses.empty() && noun.sense != nouns.front().sense) break;
            std::vector<ConceptId> found = taxonomy_.find(noun.id);
            if (found.empty()) found = taxonomy_.find(noun.word);
            for (const ConceptId c : found) {
                if (std::ranges::find(result.senses, c) == result.senses.end()) {
                    result.senses.push_back(c);
                }
            }
        }
    }

    const Taxonomy& taxonomy_;
    const Lexicon& lexicon_;
    std::vector<Word> words_;
};

}  // namespace

PhraseSenses phrase_senses(const Taxonomy& taxonomy, const Lexicon& lexicon,
                           const std::string& text) {
    const std::string key = look_up_key(text);
    const std::string singular = noun_form(taxonomy, key);
    if (!singular.empty() && !taxonomy.find(singular).empty()) {
        return {Found::plural, taxonomy.find(singular), true, false};
    }
    // "Nose bleed": two words that the taxonomy writes as one.
    if (std::ranges::count(key, ' ') == 1) {
        std::string one = key;
        std::erase(one, ' ');
        const std::string form = noun_form(taxonomy, one);
        if (!form.empty()) return {Found::phrase, taxonomy.find(form), true, false};
    }
    return Reading(taxonomy, lexicon, text).senses();
}

}  // namespace lethe::phrases
