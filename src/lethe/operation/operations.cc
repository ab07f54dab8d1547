#include "lethe/operation/operation.h"

namespace lethe::operation {

#define LETHE_OPERATION(function) Operation function();
#include "lethe/operation/operations.def"
#undef LETHE_OPERATION

const std::vector<Operation>& operations() {
    static const std::vector<Operation> all{
#define LETHE_OPERATION(function) function(),
#include "lethe/operation/operations.def"
#undef LETHE_OPERATION
    };
    return all;
}

const std::vector<CommandGroup>& command_groups() {
    static const std::vector<CommandGroup> groups{
        {"knowledge", "Taxonomies: what values mean"},
        {"text", "Documents and their vectors: find, review, sanitise, protect, measure"},
        {"graph", "Social graphs: protect, measure, extract, convert"},
        {"key", "Keys of pseudonyms and encryption: make, show, rotate, resolve, renew"},
    };
    return groups;
}

}  // namespace lethe::operation
