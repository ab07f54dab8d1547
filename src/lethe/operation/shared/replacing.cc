#include "lethe/operation/shared/replacing.h"

#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {

// What it goes with are the options that write, which make_operation knows.
Schema<Replacing> Replacing::schema() {
    return Schema<Replacing>().field("force", &Replacing::force,
                                     "Replace a file that Lethe did not make");
}

void Replacing::check(const std::string& path, OutputKind kind, std::string_view header) const {
    if (!force) release::check_replaceable(path, kind, header);
}

void Replacing::check_folder(const std::string& folder,
                             const std::vector<FolderFile>& files) const {
    if (folder.empty()) return;
    Problems problems;
    for (const FolderFile& file : files) {
        add_if_thrown(problems, [&] {
            check((std::filesystem::path(folder) / file.name).string(), file.kind, file.header);
        });
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
}

}  // namespace lethe::operation
