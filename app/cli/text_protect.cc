// lethe text protect: vectors of documents in which each document hides among k.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_set>

#include "cli/knowledge_source.h"
#include "cli/release_order.h"
#include "cli/text.h"
#include "lethe/core/error.h"
#include "lethe/core/file.h"
#include "lethe/text/text_record.h"
#include "lethe/text/vectors/semantic.h"
#include "lethe/text/vectors/spherical.h"
#include "lethe/text/vectors/vector_anonymity.h"
#include "lethe/text/vectors/vector_files.h"
#include "lethe/text/vectors/vector_loss.h"
#include "lethe/text/vectors/vector_release.h"

namespace lethe::cli {
namespace {

using text::DocumentVectors;
using text::SemanticOptions;

struct TextProtectFlags {
    std::string vectors;
    std::string output;
    std::string method = "spherical";
    std::int64_t k = 5;
    bool no_refine = false;
    std::int64_t most_terms = 0;
    std::string pair_weight = "mean";
    std::string unmatched = "free";
    std::string generalised = "name";
    std::string deepest = "shortest";
    bool keep_ids = false;
    bool keep_order = false;
    bool drop_labels = false;
    KnowledgeSource knowledge;
};

struct ProtectedVectors {
    DocumentVectors vectors;
    Clusters clusters;
    Json method;
    Json loss;
};

ProtectedVectors spherically(Session& session, const TextProtectFlags& options,
                             const DocumentVectors& original) {
    text::SphericalOptions how;
    how.k = options.k;
    how.refine = !options.no_refine;
    how.most_terms = options.most_terms;
    if (options.method == "classical") how.representative = text::Representative::mean;
    text::Microaggregated result =
        text::spherical_microaggregation(session.context(), original.rows, how);
    Json method = {{"name", options.method}, {"k", options.k}, {"refined", how.refine}};
    if (options.most_terms > 0) method["terms"] = options.most_terms;
    Json loss = text::to_json(text::vector_loss(original.rows, result.rows));
    if (options.most_terms > 0) {
        loss["mean_distance_uncut"] = result.loss;
    }
    return {{std::move(result.rows), original.terms, original.ids, original.labels},
            std::move(result.clusters),
            std::move(method),
            std::move(loss)};
}

ProtectedVectors semantically(Session& session, const TextProtectFlags& options,
                              const DocumentVectors& original) {
    using enum SemanticOptions::PairWeight;
    SemanticOptions how;
    how.k = options.k;
    how.pair_weight = options.pair_weight == "mean" ? mean : none;
    how.unmatched = options.unmatched == "free" ? SemanticOptions::Unmatched::free
                                                : SemanticOptions::Unmatched::whole;
    how.generalised = options.generalised == "name" ? SemanticOptions::Generalised::name
                                                    : SemanticOptions::Generalised::concept_alone;
    how.deepest = options.deepest == "shortest" ? SemanticOptions::Deepest::shortest
                                                : SemanticOptions::Deepest::longest;
    const Knowledge knowledge = options.knowledge.open(session);
    text::SemanticResult result =
        text::semantic_microaggregation(session.context(), original, knowledge.taxonomy, how);
    if (result.unknown_terms > 0) {
        session.warn(
            {fmt::format("{} of {} terms are not in the taxonomy: they have nothing in "
                         "common with any other (lethe text vectors --wordnet leaves them "
                         "out)",
                         result.unknown_terms, original.terms.size())});
    }
    Json method = {
        {"name", "semantic"},
        {"k", options.k},
        {"weights", options.pair_weight},
        {"unmatched", options.unmatched},
        {"generalised", options.generalised},
        {"deepest", options.deepest},
        {"knowledge",
         {{"name", knowledge.taxonomy->name()}, {"version", knowledge.taxonomy->version()}}}};
    Json loss = {{"sse", result.loss.sse}, {"ssa", result.loss.ssa}, {"il", result.loss.share()}};
    return {std::move(result.vectors), std::move(result.clusters), std::move(method),
            std::move(loss)};
}

void check_text_protect_flags(const TextProtectFlags& options) {
    if (options.k < 2) {
        throw Error(ErrorKind::usage, "must be at least 2: a vector of one document hides nobody",
                    {{}, 0, 0, "-k"});
    }
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

// Documents that have each term.
std::vector<std::int64_t> documents_of_terms(const SparseRows& rows) {
    std::vector<std::int64_t> documents(static_cast<std::size_t>(rows.columns()), 0);
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        for (const std::int32_t column : rows[r].columns) {
            ++documents[static_cast<std::size_t>(column)];
        }
    }
    return documents;
}

// What the owner should know before publishing.
void warn_of(const Session& session, const TextProtectFlags& options,
             const DocumentVectors& original, const DocumentVectors& released) {
    std::vector<std::string> warnings;
    const auto before = text::vector_anonymity(original.rows);
    const auto alone = before.of_size.find(1);
    const std::int64_t copies =
        before.documents - (alone == before.of_size.end() ? 0 : alone->second);
    if (copies > 0) {
        warnings.push_back(
            fmt::format("{} documents had the vector of another one before they were "
                        "protected: copies hide behind each other, not behind others",
                        copies));
    }
    if (options.method != "semantic") {
        std::unordered_set<std::string_view> rare;
        const std::vector<std::int64_t> documents = documents_of_terms(original.rows);
        for (std::size_t t = 0; t < documents.size(); ++t) {
            if (documents[t] < options.k) rare.insert(original.terms[t]);
        }
        const std::int64_t published = std::ranges::count_if(
            released.terms, [&](const std::string& term) { return rare.contains(term); });
        if (published > 0) {
            warnings.push_back(fmt::format(
                "{} of {} published terms stand in fewer than {} documents of the original, and "
                "may be names; lethe text vectors --least-documents {} leaves them out",
                published, released.terms.size(), options.k, options.k));
        }
    }
    if (text::vector_anonymity(released.rows).classes == 1) {
        warnings.push_back(
            "all documents are published as one vector, from which nothing can be "
            "mined; give a smaller k");
    }
    session.warn(warnings);
}

void protect_vectors(Session& session, const TextProtectFlags& options) {
    const double begun = session.context().now();
    check_text_protect_flags(options);
    const DocumentVectors original = text::read_vectors(session.context(), options.vectors);
    const std::vector<std::string> inputs = text::vector_files(original, options.vectors);
    for (const std::string& file : text::vector_files(original, options.output)) {
        refuse_overwrite(file, inputs);
    }
    if (original.size() < options.k) {
        throw Error(
            ErrorKind::unmet,
            fmt::format("has {} documents, which cannot hide among {}", original.size(), options.k),
            {options.vectors, 0, 0, {}});
    }
    ProtectedVectors result = options.method == "semantic"
                                  ? semantically(session, options, original)
                                  : spherically(session, options, original);
    // The place of a row tells which document it is to whoever knows the order of the originals.
    std::vector<std::int64_t> order(static_cast<std::size_t>(original.size()));
    std::iota(order.begin(), order.end(), 0);
    if (!options.keep_order && !options.keep_ids) {
        order = release_order(session, options.vectors, original.size());
    }
    result.vectors = text::chosen_rows(result.vectors, order);
    if (!options.keep_ids) result.vectors.ids.clear();
    if (options.drop_labels) result.vectors.labels.clear();
    result.vectors = text::with_used_terms(result.vectors);
    const text::VectorAnonymity anonymity = text::vector_anonymity(result.vectors.rows);
    if (anonymity.smallest < options.k) {
        throw Error(ErrorKind::internal, "the protected vectors are not k-anonymous");
    }
    warn_of(session, options, original, result.vectors);
    const std::vector<std::string> files = text::vector_files(result.vectors, options.output);
    text::write_vectors(session.context(), result.vectors, options.output);
    const Json record = text::vector_record(result.vectors, result.method, result.loss, files);
    const std::string record_path = text::text_record_path(options.output);
    const std::string log_path = text::text_private_log_path(options.output);
    write_file(record_path, record.dump(2) + "\n");
    write_file(log_path,
               text::vector_private_log(original, result.clusters, order, options.vectors,
                                        file_sha256(options.vectors))
                       .dump(2) +
                   "\n",
               true);
    Json shown = record;
    shown["kind"] = "vector-protection";
    shown["output"] = options.output;
    shown["record"] = record_path;
    shown["private_log"] = log_path;
    shown["terms_before"] = original.terms.size();
    shown["entries_before"] = original.rows.entries();
    shown["seconds"] = session.context().now() - begun;
    session.show(shown);
}

}  // namespace

void add_text_protect(CLI::App& app, Session& session) {
    auto options = std::make_shared<TextProtectFlags>();
    CLI::App* command = app.add_subcommand(
        "protect", "Protect document vectors: each document hides among at least k");
    command->add_option("vectors", options->vectors, "Vectors, as lethe text vectors writes them")
        ->required()
        ->type_name("VECTORS");
    command->add_option("-o,--output", options->output, "The protected vectors")
        ->required()
        ->type_name("FILE");
    command
        ->add_option("--method", options->method,
                     "spherical (mean direction of a group), classical (its mean), semantic (what "
                     "its terms have in common)")
        ->check(CLI::IsMember({"spherical", "classical", "semantic"}))
        ->capture_default_str()
        ->type_name("METHOD");
    command->add_option("-k,--k", options->k, "Documents that share a vector, at least")
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
    command->add_flag("--keep-ids", options->keep_ids,
                      "Release the ids of the documents; they say who is who");
    command->add_flag("--keep-order", options->keep_order,
                      "Keep the order of the documents instead of a random one");
    command->add_flag("--drop-labels", options->drop_labels,
                      "Do not release the classes of the documents");
    command->footer(
        "Example:\n  lethe text vectors examples/documents/ministry -o ministry.mtx\n"
        "  lethe text protect ministry.mtx -k 3 -o ministry-protected.mtx");
    command->callback([&session, options] {
        session.run = [&session, options] { protect_vectors(session, *options); };
    });
}

}  // namespace lethe::cli
