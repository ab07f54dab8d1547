// attack and measure, of document vectors.
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/operation/shared/method_choice.h"
#include "lethe/release/vectors/vector_assessment.h"

namespace lethe::operation {
namespace {

struct VectorMethodOptions {
    std::string original;
    std::string published;
    std::string log;
    bool aligned = false;
    KnowledgeSource knowledge;
    bool has_knowledge = false;
    MethodChoice methods;
};

template <Family family>
Answer run_vector_methods(const VectorMethodOptions& options, Door& door) {
    options.methods.check_output({options.original, options.published, options.log});
    const release::VectorAssessment what{options.original,
                                         options.published,
                                         {options.log, options.aligned},
                                         family,
                                         options.methods.choices(),
                                         options.has_knowledge ? options.knowledge.source : "",
                                         options.knowledge.options(door)};
    std::vector<std::string> notes;
    const release::MethodAssessment result =
        release::assess_vector_method(door.context(), what, Random(door.seed_or_random()), notes);
    door.warn(notes);
    return options.methods.answer(to_json(result));
}

Schema<VectorMethodOptions> vector_method_schema(Family family) {
    using O = VectorMethodOptions;
    return Schema<O>()
        .field("original", &O::original, "The vectors before")
        .at_place("ORIGINAL")
        .required()
        .input()
        .field("protected", &O::published, "The vectors after")
        .at_place("PROTECTED")
        .required()
        .input()
        .field("aligned", &O::aligned,
               "The vectors are of the same documents in the same order, whatever they look like")
        .field("log", &O::log, "The private log of the release (default: the one beside it)")
        .shown("FILE")
        .input()
        .include(&O::knowledge, KnowledgeSource::schema())
        .noting("source", &O::has_knowledge)
        .include(&O::methods, MethodChoice::schema(family, DataKind::vectors));
}

OperationInfo vector_method_info(const std::string& name, const std::string& summary) {
    return {.name = name,
            .data = DataKind::vectors,
            .words = {"text", name + "-vectors"},
            .summary = summary,
            .examples = {"lethe text vectors examples/documents/ministry -o ministry.mtx",
                         "lethe protect ministry.mtx -k 3 -o ministry-protected.mtx",
                         "lethe " + name + " ministry.mtx ministry-protected.mtx"}};
}

}  // namespace

Operation attack_vectors() {
    return make_operation(
        vector_method_info("attack", "Try to find documents by their published vectors"),
        vector_method_schema(Family::attack), run_vector_methods<Family::attack>);
}

Operation measure_vectors() {
    return make_operation(vector_method_info("measure", "Measure what published vectors lost"),
                          vector_method_schema(Family::loss), run_vector_methods<Family::loss>);
}

}  // namespace lethe::operation
