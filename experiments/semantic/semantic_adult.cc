// Adult with WordNet (Martínez 2012, chapters 6 and 7): semantic adaptive microaggregation, its
// variants and two rivals, recoding and resampling, each as published ("thesis") and as Lethe does
// it by default ("product").
#include <fmt/format.h>

#include <algorithm>

#include "experiments/experiments.h"
#include "experiments/semantic/semantic_files.h"
#include "experiments/support.h"

namespace lethe::reproduction {
namespace {

const std::vector<std::int64_t> kFew = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const std::vector<std::int64_t> kMany = {25, 50, 128, 200, 400, 600, 800, 1000, 1400, 1800};
const Json kMetric = {{"measure", "wu-palmer"}, {"root_depth", 0}};  // Eq. 3.3 as printed
constexpr std::int64_t kAdultDeals = 5;
constexpr std::int64_t kAlphaLevel = 128;  // at which the score is drawn against alpha

// The four settings of the experiment on resampling, all as published.
std::vector<Arm> resampling_arms() {
    const auto arm = [](const char* name, const char* measure, const char* centre) {
        return Arm{name,
                   "semantic-resampling",
                   {{"measure", measure},
                    {"root_depth", 0},
                    {"centre", centre},
                    {"weighting", "frequency"},
                    {"one_reference", false}}};
    };
    return {arm("1: equality, mode", "equality", "mode"),
            arm("2: wu-palmer, mode", "wu-palmer", "mode"),
            arm("3: wu-palmer, lcs", "wu-palmer", "lcs"),
            arm("4: semantic", "wu-palmer", "semantic")};
}

std::vector<Ordering> resampling_orderings() {
    using Arms = std::vector<Judged>;
    return {{"the semantic setting loses least (P21)",
             [](std::int64_t, const Arms& arms) {
                 return std::all_of(arms.begin(), arms.end(),
                                    [&](const Judged& arm) { return arms[3].sse <= arm.sse; });
             }},
            {"setting 2 loses less than setting 1 (P21)",
             [](std::int64_t, const Arms& arms) { return arms[1].sse < arms[0].sse; }},
            {"setting 3 loses most at high k (P21)",
             [](std::int64_t, const Arms& arms) {
                 return std::all_of(arms.begin(), arms.end(),
                                    [&](const Judged& arm) { return arms[2].sse >= arm.sse; });
             },
             7}};
}

// What is true whatever the data: k records share every link by equal values or by meaning.
void add_guarantees(Json& checks, const std::string& profile, const Levels& levels) {
    bool bounded = true;
    for (std::size_t i = 0; i < levels.k.size(); ++i) {
        for (const Judged& judged : levels.judged[i]) {
            bounded = bounded && judged.srl <= 100.0 / static_cast<double>(levels.k[i]) + 1e-9;
        }
    }
    add_check(checks, profile + ": linked by meaning are at most 100 / k percent", bounded);
}

}  // namespace

void reproduce_adult(const ReproduceOptions& options, const Context& context, Json& result) {
    const Table table = adult_concepts(options, context);
    result["tables"].push_back(tuple_facts(
        "Adult: occupation and native country (published: 30,162 records, 388 different, "
        "83 unique, 3,739 of the most frequent)",
        table, "Adult", context));
    std::vector<std::int64_t> all = kFew;
    all.insert(all.end(), kMany.begin(), kMany.end());
    for (const bool thesis : {true, false}) {
        const std::string profile = thesis ? "Adult, thesis" : "Adult, product";
        const Levels levels = judge_all(table, microaggregation_arms(thesis), all, kMetric,
                                        kAdultDeals, options, context);
        const auto add = [&](const char* what, const char* unit,
                             const std::function<double(const Judged&)>& figure) {
            add_drawn_table(
                result, pivot(fmt::format("{}: {}", profile, what), levels, {}, 3, figure), unit);
        };
        add("L, squared distances in percent of one centre (Figures 21, 22)", "percent",
            [](const Judged& judged) { return judged.l; });
        add("semantic loss, percent", "percent", [](const Judged& judged) { return judged.loss; });
        add("RL, linked by labels, percent (Figure 24)", "percent",
            [](const Judged& judged) { return judged.rl; });
        add("SRL, linked by meaning, percent", "percent",
            [](const Judged& judged) { return judged.srl; });
        add("score, half L and half RL (Figure 25)", "score",
            [](const Judged& judged) { return label_score(judged, 0.5); });
        add("seconds on one core (Figure 27; published for SA-MDAV: 131 to 205)", "seconds",
            [](const Judged& judged) { return judged.seconds; });
        add_drawn_table(result,
                        alpha_table(profile + ": score against alpha (Figure 26)", levels,
                                    kAlphaLevel, {kSaMdav, kDft, kAbril}, label_score),
                        "score");
        add_orderings(result["claims"], profile, levels, microaggregation_orderings());
        add_guarantees(result["checks"], profile, levels);
    }
    const Levels levels =
        judge_all(table, resampling_arms(), kFew, kMetric, kAdultDeals, options, context);
    add_drawn_table(
        result,
        pivot("Adult, resampling: sum of squared distances, mean of five deals (Figure 30)", levels,
              {}, 1, [](const Judged& judged) { return judged.sse; }),
        "sum of squares");
    add_orderings(result["claims"], "Adult, resampling", levels, resampling_orderings());
}

}  // namespace lethe::reproduction
