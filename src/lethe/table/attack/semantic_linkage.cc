// Semantic record linkage: each known record goes to the masked records nearest to it in meaning.
#include "lethe/algo/linkage/tuple_linkage.h"
#include "lethe/method/measure_params.h"
#include "lethe/space/tuple_space.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct SemanticLinkageParams : MeasureParams {
    bool links = false;
    bool exposure = false;
};

Schema<SemanticLinkageParams> semantic_linkage_schema() {
    return with_measure_params(Schema<SemanticLinkageParams>())
        .field("links", &SemanticLinkageParams::links, "list every link in the private results")
        .field("exposure", &SemanticLinkageParams::exposure,
               "list the probability of each record to be found in the private results");
}

std::vector<Nearest> link_by_meaning(const AssessInput& input, const SemanticLinkageParams& params,
                                     const std::vector<std::int64_t>& rows) {
    const OpenRecords open(input);
    const std::vector<std::int64_t> matches = open.places(matches_of(input, rows));
    const TupleSpace space(input.context, input.original, input.columns,
                           {.measure = params.options()}, &input.masked);
    const TupleSpace::Points points = space.points_of(input.masked.gather(open.rows()));
    const std::vector<NearestPoints> nearest = nearest_points(input.context, space, points);
    std::vector<Nearest> links(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int32_t tuple = space.tuple_of_row()[static_cast<std::size_t>(rows[i])];
        const NearestPoints& found = nearest[static_cast<std::size_t>(tuple)];
        // The lists of links show roots of distances, as those of other linkages.
        const double distance = space.mean(found.parts);
        links[i] = {distance * distance, found.rows, found.row, false};
        open.as_rows(links[i]);
        if (matches[i] < 0) continue;
        const auto own =
            static_cast<std::size_t>(points.of_row[static_cast<std::size_t>(matches[i])]);
        links[i].has_match = space.parts(points.points[own], tuple) == found.parts;
    }
    return links;
}

std::int64_t columns_with_meaning(const AssessInput& input) {
    std::int64_t count = 0;
    for (const std::string& name : input.columns) {
        count += input.original.column(name).meaning() != nullptr ? 1 : 0;
    }
    return count;
}

Measurement assess_semantic_linkage(const AssessInput& input, const SemanticLinkageParams& params) {
    check_tables(input);
    Measurement result;
    const std::vector<std::int64_t> rows = attacked_rows(input);
    std::vector<Nearest> links(rows.size());
    if (!nobody_to_link(input, rows, result.warnings)) {
        links = link_by_meaning(input, params, rows);
    }
    const RightLinks right = right_links(links);
    result.value = right.describe(result.details);
    result.details["candidates"] = OpenRecords(input).size();
    result.details["columns_with_meaning"] = columns_with_meaning(input);
    if (params.links) result.private_details["links"] = link_lists(rows, links);
    if (params.exposure) {
        result.private_details["exposure"] = exposure_list(rows, links);
        result.private_details["strictly_linked"] = right.strict;
    }
    return result;
}

}  // namespace

Method semantic_linkage() {
    return make_attack(
        MethodInfo{
            .name = "semantic-linkage",
            .title = "Semantic record linkage",
            .summary = "Links each known record to the masked records nearest to it in meaning.",
            .description =
                "The intruder holds records of people (by default all of the original), knows what "
                "the words mean, and links each record to the nearest of the release: the distance "
                "of two records is the mean over the columns, of two concepts by `measure` in the "
                "taxonomy of their column. Where several are equally near he guesses. The value is "
                "the percentage that finds its own masked version (`expected`); `strict` counts "
                "only records that are nearer to their own than to any other, `lax` also those "
                "that tie. A more general word is near to the words below it, so generalising does "
                "not stop this attack as it stops `matching-linkage`; on a k-anonymous release it "
                "is at most 100 / k. Columns without a taxonomy take part too: other categories "
                "are equal or not, ordered ones differ by their steps, numbers by their difference "
                "in percent of the range. Equal records are compared once, so that time grows with "
                "the number of different ones. Missing is a value of its own, far from all others.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"martinez2012disclosure", "martinez2012ontology"},
            .example = {{"measure", "log-sc"}},
            .in_words =
                "The intruder knows what the words mean and pairs each person with the released "
                "records that are closest in meaning. A more general word does not stop him.",
            .scale = Scale::people,
            .purposes = {Purpose::linkage_by_meaning},
            .needs_meaning = true,
            .finds_people = true,
            .assessed_with = {Json::object()}},
        semantic_linkage_schema(), assess_semantic_linkage);
}

}  // namespace lethe::attack
