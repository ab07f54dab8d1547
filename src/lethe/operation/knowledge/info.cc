// knowledge info: what is in a taxonomy.
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"

namespace lethe::operation {
namespace {

struct InfoOptions {
    KnowledgeSource source;
    std::string concept_text;
};

// The first paths up to the root, as labels.
Json paths_of(const Taxonomy& taxonomy, ConceptId c) {
    constexpr std::size_t kMost = 5;
    std::vector<std::vector<ConceptId>> open{{c}};
    Json paths = Json::array();
    while (!open.empty() && paths.size() < kMost) {
        std::vector<ConceptId> path = std::move(open.back());
        open.pop_back();
        const auto parents = taxonomy.parents(path.back());
        if (parents.empty()) {
            Json labels = Json::array();
            for (const ConceptId step : path) labels.push_back(taxonomy.label(step));
            paths.push_back(std::move(labels));
        }
        for (auto parent = parents.rbegin(); parent != parents.rend(); ++parent) {
            open.push_back(path);
            open.back().push_back(*parent);
        }
    }
    return paths;
}

// Parts and wholes: the other links that a taxonomy may have.
Json linked_labels(const Taxonomy& taxonomy, std::span<const ConceptId> linked) {
    constexpr std::size_t kMost = 20;
    Json labels = Json::array();
    for (const ConceptId one : linked) {
        if (labels.size() < kMost) labels.push_back(taxonomy.label(one));
    }
    return labels;
}

Json concept_json(const Taxonomy& taxonomy, ConceptId c) {
    constexpr std::size_t kMostChildren = 20;
    Json names = Json::array();
    for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i)
        names.push_back(taxonomy.name_of(c, i));
    Json children = Json::array();
    for (const ConceptId child : taxonomy.children(c)) {
        if (children.size() < kMostChildren) children.push_back(taxonomy.label(child));
    }
    return {{"id", taxonomy.id(c)},
            {"label", taxonomy.label(c)},
            {"names", std::move(names)},
            {"gloss", taxonomy.gloss(c)},
            {"depth", taxonomy.depth(c)},
            {"subsumers", taxonomy.subsumers(c).size()},
            {"descendants", taxonomy.descendants(c)},
            {"child_count", taxonomy.children(c).size()},
            {"children", std::move(children)},
            {"parts", linked_labels(taxonomy, taxonomy.parts(c))},
            {"wholes", linked_labels(taxonomy, taxonomy.wholes(c))},
            {"paths", paths_of(taxonomy, c)}};
}

Answer describe_taxonomy(const InfoOptions& options, Door& door) {
    const double begun = door.context().now();
    const Knowledge knowledge = options.source.open(door);
    const double seconds = door.context().now() - begun;
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    std::int64_t several = 0;
    std::int64_t leaves = 0;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        several += taxonomy.parents(c).size() > 1 ? 1 : 0;
        leaves += taxonomy.children(c).empty() ? 1 : 0;
    }
    const std::int64_t names = std::ssize(taxonomy.parts_of_it().names.items);
    Json result{
        {"kind", "knowledge"},
        {"source", options.source.source},
        {"format", source_parts(options.source.source).size() > 1 ? std::string_view("several")
                                                                  : name(knowledge.format)},
        {"name", taxonomy.name()},
        {"version", taxonomy.version()},
        {"concepts", taxonomy.size()},
        {"root", taxonomy.label(taxonomy.root())},
        {"tops", taxonomy.has_virtual_root() ? taxonomy.children(0).size() : 1},
        {"virtual_root", taxonomy.has_virtual_root()},
        {"depth", taxonomy.greatest_depth()},
        {"longest_depth", taxonomy.greatest_longest_depth()},
        {"several_parents", several},
        {"without_children", leaves},
        {"labels", taxonomy.parts_of_it().name_texts.size()},
        {"synonyms", names - taxonomy.size()},
        {"from_cache", knowledge.from_cache},
        {"seconds", seconds},
        {"notes", knowledge.notes}};
    if (!options.concept_text.empty()) {
        result["concept"] = options.concept_text;
        result["senses"] = Json::array();
        for (const ConceptId c : senses_of(taxonomy, options.concept_text)) {
            result["senses"].push_back(concept_json(taxonomy, c));
        }
    }
    return {std::move(result)};
}

}  // namespace

Operation knowledge_info() {
    using O = InfoOptions;
    return make_operation(
        {.name = "info",
         .words = {"knowledge", "info"},
         .summary = "What is in a taxonomy",
         .examples = {"lethe knowledge info wordnet --concept dog"}},
        Schema<O>()
            .include(&O::source, KnowledgeSource::schema_by_place())
            .field("concept", &O::concept_text, "Also the senses of a word, or a concept")
            .shown("TEXT"),
        describe_taxonomy);
}

}  // namespace lethe::operation
