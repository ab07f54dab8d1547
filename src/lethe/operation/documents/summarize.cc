// text summarize: of each document the sentences that say most, sanitised, within a limit of risk.
#include <optional>

#include "lethe/core/error.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/documents/policy_choice.h"
#include "lethe/operation/documents/risk_search.h"
#include "lethe/operation/documents/secrets.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/documents/document_release.h"

namespace lethe::operation {
namespace {

struct SummarizeOptions {
    std::string documents;
    std::string output;
    documents::SummaryOptions summary;
    PolicyChoice policy;
    release::FinderOptions finders;
    DocumentSecrets secrets;
    RiskSearch risk;
    std::optional<double> threshold;
    Replacing replace;
    bool dry_run = false;
};

Answer summarize(const SummarizeOptions& options, Door& door) {
    if (options.output.empty() && !options.dry_run) {
        throw Error(ErrorKind::usage, "give the release a path with -o, such as -o release");
    }
    check_standard_output(options.output, door);
    std::vector<std::string> of_terms;
    if (options.threshold) of_terms.emplace_back("threshold");
    options.risk.check(door, std::move(of_terms));
    release::DocumentRelease what;
    what.source = options.documents;
    what.output = options.output;
    what.policy = options.policy.read();
    what.finders = checked(options.finders, door);
    what.secrets = options.secrets.files(door);
    what.risk = options.risk.options();
    what.threshold = options.threshold.value_or(what.threshold);
    what.summary = options.summary;
    what.cache = door.cache_folder();
    what.surroundings = {{options.policy.policy}, options.replace.force};
    what.dry_run = options.dry_run;
    return released_answer(release::release_documents(door.context(), what), door);
}

Schema<documents::SummaryOptions> summary_schema() {
    using S = documents::SummaryOptions;
    return Schema<S>()
        .field("words", &S::words, "The most words of a summary", at_least(1))
        .shown("N")
        .field("limit", &S::limit,
               "The most words of a sentence, by all its words, that identify or are risky",
               between(0, 1))
        .shown("SHARE");
}

}  // namespace

Operation summarize_documents() {
    using O = SummarizeOptions;
    return make_operation(
        {.name = "summarize",
         .words = {"text", "summarize"},
         .summary = "Write the sentences that say most of each document, sanitised, with little "
                    "risk",
         .examples = {"lethe text summarize examples/documents/ministry --words 40 -o short"}},
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
            .include(&O::summary, summary_schema())
            .include(&O::policy, PolicyChoice::schema())
            .include(&O::finders, finder_schema())
            .include(&O::secrets, DocumentSecrets::schema())
            .include(&O::risk, RiskSearch::schema())
            .field("threshold", &O::threshold,
                   "Of --risk-terms: blocks with so many hits a word and more are left out",
                   between(0, 1))
            .usually(release::DocumentRelease{}.threshold)
            .shown("DENSITY")
            .include(&O::replace, Replacing::schema())
            .field("dry_run", &O::dry_run, "Show what would be done, and do nothing"),
        summarize);
}

}  // namespace lethe::operation
