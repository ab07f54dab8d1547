// The matcher of terms against its rules written out: every term at every place, with the plain
// table of Damerau and Levenshtein.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "lethe/core/random.h"
#include "lethe/documents/find/near_words.h"
#include "lethe/documents/review/term_matcher.h"
#include "lethe/knowledge/label_key.h"
#include "lethe/language/characters.h"
#include "rounds.h"
#include "taxonomies.h"

namespace lethe::documents {
namespace {

std::size_t edits(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> table(a.size() + 1,
                                                std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                                    table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[a.size()][b.size()];
}

bool near(const std::string& a, const std::string& b) {
    return a.size() >= 5 && b.size() >= 5 && edits(a, b) <= 1;
}

std::string stem(const std::string& word) {
    return word.size() <= 2 ? word + "." : stem_of_key(word);
}

struct Word {
    std::string plain;
    bool capital = false;
    std::string after;  // what stands between it and the next
    language::Span span;
};

// Texts of these tests are ASCII.
std::vector<Word> words_in(const std::string& text) {
    std::vector<Word> words;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto is_letter = std::isalnum(static_cast<unsigned char>(text[i])) != 0;
        if (!is_letter) {
            if (!words.empty()) words.back().after += text[i];
            continue;
        }
        const auto at = static_cast<std::int64_t>(i);
        if (words.empty() || !words.back().after.empty() || words.back().span.end != at) {
            words.push_back({"", std::isupper(text[i]) != 0, "", {at, at}});
        }
        words.back().plain += static_cast<char>(std::tolower(text[i]));
        words.back().span.end = at + 1;
    }
    return words;
}

// The rules.
class Rules {
  public:
    Rules(const std::vector<std::string>& terms, std::set<std::string> ordinary_stems)
        : ordinary_(std::move(ordinary_stems)) {
        for (const std::string& term : terms) {
            std::vector<std::vector<std::string>> forms(1);
            std::string joined;
            for (const Word& word : words_in(term)) {
                forms[0].push_back(word.plain);
                joined += word.plain;
            }
            if (forms[0].size() > 1 && joined.size() >= 4) forms.push_back({joined});
            for (const auto& form : forms) vocabulary_.insert(form.begin(), form.end());
            for (const auto& form : forms) {
                for (const std::string& word : form) stems_.insert(stem(word));
            }
            joined_.push_back(joined);
            forms_.push_back(forms);
        }
    }

    TermHits find(const std::string& text) const {
        const std::vector<Word> words = words_in(text);
        TermHits hits;
        for (std::size_t at = 0; at < words.size();) {
            std::optional<std::tuple<std::int64_t, HitKind, std::size_t>> best;
            for (std::size_t term = 0; term < forms_.size(); ++term) {
                for (const auto& form : forms_[term]) {
                    for (const auto& [end, misspelt] : ends(words, form, 0, at, false)) {
                        std::string written;
                        for (std::size_t i = at; i < end; ++i) written += words[i].plain;
                        const HitKind kind = misspelt                   ? HitKind::misspelt
                                             : written == joined_[term] ? HitKind::exact
                                                                        : HitKind::stem;
                        const auto rank = std::tuple(-static_cast<std::int64_t>(end), kind, term);
                        if (!best || rank < *best) best = rank;
                    }
                }
            }
            if (!best) {
                ++at;
                continue;
            }
            const auto end = static_cast<std::size_t>(-std::get<0>(*best));
            hits.push_back({{words[at].span.begin, words[end - 1].span.end},
                            static_cast<std::int32_t>(std::get<2>(*best)),
                            std::get<1>(*best)});
            at = end;
        }
        return hits;
    }

  private:
    enum class Answer { no, yes, misspelt };

