#include "lethe/core/error.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "lethe/core/redacted.h"

namespace lethe {
namespace {

struct KindRow {
    ErrorKind kind;
    std::string_view name;
    int exit_code;
};

constexpr std::array<KindRow, 6> kKinds{{
    {ErrorKind::usage, "usage", 2},
    {ErrorKind::input, "input", 3},
    {ErrorKind::unmet, "unmet", 4},
    {ErrorKind::io, "io", 5},
    {ErrorKind::internal, "internal", 70},
    {ErrorKind::stopped, "stopped", 130},
}};

const KindRow& row_of(ErrorKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string join(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty()) text += '\n';
        text += to_string(problem);
    }
    return text;
}

}  // namespace

std::string_view name(ErrorKind kind) { return row_of(kind).name; }
int exit_code(ErrorKind kind) { return row_of(kind).exit_code; }

std::string to_string(const Place& place) {
    std::string text = place.file;
    if (place.line > 0) {
        text += text.empty() ? fmt::format("line {}", place.line) : fmt::format(":{}", place.line);
        if (place.column > 0) text += fmt::format(":{}", place.column);
    }
    if (!place.parameter.empty()) {
        text += text.empty() ? place.parameter : ": " + place.parameter;
    }
    return text;
}

std::string to_string(const Problem& problem) {
    if (problem.place.empty()) return problem.message;
    return to_string(problem.place) + ": " + problem.message;
}

namespace {

Problems redacted(Problems problems) {
    for (Problem& problem : problems) {
        problem.message = without_passwords(problem.message);
        problem.place.file = without_passwords(problem.place.file);
    }
    return problems;
}

ErrorKind common_kind(const Problems& problems) {
    for (const Problem& problem : problems) {
        if (problem.kind != problems.front().kind) return ErrorKind::usage;
    }
    return problems.empty() ? ErrorKind::internal : problems.front().kind;
}

}  // namespace

Error::Error(ErrorKind kind, std::string message, Place place)
    : Error(kind, Problems{{std::move(message), std::move(place), kind}}) {}

Error::Error(Problems problems)
    : kind_(common_kind(problems)),
      problems_(redacted(std::move(problems))),
      text_(join(problems_)) {}

Error::Error(ErrorKind kind, Problems problems)
    : kind_(kind), problems_(redacted(std::move(problems))), text_(join(problems_)) {}

void throw_if_any(ErrorKind kind, Problems problems) {
    if (!problems.empty()) throw Error(kind, std::move(problems));
}

void throw_if_any(Problems problems) {
    if (!problems.empty()) throw Error(std::move(problems));
}

}  // namespace lethe
