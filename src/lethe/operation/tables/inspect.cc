// inspect, of a table: the first look.
#include "lethe/release/tables/inspect.h"

#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_out.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"

namespace lethe::operation {
namespace {

struct InspectOptions {
    std::string data;
    std::vector<std::string> columns;
    std::string output;
    std::string policy_out;
    TableReading read;
    Replacing replace;
};

Answer inspect_data(const InspectOptions& options, Door& door) {
    refuse_overwrite(options.output, {options.data});
    options.replace.check(options.output, OutputKind::result);
    refuse_overwrite(options.policy_out, {options.data, options.output});
    const ReadOptions read = options.read.options(door);
    const Table table = read_source(door, options.data, read);
    Json result =
        inspect(door.context(), table, options.data, {options.columns, read, options.policy_out});
    write_policy_out(options.policy_out, result);
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace

Operation inspect_table() {
    using O = InspectOptions;
    return make_operation(
        {.name = "inspect",
         .data = DataKind::table,
         .summary = "What is in a table, who can be found by it, and a policy to begin with",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe inspect people.csv --policy-out policy.toml"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .field("columns", &O::columns, "The quasi-identifiers (default: a guess)")
            .separated("A,B")
            .field("policy_out", &O::policy_out, kPolicyOutWords)
            .shown("FILE")
            .field("output", &O::output, "Also write the result (JSON)")
            .letter('o')
            .shown("FILE")
            .include(&O::read, TableReading::schema())
            .include(&O::replace, Replacing::schema()),
        inspect_data);
}

}  // namespace lethe::operation
