// inspect, of documents: the first look at documents.
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/documents/policy_choice.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/inspect_output.h"
#include "lethe/release/documents/inspect_documents.h"

namespace lethe::operation {
namespace {

struct DocumentInspectOptions {
    std::string documents;
    PolicyChoice policy;
    std::string text_field = documents::JsonlFields{}.text;
    release::FinderOptions finders;
    InspectOutput to;
};

Answer inspect_texts(const DocumentInspectOptions& options, Door& door) {
    options.to.check({options.documents, options.policy.policy});
    release::DocumentInspection what;
    what.source = options.documents;
    what.read.fields.text = options.text_field;
    what.policy = options.policy.read();
    what.finders = checked(options.finders, door);
    what.cache = door.cache_folder();
    what.policy_file = options.to.policy_out;
    return options.to.answer(release::inspect_documents(door.context(), what));
}

}  // namespace

Operation inspect_documents() {
    using O = DocumentInspectOptions;
    return make_operation(
        {.name = "inspect",
         .data = DataKind::documents,
         .words = {"text", "inspect"},
         .summary = "What is in documents, what in them identifies people, and what comes next",
         .examples = {"lethe sample letters --documents 20 --seed 1 -o letters",
                      "lethe inspect letters"}},
        Schema<O>()
            .field("documents", &O::documents,
                   "A .txt, .md, .html or .jsonl file, a folder of them, or -")
            .at_place("DOCS")
            .required()
            .input()
            .include(&O::policy, PolicyChoice::schema())
            .field("text_field", &O::text_field, "Of JSON lines: the text")
            .shown("NAME")
            .include(&O::finders, finder_schema())
            .include(&O::to, InspectOutput::schema()),
        inspect_texts);
}

}  // namespace lethe::operation
