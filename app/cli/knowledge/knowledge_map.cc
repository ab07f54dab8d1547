// lethe knowledge map: which concept each value of a column means.
#include <fmt/format.h>

#include <array>
#include <set>

#include "cli/knowledge/knowledge_source.h"
#include "lethe/core/error.h"
#include "lethe/release/tables/column_knowledge.h"

namespace lethe::cli {
namespace {

struct MapFlags {
    KnowledgeSource source;
    std::string data;
    std::string column;
    std::string overrides;
    std::string senses{name(SensePolicy::attribute_context)};
    std::string unmapped;
    std::string output;
    bool no_stemming = false;
    ReadFlags read;
};

std::vector<std::string> distinct_values(const Column& column) {
    std::set<std::string> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.insert(column.text(row));
    }
    return {values.begin(), values.end()};
}

void write_concepts(Session& session, const MapFlags& options) {
    refuse_overwrite(options.output, {options.data, options.source.source});
    const Table table = read_source(session, options.data, options.read.options());
    const std::vector<std::string> values = distinct_values(table.column(options.column));
    const Knowledge knowledge = options.source.open(session);
    MapOptions mapping;
    mapping.senses = *sense_policy_named(options.senses);
    mapping.stemming = !options.no_stemming;
    if (!options.overrides.empty()) mapping.overrides = read_map(options.overrides);
    std::vector<MappedValue> mapped =
        map_values(session.context(), knowledge.taxonomy, values, mapping);
    Json unmapped = Json::array();
    Json ambiguous = Json::array();
    std::array<std::int64_t, 4> found{};
    for (MappedValue& entry : mapped) {
        ++found[static_cast<std::size_t>(entry.found)];
        if (entry.senses > 1) ambiguous.push_back(entry.value);
        if (entry.meaning != kNoConcept) continue;
        unmapped.push_back(entry.value);
        if (options.unmapped == name(Unmapped::attach_to_root)) {
            entry.meaning = knowledge.taxonomy->root();
        }
    }
    write_map(options.output, *knowledge.taxonomy, mapped);
    const std::size_t unknown = unmapped.size();
    session.show({{"kind", "concept-map"},
                  {"output", options.output},
                  {"column", options.column},
                  {"name", knowledge.taxonomy->name()},
                  {"values", values.size()},
                  {"by_override", found[0]},
                  {"by_name", found[1]},
                  {"by_stem", found[2]},
                  {"ambiguous", std::move(ambiguous)},
                  {"senses", options.senses},
                  {"unmapped", std::move(unmapped)}});
    if (unknown > 0 && options.unmapped == name(Unmapped::fail)) {
        throw Error(ErrorKind::input,
                    fmt::format("{} of {} values have no concept; give them one in this file",
                                unknown, values.size()),
                    {options.output, 0, 0, {}});
    }
}

}  // namespace

void add_knowledge_map(CLI::App& app, Session& session) {
    auto options = std::make_shared<MapFlags>();
    CLI::App* command =
        app.add_subcommand("map", "Which concept each value of a column means, as a table");
    command->add_option("data", options->data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
        ->required()
        ->type_name("DATA");
    command->add_option("--column", options->column, "The column")->required()->type_name("NAME");
    options->source.add_option_to(*command);
    command
        ->add_option("--overrides", options->overrides,
                     "Values whose concepts you decided: a table as this command writes it")
        ->type_name("FILE");
    command->add_option("--senses", options->senses, "How one of several senses is chosen")
        ->check(CLI::IsMember(sense_policy_names()))
        ->capture_default_str()
        ->type_name("POLICY");
    command
        ->add_option("--unmapped", options->unmapped,
                     "Values without a concept: fail ends with an error once the table is written, "
                     "root gives them the root (default: they are listed)")
        ->check(CLI::IsMember(unmapped_names()))
        ->type_name("POLICY");
    command->add_flag("--no-stemming", options->no_stemming, "Only whole names, not their stems");
    command->add_option("-o,--output", options->output, "The table (CSV)")
        ->required()
        ->type_name("FILE");
    options->read.add_to(*command);
    command->footer(
        "Example:\n  lethe sample census --rows 1000 --seed 1 -o people.csv\n"
        "  lethe knowledge map people.csv --column occupation -o map.csv");
    command->callback([&session, options] {
        session.run = [&session, options] { write_concepts(session, *options); };
    });
}

}  // namespace lethe::cli
