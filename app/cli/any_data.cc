#include "cli/any_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/operation/operation.h"
#include "lethe/release/data_files.h"

namespace lethe::cli {
namespace {

using operation::Operation;
using operation::operations;

// Operations on other data than tables that share their name with one on tables.
bool is_other(const Operation& one, std::string_view command) {
    return one.info.name == command && one.info.data && *one.info.data != DataKind::table;
}

bool takes_any_data(std::string_view command) {
    return std::ranges::any_of(operations(),
                               [&](const Operation& one) { return is_other(one, command); });
}

std::string plural(DataKind kind) {
    return kind == DataKind::graph ? "graphs" : std::string(name(kind));
}

const CLI::App* child(const CLI::App* app, std::string_view name) {
    if (app == nullptr) return nullptr;
    for (const CLI::App* one : app->get_subcommands([](const CLI::App*) { return true; })) {
        if (one->get_name() == name) return one;
    }
    return nullptr;
}

// The command of an operation.
const CLI::App* command_of(const CLI::App& app, const Operation& operation) {
    const CLI::App* command = &app;
    for (const std::string& word : operation.info.words) command = child(command, word);
    return command;
}

// Whether an option of any command in question takes the next argument as its value.
bool takes_value(const std::vector<const CLI::App*>& apps, const std::string& argument) {
    if (argument.find('=') != std::string::npos) return false;
    for (const CLI::App* app : apps) {
        const CLI::Option* option = app->get_option_no_throw(argument);
        if (option != nullptr) return option->get_items_expected_max() > 0;
    }
    return false;
}

bool is_option(std::string_view argument) { return argument.size() > 1 && argument[0] == '-'; }

// The places of the arguments from `from` on that are neither options nor their values.
std::vector<std::size_t> plain_places(const std::vector<const CLI::App*>& apps,
                                      const std::vector<std::string>& arguments, std::size_t from) {
    std::vector<std::size_t> places;
    for (std::size_t i = from; i < arguments.size(); ++i) {
        if (!is_option(arguments[i])) {
            places.push_back(i);
        } else if (arguments[i] == "--data" || takes_value(apps, arguments[i])) {
            ++i;
        }
    }
    return places;
}

// --data KIND, taken out of the arguments.
std::optional<DataKind> taken_kind(std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string kind;
        std::size_t words = 1;
        if (arguments[i].starts_with("--data=")) {
            kind = arguments[i].substr(7);
        } else if (arguments[i] == "--data" && i + 1 < arguments.size()) {
            kind = arguments[i + 1];
            words = 2;
        } else {
            continue;
        }
        const std::optional<DataKind> found = data_kind_named(kind);
        if (!found) {
            const std::vector<std::string> kinds{"table", "documents", "vectors", "graph"};
            throw Error(ErrorKind::usage, unknown_name("kind of data", kind, kinds),
                        {{}, 0, 0, "--data"});
        }
        const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(i);
        arguments.erase(begin, begin + static_cast<std::ptrdiff_t>(words));
        return found;
    }
    return std::nullopt;
}

// A folder that holds a graph stands for its files. Where a command takes two graphs, tables of
// nodes are named by options.
void expand_graphs(std::vector<std::string>& arguments, const std::vector<std::size_t>& plain,
                   std::string_view command) {
    const bool one_graph = command == "protect" || command == "inspect";
    for (std::size_t i = plain.size(); i-- > 1;) {  // from the back, so that places stay true
        const auto place = arguments.begin() + static_cast<std::ptrdiff_t>(plain[i]);
        const release::DataFiles found = release::data_at(*place);
        if (found.kind != DataKind::graph || found.files.front() == *place) continue;
        *place = found.files[0];
        if (found.files.size() < 2) continue;
        if (one_graph) {
            arguments.insert(place + 1, found.files[1]);
        } else {
            arguments.push_back(i == 1 ? "--nodes" : "--protected-nodes");
            arguments.push_back(found.files[1]);
        }
    }
}

}  // namespace

std::vector<std::string> for_their_data(const CLI::App& app, std::vector<std::string> arguments) {
    const std::vector<std::size_t> words = plain_places({&app}, arguments, 0);
    if (words.empty() || !takes_any_data(arguments[words[0]])) return arguments;
    const std::string command = arguments[words[0]];
    const std::optional<DataKind> named = taken_kind(arguments);

    std::vector<const CLI::App*> readers{&app, child(&app, command)};
    for (const Operation& one : operations()) {
        if (is_other(one, command)) readers.push_back(command_of(app, one));
    }
    std::erase(readers, nullptr);
    const std::vector<std::size_t> plain = plain_places(readers, arguments, 0);
    const release::DataFiles data =
        plain.size() < 2 ? release::DataFiles{} : release::data_at(arguments[plain[1]]);
    const DataKind kind = named.value_or(data.kind);
    if (kind == DataKind::table) return arguments;
    const auto found = std::ranges::find_if(operations(), [&](const Operation& one) {
        return is_other(one, command) && one.info.data == kind;
    });
    if (found == operations().end()) {
        throw Error(ErrorKind::usage, fmt::format("lethe {} does not take {} (--data table reads "
                                                  "the file as a table)",
                                                  command, plural(kind)));
    }
    if (kind == DataKind::graph) expand_graphs(arguments, plain, command);
    const auto word = arguments.begin() + static_cast<std::ptrdiff_t>(plain[0]);
    *word = found->info.words.back();
    arguments.insert(word, found->info.words.begin(), found->info.words.end() - 1);
    return arguments;
}

void say_other_data(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands({})) {
        const std::string& word = command->get_name();
        std::vector<std::string> kinds;
        for (const Operation& one : operations()) {
            if (is_other(one, word)) kinds.push_back(plural(*one.info.data));
        }
        if (kinds.empty()) continue;
        command->description(
            fmt::format("{} (also of {})", command->get_description(), fmt::join(kinds, ", ")));
        command->footer(
            fmt::format("{}\n\nTakes {} too: lethe {} DATA --help shows their options; "
                        "--data KIND says what DATA is\n(table, documents, vectors, "
                        "graph) where its name does not.",
                        command->get_footer(), fmt::join(kinds, ", "), word));
    }
}

}  // namespace lethe::cli
