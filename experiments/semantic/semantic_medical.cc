// The medical study (Martínez 2012, chapter 9) on other data: recoding, microaggregation and
// resampling with and without meaning, and suppression, on pairs of diagnoses.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/experiments.h"
#include "experiments/semantic/semantic_files.h"
#include "experiments/support.h"

namespace lethe::reproduction {
namespace {

const std::vector<std::int64_t> kMedicalLevels = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::int64_t kMedicalDeals = 5;

enum MedicalPlace {
    kRecoded,
    kMicro,
    kResampled,
    kPlainRecoded,
    kPlainMicro,
    kPlainResampled,
    kDrop
};

std::vector<Arm> arms(bool thesis) {
    const Json weighting = thesis ? "frequency" : "none";
    const auto with = [&](const char* measure, Json more) {
        more["measure"] = measure;
        more["weighting"] = weighting;
        return more;
    };
    const Json reference = {{"one_reference", !thesis}};
    const Json candidates = {{"candidates", thesis ? "non-minimal" : "any"}};
    return {{"recoding", "semantic-recoding", with("log-sc", candidates)},
            {"micro", "sa-mdav", with("log-sc", Json::object())},
            {"resampling", "semantic-resampling", with("log-sc", reference)},
            {"recoding =", "semantic-recoding", with("equality", candidates)},
            {"micro =", "sa-mdav", with("equality", {{"centre", "mode"}})},
            {"resampling =", "semantic-resampling",
             with("equality", {{"centre", "mode"}, {"one_reference", !thesis}})},
            {"suppression", "suppression", {{"what", "records"}}}};
}

double score(const Judged& judged, double alpha) {
    return alpha * judged.l + (1 - alpha) * judged.srl;
}

std::vector<Ordering> orderings() {
    using Arms = std::vector<Judged>;
    const auto less = [](MedicalPlace a, MedicalPlace b, double Judged::*figure) {
        return [=](std::int64_t, const Arms& arms) { return arms[a].*figure < arms[b].*figure; };
    };
    const auto lowest = [](MedicalPlace place, double Judged::*figure) {
        return [=](std::int64_t, const Arms& arms) {
            return arms[place].*figure <= std::min({arms[kRecoded].*figure, arms[kMicro].*figure,
                                                    arms[kResampled].*figure});
        };
    };
    const auto best_score = [](MedicalPlace place, double alpha) {
        return [=](std::int64_t, const Arms& arms) {
            return score(arms[place], alpha) <=
                   std::min({score(arms[kRecoded], alpha), score(arms[kMicro], alpha),
                             score(arms[kResampled], alpha)});
        };
    };
    return {
        {"meaning helps micro (P25)", less(kMicro, kPlainMicro, &Judged::sse)},
        {"meaning helps recoding (P25)", less(kRecoded, kPlainRecoded, &Judged::sse)},
        {"meaning helps resampling (P25)", less(kResampled, kPlainResampled, &Judged::sse)},
        {"micro loses less than suppression (P25)", less(kMicro, kDrop, &Judged::sse)},
        {"micro loses less than recoding (P26)", less(kMicro, kRecoded, &Judged::sse)},
        {"recoding loses less than resampling (P26)", less(kRecoded, kResampled, &Judged::sse)},
        {"recoding has a lower divergence than micro (P26)", less(kRecoded, kMicro, &Judged::kl)},
        {"micro has a lower one than resampling (P26)", less(kMicro, kResampled, &Judged::kl)},
        {"fewest linked under recoding at k = 2 (P27)", lowest(kRecoded, &Judged::srl), 2, 2},
        {"fewest linked under resampling from k = 4 (P27)", lowest(kResampled, &Judged::srl), 4},
        {"most linked under micro (P27)",
         [](std::int64_t, const Arms& arms) {
             return arms[kMicro].srl >= std::max(arms[kRecoded].srl, arms[kResampled].srl);
         }},
        {"recoding has the best score up to k = 5 (P28)", best_score(kRecoded, 0.5), 2, 5},
        {"micro has the best score above k = 5 (P28)", best_score(kMicro, 0.5), 6},
        {"recoding has it for alpha = 0.2, k = 7 (P29)", best_score(kRecoded, 0.2), 7, 7},
        {"micro has it for alpha = 0.8, k = 7 (P29)", best_score(kMicro, 0.8), 7, 7},
        {"resampling has it for alpha = 0, k = 7 (P29)", best_score(kResampled, 0.0), 7, 7},
    };
}

}  // namespace

void reproduce_medical(const ReproduceOptions& options, const Context& context, Json& result) {
    const Table table = hospital_concepts(options, context);
    result["tables"].push_back(tuple_facts(
        "Hospital discharges: two diagnoses (published, on another file: 3,006 records, "
        "2,331 different, 2,073 unique)",
        table, "NHDS 2010", context));
    const std::vector<std::size_t> semantic = {kRecoded, kMicro, kResampled};
    for (const bool thesis : {true, false}) {
        const std::string profile = thesis ? "Hospital, thesis" : "Hospital, product";
        const Levels levels = judge_all(table, arms(thesis), kMedicalLevels,
                                        {{"measure", "log-sc"}}, kMedicalDeals, options, context);
        const auto add = [&](const char* what, const char* unit,
                             const std::vector<std::size_t>& shown, int digits,
                             const std::function<double(const Judged&)>& figure) {
            add_drawn_table(
                result, pivot(fmt::format("{}: {}", profile, what), levels, shown, digits, figure),
                unit);
        };
        add("sum of squared distances (Figure 37; = without meaning; published at k = 15: micro "
            "645, suppression 2,875)",
            "sum of squares", {}, 1, [](const Judged& judged) { return judged.sse; });
        add("divergence, nats (Figure 38)", "nats", semantic, 3,
            [](const Judged& judged) { return judged.kl; });
        add("SRL, linked by meaning, percent (Figure 39)", "percent", semantic, 2,
            [](const Judged& judged) { return judged.srl; });
        add("score, half L and half SRL (Figure 40)", "score", semantic, 2,
            [](const Judged& judged) { return score(judged, 0.5); });
        add_drawn_table(
            result,
            alpha_table(profile + ": score against alpha (Figure 41)", levels, 7, semantic, score),
            "score");
        add("seconds on one core (Figure 42)", "seconds", {}, 3,
            [](const Judged& judged) { return judged.seconds; });
        add_orderings(result["claims"], profile, levels, orderings());
    }
}

}  // namespace lethe::reproduction
