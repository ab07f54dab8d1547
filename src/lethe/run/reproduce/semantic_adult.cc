// Adult with WordNet (Martínez 2012, chapters 6 and 7): semantic adaptive microaggregation, its
// variants and two rivals, recoding and resampling, each as published ("thesis") and as Lethe does
// it by default ("product").
#include <fmt/format.h>

#include <algorithm>

#include "lethe/run/reproduce/experiments.h"
#include "lethe/run/reproduce/semantic_files.h"
#include "lethe/run/reproduce/support.h"

namespace lethe::reproduction {
namespace {

const std::vector<std::int64_t> kFew = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
const std::vector<std::int64_t> kMany = {25, 50, 128, 200, 400, 600, 800, 1000, 1400, 1800};
const Json kMetric = {{"measure", "wu-palmer"}};
constexpr std::int64_t kDeals = 5;

enum Place { kSaMdav, kStatic, kSMdav, kDft, kAbril, kRecoding, kResampling };

// The measure of the thesis' chapters 6 and 7 is Wu-Palmer; the product's is log-sc.
std::vector<Arm> arms(bool thesis) {
    const Json measure = thesis ? "wu-palmer" : "log-sc";
    const Json weighting = thesis ? "frequency" : "none";
    const auto with = [&](Json more) {
        more["measure"] = measure;
        return more;
    };
    return {
        {"SA-MDAV", "sa-mdav", with({{"weighting", weighting}})},
        {"static", "sa-mdav", with({{"weighting", weighting}, {"moving_centre", false}})},
        {"S-MDAV", "mdav", with({{"squared", false}})},
        {"DF&T", "mdav", {{"measure", "equality"}, {"whole_records", true}, {"centre", "mode"}}},
        {"Abril", "mdav", {{"measure", "wu-palmer"}, {"centre", "lcs"}, {"squared", false}}},
        {"recoding", "semantic-recoding", with({{"weighting", weighting}})},
        {"resampling", "semantic-resampling",
         with({{"weighting", weighting}, {"one_reference", !thesis}})},
    };
}

// The four settings of the experiment on resampling, all as published.
std::vector<Arm> resampling_arms() {
    const auto arm = [](const char* name, const char* measure, const char* centre) {
        return Arm{name,
                   "semantic-resampling",
                   {{"measure", measure},
                    {"centre", centre},
                    {"weighting", "frequency"},
                    {"one_reference", false}}};
    };
    return {arm("1: equality, mode", "equality", "mode"),
            arm("2: wu-palmer, mode", "wu-palmer", "mode"),
            arm("3: wu-palmer, lcs", "wu-palmer", "lcs"),
            arm("4: semantic", "wu-palmer", "semantic")};
}

double score(const Judged& judged, double alpha) {
    return alpha * judged.l + (1 - alpha) * judged.rl;
}

std::vector<Ordering> orderings() {
    using Arms = std::vector<Judged>;
    const auto less = [](Place a, Place b, double Judged::*figure) {
        return [=](std::int64_t, const Arms& arms) { return arms[a].*figure <= arms[b].*figure; };
    };
    return {
        {"SA-MDAV loses less than DF&T (P14)", less(kSaMdav, kDft, &Judged::l)},
        {"SA-MDAV loses less than Abril (P14)", less(kSaMdav, kAbril, &Judged::l)},
        {"Abril loses less than DF&T at low k (P14)", less(kAbril, kDft, &Judged::l), 2, 50},
        {"Abril loses more than DF&T at high k (P14)", less(kDft, kAbril, &Judged::l), 200},
        {"SA-MDAV loses less than S-MDAV (P13)", less(kSaMdav, kSMdav, &Judged::l)},
        {"the same at k of 800 and more", less(kSaMdav, kSMdav, &Judged::l), 800},
        {"SA-MDAV loses less than static (P13)", less(kSaMdav, kStatic, &Judged::l)},
        {"Abril has a lower RL than SA-MDAV (P16)", less(kAbril, kSaMdav, &Judged::rl)},
        {"SA-MDAV has a lower RL than DF&T (P16)", less(kSaMdav, kDft, &Judged::rl)},
        {"SA-MDAV has the lowest score (P17)",
         [](std::int64_t, const Arms& arms) {
             return score(arms[kSaMdav], 0.5) <= score(arms[kDft], 0.5) &&
                    score(arms[kSaMdav], 0.5) <= score(arms[kAbril], 0.5);
         }},
        {"SA-MDAV has it for alpha of 0.1 and more (P18)",
         [](std::int64_t, const Arms& arms) {
             bool lowest = true;
             for (int tenth = 1; tenth <= 10; ++tenth) {
                 for (const Place rival : {kDft, kAbril}) {
                     lowest = lowest && score(arms[kSaMdav], tenth / 10.0) <=
                                            score(arms[rival], tenth / 10.0);
                 }
             }
             return lowest;
         },
         25, 1000},
    };
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

Json alpha_table(const std::string& profile, const Levels& levels) {
    constexpr std::int64_t kLevel = 128;
    const auto place = std::find(levels.k.begin(), levels.k.end(), kLevel) - levels.k.begin();
    const std::vector<Judged>& judged = levels.judged[static_cast<std::size_t>(place)];
    std::vector<Head> heads = {{"alpha", "alpha", 1}};
    for (const Place arm : {kSaMdav, kDft, kAbril}) {
        heads.push_back({levels.arms[arm].name, levels.arms[arm].name, 3});
    }
    Json rows = Json::array();
    for (int tenth = 0; tenth <= 10; ++tenth) {
        Json row = {{"alpha", tenth / 10.0}};
        for (const Place arm : {kSaMdav, kDft, kAbril}) {
            row[levels.arms[arm].name] = score(judged[arm], tenth / 10.0);
        }
        rows.push_back(std::move(row));
    }
    return table_of(fmt::format("Adult, {}: score against alpha at k = {}", profile, kLevel), heads,
                    rows);
}

}  // namespace

void reproduce_adult(const ReproduceOptions& options, const Context& context, Json& result) {
    const Table table = adult_concepts(options, context);
    result["tables"].push_back(
        table_of("Adult: occupation and native country (published: 30,162 records, 388 different, "
                 "83 unique, 3,739 of the most frequent)",
                 {{"file", "file"},
                  {"records", "records", 0},
                  {"different", "different", 0},
                  {"unique", "unique", 0},
                  {"most", "most frequent", 0}},
                 Json::array({tuple_facts(table, "Adult", context)})));
    std::vector<std::int64_t> all = kFew;
    all.insert(all.end(), kMany.begin(), kMany.end());
    for (const bool thesis : {true, false}) {
        const std::string profile = thesis ? "Adult, thesis" : "Adult, product";
        const Levels levels =
            judge_all(table, arms(thesis), all, kMetric, kDeals, options, context);
        const auto add = [&](const char* what, const std::function<double(const Judged&)>& figure) {
            result["tables"].push_back(
                pivot(fmt::format("{}: {}", profile, what), levels, {}, 3, figure));
        };
        add("L, squared distances in percent of one centre",
            [](const Judged& judged) { return judged.l; });
        add("semantic loss, percent", [](const Judged& judged) { return judged.loss; });
        add("RL, linked by labels, percent", [](const Judged& judged) { return judged.rl; });
        add("SRL, linked by meaning, percent", [](const Judged& judged) { return judged.srl; });
        add("score, half L and half RL", [](const Judged& judged) { return score(judged, 0.5); });
        add("seconds on one core (published for SA-MDAV: 131 to 205)",
            [](const Judged& judged) { return judged.seconds; });
        result["tables"].push_back(alpha_table(profile, levels));
        result["tables"].push_back(orderings_table(profile, levels, orderings()));
        add_guarantees(result["checks"], profile, levels);
    }
    const Levels levels =
        judge_all(table, resampling_arms(), kFew, kMetric, kDeals, options, context);
    result["tables"].push_back(
        pivot("Adult, resampling: sum of squared distances, mean of five deals", levels, {}, 1,
              [](const Judged& judged) { return judged.sse; }));
    result["tables"].push_back(
        orderings_table("Adult, resampling", levels, resampling_orderings()));
}

}  // namespace lethe::reproduction
