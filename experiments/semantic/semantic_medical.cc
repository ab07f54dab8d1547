// The medical study (Martínez 2012, chapter 9) on other data: recoding, microaggregation and
// resampling with and without meaning, and suppression, on pairs of diagnoses.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

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

// What may be done about a tuple that the release lacks, where (9.2) divides by zero.
struct DivergenceReading {
    const char* name;
    const char* empty;
    double smoothing;
};
constexpr std::array<DivergenceReading, 9> kReadings = {{{"both + 1", "both", 1},
                                                         {"both + 1/2", "both", 0.5},
                                                         {"both + 1/100", "both", 0.01},
                                                         {"release + 1", "release", 1},
                                                         {"release + 1/100", "release", 0.01},
                                                         {"floor 1/2", "floor", 0.5},
                                                         {"floor 1/100", "floor", 0.01},
                                                         {"floor 1/10^6", "floor", 1e-6},
                                                         {"common tuples", "common", 1}}};

std::vector<Json> reading_parameters() {
    std::vector<Json> parameters;
    for (const DivergenceReading& reading : kReadings) {
        parameters.push_back({{"empty", reading.empty}, {"smoothing", reading.smoothing}});
    }
    return parameters;
}

// The published order of the divergences, under each of the readings.
std::vector<Ordering> reading_orderings() {
    using Arms = std::vector<Judged>;
    std::vector<Ordering> orderings;
    for (std::size_t i = 0; i < kReadings.size(); ++i) {
        const auto less = [i](MedicalPlace a, MedicalPlace b) {
            return [=](std::int64_t, const Arms& arms) {
                return arms[a].divergences[i] < arms[b].divergences[i];
            };
        };
        orderings.push_back(
            {fmt::format("recoding diverges less than micro, {} (P26)", kReadings[i].name),
             less(kRecoded, kMicro)});
        orderings.push_back(
            {fmt::format("micro diverges less than resampling, {} (P26)", kReadings[i].name),
             less(kMicro, kResampled)});
    }
    return orderings;
}

// At how many k the published order holds, a row a reading.
Json readings_table(const std::string& profile, const Levels& levels) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < kReadings.size(); ++i) {
        Json row = {{"reading", kReadings[i].name}};
        for (const auto& [level, word] :
             {std::pair(std::size_t{0}, "first"), std::pair(levels.k.size() - 1, "last")}) {
            for (const auto& [place, name] :
                 {std::pair(kRecoded, "recoding"), std::pair(kMicro, "micro"),
                  std::pair(kResampled, "resampling")}) {
                row[fmt::format("{}, {}", name, word)] = levels.judged[level][place].divergences[i];
            }
        }
        rows.push_back(std::move(row));
    }
    return table_of(profile +
                        ": divergence by what is done about tuples that vanished, nats, at "
                        "k = 2 and k = 15",
                    {{"reading", "reading"},
                     {"recoding, first", "recoding, 2", 3},
                     {"micro, first", "micro, 2", 3},
                     {"resampling, first", "resampling, 2", 3},
                     {"recoding, last", "recoding, 15", 3},
                     {"micro, last", "micro, 15", 3},
                     {"resampling, last", "resampling, 15", 3}},
                    std::move(rows));
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
        const Levels levels =
            judge_all(table, arms(thesis), kMedicalLevels, {{"measure", "log-sc"}}, kMedicalDeals,
                      options, context, reading_parameters());
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
        result["tables"].push_back(readings_table(profile, levels));
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
        add_orderings(result["claims"], profile, levels, reading_orderings());
    }
}

}  // namespace lethe::reproduction
