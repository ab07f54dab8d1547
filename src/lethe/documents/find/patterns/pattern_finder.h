// Finds what has a form: e-mail addresses, dates, amounts, structured identifiers of many
// countries. A pattern alone scores low; a check that passes makes it certain, one that fails drops
// it; a word of its context among the five words before raises it. Thread-safe once made.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/documents/find/category.h"
#include "lethe/documents/find/mention.h"

namespace lethe::documents {

// One row of the table of identifiers, for `lethe text patterns` and the reference page.
struct PatternInfo {
    std::string_view name;     // "DE_TAX_ID"
    std::string_view country;  // ISO 3166 code, or empty: everywhere
    CategoryId category = kCode;
    std::string_view check;  // what is verified: "Luhn", "mod 97", "calendar"; empty: form alone
    std::string_view text;   // what it is, one line
    float score = 0;         // without context
};

// An entity that a user defines: patterns (RE2 syntax), fixed phrases, or both.
struct UserEntity {
    CategoryId category = kOther;
    std::string name;  // shown as the mention's pattern
    std::vector<std::string> patterns;
    std::vector<std::string> phrases;  // matched word by word, in any case
    std::vector<std::string> context;
    float score = 0.9F;
};

struct PatternOptions {
    std::vector<std::string> countries;  // ISO codes whose identifiers are looked for; empty: all
    float least_score = 0.4F;            // mentions below are dropped
    std::vector<UserEntity> user;
};

class PatternFinder {
  public:
    // Error(usage) for an unknown country or a pattern of the user that RE2 refuses.
    explicit PatternFinder(const PatternOptions& options);
    ~PatternFinder();
    PatternFinder(PatternFinder&&) noexcept;

    Mentions find(std::string_view text) const;  // in order; may overlap one another

    static std::vector<PatternInfo> table();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::documents
