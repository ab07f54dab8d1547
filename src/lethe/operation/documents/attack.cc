// attack and measure, of documents.
#include "lethe/operation/documents/assessed_release.h"
#include "lethe/operation/documents/finders.h"
#include "lethe/operation/shared/method_choice.h"
#include "lethe/release/documents/document_assessment.h"

namespace lethe::operation {
namespace {

struct DocumentMethodOptions {
    std::string original, released, queries, gold, knowledge;
    AssessedRelease release;
    release::FinderOptions finders;
    MethodChoice methods;
};

template <Family family>
Answer run_document_methods(const DocumentMethodOptions& options, Door& door) {
    options.methods.check_output({options.original, options.released, options.release.log,
                                  options.release.policy, options.queries, options.gold});
    release::DocumentAssessment what;
    what.original = options.original;
    what.released = options.released;
    options.release.apply(what);
    what.queries = options.queries;
    what.gold = options.gold;
    what.knowledge = options.knowledge;
    what.finders = checked(options.finders, door);
    what.cache = door.cache_folder();
    std::vector<std::string> notes;
    const release::MethodAssessment result =
        release::assess_document_methods(door.context(), what, family, options.methods.choices(),
                                         Random(door.seed_or_random()), notes);
    door.warn(notes);
    return options.methods.answer(to_json(result));
}

template <Family family>
Operation document_methods(const std::string& name, const std::string& summary) {
    using O = DocumentMethodOptions;
    return make_operation(
        {.name = name,
         .data = DataKind::documents,
         .words = {"text", name},
         .summary = summary,
         .examples = {"lethe protect examples/documents/ministry -o released",
                      "lethe " + name + " examples/documents/ministry released"}},
        Schema<O>()
            .field("original", &O::original, "The documents before")
            .at_place("ORIGINAL")
            .required()
            .input()
            .field("released", &O::released, "The documents after")
            .at_place("RELEASED")
            .required()
            .input()
            .include(&O::release, AssessedRelease::schema())
            .field("queries", &O::queries, "Utility and risk queries (TOML), for what needs them")
            .shown("FILE")
            .field("gold", &O::gold, "What people marked in the originals, likewise")
            .shown("FILE")
            .field("knowledge", &O::knowledge,
                   "A taxonomy along which words were generalised, likewise")
            .shown("SOURCE")
            .include(&O::finders, finder_schema())
            .include(&O::methods, MethodChoice::schema(family, DataKind::documents)),
        run_document_methods<family>);
}

}  // namespace

Operation attack_documents() {
    return document_methods<Family::attack>("attack", "Try to find people in released documents");
}

Operation measure_documents() {
    return document_methods<Family::loss>("measure", "Measure what released documents lost");
}

}  // namespace lethe::operation
