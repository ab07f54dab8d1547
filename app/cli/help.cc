#include "cli/help.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cli/described.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::cli {
namespace {

namespace fs = std::filesystem;

struct HelpFlags {
    std::vector<std::string> command;
    std::string man;
    bool force = false;
    std::string completion;
};

std::string list_of(const std::vector<DescribedCommand>& commands) {
    std::size_t width = 0;
    for (const DescribedCommand& one : commands) width = std::max(width, one.name.size());
    std::string list;
    for (const DescribedCommand& one : commands) {
        if (one.name.empty() || one.is_group) continue;
        list += fmt::format("  {:{}}  {}\n", one.name, width, one.text);
    }
    return list +
           "\nlethe help COMMAND, or lethe COMMAND --help, shows a command with an example.\n";
}

void write_man_pages(Session& session, const HelpFlags& flags,
                     const std::vector<DescribedCommand>& commands) {
    const auto path = [&](const DescribedCommand& one) {
        return (fs::path(flags.man) / man_name(one)).string();
    };
    Problems problems;
    for (const DescribedCommand& one : commands) {
        if (flags.force) break;
        operation::add_if_thrown(problems, [&] {
            release::check_replaceable(path(one), OutputKind::table, ".TH LETHE");
        });
    }
    for (Problem& problem : problems) problem.message = session.in_words_of_door(problem.message);
    throw_if_any(ErrorKind::usage, std::move(problems));
    std::error_code error;
    fs::create_directories(flags.man, error);
    if (error) throw Error(ErrorKind::io, "cannot make the folder", {flags.man, 0, 0, {}});
    for (const DescribedCommand& one : commands) write_file(path(one), man_page(one, commands));
}

std::string page_of(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* at = &app;
    for (const std::string& word : words) {
        const CLI::App* next = nullptr;
        std::vector<std::string> known;
        for (const CLI::App* one : at->get_subcommands([](const CLI::App*) { return true; })) {
            known.push_back(one->get_name());
            if (one->get_name() == word) next = one;
        }
        if (next == nullptr) throw Error(ErrorKind::usage, unknown_name("command", word, known));
        at = next;
    }
    return at->help();
}

void show_help(Session& session, const CLI::App& app, const HelpFlags& flags) {
    const std::vector<DescribedCommand> commands = described_commands(app);
    if (!flags.man.empty()) return write_man_pages(session, flags, commands);
    if (!flags.completion.empty()) {
        return session.answer({nullptr, completion_script(flags.completion, commands)});
    }
    if (session.json) {
        Json result{{"kind", "commands"}, {"commands", Json::array()}};
        for (const DescribedCommand& one : commands) result["commands"].push_back(to_json(one));
        return session.answer({std::move(result)});
    }
    session.answer(
        {nullptr, flags.command.empty() ? list_of(commands) : page_of(app, flags.command)});
}

}  // namespace

void add_help(CLI::App& app, Session& session) {
    auto flags = std::make_shared<HelpFlags>();
    CLI::App* command =
        app.add_subcommand("help", "All commands, one of them, man pages or shell completions");
    command->add_option("command", flags->command, "A command")->type_name("COMMAND");
    command->add_option("--man", flags->man, "Write a man page for each command to a folder")
        ->type_name("DIR");
    command->add_flag("--force", flags->force, "Replace a file that Lethe did not make")
        ->needs("--man");
    command
        ->add_option("--completion", flags->completion,
                     "Print a completion script for a shell: bash, zsh or fish")
        ->type_name("SHELL");
    command->footer(
        "Example:\n  lethe help\n  lethe help text sanitize\n"
        "  lethe help --completion bash");
    command->callback([&session, &app, flags] {
        session.run = [&session, &app, flags] { show_help(session, app, *flags); };
    });
}

}  // namespace lethe::cli
