#include "lethe/method/known_transitions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/recorded_steps.h"

namespace lethe {
namespace {

std::string of_column(const std::string& name) { return fmt::format("column \"{}\"", name); }

KnownTransitions given_transitions(const AssessInput& input, const TransitionParams& params) {
    Problems problems;
    const Place place{{}, 0, 0, "matrix"};
    for (const auto& [name, table] : params.matrix) {
        if (std::find(input.columns.begin(), input.columns.end(), name) == input.columns.end()) {
            problems.push_back({unknown_name("column to compare", name, input.columns), place});
        }
        const Problems found = check(table, of_column(name), place);
        problems.insert(problems.end(), found.begin(), found.end());
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    KnownTransitions known{params.matrix, {}};
    for (const std::string& name : input.columns) {
        if (!params.p || known.by_column.contains(name)) continue;
        const Dictionary& categories = input.masked.column(name).dictionary();
        known.by_column[name] =
            transition_table(categories, even_diagonal(std::ssize(categories), *params.p));
    }
    return known;
}

// Without categories where the column had no values.
TransitionTable recorded_table(const RecordedStep& step, const std::string& name) {
    const Json tables = step.facts.value("matrix", Json());
    const Json found = tables.is_object() ? tables.value(name, Json()) : Json();
    TransitionTable table;
    std::string wrong = found.is_null() ? "is not there" : read(found, table);
    if (wrong.empty() && !table.categories.empty()) {
        const Problems problems = check(table, of_column(name));
        if (!problems.empty()) wrong = "is none (" + problems.front().message + ")";
    }
    if (!wrong.empty()) {
        throw Error(ErrorKind::input,
                    fmt::format("the release record cannot be read: the transition matrix of {} {}",
                                of_column(name), wrong));
    }
    return table;
}

// The same matrix over more categories, which stay as they are.
TransitionMatrix over(const TransitionTable& table, const std::vector<std::string>& categories) {
    const auto size = std::ssize(categories);
    TransitionMatrix result = TransitionMatrix::Identity(size, size);
    std::vector<Eigen::Index> places;
    for (const std::string& category : table.categories) {
        places.push_back(std::find(categories.begin(), categories.end(), category) -
                         categories.begin());
    }
    const TransitionMatrix matrix = table.matrix();
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        for (Eigen::Index l = 0; l < matrix.cols(); ++l) {
            result(places[static_cast<std::size_t>(k)], places[static_cast<std::size_t>(l)]) =
                matrix(k, l);
        }
    }
    return result;
}

TransitionTable followed_by(const TransitionTable& first, const TransitionTable& second) {
    std::vector<std::string> categories = first.categories;
    for (const std::string& category : second.categories) {
        if (std::find(categories.begin(), categories.end(), category) == categories.end()) {
            categories.push_back(category);
        }
    }
    const TransitionMatrix both = over(first, categories) * over(second, categories);
    return transition_table(std::move(categories), both);
}

KnownTransitions recorded_transitions(const AssessInput& input) {
    KnownTransitions known;
    std::vector<std::string> others;  // columns that another method masked as well
    const std::vector<RecordedStep> steps = recorded_steps(input.record);
    for (const std::string& name : input.columns) {
        bool other = false;
        for (const RecordedStep& step : steps_on(steps, name)) {
            if (step.effect() != Effect::transitions) {
                other = true;
                continue;
            }
            TransitionTable table = recorded_table(step, name);
            if (table.categories.empty()) continue;
            const auto before = known.by_column.find(name);
            if (before != known.by_column.end()) table = followed_by(before->second, table);
            known.by_column[name] = std::move(table);
        }
        if (other) others.push_back(name);
    }
    if (known.by_column.empty()) {
        throw Error(ErrorKind::usage, "the release record has no pram step on these columns");
    }
    if (!others.empty()) {
        known.warnings.push_back(
            fmt::format("masked by other methods as well, of which nothing is undone: {}",
                        fmt::join(others, ", ")));
    }
    return known;
}

}  // namespace

KnownTransitions known_transitions(const AssessInput& input, const TransitionParams& params) {
    check_record(input);
    if (params.p || !params.matrix.empty()) return given_transitions(input, params);
    if (input.record.is_null()) {
        throw Error(ErrorKind::usage,
                    "how categories were changed is not known: give the release record (the option "
                    "release), matrix or p");
    }
    return recorded_transitions(input);
}

}  // namespace lethe
