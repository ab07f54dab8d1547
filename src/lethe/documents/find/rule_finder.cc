// From each capitalised word that tells something the name is followed: forwards from a title, back
// from the end of a company, both ways from a court or a ministry. A name goes on over capitalised
// words with nothing but a space between them, over initials, hyphens, particles and 's.
#include "lethe/documents/find/rule_finder.h"

#include <algorithm>

#include "lethe/documents/find/rule_words.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kMostWords = 8;

class Rules {
  public:
    Rules(std::string_view text, const std::vector<language::Token>& tokens)
        : text_(text), tokens_(tokens) {}

    Mentions find() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (!is_capitalised(i)) continue;
            switch (role_of(word(i))) {
                case WordRole::title:
                    person(i, 0.85F);
                    break;
                case WordRole::role:
                    person(i, 0.6F);
                    break;
                case WordRole::company:
                    organisation(i, false);
                    break;
                case WordRole::body:
                    organisation(i, true);
                    break;
                case WordRole::site:
                    place(i);
                    break;
                case WordRole::site_head:
                    place_with_head(i);
                    break;
                default:
                    break;
            }
        }
        return std::move(found_);
    }

  private:
    std::string_view word(std::size_t i) const {
        return i < tokens_.size() ? tokens_[i].of(text_) : std::string_view();
    }
    bool is_capitalised(std::size_t i) const {
        if (i >= tokens_.size()) return false;
        const auto first = static_cast<unsigned char>(text_[tokens_[i].begin]);
        if (first < 0x80) return first >= 'A' && first <= 'Z';
        return language::is_upper(language::character_at(text_, tokens_[i].begin).code);
    }
    bool touches(std::size_t i) const {  // the token before, without space
        return i > 0 && i < tokens_.size() && tokens_[i - 1].end == tokens_[i].begin;
    }
    // At most a space and one end of a line between token i and the one before.
    bool follows(std::size_t i) const {
        if (i == 0 || i >= tokens_.size()) return false;
        const std::size_t from = tokens_[i - 1].end;
        const std::string_view gap = text_.substr(from, tokens_[i].begin - from);
        return gap.size() <= 4 && std::count(gap.begin(), gap.end(), '\n') <= 1;
    }
    bool is_initial(std::size_t i) const {
        return i < tokens_.size() && word(i + 1) == "." && touches(i + 1) &&
               language::character_at(text_, tokens_[i].begin).length ==
                   static_cast<int>(word(i).size());
    }
    bool is_name(std::size_t i) const {
        return is_capitalised(i) && (role_of(word(i)) != WordRole::function || is_initial(i));
    }
    bool is_small(std::size_t i, std::initializer_list<std::string_view> words) const {
        return std::find(words.begin(), words.end(), word(i)) != words.end();
    }

    // One past the last token of the name of a person that begins at i; i when there is none.
    std::size_t name_end(std::size_t i, std::size_t most) const {
        std::size_t end = i;
        bool named = false;
        for (std::size_t at = i, words = 0; words < most && at < tokens_.size(); ++words) {
            if (at > i && !touches(at) && !follows(at)) break;
            if (is_name(at) && (!named || role_of(word(at)) != WordRole::title)) {
                named = true;
                end = is_initial(at) ? at + 2 : at + 1;
                at = end;
                if ((word(at) == "-" || word(at) == "‑" || word(at) == "'" || word(at) == "’") &&
                    touches(at) && touches(at + 1) && word(at + 1) != "s" && is_word_at(at + 1)) {
                    ++at;
                    if (!is_capitalised(at)) end = ++at;
                }
            } else if (role_of(word(at)) == WordRole::particle) {
                ++at;
            } else if (is_small(at, {"-", "‑"}) && touches(at) && is_capitalised(at + 1)) {
                ++at;
            } else {
                break;
            }
        }
        return end;
    }
    bool is_word_at(std::size_t i) const {
        return i < tokens_.size() &&
               language::is_word(language::character_at(text_, tokens_[i].begin).code);
    }

    void person(std::size_t i, float score) {
        std::size_t at = i + 1;
        for (;;) {  // Prof. Dr.
            if (word(at) == "." && touches(at)) ++at;
            const WordRole next = role_of(word(at));
            if (!follows(at) || (next != WordRole::title && next != WordRole::role)) break;
            if (!is_capitalised(at)) break;
            ++at;
        }
        if (!follows(at) || !is_name(at)) return;
        const WordRole next = role_of(word(at));
        if (score < 0.7F && (next == WordRole::body || next == WordRole::company)) return;
        const std::size_t end = name_end(at, 6);
        if (end > at) add(i, end, kPerson, score, "RULE_PERSON");
    }

    // First token of the capitalised words that end before i.
    std::size_t back(std::size_t i) const {
        std::size_t begin = i;
        for (std::size_t words = 0; words < kMostWords && begin > 0; ++words) {
            const std::size_t before = begin - 1;
            if (!touches(begin) && !follows(begin)) break;
            if (is_name(before) || is_number(before)) {
                begin = before;
            } else if (is_small(before, {"s", "'", "’", "&", "-", "‑"}) && before > 0 &&
                       (touches(before) || word(before) == "&")) {
                begin = before;
            } else {
                break;
            }
        }
        while (begin < i && !is_name(begin) && !is_number(begin)) ++begin;
        return begin;
    }
    // 7th Chamber of ...
    bool is_number(std::size_t i) const {
        const std::string_view number = word(i);
        return number.size() > 2 && number[0] >= '0' && number[0] <= '9' && number.ends_with("th");
    }
    // Over "of the Republic of Cyprus" behind i.
    std::size_t of_what(std::size_t i) const {
        std::size_t end = i;
        std::size_t at = i;
        for (std::size_t words = 0; words < 2 * kMostWords && at < tokens_.size(); ++words) {
            if (!follows(at)) break;
            if (is_capitalised(at) && at > i && role_of(word(at)) != WordRole::title) {
                end = ++at;
            } else if (word(at) == "and" && word(at + 1) == "the") {
                break;
            } else if (is_small(at, {"of", "for", "de", "des", "du", "d", "und", "für"}) ||
                       (at > i && is_small(at, {"the", "and", "&", "on", "la", "les", "der"}))) {
                ++at;
            } else {
                break;
            }
        }
        return end;
    }

    void organisation(std::size_t i, bool body) {
        const std::size_t begin = back(i);
        std::size_t end = i + 1;
        if (body) {
            while (is_capitalised(end) && follows(end) && role_of(word(end)) == WordRole::body)
                ++end;
            end = of_what(end);
        } else if (word(end) == "." && touches(end)) {
            ++end;
        }
        if (begin == i && end == i + 1) return;
        if (!body && begin == i) return;
        add(begin, end, kOrganisation, body ? 0.65F : 0.7F, "RULE_ORGANISATION");
    }

    void place(std::size_t i) {
        const std::size_t begin = back(i);
        std::size_t end = i + 1;
        while (is_capitalised(end) && follows(end) && role_of(word(end)) == WordRole::site) ++end;
        if (begin == i) return;
        add(begin, end, kLocation, 0.65F, "RULE_LOCATION");
    }

    void place_with_head(std::size_t i) {
        std::size_t at = i + 1;
        if (is_small(at, {"of"})) ++at;
        const std::size_t end = follows(at) && is_name(at) ? name_end(at, 3) : at;
        if (end > at) add(i, end, kLocation, 0.6F, "RULE_LOCATION");
    }

    void add(std::size_t begin, std::size_t end, CategoryId category, float score,
             std::string_view pattern) {
        Mention mention;
        mention.span = {tokens_[begin].begin, tokens_[end - 1].end};
        mention.category = category;
        mention.score = score;
        mention.pattern = pattern;
        found_.push_back(mention);
    }

    std::string_view text_;
    const std::vector<language::Token>& tokens_;
    Mentions found_;
};

}  // namespace

Mentions find_by_rules(std::string_view text, const std::vector<language::Token>& tokens) {
    return without_overlaps(text, Rules(text, tokens).find());
}

}  // namespace lethe::documents
