// assess, of documents: what sanitising did to documents.
#include <fmt/format.h>

#include <optional>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/documents/assessed_release.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/operation.h"
#include "lethe/release/documents/document_assessment.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

struct DocumentAssessOptions {
    std::string original;
    std::string sanitised;
    std::string queries;
    std::optional<std::string> round;
    std::string sets = "overlap";
    std::vector<double> weights;
    std::string gold;
    AssessedRelease release;
    std::string knowledge;
    std::vector<std::string> terms;
    std::optional<std::int64_t> k, m;
    std::string output;
    release::FinderOptions finders;
};

constexpr std::int64_t kDocuments = 5, kTerms = 2;  // of --terms

// Options that belong to one that was not given.
void check_belonging(const DocumentAssessOptions& options, const Door& door) {
    Problems problems;
    const auto goes_with = [&](bool given, const char* option, const char* with) {
        if (!given) return;
        problems.push_back({fmt::format("goes with {}", door.option_name(with)),
                            {{}, 0, 0, door.option_name(option)},
                            ErrorKind::usage});
    };
    goes_with(options.k && options.terms.empty(), "k", "terms");
    goes_with(options.m && options.terms.empty(), "m", "terms");
    goes_with(options.round && options.queries.empty(), "round", "queries");
    throw_if_any(ErrorKind::usage, std::move(problems));
}

Answer assess_sanitised(const DocumentAssessOptions& options, Door& door) {
    check_belonging(options, door);
    if (!options.output.empty()) {
        release::refuse_overwrite(
            options.output, {options.original, options.sanitised, options.queries, options.gold,
                             options.release.log, options.release.policy});
    }
    release::DocumentAssessment what;
    what.original = options.original;
    what.released = options.sanitised;
    options.release.apply(what);
    what.queries = options.queries;
    what.gold = options.gold;
    what.knowledge = options.knowledge;
    what.finders = checked(options.finders, door);
    what.cache = door.cache_folder();
    release::DocumentParts parts;
    parts.round = options.round.value_or(parts.round);
    parts.sets = options.sets;
    parts.weights = options.weights;
    if (!options.terms.empty()) {
        std::vector<std::string> categories = options.terms;
        std::erase(categories, "all");
        parts.terms = {{"k", options.k.value_or(kDocuments)},
                       {"m", options.m.value_or(kTerms)},
                       {"categories", categories}};
    }
    std::vector<std::string> notes;
    Json result = to_json(release::assess_documents(door.context(), what, parts,
                                                    Random(door.seed_or_random()), notes));
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
            .input()
            .field("sanitised", &O::sanitised, "The documents after")
            .at_place("SANITISED")
            .required()
            .input()
            .field("queries", &O::queries, "Utility and risk queries (TOML)")
            .shown("FILE")
            .choice("round", &O::round,
                    "Round the changes before they are combined, as the source does",
                    {{"none", std::optional<std::string>("none")},
                     {"integer", std::optional<std::string>("integer")}})
            .usually(release::DocumentParts().round)
            .shown("HOW")
            .choice("sets", &O::sets,
                    "The last part of the combined index: the share of the documents retrieved "
                    "before that is lost (overlap), or 1 - normalised mutual information (nmi)",
                    {"overlap", "nmi"})
            .shown("WHAT")
            .goes_with("queries")
            .field("weights", &O::weights,
                   "Six weights of the combined index: F, coverage, novelty, documents returned, "
                   "random ones, what is lost of the sets; lethe text weights learns them")
            .separated("W,W,W,W,W,W")
            .goes_with("queries")
            .field("gold", &O::gold, "What people marked in the originals: recall and precision")
            .shown("FILE")
            .field("terms", &O::terms,
                   "How many documents share the terms of these categories that remain, e.g. "
                   "person,place or all")
            .separated("A,B")
            .field("k", &O::k, "Documents that shall share every term", between(2, 1000000))
            .usually(kDocuments)
            .shown("K")
            .field("m", &O::m, "Terms that a reader may know together", between(1, 3))
            .usually(kTerms)
            .shown("M")
            .field("knowledge", &O::knowledge,
                   "A taxonomy along which words were generalised: t-plausibility")
            .shown("SOURCE")
            .include(&O::release, AssessedRelease::schema())
            .include(&O::finders, finder_schema())
            .field("output", &O::output, "Also write the result (JSON)")
            .output(OutputKind::result)
            .letter('o')
            .shown("FILE"),
        assess_sanitised);
}

}  // namespace lethe::operation
