#pragma once

#include <string>

namespace lethe::report {

// Ids of drawings, unique on a page and the same on every run.
class Ids {
  public:
    std::string next() { return "g" + std::to_string(++last_); }

  private:
    int last_ = 0;
};

}  // namespace lethe::report
