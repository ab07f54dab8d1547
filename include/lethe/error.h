// What stops a call. Every function of this library throws Error and nothing else, but for
// std::bad_alloc. A message says what is wrong, where, and what is allowed; it never holds a value
// of the data, so that it can be logged.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::api {

enum class ErrorKind {
    usage,     // a wrong option, policy or parameter
    input,     // malformed or inconsistent data
    unmet,     // the asked guarantee cannot be reached
    io,        // cannot read or write
    internal,  // a bug of the library
    stopped,   // the caller asked for it
};

std::string_view name(ErrorKind kind);  // "usage"

// One thing that is wrong. Lines and columns count from 1; empty or zero: not known.
struct Problem {
    std::string message;
    std::string file;
    std::int64_t line = 0;
    std::int64_t column = 0;
    std::string parameter;
};

class Error : public std::exception {
  public:
    Error(ErrorKind kind, std::string text, std::vector<Problem> problems);
    Error(const Error&) noexcept = default;
    Error& operator=(const Error&) noexcept = default;
    ~Error() override;

    ErrorKind kind() const noexcept { return kind_; }
    // All that was found, not the first alone.
    const std::vector<Problem>& problems() const noexcept { return problems_; }
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    ErrorKind kind_;
    std::string text_;
    std::vector<Problem> problems_;
};

}  // namespace lethe::api
