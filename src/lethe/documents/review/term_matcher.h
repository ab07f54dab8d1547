// Finds terms in texts, in spite of case, accents, separators (e-mail, email, e mail), endings
// (Porter's stems) and misspellings (one letter too many, missing, wrong, or two swapped, in words
// of five letters and more). See term_matcher.cc for the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "lethe/documents/find/ordinary_words.h"
#include "lethe/documents/review/risk_terms.h"
#include "lethe/language/span.h"
#include "lethe/language/token.h"

namespace lethe::documents {

enum class HitKind : std::uint8_t {
    exact,     // but for case, accents and separators
    stem,      // but for endings
    misspelt,  // but for one letter
};

std::string_view name(HitKind kind);

struct TermHit {
    language::Span span;
    std::int32_t term = 0;  // of the terms that the matcher was made with
    HitKind kind = HitKind::exact;
    friend bool operator==(const TermHit&, const TermHit&) = default;
};

using TermHits = std::vector<TermHit>;

// What terms look like.
class TermMatcher {
  public:
    // A misspelling is never one of the ordinary words: "unclear" is not "nuclear".
    TermMatcher(const std::vector<RiskTerm>& terms, OrdinaryWords ordinary);
    ~TermMatcher();
    TermMatcher(TermMatcher&&) noexcept;

  private:
    friend class TermReader;
    struct State;
    std::unique_ptr<State> state_;
};

// Reads texts, and remembers the words that it has seen: one for each thread.
class TermReader {
  public:
    explicit TermReader(const TermMatcher& matcher);  // which must stay
    ~TermReader();
    TermReader(TermReader&&) noexcept;

    // In order, without overlaps: at each place the longest term, of equals the closest spelling,
    // then the first term. `words` is words_of(text).
    TermHits find(std::string_view text, const std::vector<language::Token>& words);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::documents
