#include "lethe/operation/keys/opened_release.h"

#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"

namespace lethe::operation {

OpenedRelease opened_release(const std::string& path, const KeySource& source,
                             const std::string& vault, Door& door) {
    OpenedRelease opened{
        release::read_pseudonymous(door.context(), path), source.read(door), 1, {}};
    opened.version = source.key_version ? opened.key.version(*source.key_version).version
                                        : release::version_of(opened.release, opened.key).version;
    if (vault.empty()) return opened;
    const std::string bytes = read_file(vault);
    opened.vault.emplace(release::open_vault(bytes, opened.secret()));
    return opened;
}

std::string joined_values(const std::vector<std::string>& values) {
    return fmt::format("{}", fmt::join(values, " / "));
}

}  // namespace lethe::operation
