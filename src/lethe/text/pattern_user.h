// Entities that the user defines: patterns, searched everywhere, and phrases.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lethe/text/mention.h"
#include "lethe/text/pattern_finder.h"

namespace lethe::text {

class UserPatterns {
  public:
    explicit UserPatterns(const std::vector<UserEntity>& entities);  // Error(usage)
    ~UserPatterns();

    void find(std::string_view text, float least_score, Mentions& found) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::text
