// knowledge map: which concept each value of a column means.
#include <fmt/format.h>

#include <map>
#include <set>

#include "lethe/core/error.h"
#include "lethe/knowledge/join/crosswalk.h"
#include "lethe/knowledge/phrases/lexicon.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/operation/shared/named_choices.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/tables/column_knowledge.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

using How = MappedValue::How;

struct ConceptMapOptions {
    KnowledgeSource source;
    std::string data;
    std::string column;
    std::string overrides;
    SensePolicy senses = SensePolicy::attribute_context;
    std::optional<Unmapped> unmapped;
    std::string output;
    bool no_stemming = false;
    std::optional<double> phrases;
    Replacing replace;
    TableReading read;
};

std::vector<std::string> distinct_values(const Column& column) {
    std::set<std::string> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.insert(column.text(row));
    }
    return {values.begin(), values.end()};
}

Answer write_concepts(const ConceptMapOptions& options, Door& door) {
    std::vector<std::string> inputs = source_paths(options.source.source);
    inputs.push_back(options.data);
    release::refuse_overwrite(options.output, inputs);
    options.replace.check(options.output, OutputKind::table, kMapHeader);
    const Table table = read_source(door, options.data, options.read.options());
    const std::vector<std::string> values = distinct_values(table.column(options.column));
    const Knowledge knowledge = options.source.open(door);
    MapOptions mapping;
    mapping.senses = options.senses;
    mapping.stemming = !options.no_stemming;
    if (!options.overrides.empty()) {
        std::vector<std::string> notes;
        mapping.overrides = concepts_by_map(options.overrides, *knowledge.taxonomy, values, notes);
        door.warn(notes);
    }
    if (options.phrases) {
        mapping.phrases = options.phrases;
        mapping.lexicon = phrases::read_lexicon();
    }
    std::vector<MappedValue> mapped =
        map_values(door.context(), knowledge.taxonomy, values, mapping);
    Json unmapped = Json::array();
    Json ambiguous = Json::array();
    Json guessed = Json::array();
    std::map<MappedValue::How, std::int64_t> found;
    for (MappedValue& entry : mapped) {
        ++found[entry.found];
        if (entry.is_guess()) guessed.push_back(entry.value);
        if (entry.senses > 1) ambiguous.push_back(entry.value);
        if (entry.meaning != kNoConcept) continue;
        unmapped.push_back(entry.value);
        if (options.unmapped == Unmapped::attach_to_root) {
            entry.meaning = knowledge.taxonomy->root();
        }
    }
    write_map(options.output, *knowledge.taxonomy, mapped);
    const std::size_t unknown = unmapped.size();
    Answer answer{Json{{"kind", "concept-map"},
                       {"output", options.output},
                       {"column", options.column},
                       {"name", knowledge.taxonomy->name()},
                       {"values", values.size()},
                       {"by_override", found[How::override_table]},
                       {"by_name", found[How::name]},
                       {"by_stem", found[How::stem]},
                       {"ambiguous", std::move(ambiguous)},
                       {"senses", name(options.senses)},
                       {"unmapped", std::move(unmapped)}}};
    if (options.phrases) {
        for (const How how : {How::plural, How::phrase, How::head, How::verb, How::adjective}) {
            answer.result[fmt::format("by_{}", name(how))] = found[how];
        }
        answer.result["guessed"] = std::move(guessed);
    }
    if (unknown > 0 && options.unmapped == Unmapped::fail) {
        answer.failure =
            Error(ErrorKind::input,
                  fmt::format("{} of {} values have no concept; give them one in this file",
                              unknown, values.size()),
                  {options.output, 0, 0, {}});
    }
    return answer;
}

}  // namespace

Operation knowledge_map() {
    using O = ConceptMapOptions;
    return make_operation(
        {.name = "map",
         .words = {"knowledge", "map"},
         .summary = "Which concept each value of a column means, as a table",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe knowledge map people.csv --column occupation -o map.csv"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .field("column", &O::column, "The column")
            .shown("NAME")
            .required()
            .include(&O::source, KnowledgeSource::schema())
            .field("overrides", &O::overrides,
                   "Values whose concepts you decided: a table as this command writes it")
            .shown("FILE")
            .choice("senses", &O::senses, "How one of several senses is chosen",
                    named_choices<SensePolicy>(sense_policy_names(), sense_policy_named))
            .shown("POLICY")
            .choice("unmapped", &O::unmapped,
                    "Values without a concept: fail ends with an error once the table is written, "
                    "root gives them the root (default: they are listed)",
                    named_choices<std::optional<Unmapped>>(unmapped_names(), unmapped_named))
            .shown("POLICY")
            .field("phrases", &O::phrases,
                   "Also understand values that are phrases or sentences by what they are about, "
                   "where the confidence is at least this (0: whatever it is)",
                   between(0, 1))
            .shown("LEAST")
            .field("no_stemming", &O::no_stemming, "Only whole names, not their stems")
            .field("output", &O::output, "The table (CSV)")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .required()
            .include(&O::replace, Replacing::schema())
            .include(&O::read, TableReading::schema()),
        write_concepts);
}

}  // namespace lethe::operation
