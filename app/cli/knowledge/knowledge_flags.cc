#include "cli/knowledge/knowledge_flags.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::cli {
namespace {

std::pair<std::string, std::string> column_and(const std::string& flag, const std::string& text) {
    const std::size_t mark = text.find('=');
    if (mark == std::string::npos || mark == 0 || mark + 1 == text.size()) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} {}: write COLUMN=..., such as --knowledge job=wordnet", flag, text));
    }
    return {text.substr(0, mark), text.substr(mark + 1)};
}

ColumnKnowledge& known(Policy& policy, const std::string& flag, const std::string& column) {
    const auto found = policy.knowledge.find(column);
    if (found == policy.knowledge.end()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} {}: give the column's taxonomy too, with --knowledge "
                                "{}=SOURCE",
                                flag, column, column));
    }
    return found->second;
}

}  // namespace

void KnowledgeFlags::add_to(CLI::App& command) {
    command
        .add_option("--knowledge", sources,
                    "Taxonomy of a column, which makes it semantic: a file, or wordnet")
        ->type_name("COLUMN=SOURCE")
        ->allow_extra_args(false);
    command
        .add_option("--map", maps,
                    "The concepts of a column's values, as lethe knowledge map writes them")
        ->type_name("COLUMN=FILE")
        ->allow_extra_args(false);
    command
        .add_option("--senses", senses,
                    "How words with several senses are read: context (default), first, fixed")
        ->type_name("COLUMN=HOW")
        ->allow_extra_args(false);
    command
        .add_option("--unmapped", unmapped,
                    "What becomes of values that a taxonomy lacks: fail (default), missing, root, "
                    "exact")
        ->type_name("COLUMN=WHAT")
        ->allow_extra_args(false);
}

void KnowledgeFlags::apply(Policy& policy) const {
    policy.shelf = std::make_shared<KnowledgeShelf>(knowledge_cache_folder());
    for (const std::string& text : sources) {
        auto [column, source] = column_and("--knowledge", text);
        ColumnKnowledge given;
        for (const ColumnPolicy& known_column : policy.columns) {
            if (known_column.name == column && known_column.knowledge) {
                given = *known_column.knowledge;
            }
        }
        given.source = source;
        if (!policy.knowledge.emplace(column, given).second) {
            throw Error(ErrorKind::usage,
                        fmt::format("--knowledge gives column \"{}\" two taxonomies", column));
        }
    }
    for (const std::string& text : maps) {
        auto [column, file] = column_and("--map", text);
        known(policy, "--map", column).map = file;
    }
    for (const std::string& text : senses) {
        auto [column, what] = column_and("--senses", text);
        const auto named = sense_policy_named(what);
        if (!named) {
            throw Error(ErrorKind::usage, fmt::format("--senses {}: allowed are {}", text,
                                                      fmt::join(sense_policy_names(), ", ")));
        }
        known(policy, "--senses", column).senses = *named;
    }
    for (const std::string& text : unmapped) {
        auto [column, what] = column_and("--unmapped", text);
        const auto named = unmapped_named(what);
        if (!named) {
            throw Error(ErrorKind::usage, fmt::format("--unmapped {}: allowed are {}", text,
                                                      fmt::join(unmapped_names(), ", ")));
        }
        known(policy, "--unmapped", column).unmapped = *named;
    }
}

std::string knowledge_cache_folder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && *cache == '/') return (std::filesystem::path(cache) / "lethe").string();
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return "";
    return (std::filesystem::path(home) / ".cache" / "lethe").string();
}

}  // namespace lethe::cli
