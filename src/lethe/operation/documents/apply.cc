// text apply: writes documents as a reviewer decided.
#include "lethe/core/error.h"
#include "lethe/operation/documents/secrets.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/released_answer.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/documents/document_release.h"

namespace lethe::operation {
namespace {

struct ApplyOptions {
    std::string review;
    std::string decisions;
    std::string documents;
    std::string output;
    std::string reviewer;
    std::string marker;
    std::optional<documents::Decision> undecided;
    DocumentSecrets secrets;
    bool forget = false;
    Replacing replace;
    bool dry_run = false;
};

Answer apply_decisions(const ApplyOptions& options, Door& door) {
    if (options.output.empty() && !options.dry_run) {
        throw Error(ErrorKind::usage, "give the release a path with -o, such as -o release");
    }
    release::ReviewedRelease what;
    what.review = options.review;
    what.decisions = options.decisions;
    what.undecided = options.undecided;
    what.source = options.documents;
    what.output = options.output;
    what.reviewer = options.reviewer;
    what.time = door.time();
    what.marker = options.marker;
    what.secrets = options.secrets.files(door);
    what.cache = door.cache_folder();
    what.forget = options.forget;
    what.surroundings.replace = options.replace.force;
    what.dry_run = options.dry_run;
    return released_answer(release::release_reviewed(door.context(), what), door);
}

}  // namespace

Operation apply_review() {
    using O = ApplyOptions;
    return make_operation(
        {.name = "apply",
         .words = {"text", "apply"},
         .summary = "Write documents as a reviewer decided: exactly that, with an audit log",
         .examples = {"lethe text review examples/documents/ministry -o review.json",
                      "lethe text apply review.json --documents examples/documents/ministry "
                      "--undecided accept --reviewer \"A. Reviewer\" -o release"}},
        Schema<O>()
            .field("review", &O::review, "The review that lethe text review wrote")
            .at_place("REVIEW")
            .required()
            .field("decisions", &O::decisions,
                   "The decisions that the review page saved (default: those in the review)")
            .shown("FILE")
            .field("documents", &O::documents, "The documents that were reviewed")
            .shown("DOCS")
            .required()
            .field("output", &O::output, "The release: a file for a file, a folder for a folder")
            .output(OutputKind::own)
            .letter('o')
            .shown("OUT")
            .field("reviewer", &O::reviewer, "Who decided, for the audit log")
            .shown("NAME")
            .field("marker", &O::marker, "What stands for a deleted block [nothing]")
            .shown("TEXT")
            .choice(
                "undecided", &O::undecided, "What happens to what nobody decided [it is an error]",
                {{"accept", documents::Decision::accept}, {"reject", documents::Decision::reject}})
            .shown("DECISION")
            .include(&O::secrets, DocumentSecrets::schema())
            .field("forget", &O::forget, "Afterwards delete the review, its page and the decisions")
            .include(&O::replace, Replacing::schema())
            .field("dry_run", &O::dry_run, "Show what would be done, and do nothing"),
        apply_decisions);
}

}  // namespace lethe::operation
