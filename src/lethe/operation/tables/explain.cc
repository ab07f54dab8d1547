// explain, of tables: why a person is found.
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/tables/load_pair.h"
#include "lethe/operation/tables/private_results.h"
#include "lethe/release/assess/link_explanation.h"

namespace lethe::operation {
namespace {

struct ExplainOptions {
    PairOptions pair;
    std::int64_t row = 1;
    std::string output;
};

Answer explain_row(const ExplainOptions& options, Door& door) {
    check_results({options.output}, options.pair.inputs());
    const release::AssessedPair loaded = load_pair(door, options.pair, {}, Json::object());
    const release::LinkExplanation found =
        release::explain_link(loaded.pair, loaded.scenario, options.row - 1, door.context());
    Json result = to_json(found, loaded.pair, loaded.scenario);
    for (const char* key : {"original", "masked", "scenario"}) {
        result[key] = assessment_of(options.pair, loaded)[key];
    }
    if (!options.output.empty()) write_file(options.output, result.dump(2) + "\n", true);
    return {std::move(result)};
}

}  // namespace

Operation explain_table() {
    using O = ExplainOptions;
    return make_operation(
        {.name = "explain",
         .data = DataKind::table,
         .summary = "Why a person is found in a release, column by column",
         .notes = "The result speaks of one person: it is private.",
         .examples = {"lethe sample census --rows 1000 --seed 1 -o people.csv",
                      "lethe protect people.csv --method rank-swapping --set p=5 -o release.csv",
                      "lethe explain people.csv release.csv --row 17"}},
        Schema<O>()
            .include(&O::pair, PairOptions::schema())
            .field("row", &O::row, "The person: her row in the original, from 1", at_least(1))
            .shown("N")
            .required()
            .field("output", &O::output, "Also write the result (private JSON), for lethe report")
            .output(OutputKind::result)
            .letter('o')
            .shown("FILE"),
        explain_row);
}

}  // namespace lethe::operation
