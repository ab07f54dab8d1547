// What every command shares: the global options, the context, printing.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/io/json_file.h"
#include "lethe/release/released.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::cli {

class Session {
  public:
    bool json = false;
    bool quiet = false;
    int threads = 0;                    // 0: as many as the machine has
    std::optional<std::uint64_t> seed;  // none: one from the system
    std::function<void()> run;          // set by the command that was chosen

    Session();
    ~Session();

    const Context& context();        // ready after the options were read
    std::uint64_t seed_or_random();  // the same on every call

    void say(const std::string& message) const;  // standard error, unless quiet
    void warn(const std::vector<std::string>& warnings) const;
    // One JSON object, or the text for people, on standard output.
    void show(const Json& result) const;
    void print(const std::string& text) const;
    // What a release has to say: its notes, and its summary or its text.
    void show_released(const release::Released& released) const;

  private:
    struct Sink;
    std::unique_ptr<Sink> sink_;
    std::optional<Context> context_;
};

std::string duration_text(double seconds);  // "35 s", "1:20 min", "2:05 h"

// Options of commands that read tables.
struct ReadFlags {
    std::string separator;
    bool header = false;
    bool no_header = false;
    std::string encoding;
    std::vector<std::string> missing;

    void add_to(CLI::App& command);
    // Over `base`, e.g. what a policy says.
    ReadOptions options(ReadOptions base = {}) const;
};

// DATA as the user gives it: a path, a SELECT, or "-" for standard input (CSV).
Table read_source(Session& session, const std::string& source, const ReadOptions& options);
std::string source_digest(const std::string& source);  // empty for a query or standard input

// Tells whether two tables are the same: names, kinds and all values.
std::string table_fingerprint(const Table& table);

// "a,b" "c" -> a, b, c. A name with a comma stands in double quotes, as in a CSV file.
std::vector<std::string> split_list(const std::vector<std::string>& items);
// "k=5" "groups=[[...]]" -> {"k": "5", ...}; Error(usage) without "=".
Json parse_settings(const std::vector<std::string>& settings);

// The commands, in the order of the help page.
void add_inspect(CLI::App& app, Session& session);
void add_advise(CLI::App& app, Session& session);
void add_explore(CLI::App& app, Session& session);
void add_protect(CLI::App& app, Session& session);
void add_evolve(CLI::App& app, Session& session);
void add_attack(CLI::App& app, Session& session);
void add_measure(CLI::App& app, Session& session);
void add_assess(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_methods(CLI::App& app, Session& session);
void add_knowledge(CLI::App& app, Session& session);
void add_text(CLI::App& app, Session& session);
void add_graph(CLI::App& app, Session& session);
void add_sample(CLI::App& app, Session& session);
void add_reproduce(CLI::App& app, Session& session);
void add_demo(CLI::App& app, Session& session);
void add_help(CLI::App& app, Session& session);

}  // namespace lethe::cli
