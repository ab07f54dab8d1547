// lethe text vectors: documents become rows of weighted terms.
#include <algorithm>
#include <map>
#include <memory>

#include "cli/documents/text.h"
#include "cli/knowledge/knowledge_source.h"
#include "cli/vectors/vector_documents.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/make/vectorise.h"

namespace lethe::cli {
namespace {

using vectors::TermScore;
using vectors::TermWeight;

const std::map<std::string, TermWeight> kWeights = {
    {"binary", TermWeight::binary}, {"tf", TermWeight::tf}, {"tf-idf", TermWeight::tf_idf}};
const std::map<std::string, TermScore> kScores = {
    {"maximum", TermScore::maximum}, {"sum", TermScore::sum}, {"mean", TermScore::mean}};

struct VectorFlags {
    VectorDocuments documents;
    std::string output;
    std::string wordnet;
    std::string weight = "tf-idf";
    std::string by = "maximum";
    bool no_stop_words = false;
    bool no_normalise = false;
    vectors::VectorOptions options;
};

Json classes_of(const std::vector<std::string>& labels) {
    std::map<std::string, std::int64_t> counts;
    for (const std::string& label : labels) ++counts[label];
    Json classes = Json::array();
    std::int64_t smallest = std::ssize(labels);
    std::int64_t largest = 0;
    for (const auto& [label, count] : counts) {
        classes.push_back({{"label", label}, {"documents", count}});
        smallest = std::min(smallest, count);
        largest = std::max(largest, count);
    }
    return {{"classes", std::move(classes)},
            {"balance", static_cast<double>(smallest) / static_cast<double>(largest)}};
}

Json summary(const vectors::Vectorised& made) {
    const auto documents = static_cast<double>(made.vectors.size());
    const auto terms = static_cast<double>(made.vectors.terms.size());
    const auto entries = static_cast<double>(made.vectors.rows.entries());
    Json result = {{"kind", "vectors"},
                   {"read", made.read},
                   {"documents", made.vectors.size()},
                   {"empty", made.empty},
                   {"words", made.words},
                   {"terms", made.vectors.terms.size()},
                   {"entries", made.vectors.rows.entries()},
                   {"density", entries / (documents * terms)},
                   {"mean_terms", entries / documents}};
    if (!made.vectors.labels.empty()) result.update(classes_of(made.vectors.labels));
    return result;
}

void run_vectors(Session& session, const VectorFlags& flags) {
    const double begun = session.context().now();
    // With ids there are all the files that can be.
    const vectors::DocumentVectors with_ids{SparseRows(), {}, {"id"}, {}};
    refuse_among_documents(vectors::vector_files(with_ids, flags.output), flags.documents.inputs());
    vectors::VectorOptions options = flags.options;
    options.stop_words = !flags.no_stop_words;
    options.normalise = !flags.no_normalise;
    options.weight = kWeights.at(flags.weight);
    options.score = kScores.at(flags.by);
    if (!flags.wordnet.empty()) {
        KnowledgeSource nouns;
        nouns.source = flags.wordnet;
        options.wordnet = nouns.open(session).taxonomy;
    }
    vectors::Vectorised made;
    {
        const VectorCollection collection = read_vector_documents(session, flags.documents);
        made = vectors::vectorise(session.context(), collection.ids, collection.views(),
                                  collection.labels, options);
    }
    vectors::write_vectors(session.context(), made.vectors, flags.output);
    Json result = summary(made);
    result["output"] = flags.output;
    result["files"] = vectors::vector_files(made.vectors, flags.output);
    result["seconds"] = session.context().now() - begun;
    session.show(result);
}

void add_choices(CLI::App& command, VectorFlags& flags) {
    vectors::VectorOptions& options = flags.options;
    command.add_flag("--wordnet{wordnet}", flags.wordnet,
                     "Only nouns of WordNet, plurals as their singular; --wordnet=SOURCE names "
                     "another place or taxonomy");
    command.add_flag("--stems", options.stems, "Stems of words (Porter)");
    command.add_flag("--no-stop-words", flags.no_stop_words, "Keep words of grammar too");
    command.add_flag("--numbers", options.numbers, "Keep words with digits too");
    command.add_option("--shortest", options.shortest, "Letters of a word, at least")
        ->capture_default_str()
        ->type_name("N");
    command
        .add_option("--least-documents", options.least_documents,
                    "How many documents must have a term")
        ->capture_default_str()
        ->type_name("N");
    command
        .add_option("--most-documents", options.most_documents,
                    "The largest share of documents that may have a term")
        ->capture_default_str()
        ->type_name("SHARE");
    command.add_option("--weight", flags.weight, "Weights of terms")
        ->check(CLI::IsMember(kWeights))
        ->capture_default_str();
    command.add_flag("--no-normalise", flags.no_normalise, "Rows as they are, not of unit length");
    command
        .add_option("--most-terms", options.most_terms,
                    "Only so many terms, the heaviest of the collection; 0: all")
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--by", flags.by, "What makes a term of the collection heavy")
        ->check(CLI::IsMember(kScores))
        ->capture_default_str();
    command
        .add_option("--terms-per-document", options.terms_per_document,
                    "Only so many terms of each document, its heaviest; 0: all")
        ->capture_default_str()
        ->type_name("N");
}

}  // namespace

void add_text_vectors(CLI::App& app, Session& session) {
    auto flags = std::make_shared<VectorFlags>();
    CLI::App* command = app.add_subcommand(
        "vectors", "Documents as vectors of weighted terms, to be protected and mined");
    flags->documents.add_to(*command);
    command
        ->add_option("-o,--output", flags->output,
                     "The vectors: .mtx, .svm, .libsvm (also .gz), .parquet or .csv")
        ->required()
        ->type_name("OUT");
    add_choices(*command, *flags);
    command->footer(
        "Examples:\n  lethe sample letters --documents 20 --seed 1 -o letters\n"
        "  lethe text vectors letters -o letters.mtx\n"
        "  lethe text vectors letters --wordnet --terms-per-document 50 -o nouns.parquet");
    command->callback(
        [&session, flags] { session.run = [&session, flags] { run_vectors(session, *flags); }; });
}

}  // namespace lethe::cli
