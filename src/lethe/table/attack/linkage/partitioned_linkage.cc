// Supervised linkage by a Choquet integral on small parts of the data, whose measures are
// aggregated: what Abril (2014, 6.3) proposes against the time and the overfitting of the rich
// family. The people are divided at random. In each part the measure that links most of its people,
// among the released records of that part alone, is learnt and proven; the time of all parts
// together is far below that of the whole, because the competitors of each person are fewer. A
// measure that is best in its part is not best for all. Their mean, weighted by the links of the
// parts, is a monotone measure again; it is tried on everybody in the whole release, and so is each
// of the measures alone, beside how far it lies from the mean. Where one of them finds more than
// the mean, that is what an intruder finds.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/learnt/fuzzy_measure.h"
#include "lethe/algo/learnt/learnt_parameters.h"
#include "lethe/algo/learnt/supervised_linkage.h"
#include "lethe/table/attack/learnt_linkage.h"
#include "lethe/table/attack/linkage/linkage_words.h"

namespace lethe::attack {
namespace {

struct PartitionedLinkageParams {
    enum class MeanOf { links, parts };

    std::int64_t parts = 4;
    MeanOf weights = MeanOf::links;
    double seconds = 60;
    double work = 0;
    std::int64_t max_records = 2000;
};

Schema<PartitionedLinkageParams> partitioned_linkage_schema() {
    using P = PartitionedLinkageParams;
    return Schema<P>()
        .field("parts", &P::parts,
               "the people are divided into so many parts at random, each with ten at least",
               between(2, 1000))
        .choice("weights", &P::weights,
                "what the measure of a part counts in the mean: the people it links, or as any "
                "other",
                {{"links", P::MeanOf::links}, {"equal", P::MeanOf::parts}})
        .field("seconds", &P::seconds, "time limit of all parts together", above(0))
        .field("work", &P::work,
               "limit for each part in millions of multiplications, which ends at the same place "
               "on every machine; 0: none",
               at_least(0))
        .field("max_records", &P::max_records,
               "of more people so many are drawn at random, each tried in the whole release",
               at_least(2));
}

struct LearntPart {
    std::vector<double> measure;  // place 0 the empty set
    std::int64_t people = 0;
    std::int64_t links = 0;
    bool optimal = false;
    double seconds = 0;
};

LearntPart learn_part(const AssessInput& input, const LinkSample& sample,
                      const SearchLimits& limits) {
    const DistanceModel model{DistanceFamily::choquet};
    AlignedRecords records = sample.records();
    records.others = 0;  // the part alone
    const SupervisedLinkage learnt =
        supervised_linkage(input.context.silent(), model, records, limits);
    return {learnt_measure(model, learnt.search.parameters, records.attributes), records.rows,
            learnt.search.links, learnt.search.optimal, learnt.search.statistics.seconds};
}

std::vector<LearntPart> learn_parts(const AssessInput& input, const LinkageCrowd& crowd,
                                    const std::vector<std::int64_t>& people,
                                    const PartitionedLinkageParams& params, std::int64_t count) {
    const std::vector<std::int64_t> order =
        random_permutation(input.random.stream("parts of the people"), std::ssize(people));
    SearchLimits limits{.seconds = params.seconds / static_cast<double>(count)};
    if (params.work > 0) limits.work = static_cast<std::int64_t>(1e6 * std::min(params.work, 1e12));
    std::vector<LearntPart> parts;
    Progress progress(input.context, "learning parts", count);
    for (std::int64_t p = 0; p < count; ++p) {
        std::vector<std::int64_t> rows;
        for (std::int64_t i = p; i < std::ssize(order); i += count) {
            rows.push_back(people[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
        }
        std::ranges::sort(rows);
        parts.push_back(learn_part(input, crowd.sample(rows, true), limits));
        progress.add();
        input.context.check_stop();
    }
    return parts;
}

Json distance_json(const MeasureDistance& distance) {
    return {{"euclid", distance.euclid},
            {"largest", distance.largest},
            {"moebius", distance.moebius},
            {"shapley", distance.shapley}};
}

Measurement assess_partitioned_linkage(const AssessInput& input,
                                       const PartitionedLinkageParams& params) {
    check_tables(input);
    Measurement result;
    const std::vector<std::int64_t> people = drawn_people(
        input.random, "partitioned linkage sample", released_people(input), params.max_records);
    if (people.empty() || input.masked.rows() == 0) {
        result.warnings.push_back("there is no record to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    if (std::ssize(input.columns) > kMostSetAttributes) {
        throw Error(ErrorKind::unmet,
                    fmt::format("weights of sets of columns are learnt for at most {} columns, not "
                                "{}: choose fewer",
                                kMostSetAttributes, input.columns.size()));
    }
    constexpr std::int64_t kFewest = 10;
    const std::int64_t count =
        std::clamp<std::int64_t>(std::ssize(people) / kFewest, 1, params.parts);
    if (count < params.parts) {
        result.warnings.push_back(fmt::format(
            "{} parts instead of {}: each has ten people at least", count, params.parts));
    }
    const LinkageCrowd crowd(input);
    const std::vector<LearntPart> parts = learn_parts(input, crowd, people, params, count);
    std::vector<std::vector<double>> measures;
    std::vector<double> weights;
    std::int64_t linked = 0;
    double seconds = 0;
    for (const LearntPart& part : parts) {
        measures.push_back(part.measure);
        weights.push_back(static_cast<double>(part.links));
        linked += part.links;
        seconds += part.seconds;
    }
    if (linked == 0 || params.weights == PartitionedLinkageParams::MeanOf::parts) {
        weights.assign(parts.size(), 1.0);
    }
    const std::vector<double> mean = mean_measure(measures, weights);

    const DistanceModel model{DistanceFamily::choquet};
    const LinkSample whole = crowd.sample(people, true);
    const auto links_of = [&](const std::vector<double>& measure) {
        return count_links(input.context, model, whole, std::span(measure).subspan(1));
    };
    LinkCounts counts = links_of(mean);
    const double by_mean = counts.expected;
    Json rows = Json::array();
    for (const LearntPart& part : parts) {
        const LinkCounts alone = links_of(part.measure);
        if (alone.expected > counts.expected) counts = alone;
        Json row = distance_json(measure_distance(part.measure, mean));
        row["people"] = part.people;
        row["links"] = part.links;
        row["optimal"] = part.optimal;
        row["seconds"] = part.seconds;
        row["whole"] = percent(alone.expected, static_cast<double>(whole.people()));
        rows.push_back(std::move(row));
    }
    Json between = Json::array();
    for (std::size_t a = 0; a < parts.size() && parts.size() <= 20; ++a) {
        for (std::size_t b = a + 1; b < parts.size(); ++b) {
            Json row = distance_json(measure_distance(measures[a], measures[b]));
            row["parts"] = {a + 1, b + 1};
            between.push_back(std::move(row));
        }
    }
    Json details = link_figures(counts, whole.people());
    details["links"] = counts.strict;
    details["by_mean"] = percent(by_mean, static_cast<double>(whole.people()));
    details["links_in_parts"] = linked;
    details["seconds"] = seconds;
    details["operator"] = name(model.family);
    details["sampled"] = std::ssize(people) < std::ssize(released_people(input));
    details["candidates"] = crowd.size();
    details["columns"] = input.columns;
    result.about_original["parts"] = std::move(rows);
    result.about_original["distances"] = std::move(between);
    describe_parameters(result.about_original, model, std::span(mean).subspan(1), input.columns);
    result.value = percent(counts.expected, static_cast<double>(whole.people()));
    result.details = std::move(details);
    if (result.details["sampled"] == true) {
        result.interval = share_interval(counts.expected, whole.people());
    }
    return result;
}

}  // namespace

Method partitioned_linkage() {
    return make_attack(
        MethodInfo{
            .name = "partitioned-linkage",
            .title = "Linkage learnt on parts and aggregated",
            .summary = "Choquet distances learnt on parts of the people, and their mean tried on "
                       "all.",
            .description =
                "Divides the people at random into `parts`, learns in each the weights of sets of "
                "columns under which most of its people are nearest to their own masked record "
                "among those of the part, and takes the mean of these fuzzy measures, weighted by "
                "the people that each links. The value is what the mean finds of all people in "
                "the whole release, or one of the measures where that finds more, a guess among "
                "equally near ones counting as its chance; `by_mean` is what the mean finds. "
                "Beside it `parts` tells of each measure what it finds of all people alone "
                "(`whole`), and how far it lies from the mean: the root of the mean squared "
                "difference of the sets (`euclid`), the same of their Moebius transforms "
                "(`moebius`), the largest difference, and how much of the columns' shares "
                "(Shapley values) differs; `distances` has the same between the measures. Use it "
                "where supervised-linkage with the operator choquet takes too long: its time "
                "grows with the competitors of a person, which are fewer in a part. Beware: it "
                "proves nothing of the whole, where an intruder may find more; and the people "
                "that it was learnt from are those it is tried on.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy"},
            .example = {{"parts", 2}, {"work", 20}},
            .in_words = "The owner of the data learns the weights of sets of columns on small "
                        "parts of the people, which is quick, and takes their mean.",
            .scale = Scale::people,
            .reading = read_linkage,
            .details = learnt_details({{"by_mean", "Found by the mean", true},
                                       {"links_in_parts", "People found in their parts"},
                                       {"parts", "", false, "", true},
                                       {"distances", "", false, "", true}}),
            .purposes = {Purpose::lattice},
            .finds_people = true,
            .knows = "the true links, from which weights of sets of columns are learnt in parts"},
        partitioned_linkage_schema(), assess_partitioned_linkage);
}

}  // namespace lethe::attack
