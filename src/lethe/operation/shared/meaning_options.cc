#include "lethe/operation/shared/meaning_options.h"

#include <fmt/format.h>

#include <charconv>

#include "lethe/core/error.h"

namespace lethe::operation {
namespace {

release::ColumnKnowledge& knowledge_given(release::Policy& policy, const Door& door,
                                          const std::string& option, const std::string& column) {
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

double confidence_given(const Door& door, const std::string& column, const std::string& text) {
    double least = -1;
    const char* end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, least);
    if (failed == std::errc() && stop == end && least >= 0 && least <= 1) return least;
    throw Error(ErrorKind::usage, fmt::format("{} {}={}: give a confidence from 0 to 1",
                                              door.option_name("phrases"), column, text));
}

}  // namespace

Schema<MeaningOptions> MeaningOptions::schema() {
    using O = MeaningOptions;
    return Schema<O>()
        .field(
            "knowledge", &O::knowledge,
            "Taxonomy of a column, which makes it semantic: a file, or wordnet; A,B: B for what A "
            "does not know; A+B and A+B@FILE: joined at equal names, or at the pairs of a file")
        .shown("COLUMN=SOURCE")
        .field(
            "map", &O::map,
            "The concepts of a column's values, as lethe knowledge map writes them, or a published "
            "map between vocabularies")
        .shown("COLUMN=FILE")
        .field("senses", &O::senses,
               "How words with several senses are read: context (default), first, fixed")
        .shown("COLUMN=HOW")
        .field("unmapped", &O::unmapped,
               "What becomes of values that a taxonomy lacks: fail (default), missing, root, exact")
        .shown("COLUMN=WHAT")
        .field("phrases", &O::phrases,
               "Understand values of a column that are phrases, from this confidence on (0 to 1)")
        .shown("COLUMN=LEAST")
        .field("content", &O::content,
               "Counts of a corpus (a WordNet-InfoContent file) for the measures resnik, lin and "
               "jiang-conrath of a column")
        .shown("COLUMN=FILE");
}

void MeaningOptions::apply(release::Policy& policy, const Door& door) const {
    policy.shelf = std::make_shared<release::KnowledgeShelf>(door.cache_folder());
    for (const auto& [column, source] : knowledge) {
        release::ColumnKnowledge given;
        for (const release::ColumnPolicy& known_column : policy.columns) {
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
    for (const auto& [column, least] : phrases) {
        knowledge_given(policy, door, "phrases", column).phrases =
            confidence_given(door, column, least);
    }
    for (const auto& [column, file] : content) {
        knowledge_given(policy, door, "content", column).content = file;
    }
}

}  // namespace lethe::operation
