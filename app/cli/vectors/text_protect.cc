// lethe text protect: vectors of documents in which each document hides among k.
#include "cli/documents/text.h"
#include "cli/knowledge/knowledge_flags.h"
#include "cli/knowledge/knowledge_source.h"
#include "cli/replace_flags.h"
#include "lethe/core/error.h"
#include "lethe/release/vectors/vector_release.h"

namespace lethe::cli {
namespace {

using vectors::SemanticOptions;

struct VectorProtectFlags {
    release::VectorRelease release;
    std::string method = "spherical";
    bool no_refine = false;
    std::int64_t most_terms = 0;
    std::string pair_weight = "mean";
    std::string unmatched = "free";
    std::string generalised = "name";
    std::string deepest = "shortest";
    KnowledgeSource knowledge;
    ReplaceFlags replace;
};

SemanticOptions semantic_of(const VectorProtectFlags& options) {
    SemanticOptions how;
    how.pair_weight = options.pair_weight == "mean" ? SemanticOptions::PairWeight::mean
                                                    : SemanticOptions::PairWeight::none;
    how.unmatched = options.unmatched == "free" ? SemanticOptions::Unmatched::free
                                                : SemanticOptions::Unmatched::whole;
    how.generalised = options.generalised == "name" ? SemanticOptions::Generalised::name
                                                    : SemanticOptions::Generalised::concept_alone;
    how.deepest = options.deepest == "shortest" ? SemanticOptions::Deepest::shortest
                                                : SemanticOptions::Deepest::longest;
    return how;
}

// Flags that go with another method than the one that was chosen.
void check_flags(const VectorProtectFlags& options) {
    const bool semantic = options.method == "semantic";
    if (semantic && (options.no_refine || options.most_terms > 0)) {
        throw Error(ErrorKind::usage, "--no-refine and --terms are for spherical and classical");
    }
    const bool semantic_flags = options.knowledge.source != "wordnet" ||
                                options.pair_weight != "mean" || options.unmatched != "free" ||
                                options.generalised != "name" || options.deepest != "shortest";
    if (!semantic && semantic_flags) {
        throw Error(
            ErrorKind::usage,
            "--source, --weights, --unmatched, --generalised and --deepest are for semantic");
    }
}

void protect_vector_file(Session& session, const VectorProtectFlags& options) {
    check_flags(options);
    release::VectorRelease what = options.release;
    what.method = *release::vector_method_named(options.method);
    what.spherical.refine = !options.no_refine;
    what.spherical.most_terms = options.most_terms;
    what.semantic = semantic_of(options);
    what.taxonomy = options.knowledge.source;
    what.reading = options.knowledge.options();
    what.seed = session.seed_or_random();
    what.surroundings.replace = options.replace.force;
    session.show_released(release::release_vectors(session.context(), what));
}

}  // namespace

void add_text_protect(CLI::App& app, Session& session) {
    auto options = std::make_shared<VectorProtectFlags>();
    CLI::App* command = app.add_subcommand(
        "protect", "Protect document vectors: each document hides among at least k");
    command
        ->add_option("vectors", options->release.source,
                     "Vectors, as lethe text vectors writes them")
        ->required()
        ->type_name("VECTORS");
    command->add_option("-o,--output", options->release.output, "The protected vectors")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--method", options->method,
                     "spherical (mean direction of a group), classical (its mean), semantic (what "
                     "its terms have in common)")
        ->check(CLI::IsMember(release::vector_method_names()))
        ->capture_default_str()
        ->type_name("METHOD");
    command->add_option("-k,--k", options->release.k, "Documents that share a vector, at least")
        ->capture_default_str()
        ->type_name("K");
    command->add_flag("--no-refine", options->no_refine,
                      "Groups as MDAV makes them, without exchanging documents afterwards");
    command
        ->add_option("--terms", options->most_terms,
                     "Keep only the heaviest terms of a published vector; 0: all")
        ->capture_default_str()
        ->type_name("N");
    command->add_option("--weights", options->pair_weight, "Semantic: weight of a pair of terms")
        ->check(CLI::IsMember({"mean", "none"}))
        ->capture_default_str()
        ->type_name("HOW");
    command
        ->add_option("--unmatched", options->unmatched,
                     "Semantic: what a term without a partner costs")
        ->check(CLI::IsMember({"free", "whole"}))
        ->capture_default_str()
        ->type_name("HOW");
    command
        ->add_option("--generalised", options->generalised,
                     "Semantic: a generalised term is known by its name, with all its senses, or "
                     "as the concept alone")
        ->check(CLI::IsMember({"name", "concept"}))
        ->capture_default_str()
        ->type_name("HOW");
    command
        ->add_option("--deepest", options->deepest,
                     "Semantic: the common hypernym that is deepest by its shortest or longest "
                     "way up")
        ->check(CLI::IsMember({"shortest", "longest"}))
        ->capture_default_str()
        ->type_name("HOW");
    options->knowledge.add_option_to(*command);
    command->add_flag("--keep-ids", options->release.keep_ids,
                      "Release the ids of the documents; they say who is who");
    command->add_flag("--keep-order", options->release.keep_order,
                      "Keep the order of the documents instead of a random one");
    command->add_flag("--drop-labels", options->release.drop_labels,
                      "Do not release the classes of the documents");
    options->replace.add_to(*command);
    command->add_flag("--dry-run", options->release.dry_run,
                      "Show what would be done, and do nothing");
    command->footer(
        "Example:\n  lethe text vectors examples/documents/ministry -o ministry.mtx\n"
        "  lethe text protect ministry.mtx -k 3 -o ministry-protected.mtx");
    command->callback([&session, options] {
        session.run = [&session, options] { protect_vector_file(session, *options); };
    });
}

}  // namespace lethe::cli