    Answer stands_for(const std::string& word, const std::string& known, bool guess) const {
        if (stems_.contains(stem(word))) {
            return stem(word) == stem(known) ? Answer::yes : Answer::no;
        }
        if (!guess || ordinary_.contains(stem(word))) return Answer::no;
        // Any word of a term with the same stem will do.
        for (const std::string& other : vocabulary_) {
            if (stem(other) == stem(known) &&
                (near(word, other) ||
                 (word.ends_with('s') && near(word.substr(0, word.size() - 1), other)))) {
                return Answer::misspelt;
            }
        }
        return Answer::no;
    }

    static bool joins(const Word& word) {
        if (word.after == " ") {
            return word.plain.size() == 1 && word.plain != "a" && word.plain != "i";
        }
        return word.after == "-" || word.after == "_" || word.after == "-\n";
    }

    // Where a form may end that begins at a word, and whether it is misspelt there.
    std::vector<std::pair<std::size_t, bool>> ends(const std::vector<Word>& words,
                                                   const std::vector<std::string>& form,
                                                   std::size_t done, std::size_t at,
                                                   bool misspelt) const {
        if (done == form.size()) return {{at, misspelt}};
        if (at >= words.size()) return {};
        if (done > 0 &&
            (words[at - 1].after.find_first_not_of(" \n-_/") != std::string::npos ||
             std::count(words[at - 1].after.begin(), words[at - 1].after.end(), '\n') > 1)) {
            return {};
        }
        std::vector<std::pair<std::size_t, bool>> all;
        const auto go_on = [&](Answer answer, std::size_t next) {
            if (answer == Answer::no) return;
            for (const auto& end :
                 ends(words, form, done + 1, next, misspelt || answer == Answer::misspelt)) {
                all.push_back(end);
            }
        };
        go_on(stands_for(words[at].plain, form[done],
                         !words[at].capital || words[at].plain.size() >= 7),
              at + 1);
        if (at + 1 < words.size() && joins(words[at])) {
            const bool guess = !ordinary_.contains(stem(words[at].plain)) ||
                               !ordinary_.contains(stem(words[at + 1].plain));
            go_on(stands_for(words[at].plain + words[at + 1].plain, form[done], guess), at + 2);
        }
        return all;
    }

