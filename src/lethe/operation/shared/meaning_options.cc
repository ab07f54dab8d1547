#include "lethe/operation/shared/meaning_options.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::operation {
namespace {

ColumnKnowledge& knowledge_given(Policy& policy, const Door& door, const std::string& option,
                                 const std::string& column) {
    const auto found = policy.knowledge.find(column);
    if (found == policy.knowledge.end()) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} {}: give the column's taxonomy too, with {} {}=SOURCE",
                        door.option_name(option), column, door.option_name("knowledge"), column));
    }
    return found->second;
}

template <class Named>
auto meaning_choice(const Door& door, const std::string& option, const std::string& column,
                    const std::string& what, Named named,
                    const std::vector<std::string_view>& names) {
    const auto found = named(what);
    if (!found) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} {}={}: allowed are {}", door.option_name(option), column, what,
                                fmt::join(names, ", ")));
    }
    return *found;
}

}  // namespace

Schema<MeaningOptions> MeaningOptions::schema() {
    using O = MeaningOptions;
    return Schema<O>()
        .field("knowledge", &O::knowledge,
               "Taxonomy of a column, which makes it semantic: a file, or wordnet")
        .shown("COLUMN=SOURCE")
        .field("map", &O::map,
               "The concepts of a column's values, as lethe knowledge map writes them")
        .shown("COLUMN=FILE")
        .field("senses", &O::senses,
               "How words with several senses are read: context (default), first, fixed")
        .shown("COLUMN=HOW")
        .field("unmapped", &O::unmapped,
               "What becomes of values that a taxonomy lacks: fail (default), missing, root, exact")
        .shown("COLUMN=WHAT");
}

void MeaningOptions::apply(Policy& policy, const Door& door) const {
    policy.shelf = std::make_shared<KnowledgeShelf>(door.cache_folder());
    for (const auto& [column, source] : knowledge) {
        ColumnKnowledge given;
        for (const ColumnPolicy& known_column : policy.columns) {
            if (known_column.name == column && known_column.knowledge) {
                given = *known_column.knowledge;
            }
        }
        given.source = source;
        policy.knowledge.emplace(column, given);
    }
    for (const auto& [column, file] : map) {
        knowledge_given(policy, door, "map", column).map = file;
    }
    for (const auto& [column, what] : senses) {
        knowledge_given(policy, door, "senses", column).senses =
            meaning_choice(door, "senses", column, what, sense_policy_named, sense_policy_names());
    }
    for (const auto& [column, what] : unmapped) {
        knowledge_given(policy, door, "unmapped", column).unmapped =
            meaning_choice(door, "unmapped", column, what, unmapped_named, unmapped_names());
    }
}

}  // namespace lethe::operation
