// What a person can ask for: inspect, protect, attack, ... Each operation is one file: a struct of
// options with its Schema, and a function from options to an answer. Commands with their help, man
// pages and completions, and whatever other doors there are, follow from the list of all operations
// (operations.def); none of them has a rule of its own.
//
//   struct CountOptions {
//       std::string data;
//       std::int64_t most = 10;
//   };
//   Answer count(const CountOptions& options, Door& door);
//
//   Operation count_operation() {
//       return make_operation(
//           {.name = "count", .data = DataKind::table, .summary = "Count something",
//            .examples = {"lethe sample census --rows 100 -o people.csv", "lethe count
//            people.csv"}},
//           Schema<CountOptions>()
//               .field("data", &CountOptions::data, "The table").at_place("DATA").required()
//               .field("most", &CountOptions::most, "At most so many", at_least(1)).shown("N"),
//           count);
//   }
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

struct OperationInfo {
    std::string name;  // "protect": several kinds of data may have it
    // What its first argument holds, where operations of one name differ by it; none: it takes what
    // it takes.
    std::optional<DataKind> data = {};
    std::vector<std::string> words = {};  // as a command, "text" "sanitize"; empty: its name
    std::string summary;                  // one line
    std::string notes = {};               // paragraphs below the options
    // Command lines that run as printed, one after the other, in an empty folder beside examples/.
    std::vector<std::string> examples = {};
};

// One JSON object with its "kind", and where that has no place (a release that goes to standard
// output) the text itself. Where both are there, people get the text and programs the object.
struct Answer {
    Json result = nullptr;
    std::string text = {};
    // What the caller is told after the answer: that it was stopped, or that nothing meets what was
    // asked for.
    std::optional<Error> failure = {};
};

struct Operation {
    OperationInfo info;
    std::vector<Parameter> options;
    // Options by their names. Error(usage) with everything that is wrong with them.
    std::function<Answer(const Json& options, Door&)> run;
};

// Looks at options beyond what their schema says of each; adds every problem found. It is asked
// where others were found too: what is wrong has its default then. A place is the name of an
// option.
template <class O>
using OptionCheck = void (*)(const O&, const Door&, Problems&);

// What it throws becomes problems, for checks that others share.
void add_if_thrown(Problems& problems, const std::function<void()>& check);

namespace detail {

// With the option force where an option writes (Schema::output) and none is there.
Operation bare_operation(OperationInfo info, std::vector<Parameter> options);

// What is given, without an option that the operation has and its schema has not.
Json of_schema(const std::vector<Parameter>& schema, Json given);

// The parameters among `more`, taken out of what is given.
Json taken(const std::vector<Parameter>& more, Json& given);

// Runs the operation, unless something is wrong with its options: then an Error with `problems` and
// with all that is wrong between options (operation/together.h). Errors name options as the door
// does, "--set k" for "set.k": whoever throws gives the name that the schema has.
Answer answered(const Operation& operation, const Json& given, Problems problems, Door& door,
                const std::function<Answer()>& run);

}  // namespace detail

template <class O>
Operation make_operation(OperationInfo info, const Schema<O>& schema,
                         Answer (*run)(const O&, Door&), OptionCheck<O> check = nullptr) {
    Operation operation = detail::bare_operation(std::move(info), schema.parameters());
    operation.run = [schema, run, check, described = operation](const Json& given, Door& door) {
        Problems problems;
        const O options = schema.bind(detail::of_schema(schema.parameters(), given), {}, problems);
        if (check != nullptr) check(options, door, problems);
        return detail::answered(described, given, std::move(problems), door,
                                [&] { return run(options, door); });
    };
    return operation;
}

// With further options that other parameters make (those of methods): what of them is given comes
// as an object, unchecked.
template <class O>
Operation make_operation(OperationInfo info, const Schema<O>& schema, std::vector<Parameter> more,
                         Answer (*run)(const O&, const Json& more, Door&),
                         void (*check)(const O&, const Json& more, const Door&,
                                       Problems&) = nullptr) {
    std::vector<Parameter> all = schema.parameters();
    all.insert(all.end(), more.begin(), more.end());
    Operation operation = detail::bare_operation(std::move(info), std::move(all));
    operation.run = [schema, more = std::move(more), run, check, described = operation](
                        const Json& given, Door& door) {
        Json own = detail::of_schema(schema.parameters(), given);
        const Json others = detail::taken(more, own);
        Problems problems;
        const O options = schema.bind(own, {}, problems);
        if (check != nullptr) check(options, others, door, problems);
        return detail::answered(described, given, std::move(problems), door,
                                [&] { return run(options, others, door); });
    };
    return operation;
}

// A word of commands that only groups others: "text".
struct CommandGroup {
    std::string word;
    std::string summary;
};

const std::vector<Operation>& operations();  // in the order of the help page
const std::vector<CommandGroup>& command_groups();
// The operation of this name for this kind of data (any kind: for one that takes what it takes).
const Operation* find_operation(std::string_view name, std::optional<DataKind> data = {});
// The same for names that come from outside, the kind of data by its name ("" for none).
// Error(usage) with a suggestion where there is no such kind or operation.
const Operation& operation_of(std::string_view name, std::string_view data);

Json to_json(const Operation& operation);  // name, data, words, summary, options, examples

}  // namespace lethe::operation
