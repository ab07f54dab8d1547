// lethe knowledge: what is in a taxonomy, and writing it. How alike its concepts are, and what the
// values of a column mean by it, are files of their own.
#include "cli/knowledge/knowledge_source.h"

namespace lethe::cli {
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
            {"paths", paths_of(taxonomy, c)}};
}

void show_knowledge_info(Session& session, const InfoOptions& options) {
    const double begun = session.context().now();
    const Knowledge knowledge = options.source.open(session);
    const double seconds = session.context().now() - begun;
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    std::int64_t several = 0;
    std::int64_t leaves = 0;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        several += taxonomy.parents(c).size() > 1 ? 1 : 0;
        leaves += taxonomy.children(c).empty() ? 1 : 0;
    }
    const std::int64_t names = std::ssize(taxonomy.parts_of_it().names.items);
    Json result{{"kind", "knowledge"},
                {"source", options.source.source},
                {"format", name(knowledge.format)},
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
    session.show(result);
}

void add_info(CLI::App& app, Session& session) {
    auto options = std::make_shared<InfoOptions>();
    CLI::App* command = app.add_subcommand("info", "What is in a taxonomy");
    options->source.add_argument_to(*command);
    command
        ->add_option("--concept", options->concept_text, "Also the senses of a word, or a concept")
        ->type_name("TEXT");
    command->footer("Example:\n  lethe knowledge info wordnet --concept dog");
    command->callback([&session, options] {
        session.run = [&session, options] { show_knowledge_info(session, *options); };
    });
}

struct WriteOptions {
    KnowledgeSource source;
    std::string output;
};

void write_hierarchy(Session& session, const WriteOptions& options) {
    refuse_overwrite(options.output, {options.source.source});
    const Knowledge knowledge = options.source.open(session);
    write_value_hierarchy(options.output, *knowledge.taxonomy);
    session.show({{"kind", "written"},
                  {"output", options.output},
                  {"concepts", knowledge.taxonomy->size()}});
}

void add_write(CLI::App& app, Session& session) {
    auto options = std::make_shared<WriteOptions>();
    CLI::App* command =
        app.add_subcommand("write", "Write a taxonomy as a value hierarchy: one path a line");
    options->source.add_argument_to(*command);
    command->add_option("-o,--output", options->output, "The hierarchy (CSV)")
        ->required()
        ->type_name("FILE");
    command->footer("Example:\n  lethe knowledge write wordnet -o hierarchy.csv");
    command->callback([&session, options] {
        session.run = [&session, options] { write_hierarchy(session, *options); };
    });
}

}  // namespace

void add_knowledge(CLI::App& app, Session& session) {
    CLI::App* command = app.add_subcommand(
        "knowledge", "Taxonomies: what is in them, and what the values of a column mean");
    command->require_subcommand(1);
    add_info(*command, session);
    add_knowledge_similarity(*command, session);
    add_knowledge_map(*command, session);
    add_write(*command, session);
    command->footer(
        "Example:\n  lethe knowledge info wordnet\n  lethe knowledge similarity dog cat");
}

}  // namespace lethe::cli
