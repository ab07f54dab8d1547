// knowledge write: a taxonomy as a value hierarchy.
#include "lethe/io/file.h"
#include "lethe/knowledge/hierarchies/level_files.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

struct WriteOptions {
    KnowledgeSource source;
    bool levels = false;
    TaxonomyLevels taxonomy;
    std::string output;
};

void check_write_options(const WriteOptions& options, const Door&, Problems& problems) {
    for (const auto& [given, parameter] : {std::pair(options.taxonomy.inner, "inner"),
                                           std::pair(options.taxonomy.one_parent, "one_parent")}) {
        if (given && !options.levels) {
            problems.push_back({"belongs to a table of levels", {{}, 0, 0, parameter}});
        }
    }
}

Schema<TaxonomyLevels> taxonomy_schema() {
    return Schema<TaxonomyLevels>()
        .field("inner", &TaxonomyLevels::inner, "--levels: also a line for concepts with children")
        .field("one_parent", &TaxonomyLevels::one_parent,
               "--levels: of several parents the first counts (default: they are refused)");
}

Answer write_hierarchy(const WriteOptions& options, Door& door) {
    release::refuse_overwrite(options.output, source_paths(options.source.source));
    const Knowledge knowledge = options.source.open(door);
    Json result{
        {"kind", "written"}, {"output", options.output}, {"concepts", knowledge.taxonomy->size()}};
    if (options.levels) {
        const LevelTable table = level_table_of(*knowledge.taxonomy, options.taxonomy);
        write_file(options.output, level_table_text(table));
        result["values"] = table.lines.size();
        result["levels"] = table.levels();
    } else {
        write_value_hierarchy(options.output, *knowledge.taxonomy);
    }
    return {std::move(result)};
}

}  // namespace

Operation knowledge_write() {
    using O = WriteOptions;
    return make_operation({.name = "write",
                           .words = {"knowledge", "write"},
                           .summary = "Write a taxonomy as a value hierarchy: one path a line",
                           .notes = "With --levels all lines are equally long, counted from the "
                                    "root: a concept that is less deep is repeated.",
                           .examples = {"lethe knowledge write wordnet -o hierarchy.csv"}},
                          Schema<O>()
                              .include(&O::source, KnowledgeSource::schema_by_place())
                              .field("levels", &O::levels,
                                     "A table of levels: one line a concept without children, all "
                                     "equally long")
                              .include(&O::taxonomy, taxonomy_schema())
                              .field("output", &O::output, "The hierarchy (CSV)")
                              .output(OutputKind::file)
                              .letter('o')
                              .shown("FILE")
                              .required(),
                          write_hierarchy, check_write_options);
}

}  // namespace lethe::operation
