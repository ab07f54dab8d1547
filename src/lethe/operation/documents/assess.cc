// assess, of documents: what sanitising did to documents.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/documents/find/plausibility.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/assess_gold.h"
#include "lethe/documents/measure/document_match.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/measure/term_anonymity.h"
#include "lethe/documents/treat/treatment.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/language/characters.h"
#include "lethe/language/spans.h"
#include "lethe/operation/documents/collection.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/release_notes.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/private_log.h"

namespace lethe::operation {
namespace {

struct DocumentAssessOptions {
    std::string original;
    std::string sanitised;
    std::string queries;
    documents::RoundComponents round = documents::RoundComponents::none;
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

// From the ids of sanitised documents to those of originals, by the private log of the release that
// was named or stands beside it.
std::map<std::string, std::string> renamed_by(const DocumentAssessOptions& options) {
    const auto log = release::find_private_log(options.sanitised, options.log, DataKind::documents);
    return log ? release::original_ids(*log) : std::map<std::string, std::string>();
}

// The sanitised documents in the order of the originals; of one that is gone the text is empty.
documents::TextCollection in_order(const documents::TextCollection& original,
                                   const documents::TextCollection& sanitised,
                                   const documents::DocumentMatch& match) {
    documents::TextCollection result{original.ids, {}};
    for (const std::int64_t at : match.sanitised) {
        result.texts.push_back(at < 0 ? std::string_view()
                                      : sanitised.texts[static_cast<std::size_t>(at)]);
    }
    return result;
}

std::vector<bool> wanted_categories(const std::vector<std::string>& names,
                                    const documents::Categories& categories) {
    std::vector<bool> wanted(static_cast<std::size_t>(categories.size()), names.empty());
    wanted[documents::kTitle] = false;
    for (const std::string& name : names) {
        const auto found = categories.named(name);
        if (!found) {
            throw Error(ErrorKind::usage, unknown_name("category", name, categories.names()));
        }
        wanted[static_cast<std::size_t>(*found)] = true;
    }
    return wanted;
}

// What still names someone or something, apart from what sanitising wrote.
Json assess_terms(Door& door, const DocumentAssessOptions& options,
                  const documents::Documents& sanitised) {
    const documents::TextPolicy policy = documents::profile_policy("default");
    std::vector<std::string> names = options.terms;
    std::erase(names, "all");
    const std::vector<bool> wanted = wanted_categories(names, policy.categories);
    const auto finders = make_finders(door, policy, options.finders);
    // What only one way of looking finds remains too: rather too much than too little.
    auto mentions = documents::detect(door.context(), *finders->finders, sanitised);
    finders->finders->model = nullptr;
    const auto by_form = documents::detect(door.context(), *finders->finders, sanitised);
    for (std::size_t i = 0; i < mentions.size(); ++i) {
        mentions[i].insert(mentions[i].end(), by_form[i].begin(), by_form[i].end());
        mentions[i] = documents::without_overlaps(sanitised[i].text, std::move(mentions[i]));
    }
    std::vector<std::vector<std::string>> terms(sanitised.size());
    for (std::size_t i = 0; i < sanitised.size(); ++i) {
        std::vector<std::int64_t> highest(policy.infos().size());
        const auto written = documents::treated_places(sanitised[i].text, policy.infos(), highest);
        for (const documents::Mention& mention : mentions[i]) {
            const bool ours = language::any_overlaps(written, mention.span);
            if (ours || !wanted[static_cast<std::size_t>(mention.category)]) continue;
            terms[i].push_back(
                fmt::format("{}: {}", policy.categories[mention.category].name,
                            language::lower_case(mention.span.of(sanitised[i].text))));
        }
    }
    return to_json(documents::term_anonymity(door.context(), terms, options.k, options.m));
}

void check_assess_options(const DocumentAssessOptions& options, const Door& door) {
    if (options.queries.empty() && options.gold.empty() && options.terms.empty() &&
        options.knowledge.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("nothing to measure by: give {}, {}, {} or {}",
                                door.option_name("queries"), door.option_name("gold"),
                                door.option_name("terms"), door.option_name("knowledge")));
    }
    if (!options.output.empty()) {
        options.replace.check(options.output, OutputKind::result);
        refuse_overwrite(options.output, {options.original, options.sanitised, options.queries,
                                          options.gold, options.log});
    }
}

Answer assess_sanitised(const DocumentAssessOptions& options, Door& door) {
    check_assess_options(options, door);
    checked(options.finders, door);
    documents::QueryFile queries;
    if (!options.queries.empty()) {
        queries = documents::parse_queries(read_file(options.queries), options.queries);
    }
    const std::map<std::string, std::string> renamed = renamed_by(options);
    note_changes(door, options.sanitised, DataKind::documents);
    const documents::Documents original = read_collection(door, options.original);
    const documents::Documents sanitised = read_collection(door, options.sanitised);
    const documents::TextCollection before = documents::collection_of(original);
    const documents::TextCollection released = documents::collection_of(sanitised);
    const documents::DocumentMatch match =
        documents::match_documents(before.ids, released.ids, renamed);
    if (match.missing.size() == before.ids.size()) {
        throw Error(ErrorKind::input,
                    fmt::format("no document has the id of an original one; documents are "
                                "matched by their paths below the folders, without the ending, or "
                                "by {}",
                                door.option_name("log")),
                    {options.sanitised, 0, 0, {}});
    }
    const documents::TextCollection after = in_order(before, released, match);
    const Context& context = door.context();
    Json result{{"kind", "document-assessment"},
                {"documents", before.ids.size()},
                {"matched", before.ids.size() - match.missing.size()},
                {"missing", match.missing},
                {"unexplained", match.unexplained}};
    if (!options.queries.empty()) {
        const bool whole = options.round == documents::RoundComponents::integer;
        result["round_components"] = whole ? "integer" : "none";
        result.update(to_json(assess_queries(context, before, after, queries, options.round)));
    }
    if (!options.gold.empty()) {
        result["gold"] =
            to_json(assess_gold(context, before, after, documents::read_gold(options.gold)));
    }
    if (!options.terms.empty()) result["term_anonymity"] = assess_terms(door, options, sanitised);
    if (!options.knowledge.empty()) {
        const TaxonomyPtr taxonomy =
            read_knowledge(context, options.knowledge, {{}, door.cache_folder()}).taxonomy;
        result["plausibility"] =
            to_json(documents::plausibility(context, *taxonomy, before.texts, after.texts));
    }
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
                    {{"none", documents::RoundComponents::none},
                     {"integer", documents::RoundComponents::integer}})
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
