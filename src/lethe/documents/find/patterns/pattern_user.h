// Entities that the user defines: patterns, searched everywhere, and phrases.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lethe/documents/find/mention.h"
#include "lethe/documents/find/patterns/pattern_finder.h"

namespace lethe::documents {

class UserPatterns {
  public:
    explicit UserPatterns(const std::vector<UserEntity>& entities);  // Error(usage)
    ~UserPatterns();

    void find(std::string_view text, float least_score, Mentions& found) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::documents
