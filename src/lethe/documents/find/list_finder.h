// Finds names that stand in lists: phrases of one or more words, looked up word by word along a
// hash of their words. Lists come from the user's files and from WordNet's instances (cities,
// countries, persons, organisations). Thread-safe once made.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/category.h"
#include "lethe/documents/find/mention.h"
#include "lethe/knowledge/taxonomy.h"
#include "lethe/language/token.h"

namespace lethe::documents {

struct NameList {
    CategoryId category = kPerson;
    std::string name;  // shown as the mention's pattern
    std::vector<std::string> phrases;
    bool any_case = false;  // also where the text writes it in another case
    float score = 0.5F;
};

// WordNet's instances by category: persons, countries, populated places, other locations,
// organisations; names that are also common words in lower case are left out.
std::vector<NameList> wordnet_lists(const Taxonomy& wordnet);

// One phrase a line; empty lines and lines that begin with # do not count. Error(io).
NameList read_name_list(const std::string& path, CategoryId category);

class ListFinder {
  public:
    explicit ListFinder(const std::vector<NameList>& lists);
    ~ListFinder();
    ListFinder(ListFinder&&) noexcept;

    // The longest match at each place; `tokens` is tokenise(text).
    Mentions find(std::string_view text, const std::vector<language::Token>& tokens) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::documents
