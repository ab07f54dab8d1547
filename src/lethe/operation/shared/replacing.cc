#include "lethe/operation/shared/replacing.h"

namespace lethe::operation {

Schema<Replacing> Replacing::schema() {
    return Schema<Replacing>()
        .field("force", &Replacing::force, "Replace a file that Lethe did not make")
        .goes_with("output");
}

void Replacing::check(const std::string& path, OutputKind kind, std::string_view header) const {
    if (!force) check_replaceable(path, kind, header);
}

}  // namespace lethe::operation
