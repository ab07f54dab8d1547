// protect, of documents (text sanitize): documents without what identifies people.
#include <fmt/format.h>

#include <map>
#include <optional>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/documents/policy_choice.h"
#include "lethe/operation/documents/risk_search.h"
#include "lethe/operation/documents/secrets.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/named_choices.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/documents/document_release.h"

namespace lethe::operation {
namespace {

enum class Scope { of_policy, collection, document };

struct SanitizeOptions {
    std::string documents;
    std::string output;
    PolicyChoice policy;
    std::string method;
    std::map<std::string, std::string> treatments;
    std::optional<documents::Setting> setting;
    Scope scope = Scope::of_policy;
    std::vector<std::string> lists;
    release::FinderOptions finders;
    DocumentSecrets secrets;
    RiskSearch risk;
    std::optional<double> threshold;
    std::string marker;
    std::string spans;
    std::string text_field = documents::JsonlFields{}.text;
    std::string id_field = documents::JsonlFields{}.id;
    std::vector<std::string> keep_fields;
    std::string largest;
    Replacing replace;
    bool dry_run = false;
};

documents::TextPolicy policy_of(const SanitizeOptions& options) {
    documents::TextPolicy policy = options.policy.read();
    if (!options.method.empty()) {
        documents::treat_all(policy,
                             find_method(options.method, Family::mask, DataKind::documents));
    }
    for (const auto& [category, treatment] : options.treatments) {
        documents::set_treatment(policy, category + "=" + treatment);
    }
    for (const std::string& list : options.lists) documents::add_list(policy, list);
    if (options.setting) policy.setting = *options.setting;
    if (options.scope != Scope::of_policy) policy.per_document = options.scope == Scope::document;
    return policy;
}

// "64M", "2G", "1000".
std::int64_t bytes_of(const std::string& text, const Door& door) {
    constexpr std::string_view kUnits = "KMG";
    std::size_t used = 0;
    double value = 0;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    const std::string_view unit = std::string_view(text).substr(used);
    const std::size_t power =
        unit.empty() ? 0 : kUnits.find(static_cast<char>(std::toupper(unit[0]))) + 1;
    const double bytes = value * static_cast<double>(std::int64_t{1} << (10 * (power % 4)));
    const bool good = used > 0 && unit.size() <= 1 && power <= kUnits.size() && bytes >= 1 &&
                      bytes <= static_cast<double>(documents::ReadOptions::kLargestOfAll);
    if (!good) {
        throw Error(ErrorKind::usage, "must be a size up to 4G, such as 64M",
                    {{}, 0, 0, door.option_name("largest")});
    }
    return static_cast<std::int64_t>(bytes);
}

void check_options(const SanitizeOptions& options, const Door& door) {
    if (options.output.empty() && !options.dry_run) {
        throw Error(ErrorKind::usage, "give the release a path with -o, such as -o release");
    }
    check_standard_output(options.output, door);
    std::vector<std::string> of_terms;
    std::vector<std::string> of_blocks;
    if (options.threshold) of_terms.emplace_back("threshold");
    if (!options.marker.empty()) of_blocks.emplace_back("marker");
    options.risk.check(door, std::move(of_terms), std::move(of_blocks));
}

Answer sanitize(const SanitizeOptions& options, Door& door) {
    check_options(options, door);
    release::DocumentRelease what;
    what.source = options.documents;
    what.output = options.output;
    what.policy = policy_of(options);
    what.read.fields.text = options.text_field;
    what.read.fields.id = options.id_field;
    what.read.fields.keep = options.keep_fields;
    if (!options.largest.empty()) what.read.largest = bytes_of(options.largest, door);
    what.finders = checked(options.finders, door);
    what.secrets = options.secrets.files(door);
    what.risk = options.risk.options();
    what.threshold = options.threshold.value_or(what.threshold);
    what.marker = options.marker;
    what.spans = options.spans;
    what.cache = door.cache_folder();
    what.surroundings = {{options.policy.policy}, options.replace.force};
    what.dry_run = options.dry_run;
    return released_answer(release::release_documents(door.context(), what), door);
}

}  // namespace

Operation protect_documents() {
    using O = SanitizeOptions;
    return make_operation(
        {.name = "protect",
         .data = DataKind::documents,
         .words = {"text", "sanitize"},
         .summary = "Find what identifies people in documents, and write them without it",
         .examples = {"lethe sample letters --documents 20 --seed 1 -o letters",
                      "lethe protect letters -o release --set date=generalise"}},
        Schema<O>()
            .field("documents", &O::documents,
                   "A .txt, .md, .html or .jsonl file, a folder of them, or -")
            .at_place("DOCS")
            .required()
            .input()
            .field("output", &O::output,
                   "The release: a file for a file, a folder for a folder; - prints a file")
            .output(OutputKind::own)
            .letter('o')
            .shown("OUT")
            .include(&O::policy, PolicyChoice::schema())
            .field("method", &O::method,
                   "What is done with all that is removed, as far as it can be: as --set")
            .shown("TREATMENT")
            .naming("treatment", method_names(Family::mask, DataKind::documents))
            .field("set", &O::treatments,
                   fmt::format("What is done with a category: {}",
                               fmt::join(documents::treatment_names(), ", ")))
            .shown("CATEGORY=TREATMENT")
            .choice("setting", &O::setting, "balanced, or recall: rather too much",
                    named_choices<std::optional<documents::Setting>>(documents::setting_names(),
                                                                     documents::setting_named))
            .shown("NAME")
            .choice("scope", &O::scope, "Where an entity keeps its number: collection, or document",
                    {{"collection", Scope::collection}, {"document", Scope::document}})
            .shown("NAME")
            .field("list", &O::lists, "Names to look for, one a line")
            .shown("CATEGORY=FILE")
            .include(&O::finders, finder_schema())
            .include(&O::secrets, DocumentSecrets::schema())
            .include(&O::risk, RiskSearch::schema())
            .field("threshold", &O::threshold,
                   "Of --risk-terms: blocks with so many hits a word and more are deleted",
                   between(0, 1))
            .usually(release::DocumentRelease{}.threshold)
            .shown("DENSITY")
            .field("marker", &O::marker,
                   "Of --risk-terms and --risk-model: what stands for a deleted block [nothing]")
            .shown("TEXT")
            .field("spans", &O::spans,
                   "Write every mention with its place, a document a line (private)")
            .output(OutputKind::own)
            .shown("FILE")
            .field("text_field", &O::text_field, "Of JSON lines: the text")
            .shown("NAME")
            .field("id_field", &O::id_field, "Of JSON lines: the id [id, doc_id, or the line]")
            .shown("NAME")
            .field("keep_field", &O::keep_fields,
                   "Of JSON lines: a further field to release, sanitised too")
            .shown("NAME")
            .field("largest", &O::largest, "The most that a document may be [64M]")
            .shown("SIZE")
            .include(&O::replace, Replacing::schema())
            .field("dry_run", &O::dry_run, "Show what would be done, and do nothing"),
        sanitize);
}

}  // namespace lethe::operation
