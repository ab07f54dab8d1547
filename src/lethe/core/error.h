// Errors: one exception type for what stops a run, and a list of problems for what is found while
// checking (a policy, parameters, a file). A message says what is wrong, where, and what is
// allowed. It never contains a value of the data, nor the password of an address (core/redacted.h).
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace lethe {

enum class ErrorKind {
    usage,     // bad flag, policy or parameter
    input,     // malformed or inconsistent data
    unmet,     // the asked guarantee cannot be reached
    io,        // cannot read or write
    internal,  // our bug
    stopped,   // interrupted
};

std::string_view name(ErrorKind kind);
int exit_code(ErrorKind kind);

// Where something is wrong; empty or zero parts are unknown. Lines, columns and rows count from 1.
struct Place {
    std::string file;
    std::int64_t line = 0;
    std::int64_t column = 0;
    std::string parameter;

    bool empty() const { return file.empty() && line == 0 && parameter.empty(); }
};

std::string to_string(const Place& place);

struct Problem {
    std::string message;
    Place place = {};
    ErrorKind kind = ErrorKind::usage;
};

using Problems = std::vector<Problem>;

std::string to_string(const Problem& problem);

class Error : public std::exception {
  public:
    Error(ErrorKind kind, std::string message, Place place = {});
    Error(ErrorKind kind, Problems problems);
    explicit Error(Problems problems);  // of the problems' own kind; usage where they differ

    ErrorKind kind() const { return kind_; }
    const Problems& problems() const { return problems_; }
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    ErrorKind kind_;
    Problems problems_;
    std::string text_;
};

// Error(problems) or Error(kind, problems), if there are any.
void throw_if_any(Problems problems);
void throw_if_any(ErrorKind kind, Problems problems);

}  // namespace lethe
