// What is wrong with a file, in its order: the first ten are told, the others counted.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "lethe/core/error.h"

namespace lethe {

class Wrongs {
  public:
    explicit Wrongs(std::string file) : file_(std::move(file)) {}
    // `line` is 0 where lines are not known.
    void add(std::int64_t line, std::string message);
    [[noreturn]] void fail(std::int64_t line, std::string message);
    bool enough() const { return more_ > 0; }
    void throw_if_any();  // Error(input)

  private:
    std::string file_;
    Problems told_;
    std::int64_t more_ = 0;
};

}  // namespace lethe
