// Matching linkage: each known record goes to the masked records that are exactly equal to it.
#include "lethe/table/attack/key_table.h"
#include "lethe/table/attack/linkage/candidate_report.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

Measurement assess_matching_linkage(const AssessInput& given, const NoParams&) {
    check_tables(given);
    const OpenInput open(given);
    if (open.none()) return report_nobody(attacked_rows(given));
    const AssessInput input = open.of(given);
    const KeyTable table = key_table(input);
    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<std::int64_t> matches = matches_of(input, rows);
    std::vector<Nearest> links(rows.size());
    std::int64_t unmatched = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int32_t cell = table.original[static_cast<std::size_t>(rows[i])];
        links[i].ties = table.in_masked[static_cast<std::size_t>(cell)];
        links[i].has_match =
            matches[i] >= 0 && table.masked[static_cast<std::size_t>(matches[i])] == cell;
        unmatched += links[i].ties == 0 ? 1 : 0;
    }
    Measurement result;
    result.value = right_links(links).describe(result.details);
    result.details["unmatched"] = percent(unmatched, std::ssize(rows));
    result.details["candidates"] = input.masked.rows();
    nobody_to_link(input, rows, result.warnings);
    return result;
}

}  // namespace

Method matching_linkage() {
    return make_attack(
        MethodInfo{
            .name = "matching-linkage",
            .title = "Matching linkage",
            .summary = "Links each known record to the masked records that are equal to it.",
            .description =
                "The intruder holds records of people (by default all of the original) and links "
                "each to the records of the release that have exactly the same values; where there "
                "is none (`unmatched`, in percent) nobody is found. The value is the percentage "
                "that finds its own masked version, a guess among several equal ones counting as "
                "its chance: `expected`. `strict` counts only records whose own is the one match, "
                "`lax` all whose own is among the matches. It is the linkage of somebody who takes "
                "words for mere labels: generalising every value brings it to 0, while "
                "`semantic-linkage` still finds people. On a k-anonymous release it is at most 100 "
                "/ k. Numbers are equal when they are exactly equal. Missing is a value of its "
                "own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"martinez2012disclosure", "martinez2012ontology"},
            .in_words = "The intruder pairs each person with the released records that have "
                        "exactly the same values.",
            .scale = Scale::people,
            .finds_people = true,
            .assessed_with = {Json::object()}},
        Schema<NoParams>(), assess_matching_linkage);
}

}  // namespace lethe::attack
