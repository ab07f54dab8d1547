// The survey of the source (Martínez 2012, chapters 4, 5, 6 and 8) is private; a synthetic one with
// its published counts stands in. Centres, recoding and its rivals, clusters, microaggregation, and
// linkage after generalisation. Orderings alone can be compared.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <string_view>

#include "experiments/experiments.h"
#include "experiments/semantic/semantic_files.h"
#include "experiments/support.h"
#include "lethe/algo/partition/clusters.h"
#include "lethe/algo/partition/ward.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/space/tuple_centre.h"

namespace lethe::reproduction {
namespace {

const std::vector<std::int64_t> kSurveyLevels = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::int64_t kSurveyRuns = 5;

MeasureOptions measured_by(MeasureKind kind) {
    MeasureOptions options;
    options.kind = kind;
    options.root_depth = 0;  // Wu-Palmer as Eq. 3.3 prints it
    return options;
}

struct Strategy {
    std::string name;
    CentreKind kind = CentreKind::semantic;
    MeasureKind measure = MeasureKind::log_sc;
};

const std::vector<Strategy> kStrategies = {
    {"semantic, log-sc"},
    {"semantic, wu-palmer", CentreKind::semantic, MeasureKind::wu_palmer},
    {"semantic, path", CentreKind::semantic, MeasureKind::path},
    {"mode", CentreKind::mode},
    {"consensus", CentreKind::consensus},
    {"random", CentreKind::random},
    {"lcs", CentreKind::lcs}};

// Tuples of the table in clusters by Ward's method.
std::vector<std::int32_t> seven_clusters(const TupleSpace& space, const Context& context) {
    std::vector<std::int64_t> weights;
    for (std::int32_t t = 0; t < space.tuples(); ++t) weights.push_back(space.count(t));
    const auto squared = [&](std::int32_t a, std::int32_t b) {
        const double distance = space.mean(space.parts(a, b));
        return distance * distance;
    };
    return ward(context, weights, squared).cut(7);
}

// Sums of distances (log-sc) to the centre of each cluster that a strategy finds; random ones are
// averaged.
std::vector<double> centre_sums(const Table& table, const Strategy& strategy,
                                const std::vector<std::int32_t>& cluster_of, std::int32_t clusters,
                                const ReproduceOptions& options, const Context& context) {
    const TupleSpace judge(context, table, table.names(),
                           {.measure = measured_by(MeasureKind::log_sc)});
    const TupleSpace space(context, table, table.names(),
                           {.measure = measured_by(strategy.measure)});
    const std::int64_t runs = strategy.kind == CentreKind::random ? 100 : 1;
    std::vector<double> sums(static_cast<std::size_t>(clusters), 0.0);
    for (std::int32_t cluster = 0; cluster < clusters; ++cluster) {
        TupleCentre centre(space, {strategy.kind, Random(options.seed).stream("centre")});
        for (std::int32_t t = 0; t < space.tuples(); ++t) {
            if (cluster_of[static_cast<std::size_t>(t)] == cluster) centre.add(t, space.count(t));
        }
        for (std::int64_t run = 0; run < runs; ++run) {
            const TupleSpace::Point point = centre.point();
            std::int64_t parts = 0;
            for (std::int32_t t = 0; t < space.tuples(); ++t) {
                if (cluster_of[static_cast<std::size_t>(t)] != cluster) continue;
                parts += judge.count(t) * judge.parts(point, t);
            }
            sums[static_cast<std::size_t>(cluster)] +=
                judge.mean(parts) / static_cast<double>(runs);
        }
    }
    return sums;
}

Json centres(const Table& table, const ReproduceOptions& options, const Context& context) {
    const TupleSpace space(context, table, table.names(),
                           {.measure = measured_by(MeasureKind::log_sc)});
    const std::vector<std::int32_t> one(static_cast<std::size_t>(space.tuples()), 0);
    const std::vector<std::int32_t> seven = seven_clusters(space, context);
    std::vector<Head> heads = {{"strategy", "centre"}, {"whole", "whole survey", 1}};
    const std::vector<std::string> keys = {"1", "2", "3", "4", "5", "6", "7"};
    for (const std::string& key : keys) heads.push_back({key, key, 1});
    heads.push_back({"sum", "sum", 1});
    Json rows = Json::array();
    for (const Strategy& strategy : kStrategies) {
        Json row = {{"strategy", strategy.name},
                    {"whole", centre_sums(table, strategy, one, 1, options, context)[0]}};
        double sum = 0;
        const auto sums = centre_sums(table, strategy, seven, 7, options, context);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            row[keys[i]] = sums[i];
            sum += sums[i];
        }
        row["sum"] = sum;
        rows.push_back(std::move(row));
    }
    return table_of(
        "Survey: sum of distances to the centre, of the whole and of seven clusters "
        "(P6, P7)",
        heads, rows);
}

// The clusters from left to right (Figure 11).
Json centres_chart(const Json& table) {
    Json lines = Json::array();
    for (const Json& row : table["rows"]) {
        Json points = Json::array();
        for (int cluster = 1; cluster <= 7; ++cluster) {
            points.push_back({cluster, row[std::to_string(cluster)]});
        }
        lines.push_back({{"name", row["strategy"]}, {"points", std::move(points)}});
    }
    return {{"title", "Survey: sum of distances to the centre of each cluster (Figure 11)"},
            {"x", "cluster"},
            {"y", "sum"},
            {"lines", std::move(lines)}};
}

// Means over runs of what is random.
Levels recoding_levels(const Table& table, const ReproduceOptions& options,
                       const Context& context) {
    const auto arm = [](const char* name, const char* target, bool rarest_first) {
        return Arm{name,
                   "semantic-recoding",
                   {{"target", target},
                    {"rarest_first", rarest_first},
                    {"candidates", "non-minimal"},
                    {"measure", "log-sc"}}};
    };
    const std::vector<Arm> arms = {arm("random", "random", false), arm("H1", "random", true),
                                   arm("DM", "discernibility", true),
                                   arm("H1 and H2", "nearest", true)};
    Levels levels{arms, kSurveyLevels, {}};
    for (const std::int64_t k : kSurveyLevels) {
        std::vector<Judged>& level = levels.judged.emplace_back();
        for (const Arm& one : arms) {
            const bool random = one.parameters["target"] == "random";
            const std::int64_t runs = random ? kSurveyRuns : 1;
            Judged mean;
            for (std::int64_t run = 0; run < runs; ++run) {
                const Judged judged = judge(
                    table, one, k, {{"measure", "log-sc"}},
                    Random(options.seed).part(static_cast<std::uint64_t>(run)), context.silent());
                mean.loss += judged.loss / static_cast<double>(runs);
                mean.rl += judged.rl / static_cast<double>(runs);
                mean.seconds += judged.seconds / static_cast<double>(runs);
            }
            level.push_back(mean);
        }
    }
    return levels;
}

std::vector<Ordering> recoding_orderings() {
    using Arms = std::vector<Judged>;
    const auto less = [](std::size_t a, std::size_t b, double Judged::*figure) {
        return [=](std::int64_t, const Arms& arms) { return arms[a].*figure <= arms[b].*figure; };
    };
    return {{"H1 loses less than random (P8)", less(1, 0, &Judged::loss)},
            {"H1 and H2 lose less than H1 (P8)", less(3, 1, &Judged::loss)},
            {"H1 and H2 lose less than DM (P9)", less(3, 2, &Judged::loss)},
            {"H1 and H2 have a lower RL than DM (P11)", less(3, 2, &Judged::rl)}};
}

// The partition distance between the clusters of two tables.
double partition_distance(const Table& first, const Table& second, const Context& context) {
    const release::Comparable pair = release::make_comparable(first, second, first.names(), {});
    const std::vector<release::Choice> choice{
        {"semantic-clustering-loss", {{"measure", "wu-palmer"}, {"root_depth", 0}}}};
    return release::run_assessments(Family::loss, choice, pair, {}, true, Random(1),
                                    context.silent())
        .results[0]
        .details["partition_distance"]
        .get<double>();
}

Json clusterings(const Table& table, const ReproduceOptions& options, const Context& context) {
    const auto recoded = [&](const char* target) {
        return mask_with("semantic-recoding",
                         {{"k", 5},
                          {"target", target},
                          {"candidates", "non-minimal"},
                          {"measure", "wu-palmer"},
                          {"root_depth", 0}},
                         table, Random(options.seed), context.silent());
    };
    const Table semantic = recoded("nearest");
    const Table plain = recoded("discernibility");
    const Json rows = Json::array({{{"pair", "original, semantic"},
                                    {"published", 0.26},
                                    {"obtained", partition_distance(table, semantic, context)}},
                                   {{"pair", "original, distributional"},
                                    {"published", 0.57},
                                    {"obtained", partition_distance(table, plain, context)}},
                                   {{"pair", "semantic, distributional"},
                                    {"published", 0.56},
                                    {"obtained", partition_distance(semantic, plain, context)}}});
    return table_of("Survey: distance of clusterings at k = 5 (P10)",
                    {{"pair", "clusters of"},
                     {"published", "published (the true survey)"},
                     {"obtained", "obtained"}},
                    rows);
}

// Measures by which an intruder understands the released labels.
constexpr std::array<std::string_view, 3> kUnderstoodBy = {"path", "wu-palmer", "log-sc"};

struct Linked {
    double equal = 0;                                    // MRL
    std::array<double, kUnderstoodBy.size()> meaning{};  // SRL
    double loss = 0;
};

Linked link_generalised(const Table& survey, int levels, std::int64_t k, const Context& context) {
    const Table leaves = survey_hierarchies(survey, levels, context);
    const Table general = mask_with("generalisation", {{"k", k}}, leaves, Random(1), context);
    // The intruder does not know the hierarchies and understands the labels by WordNet.
    std::vector<ColumnPtr> labels;
    for (const ColumnPtr& column : general.columns()) {
        labels.push_back(column->as_kind(Kind::nominal));
    }
    const release::Comparable pair =
        release::make_comparable(survey, Table(labels), survey.names(), {});
    const auto measured = [&](Family family, const char* name, const Json& parameters) {
        const std::vector<release::Choice> choice{{name, parameters}};
        return release::run_assessments(family, choice, pair, {}, true, Random(1), context)
            .results[0]
            .value.value();
    };
    Linked linked;
    linked.equal = measured(Family::attack, "matching-linkage", Json::object());
    for (std::size_t i = 0; i < kUnderstoodBy.size(); ++i) {
        linked.meaning[i] =
            measured(Family::attack, "semantic-linkage", {{"measure", kUnderstoodBy[i]}});
    }
    linked.loss = measured(Family::loss, "semantic-loss", {{"measure", "log-sc"}});
    return linked;
}

// Linkage after generalisation over two and three levels: tables, drawings and what is said of
// them.
void add_generalised(const Table& survey, const Context& context, Json& result) {
    Json linked = Json::array(), lost = Json::array();
    std::array<std::int64_t, kUnderstoodBy.size()> stronger{};
    std::int64_t finer = 0, less = 0, of = 0;
    Progress progress(context, "generalising", 19);
    for (std::int64_t k = 2; k <= 20; ++k, ++of) {
        const Linked two = link_generalised(survey, 2, k, context.silent());
        const Linked three = link_generalised(survey, 3, k, context.silent());
        Json row = {{"k", k}, {"equal2", two.equal}, {"equal3", three.equal}};
        for (std::size_t i = 0; i < kUnderstoodBy.size(); ++i) {
            row[fmt::format("{}2", kUnderstoodBy[i])] = two.meaning[i];
            row[fmt::format("{}3", kUnderstoodBy[i])] = three.meaning[i];
            stronger[i] += two.meaning[i] > two.equal && three.meaning[i] > three.equal ? 1 : 0;
        }
        finer += three.meaning.back() > two.meaning.back() ? 1 : 0;
        less += three.loss < two.loss ? 1 : 0;
        linked.push_back(std::move(row));
        lost.push_back({{"k", k}, {"loss2", two.loss}, {"loss3", three.loss}});
        progress.add();
    }
    // Heads are views: the names are kept as long as the tables are made.
    std::deque<std::string> names;
    std::vector<Head> heads = {{"k", "k", 0}};
    for (const char* levels : {"2", "3"}) {
        const auto add = [&](std::string key, std::string head) {
            names.push_back(std::move(key) + levels);
            const std::string_view kept = names.back();
            names.push_back(std::move(head) + " " + levels);
            heads.push_back({kept, names.back()});
        };
        add("equal", "MRL");
        for (const std::string_view measure : kUnderstoodBy) {
            add(std::string(measure), fmt::format("SRL {}", measure));
        }
    }
    add_drawn_table(result,
                    table_of("Survey: linked after generalisation over two and three levels, "
                             "percent, by equal labels (MRL) and by meaning (SRL) (Figures 33, 34; "
                             "P22, P23)",
                             heads, std::move(linked)),
                    "percent");
    add_drawn_table(result,
                    table_of("Survey: semantic loss of the same, percent (Figure 35; P24)",
                             {{"k", "k", 0}, {"loss2", "two levels"}, {"loss3", "three levels"}},
                             std::move(lost)),
                    "percent");
    Json& claims = result["claims"];
    for (std::size_t i = 0; i < kUnderstoodBy.size(); ++i) {
        add_claim(claims,
                  fmt::format("Survey, linkage: meaning by {} links more than equality (P22)",
                              kUnderstoodBy[i]),
                  stronger[i], of);
    }
    add_claim(claims, "Survey, linkage: three levels leave more links than two (P23)", finer, of);
    add_claim(claims, "Survey, linkage: three levels lose less than two (P24)", less, of);
}

void add_recoding(const Table& table, const ReproduceOptions& options, const Context& context,
                  Json& result) {
    const Levels recoded = recoding_levels(table, options, context);
    const auto add = [&](const char* title, const char* unit, int digits, double Judged::*figure) {
        add_drawn_table(result,
                        pivot(title, recoded, {}, digits,
                              [figure](const Judged& judged) { return judged.*figure; }),
                        unit);
    };
    add("Survey, recoding: semantic loss, percent (Figures 13, 14; P8, P9)", "percent", 2,
        &Judged::loss);
    add("Survey, recoding: RL, percent (Figure 16; P11)", "percent", 2, &Judged::rl);
    add("Survey, recoding: seconds (Figure 17; published: 1.2 to 1.6)", "seconds", 4,
        &Judged::seconds);
    add_orderings(result["claims"], "Survey, recoding", recoded, recoding_orderings());
}

void add_microaggregation(const Table& table, bool thesis, const ReproduceOptions& options,
                          const Context& context, Json& result) {
    const std::string profile = thesis ? "Survey, thesis" : "Survey, product";
    const Levels levels =
        judge_all(table, microaggregation_arms(thesis), kSurveyLevels,
                  {{"measure", "wu-palmer"}, {"root_depth", 0}}, kSurveyRuns, options, context);
    const auto add = [&](const char* what, const char* unit, int digits,
                         const std::function<double(const Judged&)>& figure) {
        add_drawn_table(result, pivot(profile + ": " + what, levels, {}, digits, figure), unit);
    };
    add("L, squared distances in percent of one centre (Figures 21, 22)", "percent", 2,
        [](const Judged& judged) { return judged.l; });
    add("RL, linked by labels, percent (Figure 24)", "percent", 2,
        [](const Judged& judged) { return judged.rl; });
    add("score, half L and half RL (Figure 25)", "score", 2,
        [](const Judged& judged) { return label_score(judged, 0.5); });
    add("seconds (Figure 27; published for SA-MDAV: 70 to 80)", "seconds", 4,
        [](const Judged& judged) { return judged.seconds; });
    add_drawn_table(result,
                    alpha_table(profile + ": score against alpha (Figure 26)", levels, 5,
                                {kSaMdav, kDft, kAbril}, label_score),
                    "score");
    add_orderings(result["claims"], profile, levels, microaggregation_orderings());
}

Json survey(const ReproduceOptions& options, const Context& context) {
    const Table table = survey_concepts(options, context);
    Json result = {
        {"tables", Json::array()},
        {"charts", Json::array()},
        {"claims", Json::array()},
        {"checks", Json::array()},
        {"notes", Json::array({"The survey is synthetic: it has the published counts and other "
                               "answers, so that orderings alone can be compared.",
                               "The hierarchies of the source are lost; what P23 and P24 say "
                               "of them depends on the words that one chooses."})}};
    result["tables"].push_back(
        tuple_facts("Survey (published: 975 records, 211 different, 118 unique, 115 of "
                    "the most frequent)",
                    table, "synthetic", context));
    result["tables"].push_back(centres(table, options, context));
    result["charts"].push_back(centres_chart(result["tables"].back()));
    add_recoding(table, options, context, result);
    result["tables"].push_back(clusterings(table, options, context));
    for (const bool thesis : {true, false}) {
        add_microaggregation(table, thesis, options, context, result);
    }
    add_generalised(table, context, result);
    return result;
}

}  // namespace

std::vector<Experiment> semantic_survey_experiments() {
    return {{"semantic-survey", "Masking by meaning on a synthetic survey",
             "Martínez 2012, chapters 4 to 8", survey, 1}};
}

}  // namespace lethe::reproduction
