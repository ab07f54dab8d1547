// assess, of documents: what sanitising did to documents.
#include "lethe/io/file.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/documents/document_assessment.h"

namespace lethe::operation {
namespace {

struct DocumentAssessOptions {
    std::string original;
    std::string sanitised;
    std::string queries;
    std::string round = release::DocumentParts().round;
    std::string gold;
    std::string log;
    std::string knowledge;
    std::vector<std::string> terms;
    std::int64_t k = 5;
    std::int64_t m = 2;
    std::string output;
    release::FinderOptions finders;
    Replacing replace;
};

Answer assess_sanitised(const DocumentAssessOptions& options, Door& door) {
    if (!options.output.empty()) {
        options.replace.check(options.output, OutputKind::result);
        refuse_overwrite(options.output, {options.original, options.sanitised, options.queries,
                                          options.gold, options.log});
    }
    const release::DocumentAssessment what{options.original,
                                           options.sanitised,
                                           options.log,
                                           options.queries,
                                           options.gold,
                                           options.knowledge,
                                           checked(options.finders, door),
                                           door.cache_folder()};
    release::DocumentParts parts;
    parts.round = options.round;
    if (!options.terms.empty()) {
        std::vector<std::string> categories = options.terms;
        std::erase(categories, "all");
        parts.terms = {{"k", options.k}, {"m", options.m}, {"categories", categories}};
    }
    std::vector<std::string> notes;
    Json result = release::assess_documents(door.context(), what, parts,
                                            Random(door.seed_or_random()), notes);
    door.warn(notes);
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace

Operation assess_documents() {
    using O = DocumentAssessOptions;
    return make_operation(
        {.name = "assess",
         .data = DataKind::documents,
         .words = {"text", "assess"},
         .summary = "What sanitising did: information lost, risk removed, what still identifies",
         .examples = {"lethe text sanitize examples/documents/ministry -o released",
                      "lethe text assess examples/documents/ministry released --queries "
                      "examples/documents/queries.toml"}},
        Schema<O>()
            .field("original", &O::original, "The documents before")
            .at_place("ORIGINAL")
            .required()
            .field("sanitised", &O::sanitised, "The documents after")
            .at_place("SANITISED")
            .required()
            .field("queries", &O::queries, "Utility and risk queries (TOML)")
            .shown("FILE")
            .choice("round", &O::round,
                    "Round the changes before they are combined, as the source does",
                    {"none", "integer"})
            .shown("HOW")
            .field("gold", &O::gold, "What people marked in the originals: recall and precision")
            .shown("FILE")
            .field("terms", &O::terms,
                   "How many documents share the terms of these categories that remain, e.g. "
                   "person,place or all")
            .separated("A,B")
            .field("k", &O::k, "Documents that shall share every term", between(2, 1000000))
            .shown("K")
            .field("m", &O::m, "Terms that a reader may know together", between(1, 3))
            .shown("M")
            .field("knowledge", &O::knowledge,
                   "A taxonomy along which words were generalised: t-plausibility")
            .shown("SOURCE")
            .field("log", &O::log,
                   "The private log of the release, where documents were renamed (default: the one "
                   "beside it)")
            .shown("FILE")
            .include(&O::finders, finder_schema())
            .field("output", &O::output, "Also write the result (JSON)")
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        assess_sanitised);
}

}  // namespace lethe::operation
