#include "cli/studio_command.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

#include "studio/serve.h"

extern char** environ;

namespace lethe::cli {
namespace {

struct StudioFlags {
    std::string folder = ".";
    std::string root;
    int port = 0;
    bool no_browser = false;
    double idle_end = 0;
};

// The desktop's own way to open an address; where there is none the link in the terminal does.
void open_browser(const std::string& link) {
    std::string program = "xdg-open", address = link;
    std::array<char*, 3> words{program.data(), address.data(), nullptr};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), &quiet, nullptr, words.data(), environ) == 0) {
        std::thread([child] { waitpid(child, nullptr, 0); }).detach();
    }
    posix_spawn_file_actions_destroy(&quiet);
}

void run_studio(Session& session, const StudioFlags& flags) {
    studio::ServeOptions options;
    options.studio.folder = flags.root.empty() ? flags.folder : flags.root;
    options.studio.threads = session.context().threads;
    options.studio.cache_folder = session.cache_folder();
    options.studio.time = [&session] { return session.time(); };
    options.port = flags.port;
    options.idle_minutes = flags.idle_end;
    bool first = true;
    options.announce = [&, desktop =
                               std::getenv("DISPLAY") != nullptr ||
                               std::getenv("WAYLAND_DISPLAY") != nullptr](const std::string& link) {
        // Flushed, so that whoever started it reads the link at once.
        fmt::print("{}{}\n", first ? "The studio is at " : "For another browser: ", link);
        std::fflush(stdout);
        if (first && !flags.no_browser && desktop) open_browser(link);
        first = false;
    };
    session.say("Everything stays on this machine. Ctrl-C ends the studio.");
    studio::serve(options, *session.context().stop);
}

}  // namespace

void add_studio(CLI::App& app, Session& session) {
    auto flags = std::make_shared<StudioFlags>();
    CLI::App* command =
        app.add_subcommand("studio", "Open the studio: Lethe in a browser, on this machine alone");
    command->add_option("folder", flags->folder, "Files below it can be used")
        ->type_name("FOLDER")
        ->capture_default_str();
    command->add_option("--port", flags->port, "Port of the loopback address [any free one]")
        ->check(CLI::Range(1024, 65535))
        ->type_name("N");
    command->add_flag("--no-browser", flags->no_browser, "Only print the link");
    command->add_option("--root", flags->root, "The same as FOLDER")->type_name("FOLDER");
    command
        ->add_option("--idle-end", flags->idle_end,
                     "End when nobody asked for so many minutes [never]")
        ->check(CLI::Range(0.0, 1e6))
        ->type_name("MINUTES");
    command->footer(
        "Serves on 127.0.0.1 only; the link lets one browser in, once. Projects are folders beside "
        "the data.\n\nExample:\n  lethe studio --no-browser --idle-end 0.01");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { run_studio(session, *flags); }; });
}

}  // namespace lethe::cli
