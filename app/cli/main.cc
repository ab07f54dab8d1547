// The command line. Commands are made from operations (flags.h); this file has the options of all
// of them, runs the command that was chosen and turns errors into messages and exit codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/any_data.h"
#include "cli/flags.h"
#include "cli/help.h"
#include "cli/session.h"
#include "cli/studio_command.h"
#include "experiments/reproduce_operation.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/core/version.h"
#include "lethe/io/utf8.h"

namespace lethe::cli {
namespace {

int report_error(const Session& session, const Error& error) {
    if (session.json && !session.answered) {
        const Json body{{"error", error_json(error)}};
        std::cout << body.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    }
    for (const Problem& problem : error.problems()) {
        std::cerr << "lethe: " << to_string(problem) << "\n";
    }
    return exit_code(error.kind());
}

// The argument with what is not a character as \xNN.
std::string with_bytes_shown(std::string_view argument) {
    std::string shown;
    while (!argument.empty()) {
        const Utf8Check check = check_utf8(argument);
        shown += argument.substr(0, check.valid);
        argument.remove_prefix(check.valid);
        if (argument.empty()) break;
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(argument.front()));
        argument.remove_prefix(1);
    }
    return shown;
}

// Names and values go into records, logs and pages, which are UTF-8.
void check_arguments(int argc, char** argv) {
    Problems problems;
    for (int i = 1; i < argc; ++i) {
        if (check_utf8(argv[i]).valid == std::string_view(argv[i]).size()) continue;
        problems.push_back(
            {fmt::format("argument {} of the command line, \"{}\", is not UTF-8; paths and values "
                         "in UTF-8 are allowed: a file of another name can be renamed or linked to",
                         i, with_bytes_shown(argv[i])),
             {}});
    }
    throw_if_any(std::move(problems));
}

bool wants_json(int argc, char** argv) {
    return std::any_of(argv + 1, argv + argc,
                       [](const char* one) { return one == std::string_view("--json"); });
}

// The command that was reached, below its group.
const CLI::App& reached_command(const CLI::App& app) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    return chosen.empty() ? app : reached_command(*chosen.front());
}

// Every option that may be given there: its own and those of the first list.
std::vector<std::string> flags_for(const CLI::App& command) {
    std::vector<std::string> flags;
    for (const CLI::App* one = &command; one != nullptr; one = one->get_parent()) {
        for (const CLI::Option* option : one->get_options()) {
            for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
        }
    }
    return flags;
}

// What no option and no place took: the first flag among it, or else all of it.
std::string what_is_left_over(const CLI::App& app) {
    std::vector<std::string> rest = app.remaining(true);
    const auto flag =
        std::ranges::find_if(rest, [](const std::string& one) { return one.starts_with("--"); });
    if (flag != rest.end()) {
        const std::string known = flag->substr(0, flag->find('='));
        const std::string nearest = nearest_name(known, flags_for(reached_command(app)));
        return fmt::format("there is no option {}{}", known,
                           nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
    }
    return fmt::format("too many arguments: {}", fmt::join(rest, " "));
}

// CLI11's own words, but for a command or an option that does not exist, and what is too much.
std::string what_is_wrong(const CLI::App& app, int argc, char** argv,
                          const CLI::ParseError& error) {
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    const bool given = argc > 1 && argv[1][0] != '-';
    if (given && std::find(commands.begin(), commands.end(), argv[1]) == commands.end()) {
        return unknown_name("command", argv[1], commands);
    }
    const bool left_over = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    return (left_over ? what_is_left_over(app) : std::string(error.what())) +
           " (lethe --help, lethe COMMAND --help)";
}

int run_program(int argc, char** argv) {
    Session session;
    CLI::App app{"Lethe protects data about people and proves how well it is protected.", "lethe"};
    app.set_version_flag("--version", std::string("lethe ") + kProgramVersion);
    app.require_subcommand(1);
    app.fallthrough();
    app.add_flag("--json", session.json, "Print one JSON object on standard output");
    app.add_flag("-q,--quiet", session.quiet, "No progress and no messages");
    app.add_option("--threads", session.threads, "Number of threads (default: all cores)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    app.add_option("--seed", session.seed(), "Seed of everything random (default: from the system)")
        ->check([](const std::string& text) {
            const bool whole = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
            return whole ? std::string() : "must be a whole number, 0 or more";
        })
        ->type_name("N");
    app.footer(
        "lethe COMMAND --help shows a command's options with an example.\n"
        "Options of the first list may stand before or after the command.");

    for (const operation::Operation& one : operation::operations()) {
        add_operation(app, session, one);
    }
    static const operation::Operation reproduce = operation::reproduce_operation();
    add_operation(app, session, reproduce);
    add_studio(app, session);
    add_help(app, session);
    say_other_data(app);

    if (argc < 2) {
        std::cout << app.help();
        return 0;
    }
    try {
        check_arguments(argc, argv);
        std::vector<std::string> arguments =
            for_their_data(app, std::vector<std::string>(argv + 1, argv + argc));
        std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
        app.parse(std::move(arguments));
    } catch (const Error& error) {
        session.json = wants_json(argc, argv);
        return report_error(session, error);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        session.json = session.json || wants_json(argc, argv);
        return report_error(session,
                            Error(ErrorKind::usage, what_is_wrong(app, argc, argv, error)));
    }
    try {
        session.run();
        std::cout.flush();
        if (!std::cout) throw Error(ErrorKind::io, "cannot write to standard output");
        return 0;
    } catch (const Error& error) {
        return report_error(session, error);
    } catch (const std::bad_alloc&) {
        return report_error(session, Error(ErrorKind::io, "not enough memory for this table"));
    } catch (const std::exception& error) {
        return report_error(
            session,
            Error(ErrorKind::internal, std::string("a fault of Lethe itself: ") + error.what()));
    }
}

}  // namespace
}  // namespace lethe::cli

int main(int argc, char** argv) { return lethe::cli::run_program(argc, argv); }
