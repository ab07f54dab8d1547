// inspect, of documents: the first look at documents.
#include "lethe/io/file.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/documents/policy_choice.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_out.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/documents/inspect_documents.h"

namespace lethe::operation {
namespace {

struct DocumentInspectOptions {
    std::string documents;
    PolicyChoice policy;
    std::string text_field = documents::JsonlFields{}.text;
    release::FinderOptions finders;
    std::string policy_out;
    std::string output;
    Replacing replace;
};

Answer inspect_texts(const DocumentInspectOptions& options, Door& door) {
    refuse_overwrite(options.output, {options.documents, options.policy.policy});
    options.replace.check(options.output, OutputKind::result);
    release::DocumentInspection what;
    what.source = options.documents;
    what.read.fields.text = options.text_field;
    what.policy = options.policy.read(door);
    what.finders = checked(options.finders, door);
    what.cache = door.cache_folder();
    what.policy_file = options.policy_out;
    refuse_overwrite(options.policy_out,
                     {options.documents, options.policy.policy, options.output});
    Json result = release::inspect_documents(door.context(), what);
    write_policy_out(options.policy_out, result);
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
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
                      "lethe text inspect letters"}},
        Schema<O>()
            .field("documents", &O::documents,
                   "A .txt, .md, .html or .jsonl file, a folder of them, or -")
            .at_place("DOCS")
            .required()
            .include(&O::policy, PolicyChoice::schema())
            .field("text_field", &O::text_field, "Of JSON lines: the text")
            .shown("NAME")
            .include(&O::finders, finder_schema())
            .field("policy_out", &O::policy_out, kPolicyOutWords)
            .shown("FILE")
            .field("output", &O::output, "Also write the result (JSON, private)")
            .letter('o')
            .shown("FILE")
            .include(&O::replace, Replacing::schema()),
        inspect_texts);
}

}  // namespace lethe::operation