    std::set<std::string> ordinary_;
    std::set<std::string> vocabulary_;
    std::set<std::string> stems_;
    std::vector<std::string> joined_;
    std::vector<std::vector<std::vector<std::string>>> forms_;
};

std::string random_word(Draws& draws) {
    static const std::vector<std::string> kWords = {"e",       "mail",     "email",  "weapon",
                                                    "weapons", "national", "nation", "nations",
                                                    "x",       "ray",      "wea",    "pon"};
    std::string word = kWords[draws.below(kWords.size())];
    if (draws.below(4) == 0 && word.size() > 1) {
        const auto at = draws.below(word.size() - 1);
        if (draws.below(2) == 0) {
            std::swap(word[at], word[at + 1]);
        } else {
            word.erase(at, 1);
        }
    }
    if (draws.below(6) == 0) word[0] = static_cast<char>(std::toupper(word[0]));
    return word;
}

std::string term_matcher_random_text(Draws& draws, std::uint64_t most_words) {
    static const std::vector<std::string> kGaps = {" ", " ",  " ",   " ",    "-",  "-", "_",
                                                   "/", "\n", "-\n", "\n\n", ". ", "  "};
    std::string text;
    const auto words = draws.below(most_words) + 1;
    for (std::uint64_t i = 0; i < words; ++i) {
        text += random_word(draws);
        text += kGaps[draws.below(kGaps.size())];
    }
    return text;
}

TEST(TermMatcherReference, finds_what_the_rules_find) {
    const Stream stream = Random(7).stream("texts");
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < 2000; ++i) {
        Draws draws = stream.at(i);
        std::vector<std::string> texts;
        std::vector<RiskTerm> terms;
        const auto count = draws.below(5) + 1;
        for (std::uint64_t j = 0; j < count; ++j) {
            std::string term = random_word(draws);
            for (std::uint64_t more = draws.below(3); more > 0; --more) {
                term += (draws.below(2) == 0 ? " " : "-") + random_word(draws);
            }
            term = language::lower_case(term);
            texts.push_back(term);
            terms.push_back({term});
        }
        std::vector<std::pair<std::string, std::string>> names;
        std::set<std::string> ordinary = {"root"};
        for (int j = 0; j < 3; ++j) {
            const std::string word = language::lower_case(random_word(draws));
            if (!ordinary.insert(word).second) continue;
            names.emplace_back(word, "root");
        }
        names.emplace_back("set", "root");
        ordinary.insert("set");
        std::set<std::string> stems;
        for (const std::string& word : ordinary) stems.insert(stem(word));
        const TermMatcher matcher(terms, OrdinaryWords(*test::taxonomy_of("words", names)));
        TermReader reader(matcher);
        const Rules rules(texts, stems);
        for (int j = 0; j < 3; ++j) {
            const std::string text = term_matcher_random_text(draws, 14);
            const TermHits hits = reader.find(text, language::words_of(text));
            const TermHits expected = rules.find(text);
            found += std::ssize(expected);
            ASSERT_EQ(hits.size(), expected.size()) << "case " << i << ": " << text;
            for (std::size_t k = 0; k < hits.size(); ++k) {
                ASSERT_EQ(hits[k].span, expected[k].span) << "case " << i << ": " << text;
                ASSERT_EQ(hits[k].term, expected[k].term) << "case " << i << ": " << text;
                ASSERT_EQ(hits[k].kind, expected[k].kind) << "case " << i << ": " << text;
            }
        }
    }
    EXPECT_GT(found, 4000);
}

TEST(TermMatcherReference, near_words_are_those_of_the_table) {
    const Stream stream = Random(8).stream("words");
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < 2000; ++i) {
        Draws draws = stream.at(i);
        NearWords index;
        std::vector<std::string> known;
        for (int j = 0; j < 20; ++j) {
            std::string word(draws.below(4) + 4, ' ');
            for (char& letter : word) letter = "ab"[draws.below(2)];
            index.add(word, j);
            known.push_back(word);
        }
        std::string word(draws.below(4) + 4, ' ');
        for (char& letter : word) letter = "ab"[draws.below(2)];
        std::vector<std::int32_t> numbers;
        index.find(word, numbers);
        const std::set<std::int32_t> distinct(numbers.begin(), numbers.end());
        std::set<std::int32_t> expected;
        for (int j = 0; j < 20; ++j) {
            if (near(word, known[static_cast<std::size_t>(j)])) expected.insert(j);
        }
        ASSERT_EQ(distinct, expected) << word;
        found += std::ssize(expected);
    }
    EXPECT_GT(found, 500);
}

// The table itself, all of it.
std::size_t edits_by_table(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> table(a.size() + 1,
                                                std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                                    table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
    }
    return table[a.size()][b.size()];
}

TEST(TermMatcherReference, long_words_may_differ_in_two_letters) {
    const Stream stream = Random(9).stream("words");
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < test::rounds(2000); ++i) {
        Draws draws = stream.at(i);
        const auto random_letters = [&] {
            std::string word(draws.below(6) + 6, ' ');
            for (char& letter : word) letter = "abc"[draws.below(3)];
            return word;
        };
        NearWords index(8);
        std::vector<std::string> known;
        for (int j = 0; j < 30; ++j) {
            known.push_back(random_letters());
            index.add(known.back(), j);
        }
        const std::string word = random_letters();
        std::vector<std::int32_t> numbers;
        index.find(word, numbers);
        const std::set<std::int32_t> distinct(numbers.begin(), numbers.end());
        std::set<std::int32_t> expected;
        for (int j = 0; j < 30; ++j) {
            const std::string& other = known[static_cast<std::size_t>(j)];
            const std::size_t most = std::min(word.size(), other.size()) >= 8 ? 2 : 1;
            if (edits_by_table(word, other) <= most) expected.insert(j);
        }
        ASSERT_EQ(distinct, expected) << word;
        found += std::ssize(expected);
    }
    EXPECT_GT(found, 10);
}

}  // namespace
}  // namespace lethe::documents
