// weights: the weights of the combined index, learnt from examples that people judged.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/documents/measure/index_weights.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {
namespace {

struct WeightsOptions {
    std::string examples;
};

constexpr std::array<const char*, documents::kIndexParts> kPartColumns{
    "f", "coverage", "novelty", "total", "random", "lost"};
constexpr const char* kJudgedColumn = "judged";

const Column& numbers_named(const Table& table, const std::string& name, const std::string& path) {
    const Column* column = table.find(name);
    if (column == nullptr || !column->is_numeric()) {
        throw Error(ErrorKind::input,
                    fmt::format("has no column of numbers {}; it needs {} and {}", name,
                                fmt::join(kPartColumns, ", "), kJudgedColumn),
                    {path, 0, 0, {}});
    }
    return *column;
}

std::vector<documents::IndexExample> read_examples(Door& door, const std::string& path) {
    ReadOptions reading;
    reading.header = true;
    const Table table = read_table(door.context(), path, reading);
    std::vector<documents::IndexExample> examples(static_cast<std::size_t>(table.rows()));
    const auto take = [&](const char* name, auto put) {
        const Column& column = numbers_named(table, name, path);
        for (std::int64_t r = 0; r < table.rows(); ++r) {
            if (!column.valid(r)) {
                throw Error(ErrorKind::input, fmt::format("row {}: {} is missing", r + 1, name),
                            {path, 0, 0, {}});
            }
            put(examples[static_cast<std::size_t>(r)],
                column.numbers()[static_cast<std::size_t>(r)]);
        }
    };
    for (std::size_t p = 0; p < kPartColumns.size(); ++p) {
        const bool falls = p == 2 || p == 4 || p == 5;  // as documents::index_parts
        take(kPartColumns[p], [&](documents::IndexExample& example, double value) {
            example.parts[p] = falls ? -value : value;
        });
    }
    take(kJudgedColumn,
         [](documents::IndexExample& example, double value) { example.judged = value; });
    return examples;
}

Answer learn_weights(const WeightsOptions& options, Door& door) {
    const std::vector<documents::IndexExample> examples = read_examples(door, options.examples);
    const documents::LearntWeights learnt = documents::learn_index_weights(examples);
    return {Json{{"kind", "index-weights"},
                 {"examples", examples.size()},
                 {"parts", kPartColumns},
                 {"weights", learnt.weights},
                 {"scale", learnt.scale},
                 {"error", learnt.error},
                 {"cross_validated_error", learnt.cross_validated}}};
}

}  // namespace

Operation learn_index_weights() {
    using O = WeightsOptions;
    return make_operation(
        {.name = "weights",
         .words = {"text", "weights"},
         .summary = "Learn the weights of the combined index from examples that people judged",
         .examples = {"lethe text weights examples/documents/judged.csv"}},
        Schema<O>()
            .field("examples", &O::examples,
                   "A table with a row for each query: the changes f, coverage, novelty, total, "
                   "random and lost in percent, as lethe assess tells them, and judged")
            .at_place("EXAMPLES")
            .required()
            .input(),
        learn_weights);
}

}  // namespace lethe::operation
