// Small cells: people with a rare combination of values, and whether it is still theirs.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/method/figures.h"
#include "lethe/table/attack/key_table.h"

namespace lethe::attack {
namespace {

struct SmallCellsParams {
    std::int64_t limit = 3;
};

Schema<SmallCellsParams> small_cells_schema() {
    return Schema<SmallCellsParams>().field("limit", &SmallCellsParams::limit,
                                            "a cell of at most so many records is small",
                                            at_least(1));
}

Measurement assess_small_cells(const AssessInput& input, const SmallCellsParams& params) {
    const KeyTable table = key_table(input);
    const auto small = [&](const std::vector<std::int64_t>& counts, std::int32_t cell) {
        const std::int64_t count = counts[static_cast<std::size_t>(cell)];
        return count >= 1 && count <= params.limit;
    };
    const std::int64_t at_risk =
        std::count_if(table.original.begin(), table.original.end(),
                      [&](std::int32_t cell) { return small(table.in_original, cell); });
    std::int64_t unchanged = 0;  // of those at risk
    std::int64_t released = 0;   // records in small cells of the release
    std::int64_t own = 0;        // of these, where they belong
    for (std::int64_t row = 0; row < input.masked.rows(); ++row) {
        const auto from = static_cast<std::size_t>(input.origin_of(row));
        const std::int32_t before = table.original[from];
        const std::int32_t after = table.masked[static_cast<std::size_t>(row)];
        if (before == after && small(table.in_original, before)) ++unchanged;
        if (!small(table.in_masked, after)) continue;
        ++released;
        if (before == after) ++own;
    }
    std::int64_t cells = 0;
    std::int64_t true_cells = 0;
    for (std::size_t cell = 0; cell < table.in_masked.size(); ++cell) {
        const auto code = static_cast<std::int32_t>(cell);
        if (!small(table.in_masked, code)) continue;
        ++cells;
        if (small(table.in_original, code)) ++true_cells;
    }
    Measurement result;
    result.value = percent(unchanged, at_risk);
    // Each tells the other beside the value.
    result.about_original = {{"at_risk", at_risk}, {"unchanged", unchanged}};
    result.details["released"] = released;
    result.details["own_percent"] = percent(own, released);
    result.details["cells"] = cells;
    result.details["true_cells_percent"] = percent(true_cells, cells);
    if (at_risk == 0) {
        result.warnings.push_back(fmt::format(
            "no combination of values has {} records or fewer: the value is 0", params.limit));
    }
    return result;
}

std::string read_small_cells(const Json& attack, double value, std::optional<std::int64_t>) {
    const Json& details = figures::field(attack, "details");
    const auto people = figures::count(details, "at_risk");
    const auto own = figures::number(details, "own_percent");
    const std::string kept = figures::percent_text(value);
    std::string reading =
        people ? fmt::format("{} people have a rare combination; {} of them keep it.",
                             figures::count_text(*people), kept)
               : fmt::format("{} of the people with a rare combination keep it.", kept);
    if (figures::count(details, "released") == 0) {
        reading += " The release has no rare combination.";
    } else if (own) {
        reading += fmt::format(
            " Who meets a rare combination in the release meets its owner {} of the time.",
            figures::percent_text(*own));
    }
    return reading;
}

}  // namespace

Method small_cells() {
    return make_attack(
        MethodInfo{
            .name = "small-cells",
            .title = "Small cells",
            .summary = "How many people with a rare combination of values keep it.",
            .description =
                "A combination of categories that at most `limit` people have points at them: who "
                "knows one of them looks for it in the release. The value is the percentage of the "
                "people in such small cells of the original whose combination is released "
                "unchanged. `own_percent` is the other way round, what an intruder who meets a "
                "small cell in the release can rely on: the percentage of records there that "
                "belong there, the rest having come from other cells; `true_cells_percent` the "
                "percentage of small cells of the release that are small in the original too. Use "
                "it for methods that change values at random (PRAM, swapping), where a rare "
                "combination need not be a true one. Choose columns that an intruder can know; "
                "with many columns every cell is small. Missing is a category of its own.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"mares2010pram", "gouweleeuw1998pram"},
            .example = {{"limit", 3}},
            .in_words =
                "A combination of values that only a few people have points at them. It counts how "
                "many of these people are released with their combination unchanged.",
            .scale = Scale::unique,
            .reading = read_small_cells,
            .details = {{"at_risk", "people in small cells"},
                        {"released", "records in small cells of the release"},
                        {"own_percent", "of these, where they belong", true},
                        {"cells", "small cells of the release"},
                        {"true_cells_percent", "of these, small in the original", true}},
            .assessed_with = {Json::object()}},
        small_cells_schema(), assess_small_cells);
}

}  // namespace lethe::attack
