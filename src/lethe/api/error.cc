#include "lethe/error.h"

#include <utility>

#include "lethe/api/inside.h"

namespace lethe::api {
namespace {

ErrorKind outside_kind(lethe::ErrorKind kind) {
    switch (kind) {
        case lethe::ErrorKind::usage:
            return ErrorKind::usage;
        case lethe::ErrorKind::input:
            return ErrorKind::input;
        case lethe::ErrorKind::unmet:
            return ErrorKind::unmet;
        case lethe::ErrorKind::io:
            return ErrorKind::io;
        case lethe::ErrorKind::stopped:
            return ErrorKind::stopped;
        case lethe::ErrorKind::internal:
            break;
    }
    return ErrorKind::internal;
}

lethe::ErrorKind inside_kind(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
            return lethe::ErrorKind::usage;
        case ErrorKind::input:
            return lethe::ErrorKind::input;
        case ErrorKind::unmet:
            return lethe::ErrorKind::unmet;
        case ErrorKind::io:
            return lethe::ErrorKind::io;
        case ErrorKind::stopped:
            return lethe::ErrorKind::stopped;
        case ErrorKind::internal:
            break;
    }
    return lethe::ErrorKind::internal;
}

}  // namespace

std::string_view name(ErrorKind kind) { return lethe::name(inside_kind(kind)); }

Error::Error(ErrorKind kind, std::string text, std::vector<Problem> problems)
    : kind_(kind), text_(std::move(text)), problems_(std::move(problems)) {}

Error::~Error() = default;

Error outside(const lethe::Error& error) {
    std::vector<Problem> problems;
    for (const lethe::Problem& problem : error.problems()) {
        problems.push_back({problem.message, problem.place.file, problem.place.line,
                            problem.place.column, problem.place.parameter});
    }
    return {outside_kind(error.kind()), error.what(), std::move(problems)};
}

// What an exception of another library says may hold a value of the data.
Error unexpected(const char*) {
    const std::string text = "internal error: an exception that should not have left the library";
    return {ErrorKind::internal, text, {{text, {}, 0, 0, {}}}};
}

}  // namespace lethe::api
