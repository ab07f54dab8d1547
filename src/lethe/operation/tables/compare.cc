// compare, of tables: columns and what hangs together, before and after.
#include <fmt/format.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/operation/tables/private_results.h"
#include "lethe/release/assess/table_comparison.h"

namespace lethe::operation {
namespace {

struct CompareOptions {
    std::string original;
    std::string masked;
    std::vector<std::string> columns;
    std::vector<std::string> pair;
    PolicyColumns::Options policy;
    std::string log;
    std::string output;
    TableReading read;
};

Answer compare_rows(const CompareOptions& options, Door& door) {
    if (!options.pair.empty() && options.pair.size() != 2) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} takes two columns, and {} {} named", door.option_name("pair"),
                                options.pair.size(), options.pair.size() == 1 ? "was" : "were"));
    }
    PairOptions given;
    given.original = options.original;
    given.masked = options.masked;
    given.columns = options.columns;
    given.policy = options.policy;
    given.log = options.log;
    given.read = options.read;
    check_results({options.output}, given.inputs());
    const release::ComparedPair compared = release::compared_pair(
        load_request(door, given, RecordNote::silent), options.pair, Random(door.seed_or_random()));
    std::optional<std::pair<std::string, std::string>> pair;
    if (!options.pair.empty()) pair = {options.pair[0], options.pair[1]};
    Json result = to_json(release::compare_tables(door.context(), compared, pair));
    const std::int64_t rows = compared.pair.original.rows();
    result["original"] = {{"rows", rows},
                          {"private", {{"file", file_entry(options.original, rows)["file"]}}}};
    result["masked"] = file_entry(options.masked, compared.pair.masked.rows());
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace

Operation compare_table() {
    using O = CompareOptions;
    return make_operation(
        {.name = "compare",
         .data = DataKind::table,
         .summary = "What masking did to columns, correlations and associations",
         .notes = "The result describes the original data: it is private.",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe protect people.csv --method mdav --set k=5 -o release.csv",
                      "lethe compare people.csv release.csv --pair age,region -o comparison.json",
                      "lethe report comparison.json -o comparison.html"}},
        Schema<O>()
            .field("original", &O::original, "The original table")
            .at_place("ORIGINAL")
            .required()
            .field("masked", &O::masked, "The masked table")
            .at_place("MASKED")
            .required()
            .field("columns", &O::columns,
                   "Columns to compare (default: all of both but identifiers and free text)")
            .separated("A,B")
            .field("pair", &O::pair, "Two columns whose cells are counted before and after")
            .separated("A,B")
            .include(&O::policy, PolicyColumns::Options::schema())
            .field("log", &O::log,
                   "Private log of the release, where rows were dropped or reordered (default: the "
                   "one beside it)")
            .shown("FILE")
            .field("output", &O::output, "Also write the result (private JSON), for lethe report")
            .output(OutputKind::result)
            .letter('o')
            .shown("FILE")
            .include(&O::read, TableReading::schema()),
        compare_rows);
}

}  // namespace lethe::operation
