#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/knowledge/hierarchies/level_files.h"

namespace lethe {
namespace {

constexpr std::int64_t kMostValues = 1'000'000;

void refuse_several_parents(const Taxonomy& taxonomy) {
    std::int64_t several = 0;
    ConceptId first = kNoConcept;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        if (taxonomy.parents(c).size() < 2) continue;
        if (several++ == 0) first = c;
    }
    if (several == 0) return;
    const auto parents = taxonomy.parents(first);
    throw Error(ErrorKind::unmet,
                fmt::format("{} concepts have several parents, and a level table has one label a "
                            "level: \"{}\" lies in both \"{}\" and \"{}\"; say that one parent is "
                            "enough, and the first one counts",
                            several, taxonomy.label(first), taxonomy.label(parents[0]),
                            taxonomy.label(parents[1])));
}

// The preferred name of each concept, and where several have the same, what it alone is called.
std::vector<std::string> distinct_names(const Taxonomy& taxonomy) {
    const auto preferred = [&](ConceptId c) {
        return taxonomy.name_count(c) > 0 ? taxonomy.name_of(c, 0) : taxonomy.id(c);
    };
    std::unordered_map<std::string_view, int> concepts;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) ++concepts[preferred(c)];
    std::vector<std::string> names;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        const bool alone = concepts[preferred(c)] == 1;
        names.push_back(alone ? std::string(preferred(c)) : taxonomy.label(c));
    }
    return names;
}

}  // namespace

LevelTable level_table_of(const Taxonomy& taxonomy, const TaxonomyLevels& options) {
    if (taxonomy.size() == 1) {
        throw Error(ErrorKind::unmet, "a taxonomy of one concept has no levels");
    }
    if (!options.one_parent) refuse_several_parents(taxonomy);
    std::vector<int> depths(static_cast<std::size_t>(taxonomy.size()), 0);
    std::int64_t lines = 0;
    int deepest = 0;
    for (ConceptId c = 1; c < taxonomy.size(); ++c) {
        int& depth = depths[static_cast<std::size_t>(c)];
        depth = depths[static_cast<std::size_t>(taxonomy.parents(c).front())] + 1;
        deepest = std::max(deepest, depth);
        lines += options.inner || taxonomy.children(c).empty() ? 1 : 0;
    }
    if (lines > kMostValues) {
        throw Error(ErrorKind::unmet,
                    fmt::format("the taxonomy has {} values, and a level table at most {}", lines,
                                kMostValues));
    }
    const std::vector<std::string> names = distinct_names(taxonomy);
    LevelTable table;
    for (ConceptId c = 1; c < taxonomy.size(); ++c) {
        if (!options.inner && !taxonomy.children(c).empty()) continue;
        ConceptId at = c;
        std::vector<std::string>& line = table.lines.emplace_back();
        for (int depth = deepest; depth >= 0; --depth) {
            if (depth < depths[static_cast<std::size_t>(at)]) at = taxonomy.parents(at).front();
            line.push_back(names[static_cast<std::size_t>(at)]);
        }
    }
    return table;
}

}  // namespace lethe
