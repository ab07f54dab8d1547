// knowledge write: a taxonomy as a value hierarchy.
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

struct WriteOptions {
    KnowledgeSource source;
    std::string output;
};

Answer write_hierarchy(const WriteOptions& options, Door& door) {
    refuse_overwrite(options.output, source_paths(options.source.source));
    const Knowledge knowledge = options.source.open(door);
    write_value_hierarchy(options.output, *knowledge.taxonomy);
    return {Json{
        {"kind", "written"}, {"output", options.output}, {"concepts", knowledge.taxonomy->size()}}};
}

}  // namespace

Operation knowledge_write() {
    using O = WriteOptions;
    return make_operation({.name = "write",
                           .words = {"knowledge", "write"},
                           .summary = "Write a taxonomy as a value hierarchy: one path a line",
                           .examples = {"lethe knowledge write wordnet -o hierarchy.csv"}},
                          Schema<O>()
                              .include(&O::source, KnowledgeSource::schema_by_place())
                              .field("output", &O::output, "The hierarchy (CSV)")
                              .letter('o')
                              .shown("FILE")
                              .required(),
                          write_hierarchy);
}

}  // namespace lethe::operation
