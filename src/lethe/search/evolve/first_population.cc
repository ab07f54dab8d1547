#include "lethe/search/evolve/first_population.h"

#include <initializer_list>
#include <optional>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe {
namespace {

void add(std::vector<Choice>& choices, const char* method, const char* parameter,
         std::initializer_list<Json> values, const Json& more = Json::object()) {
    for (const Json& value : values) {
        Json parameters{{parameter, value}};
        parameters.update(more);
        choices.push_back({method, std::move(parameters)});
    }
}

Table masked(const Context& context, const Table& table, std::span<const std::string> columns,
             const Choice& choice, const Random& random) {
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

}  // namespace

std::vector<Choice> category_choices() {
    std::vector<Choice> choices;
    add(choices, "mdav", "k", {2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20});
    for (const int size : {1, 2, 3, 5}) {
        add(choices, "mdav", "k", {2, 3, 4, 5, 7, 10}, {{"group_size", size}});
    }
    add(choices, "global-median", "k", {2, 3, 5, 10, 20});
    add(choices, "rank-swapping", "p", {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20});
    for (const char* type : {"constant", "invariant"}) {
        add(choices, "pram", "p", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}, {{"type", type}});
    }
    add(choices, "pram", "theta", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9},
        {{"type", "frequency"}});
    add(choices, "resampling", "samples", {1, 3, 10});
    add(choices, "data-swapping", "rate", {0.05, 0.1, 0.2, 0.5});
    add(choices, "global-recoding", "rarest", {2, 3}, {{"merged", "representative"}});
    add(choices, "top-bottom-coding", "top_categories", {2});
    add(choices, "top-bottom-coding", "bottom_categories", {2});
    add(choices, "multiple-imputation", "share", {0.25, 0.5});
    choices.push_back({"distribution-distortion"});
    return choices;
}

std::vector<Choice> number_choices() {
    std::vector<Choice> choices;
    add(choices, "mdav", "k", {2, 3, 5, 7, 10, 15, 20, 30});
    for (const int size : {2, 3, 4}) {
        add(choices, "mdav", "k", {3, 5, 10, 20}, {{"group_size", size}});
    }
    add(choices, "individual-ranking", "k", {5, 10, 20, 50, 100});
    add(choices, "rank-swapping", "p", {1, 2, 3, 5, 7, 10, 12, 15, 20, 30});
    add(choices, "noise", "p", {2, 5, 10, 15, 20, 30, 50});
    add(choices, "noise", "p", {5, 10, 20, 50}, {{"type", "correlated"}});
    add(choices, "resampling", "samples", {1, 3});
    add(choices, "pca-projection", "k", {3, 10});
    add(choices, "zscore-projection", "k", {3, 10});
    return choices;
}

FirstPopulation first_population(const Context& context, const Table& table,
                                 std::span<const std::string> columns,
                                 std::span<const Choice> choices, const Random& random) {
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

}  // namespace lethe
