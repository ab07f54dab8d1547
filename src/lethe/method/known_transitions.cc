#include "lethe/method/known_transitions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
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

Json told_table(const Json& facts, const std::string& name) {
    const Json tables = facts.value("matrix", Json());
    return tables.is_object() ? tables.value(name, Json()) : Json();
}

// Without categories where the column had no values.
TransitionTable readable_table(const Json& told, const std::string& name) {
    TransitionTable table;
    std::string wrong = read(told, table);
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

// Where an intruder's file lacks categories that were released, those of the release count too: no
// release is impossible then.
ColumnPtr column_before(const AssessInput& input, const std::string& name) {
    const ColumnPtr held = input.original.column_ptr(name);
    const Column& shown = input.masked.column(name);
    const auto values_of = [](const Column& column, std::vector<std::string>& texts) {
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (column.valid(row)) texts.push_back(column.text(row));
        }
    };
    std::vector<std::string> texts, released;
    values_of(*held, texts);
    values_of(shown, released);
    const std::set<std::string> known(texts.begin(), texts.end());
    const bool all = std::ranges::all_of(
        released, [&](const std::string& text) { return known.contains(text); });
    if (all) return held;
    texts.insert(texts.end(), released.begin(), released.end());
    return Column::from_texts(name, Kind::nominal, texts);
}

// Matrices that neither the record nor a log tells. They follow from the parameters and the
// frequencies: the steps are done again on the original, so that the intruder is taken to know
// what the owner could know without the log. `before`: the column as earlier steps left it, here.
class Repeated {
  public:
    Repeated(const AssessInput& input, const std::string& name)
        : input_(input), name_(name), before_({column_before(input, name)}) {}

    TransitionTable next(const RecordedStep& step) {
        const Method& method = *find_method(step.method);
        const std::vector<std::string> only{name_};
        Problems problems;
        const Json parameters = method.bind(step.parameters, {}, problems);
        if (problems.empty()) method.check(before_, step.columns, parameters, {}, problems);
        if (!problems.empty()) {
            throw Error(ErrorKind::usage,
                        fmt::format("the transition matrix of {} is not in the release record: "
                                    "give the private log of the release (the option log)",
                                    of_column(name_)));
        }
        MaskOutput output =
            method.mask({before_, only, Random(0), input_.context.silent()}, parameters);
        before_ = before_.with(output.changed);
        const Json told = told_table(output.facts, name_);
        return readable_table(told.is_null() ? told_table(output.private_facts, name_) : told,
                              name_);
    }

  private:
    const AssessInput& input_;
    std::string name_;
    Table before_;
};

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
    std::vector<std::string> others;    // columns that another method masked as well
    std::vector<std::string> repeated;  // whose matrix is in no file
    const std::vector<RecordedStep> steps = recorded_steps(input.record);
    for (const std::string& name : input.columns) {
        bool other = false, again = false;
        Repeated steps_again(input, name);
        for (const RecordedStep& step : steps_on(steps, name)) {
            if (step.effect() != Effect::transitions) {
                other = true;
                continue;
            }
            const Json told = told_table(step.facts, name);
            again = again || told.is_null();
            TransitionTable table =
                told.is_null() ? steps_again.next(step) : readable_table(told, name);
            if (table.categories.empty()) continue;
            const auto before = known.by_column.find(name);
            if (before != known.by_column.end()) table = followed_by(before->second, table);
            known.by_column[name] = std::move(table);
        }
        if (other) others.push_back(name);
        if (again) repeated.push_back(name);
    }
    if (known.by_column.empty()) {
        throw Error(ErrorKind::usage, "the release record has no pram step on these columns");
    }
    if (!others.empty()) {
        known.warnings.push_back(
            fmt::format("masked by other methods as well, of which nothing is undone: {}",
                        fmt::join(others, ", ")));
    }
    if (!repeated.empty()) {
        known.warnings.push_back(
            fmt::format("transition matrices that stand in the private log alone, which was not "
                        "given, were made again from the original: {}",
                        fmt::join(repeated, ", ")));
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
