// lethe knowledge similarity: how alike two words are, by every measure.
#include <limits>
#include <span>
#include <utility>

#include "cli/knowledge/knowledge_source.h"
#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/knowledge/measure.h"

namespace lethe::cli {
namespace {

struct SimilarityOptions {
    KnowledgeSource source;
    std::string first;
    std::string second;
    std::vector<std::string> measures;
    std::string senses = "best";
    std::string content;
};

Json sense_json(const Taxonomy& taxonomy, ConceptId c) {
    return {{"id", taxonomy.id(c)}, {"label", taxonomy.label(c)}, {"gloss", taxonomy.gloss(c)}};
}

MeasureKind measure_asked(const std::string& text) {
    if (const auto kind = measure_named(text)) return *kind;
    const std::vector<std::string_view> known = measure_names();
    throw Error(
        ErrorKind::usage,
        unknown_name("measure", text, std::vector<std::string>(known.begin(), known.end())));
}

std::vector<MeasureKind> measures_asked(const std::vector<std::string>& texts) {
    std::vector<MeasureKind> kinds;
    for (const std::string& text : split_list(texts)) kinds.push_back(measure_asked(text));
    if (!kinds.empty()) return kinds;
    for (const std::string_view known : measure_names()) kinds.push_back(*measure_named(known));
    return kinds;
}

// The nearest pair; of equals that of the most usual senses.
std::pair<ConceptId, ConceptId> best_senses(const Measure& measure,
                                            std::span<const ConceptId> first,
                                            std::span<const ConceptId> second) {
    double least = std::numeric_limits<double>::infinity();
    std::pair<ConceptId, ConceptId> best{first.front(), second.front()};
    for (const ConceptId a : first) {
        for (const ConceptId b : second) {
            const double distance = measure.distance(a, b);
            if (distance >= least) continue;
            least = distance;
            best = {a, b};
        }
    }
    return best;
}

void show_similarity(Session& session, const SimilarityOptions& options) {
    const std::vector<MeasureKind> kinds = measures_asked(options.measures);
    const Knowledge knowledge = options.source.open(session);
    const Taxonomy& taxonomy = *knowledge.taxonomy;
    std::vector<ConceptId> first = senses_of(taxonomy, options.first);
    std::vector<ConceptId> second = senses_of(taxonomy, options.second);
    if (options.senses == "first") {
        first.resize(1);
        second.resize(1);
    }
    MeasureOptions measure_options;
    if (!options.content.empty()) {
        measure_options.content =
            std::make_shared<InformationContent>(corpus_content(taxonomy, options.content));
    }
    Json rows = Json::array();
    for (const MeasureKind kind : kinds) {
        measure_options.kind = kind;
        const auto measure = make_measure(knowledge.taxonomy, measure_options);
        const auto [a, b] = best_senses(*measure, first, second);
        rows.push_back({{"measure", name(kind)},
                        {"published", measure->published(a, b)},
                        {"published_is", is_distance(kind) ? "distance" : "similarity"},
                        {"distance", measure->distance(a, b)},
                        {"first", sense_json(taxonomy, a)},
                        {"second", sense_json(taxonomy, b)}});
    }
    session.show({{"kind", "similarity"},
                  {"source", options.source.source},
                  {"name", taxonomy.name()},
                  {"version", taxonomy.version()},
                  {"first", options.first},
                  {"second", options.second},
                  {"senses", {first.size(), second.size()}},
                  {"content", options.content.empty() ? "intrinsic" : options.content},
                  {"measures", std::move(rows)}});
}

}  // namespace

void add_knowledge_similarity(CLI::App& app, Session& session) {
    auto options = std::make_shared<SimilarityOptions>();
    CLI::App* command =
        app.add_subcommand("similarity", "How alike two words or concepts are, by every measure");
    command->add_option("first", options->first, "A word, an id, or a sense such as cell#3")
        ->required()
        ->type_name("A");
    command->add_option("second", options->second, "The other one")->required()->type_name("B");
    options->source.add_option_to(*command);
    command->add_option("--measure", options->measures, "Only this measure; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command
        ->add_option("--senses", options->senses,
                     "Of words with several: the pair that is best, or the first of each")
        ->check(CLI::IsMember({"best", "first"}))
        ->capture_default_str()
        ->type_name("WHICH");
    command
        ->add_option("--content", options->content,
                     "Counts of a corpus (a WordNet-InfoContent file) for Resnik, Lin and "
                     "Jiang-Conrath (default: from the taxonomy alone)")
        ->type_name("FILE");
    command->footer("Example:\n  lethe knowledge similarity dog cat");
    command->callback([&session, options] {
        session.run = [&session, options] { show_similarity(session, *options); };
    });
}

}  // namespace lethe::cli
