// One walk from the left. Words of grammar are passed, and so are verbs that say little: who comes
// to see the birds tells of the birds, who goes for a walk of the walk. A verb that says something
// is the head itself: who learns about the wetlands tells of learning. A gerund is the head where
// what follows is its object ("collecting mushrooms"), and part of a compound where a single noun
// follows
// ("cleaning lady"). A noun phrase ends at a preposition, a conjunction, a verb or a mark; its last
// noun is the head. "A kind of" and the like are passed.
#include "lethe/knowledge/phrases/heads.h"

#include <algorithm>
#include <array>

namespace lethe::phrases {
namespace {

constexpr std::array kLightVerbs = std::to_array<std::string_view>(
    {"attend", "be",    "begin",  "come", "do",       "enjoy",    "feel",   "get",
     "go",     "have",  "hope",   "keep", "let",      "like",     "look",   "love",
     "make",   "need",  "plan",   "play", "practice", "practise", "prefer", "see",
     "spend",  "start", "suffer", "take", "try",      "want",     "wish"});
constexpr std::array kTransparent = std::to_array<std::string_view>(
    {"bit", "couple", "form", "kind", "loads", "lot", "lots", "number", "pair", "piece", "plenty",
     "range", "sort", "tons", "type", "variety"});
static_assert(std::ranges::is_sorted(kLightVerbs) && std::ranges::is_sorted(kTransparent));

bool is_light(const Word& verb) { return std::ranges::binary_search(kLightVerbs, verb.base); }

bool in_noun_phrase(Tag tag) {
    return tag == Tag::noun || tag == Tag::gerund || tag == Tag::adjective || tag == Tag::number;
}

bool begins_noun_phrase(Tag tag) { return in_noun_phrase(tag) || tag == Tag::determiner; }

class Walk {
  public:
    explicit Walk(std::span<const Word> words) : words_(words) {}

    std::optional<Head> find() {
        while (at_ < words_.size()) {
            const std::optional<Head> found = step();
            if (found) return found;
        }
        return passed_;
    }

  private:
    std::optional<Head> step() {
        switch (words_[at_].tag) {
            case Tag::verb:
                return verb();
            case Tag::gerund:
                return gerund();
            case Tag::noun:
            case Tag::adjective:
            case Tag::number:
                return noun_phrase();
            default:
                ++at_;
                return std::nullopt;
        }
    }

    bool more() const { return at_ + 1 < words_.size(); }
    Tag next() const { return words_[at_ + 1].tag; }

    // What is passed stands for the text where nothing better follows ("to play").
    std::optional<Head> pass() {
        if (!passed_) passed_ = Head{Head::Kind::activity, at_, at_, false};
        sentence_ = true;
        ++at_;
        return std::nullopt;
    }

    std::optional<Head> verb() {
        const bool as = more() && words_[at_].base == "work" && words_[at_ + 1].text == "as";
        if (is_light(words_[at_]) || as) return pass();
        return Head{Head::Kind::activity, at_, at_, sentence_};
    }

    std::optional<Head> gerund() {
        if (more() && is_light(words_[at_]) && next() != Tag::mark) return pass();
        const bool compound =
            more() && ((next() == Tag::noun && !words_[at_ + 1].plural) || next() == Tag::gerund);
        if (compound) return noun_phrase();
        return Head{Head::Kind::activity, at_, at_, sentence_};
    }

    std::optional<Head> noun_phrase() {
        const std::size_t begin = at_;
        std::optional<std::size_t> head;
        while (at_ < words_.size() && in_noun_phrase(words_[at_].tag)) {
            const Tag tag = words_[at_].tag;
            if (tag == Tag::noun || (tag == Tag::gerund && !has_object(at_))) head = at_;
            ++at_;
        }
        if (!head) {
            // "Close to our house", "allergic to pollen": of that which follows, the quality is
            // said.
            return Head{Head::Kind::quality, begin, at_ - 1, sentence_};
        }
        const bool passes = at_ < words_.size() && words_[at_].text == "of" &&
                            std::ranges::binary_search(kTransparent, words_[*head].base);
        if (passes && at_ + 1 < words_.size() && begins_noun_phrase(words_[at_ + 1].tag)) {
            if (!passed_) passed_ = Head{Head::Kind::noun, begin, *head, sentence_};
            return std::nullopt;
        }
        return Head{Head::Kind::noun, begin, *head, sentence_};
    }

    // "People walking dogs".
    bool has_object(std::size_t i) const {
        return i + 1 < words_.size() && words_[i + 1].tag == Tag::determiner;
    }

    std::span<const Word> words_;
    std::size_t at_ = 0;
    bool sentence_ = false;
    std::optional<Head> passed_;
};

}  // namespace

std::optional<Head> find_head(std::span<const Word> words) { return Walk(words).find(); }

}  // namespace lethe::phrases
