#include "lethe/search/evolve/first_population.h"

#include <algorithm>
#include <optional>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe::search {
namespace {

// Of all methods, those whose turn is first.
std::vector<release::Choice> first_choices(FirstFiles MethodInfo::*files) {
    std::vector<const Method*> methods = methods_of(Family::mask);
    std::ranges::stable_sort(methods, {},
                             [&](const Method* method) { return (method->info.*files).turn; });
    std::vector<release::Choice> choices;
    for (const Method* method : methods) {
        for (const Json& parameters : (method->info.*files).settings) {
            choices.push_back({method->info.name, parameters});
        }
    }
    return choices;
}

Table masked(const Context& context, const Table& table, std::span<const std::string> columns,
             const release::Choice& choice, const Random& random) {
    const Method& method = find_method(choice.method, Family::mask);
    std::vector<std::string> taken;
    for (const std::string& name : columns) {
        if (method.accepts(table.column(name).kind())) taken.push_back(name);
    }
    if (taken.empty()) throw Error(ErrorKind::usage, "takes none of the columns");
    Problems problems;
    const Json parameters = method.bind(choice.parameters, {}, problems);
    if (problems.empty()) method.check(table, taken, parameters, {}, problems);
    throw_if_any(std::move(problems));
    MaskOutput output = method.mask({table, taken, random, context}, parameters);
    if (output.kept_rows) throw Error(ErrorKind::usage, "drops records");
    return table.with(output.changed);
}

// The i-th file of each kind together: what cannot be made for one kind is left out.
FirstPopulation population_of_both(const Context& context, const Table& table,
                                   std::span<const std::string> columns, const Random& random) {
    std::vector<std::string> categories, numbers;
    for (const std::string& name : columns) {
        (table.column(name).is_numeric() ? numbers : categories).push_back(name);
    }
    if (categories.empty() || numbers.empty()) {
        throw Error(ErrorKind::usage,
                    "no masking method could make a file to begin with: none "
                    "was given");
    }
    FirstPopulation first =
        first_population(context, table, categories, category_choices(), random.part(0));
    FirstPopulation second =
        first_population(context, table, numbers, number_choices(), random.part(1));
    FirstPopulation both;
    for (std::size_t i = 0; i < std::max(first.files.size(), second.files.size()); ++i) {
        const FirstFile& one = first.files[i % first.files.size()];
        const FirstFile& other = second.files[i % second.files.size()];
        std::vector<ColumnPtr> changed;
        for (const ColumnPtr& column : other.table.columns()) {
            if (std::ranges::find(numbers, column->name()) != numbers.end()) {
                changed.push_back(column);
            }
        }
        both.files.push_back({one.label + " + " + other.label, one.table.with(changed)});
    }
    both.failed = std::move(first.failed);
    for (const Json& failed : second.failed) both.failed.push_back(failed);
    return both;
}

}  // namespace

std::vector<release::Choice> category_choices() {
    return first_choices(&MethodInfo::first_categories);
}

std::vector<release::Choice> number_choices() { return first_choices(&MethodInfo::first_numbers); }

FirstPopulation first_population(const Context& context, const Table& table,
                                 std::span<const std::string> columns,
                                 std::span<const release::Choice> choices, const Random& random) {
    if (choices.empty()) return population_of_both(context, table, columns, random);
    std::vector<std::optional<Table>> tables(choices.size());
    std::vector<std::string> errors(choices.size());
    Progress progress(context, "masking", std::ssize(choices));
    const Context inner = context.silent().single();
    parallel_tasks(context, std::ssize(choices), [&](std::int64_t i) {
        const auto place = static_cast<std::size_t>(i);
        try {
            tables[place] = masked(inner, table, columns, choices[place],
                                   random.part(static_cast<std::uint64_t>(i)));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::stopped) throw;
            errors[place] = error.what();
        }
        progress.add();
    });
    FirstPopulation population;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        std::string label = label_of(choices[i]);
        if (tables[i]) {
            population.files.push_back({std::move(label), *std::move(tables[i])});
        } else {
            population.failed.push_back(
                {{"label", std::move(label)}, {"private", {{"error", errors[i]}}}});
        }
    }
    if (population.files.empty()) {
        throw Error(ErrorKind::usage, "no masking method could make a file to begin with: " +
                                          (errors.empty() ? "none was given" : errors.front()));
    }
    return population;
}

}  // namespace lethe::search
