#include "cli/knowledge_flags.h"

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
        throw Error(ErrorKind::usage,
                    fmt::format("{} {}: write COLUMN=FILE, such as job=wordnet", flag, text));
    }
    return {text.substr(0, mark), text.substr(mark + 1)};
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
}

void KnowledgeFlags::apply(Policy& policy) const {
    policy.shelf = std::make_shared<KnowledgeShelf>(knowledge_cache_folder());
    for (const std::string& text : sources) {
        auto [column, source] = column_and("--knowledge", text);
        policy.knowledge[column].source = source;
    }
    for (const std::string& text : maps) {
        auto [column, file] = column_and("--map", text);
        const auto known = policy.knowledge.find(column);
        if (known == policy.knowledge.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("--map {}: give the column's taxonomy too, with --knowledge "
                                    "{}=SOURCE",
                                    text, column));
        }
        known->second.map = file;
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
