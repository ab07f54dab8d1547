#include "cli/replace_flags.h"

namespace lethe::cli {

void ReplaceFlags::add_to(CLI::App& command) {
    command.add_flag("--force", force, "Replace a file that Lethe did not make");
}

void ReplaceFlags::check(const std::string& path, OutputKind kind, std::string_view header) const {
    if (!force) check_replaceable(path, kind, header);
}

}  // namespace lethe::cli
