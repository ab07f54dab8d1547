// Label linkage: who was released unchanged, among those of the original who have the same values.
#include "lethe/table/attack/key_table.h"
#include "lethe/table/attack/linkage/links.h"

namespace lethe::attack {
namespace {

Measurement assess_label_linkage(const AssessInput& input, const NoParams&) {
    const KeyTable table = key_table(input);
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<std::int64_t> matches = matches_of(input, rows);
    std::vector<std::int64_t> held(table.in_original.size(), 0);  // of each cell
    for (const std::int64_t row : rows) {
        ++held[static_cast<std::size_t>(table.original[static_cast<std::size_t>(row)])];
    }
    std::vector<Nearest> links(rows.size());
    std::int64_t changed = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (matches[i] < 0) continue;
        const std::int32_t before = table.original[static_cast<std::size_t>(rows[i])];
        const std::int32_t after = table.masked[static_cast<std::size_t>(matches[i])];
        links[i].has_match = before == after;
        links[i].ties = held[static_cast<std::size_t>(after)];
        changed += before == after ? 0 : 1;
    }
    Measurement result;
    const RightLinks right = right_links(links);
    result.value = right.describe(result.details);
    result.details["unchanged"] = right.lax;
    result.details["changed"] = changed;
    nobody_to_link(input, rows, result.warnings);
    return result;
}

}  // namespace

Method label_linkage() {
    return make_attack(
        MethodInfo{
            .name = "label-linkage",
            .title = "Label linkage",
            .summary = "Records released unchanged, shared among all who had the same values.",
            .description =
                "The intruder takes each released record and looks for people of the original with "
                "exactly these values. A record that was changed leads nowhere, or to somebody "
                "else; one that was released unchanged leads to all people who have the same "
                "values, so it counts as one divided by their number. The value is the sum over "
                "all records, in percent (`expected`); `lax` is the share of unchanged records, "
                "`strict` that of unchanged records that nobody else shares. On unmasked data it "
                "is the number of different records in percent of all. Labels are only compared: "
                "whoever understands that a more general word covers a narrower one finds more, "
                "see `semantic-linkage`. Numbers are equal when they are exactly equal. Missing is "
                "a value of its own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"martinez2012textual", "martinez2012ontology"},
            .in_words = "It counts the records that were released unchanged, each divided by the "
                        "number of people who had the same values.",
            .scale = Scale::people,
            .finds_people = true,
            .assessed_with = {Json::object()}},
        Schema<NoParams>(), assess_label_linkage);
}

}  // namespace lethe::attack
