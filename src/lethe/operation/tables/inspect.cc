// inspect, of a table: the first look.
#include "lethe/release/tables/inspect.h"

#include "lethe/operation/operation.h"
#include "lethe/operation/shared/inspect_output.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/assess/table_exposure.h"

namespace lethe::operation {
namespace {

struct InspectOptions {
    std::string data;
    std::vector<std::string> columns;
    InspectOutput to;
    std::string exposure;
    Replacing replace;
    TableReading read;
};

void check_inspection(const InspectOptions& options, const Door&, Problems& problems) {
    add_if_thrown(problems, [&] {
        options.to.check({options.data});
        release::refuse_overwrite(options.exposure,
                                  {options.data, options.to.output, options.to.policy_out});
        options.replace.check(options.exposure, OutputKind::table, release::kExposureHeader);
    });
}

// Who stands out, into the file of its own; what may be told with the rest of the result.
Json written_exposure(const release::InspectedTable& inspected, const std::string& file,
                      const Table& table, Door& door) {
    std::vector<std::string> columns;
    if (inspected.classes) columns = inspected.classes->columns;
    const release::TableExposure found =
        release::table_exposure(door.context().silent(), table, columns);
    release::write_exposure_csv(file, found.table);
    Json told = to_json(found, columns);
    told["private_file"] = file;
    return told;
}

Answer inspect_data(const InspectOptions& options, Door& door) {
    const ReadOptions read = options.read.options();
    const Table table = read_source(door, options.data, read);
    const release::InspectedTable inspected =
        release::inspect(door.context(), table, shown_source(options.data),
                         {options.columns, read, options.to.policy_out});
    Json told = to_json(inspected);
    if (!options.exposure.empty()) {
        told["exposure"] = written_exposure(inspected, options.exposure, table, door);
    }
    return options.to.answer(std::move(told), inspected.policy);
}

}  // namespace

Operation inspect_table() {
    using O = InspectOptions;
    return make_operation(
        {.name = "inspect",
         .data = DataKind::table,
         .summary = "What is in a table, who can be found by it, and a policy to begin with",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe inspect people.csv --policy-out policy.toml",
                      "lethe inspect people.csv --exposure who.csv"}},
        Schema<O>()
            .field("data", &O::data,
                   "CSV, TSV, JSON, Parquet or Excel file, a pattern of files, a SELECT, or -")
            .at_place("DATA")
            .required()
            .input()
            .field("columns", &O::columns, "The quasi-identifiers (default: a guess)")
            .separated("A,B")
            .field("exposure", &O::exposure,
                   "Write how exposed each row is, and in which columns it is alone (private CSV)")
            .output(OutputKind::own)
            .shown("FILE")
            .include(&O::to, InspectOutput::schema())
            .include(&O::replace, Replacing::schema())
            .include(&O::read, TableReading::schema()),
        inspect_data, check_inspection);
}

}  // namespace lethe::operation
