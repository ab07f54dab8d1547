// vectors: documents become rows of weighted terms.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "lethe/io/bundle.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/vectors/vector_documents.h"
#include "lethe/release/vectors/vector_release.h"
#include "lethe/vectors/make/vector_files.h"
#include "lethe/vectors/make/vectorise.h"

namespace lethe::operation {
namespace {

using vectors::TermScore;
using vectors::TermWeight;

const vectors::VectorOptions kUsual;

struct MakeVectorsOptions {
    VectorDocuments documents;
    std::string output;
    std::string wordnet;                        // a taxonomy; empty: words as they are
    std::vector<std::string> parts = {"noun"};  // of speech
    bool stems = kUsual.stems;
    bool no_stop_words = !kUsual.stop_words;
    bool numbers = kUsual.numbers;
    std::int64_t shortest = kUsual.shortest;
    std::int64_t least_documents = kUsual.least_documents;
    double most_documents = kUsual.most_documents;
    TermWeight weight = kUsual.weight;
    bool no_normalise = !kUsual.normalise;
    std::int64_t most_terms = kUsual.most_terms;
    TermScore by = kUsual.score;
    std::int64_t terms_per_document = kUsual.terms_per_document;
    Replacing replace;
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

Json made_summary(const vectors::Vectorised& made) {
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

vectors::VectorOptions vector_options(const MakeVectorsOptions& asked, Door& door) {
    vectors::VectorOptions options;
    options.stop_words = !asked.no_stop_words;
    options.stems = asked.stems;
    options.numbers = asked.numbers;
    options.shortest = asked.shortest;
    options.least_documents = asked.least_documents;
    options.most_documents = asked.most_documents;
    options.weight = asked.weight;
    options.normalise = !asked.no_normalise;
    options.most_terms = asked.most_terms;
    options.score = asked.by;
    options.terms_per_document = asked.terms_per_document;
    if (!asked.wordnet.empty()) {
        KnowledgeSource nouns;
        nouns.source = asked.wordnet;
        options.wordnet = nouns.open(door).taxonomy;
        options.nouns = std::ranges::find(asked.parts, "noun") != asked.parts.end();
        for (const std::string& part : asked.parts) {
            if (part == "noun") continue;
            options.others.push_back(read_word_forms(part == "verb"        ? PartOfSpeech::verb
                                                     : part == "adjective" ? PartOfSpeech::adjective
                                                                           : PartOfSpeech::adverb,
                                                     asked.wordnet));
        }
    }
    return options;
}

void check_vector_files(const MakeVectorsOptions& asked, const Door&, Problems& problems) {
    constexpr std::array<std::string_view, 4> kPartsOfSpeech{"noun", "verb", "adjective", "adverb"};
    for (const std::string& part : asked.parts) {
        if (std::ranges::find(kPartsOfSpeech, part) != kPartsOfSpeech.end()) continue;
        problems.push_back(
            {fmt::format("{} is no part of speech: noun, verb, adjective or adverb", part),
             {{}, 0, 0, "parts"}});
    }
    if (asked.parts.empty()) {
        problems.push_back({"names no part of speech", {{}, 0, 0, "parts"}});
    }
    if (asked.output.empty()) return;
    add_if_thrown(problems, [&] {
        // With ids there are all the files that can be.
        const vectors::DocumentVectors with_ids{SparseRows(), {}, {"id"}, {}};
        for (const std::string& file : vectors::vector_files(with_ids, asked.output)) {
            add_if_thrown(problems, [&] { release::refuse_among(file, asked.documents.inputs()); });
            add_if_thrown(problems, [&] { asked.replace.check(file, OutputKind::file); });
        }
    });
}

Answer make_vector_files(const MakeVectorsOptions& asked, Door& door) {
    const double begun = door.context().now();
    const vectors::VectorOptions options = vector_options(asked, door);
    vectors::Vectorised made;
    {
        const VectorCollection collection = read_vector_documents(door, asked.documents);
        made = vectors::vectorise(door.context(), collection.ids, collection.views(),
                                  collection.labels, options);
    }
    vectors::check_vector_place(made.vectors, asked.output);
    Bundle bundle(asked.output);  // a matrix beside the terms of another would be mislabelled
    release::write_vector_files(door.context(), bundle, made.vectors, asked.output, true);
    bundle.commit();
    Json result = made_summary(made);
    result["output"] = asked.output;
    result["files"] = vectors::vector_files(made.vectors, asked.output);
    result["seconds"] = door.context().now() - begun;
    return {std::move(result)};
}

}  // namespace

Operation make_vectors() {
    using O = MakeVectorsOptions;
    Range share = between(0, 1);
    share.least_excluded = true;
    return make_operation(
        {.name = "vectors",
         .words = {"text", "vectors"},
         .summary = "Documents as vectors of weighted terms, to be protected and mined",
         .examples = {"lethe sample letters --documents 20 --seed 1 -o letters",
                      "lethe text vectors letters -o letters.mtx",
                      "lethe text vectors letters --wordnet --terms-per-document 50 -o "
                      "nouns.parquet"}},
        Schema<O>()
            .include(&O::documents, VectorDocuments::schema())
            .field("output", &O::output,
                   "The vectors: .mtx, .svm, .libsvm (also .gz), .parquet or .csv")
            .output(OutputKind::own)
            .letter('o')
            .shown("OUT")
            .required()
            .field("wordnet", &O::wordnet,
                   "Only nouns of WordNet, plurals as their singular; --wordnet=SOURCE names "
                   "another place or taxonomy")
            .shown("[SOURCE]")
            .field("parts", &O::parts,
                   "Words of which parts of speech: noun, verb, adjective, adverb; what may be "
                   "several is a noun, or else what is named first")
            .separated("A,B")
            .goes_with("wordnet")
            .field("stems", &O::stems,
                   "Stems of words (Porter); with --wordnet, of the forms that it knows")
            .field("no_stop_words", &O::no_stop_words, "Keep words of grammar too")
            .field("numbers", &O::numbers, "Keep words with digits too")
            .field("shortest", &O::shortest, "Letters of a word, at least", at_least(1))
            .shown("N")
            .field("least_documents", &O::least_documents, "How many documents must have a term",
                   at_least(1))
            .shown("N")
            .field("most_documents", &O::most_documents,
                   "The largest share of documents that may have a term", share)
            .shown("SHARE")
            .choice("weight", &O::weight, "Weights of terms",
                    {{"binary", TermWeight::binary},
                     {"tf", TermWeight::tf},
                     {"tf-idf", TermWeight::tf_idf}})
            .shown("TEXT")
            .field("no_normalise", &O::no_normalise, "Rows as they are, not of unit length")
            .field("most_terms", &O::most_terms,
                   "Only so many terms, the heaviest of the collection; 0: all", at_least(0))
            .shown("N")
            .choice("by", &O::by, "What makes a term of the collection heavy",
                    {{"maximum", TermScore::maximum},
                     {"mean", TermScore::mean},
                     {"sum", TermScore::sum},
                     {"information", TermScore::information}})
            .shown("TEXT")
            .goes_with("most_terms")
            .field("terms_per_document", &O::terms_per_document,
                   "Only so many terms of each document, its heaviest; 0: all", at_least(0))
            .shown("N")
            .include(&O::replace, Replacing::schema()),
        make_vector_files, check_vector_files);
}

}  // namespace lethe::operation
