// Attribute inference: what an intruder who knows the other columns of a person learns from the
// release about a confidential one.
//
// She takes the released records that are nearest to the person and guesses what most of them say.
// Two rules: the nearest alone with all that are equally near (in a release of classes: the class),
// or the few nearest. How good that is says little by itself. What most people have is guessed
// rightly without any release; and where a column depends on the others, the records of other
// people tell it as well as her own. So everybody is guessed three times: with the release, with
// the release without her own record, and without a release. What is beyond the better of the last
// two is what her own record gives away: what protection can prevent.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/table/attack/confidential.h"
#include "lethe/table/attack/linkage/nearest_records.h"
#include "lethe/table/attack/secret_column.h"

namespace lethe::attack {
namespace {

struct AttributeInferenceParams {
    std::vector<std::string> confidential;
    std::int64_t neighbours = 5;
    double tolerance = 10;
    std::int64_t most_people = 5000;
};

Schema<AttributeInferenceParams> attribute_inference_schema() {
    return Schema<AttributeInferenceParams>()
        .field("confidential", &AttributeInferenceParams::confidential,
               "columns that nobody shall learn; the others are known to the intruder. None: the "
               "last column")
        .field("neighbours", &AttributeInferenceParams::neighbours,
               "how many nearest records the second rule takes, and those as near as the last",
               at_least(1))
        .field("tolerance", &AttributeInferenceParams::tolerance,
               "a guess of a number is right within so many percent of the column's deviation",
               at_least(0))
        .field("most_people", &AttributeInferenceParams::most_people,
               "more people than that are sampled, each looked for in the whole release",
               at_least(1));
}

enum Rule { kNearest, kFew, kRules };

// One person and one column.
struct Inferred {
    bool counted = false;  // the truth is known
    std::array<double, kRules> with = {};
    std::array<double, kRules> without = {};  // her own record left out
    double guessed = 0;                       // without the release
    bool unanimous = false;
};

// The classes nearest to a person, the first shell and as many as hold `few` records, when one
// record of class `own` is left out (own < 0: none).
struct Chosen {
    std::vector<std::int32_t> nearest;
    std::vector<std::int32_t> few;
};

Chosen choose(const std::vector<Shell>& shells, const Groups& groups, std::int64_t few,
              std::int32_t own) {
    Chosen chosen;
    std::int64_t records = 0;
    for (const Shell& shell : shells) {
        std::int64_t more = 0;
        for (const std::int32_t one : shell.classes) {
            more += groups.sizes[static_cast<std::size_t>(one)] - (one == own ? 1 : 0);
        }
        if (more == 0) continue;  // she was alone there
        if (chosen.nearest.empty()) chosen.nearest = shell.classes;
        chosen.few.insert(chosen.few.end(), shell.classes.begin(), shell.classes.end());
        records += more;
        if (records >= few) break;
    }
    return chosen;
}

Inferred infer(const SecretColumn& secret, std::int64_t row, std::int64_t masked_row,
               const std::vector<Shell>& shells, const Groups& groups, std::int64_t few) {
    Inferred result;
    if (!secret.known(row)) return result;
    result.counted = true;
    result.guessed = secret.right_without_release(row);
    const auto judge = [&](const std::vector<std::int32_t>& classes, std::int64_t without) {
        Guess guess = secret.guess(row, classes, without);
        if (!guess.any) guess.right = result.guessed;
        return guess;
    };
    const Chosen with = choose(shells, groups, few, -1);
    const Guess nearest = judge(with.nearest, -1);
    result.unanimous = nearest.unanimous;
    result.with[kNearest] = nearest.right;
    result.with[kFew] =
        with.few.size() == with.nearest.size() ? nearest.right : judge(with.few, -1).right;
    if (masked_row < 0) {
        result.without = result.with;
        return result;
    }
    const Chosen without =
        choose(shells, groups, few, groups.class_of[static_cast<std::size_t>(masked_row)]);
    result.without[kNearest] = judge(without.nearest, masked_row).right;
    result.without[kFew] = without.few.size() == without.nearest.size()
                               ? result.without[kNearest]
                               : judge(without.few, masked_row).right;
    return result;
}

// The figures of a column, in percent of the people.
struct Figures {
    std::int64_t people = 0;
    double inferred = 0;
    double without_release = 0;
    double without_record = 0;
    double gain = 0;
    std::array<double, 2> gain_interval = {};
    double certain = 0;
    double certain_wrong = 0;
    std::string rule;

    double baseline() const { return std::max(without_release, without_record); }
};

double mean_of_guesses(const std::vector<Inferred>& all, std::int64_t people, auto&& term) {
    ExactSum sum;
    for (const Inferred& one : all) {
        if (one.counted) sum.add(term(one));
    }
    return people > 0 ? sum.value() / static_cast<double>(people) : 0;
}

Figures figures_of(const std::vector<Inferred>& all) {
    Figures figures;
    figures.people =
        std::count_if(all.begin(), all.end(), [](const Inferred& one) { return one.counted; });
    const auto mean = [&](auto&& term) { return mean_of_guesses(all, figures.people, term); };
    std::array<double, kRules> with{}, without{};
    for (const int rule : {kNearest, kFew}) {
        const auto r = static_cast<std::size_t>(rule);
        with[r] = mean([r](const Inferred& one) { return one.with[r]; });
        without[r] = mean([r](const Inferred& one) { return one.without[r]; });
    }
    const double guessed = mean([](const Inferred& one) { return one.guessed; });
    const std::size_t best = with[kFew] > with[kNearest] ? kFew : kNearest;
    const std::size_t other = without[kFew] > without[kNearest] ? kFew : kNearest;
    // She may always say what most people have.
    const bool knows_better = with[best] > guessed;
    const bool others_tell = without[other] > guessed;
    figures.rule = !knows_better ? "without the release" : best == kFew ? "few" : "nearest";
    figures.inferred = 100 * std::max(with[best], guessed);
    figures.without_release = 100 * guessed;
    figures.without_record = 100 * without[other];
    const auto difference = [&](const Inferred& one) {
        return (knows_better ? one.with[best] : one.guessed) -
               (others_tell ? one.without[other] : one.guessed);
    };
    const double gain = mean(difference);
    const double squares = mean([&](const Inferred& one) {
        const double away = difference(one) - gain;
        return away * away;
    });
    const double error =
        figures.people > 0 ? 1.96 * std::sqrt(squares / static_cast<double>(figures.people)) : 0;
    figures.gain = 100 * std::max(0.0, gain);
    figures.gain_interval = {100 * std::max(0.0, gain - error), 100 * std::max(0.0, gain + error)};
    figures.certain =
        100 * mean([](const Inferred& one) { return one.unanimous ? one.with[kNearest] : 0; });
    figures.certain_wrong =
        100 * mean([](const Inferred& one) { return one.unanimous ? 1 - one.with[kNearest] : 0; });
    return figures;
}

// Wilson's interval at 95 %. The variance of a share of chances is at most that of a share.
std::array<double, 2> interval_of_guesses(double share, std::int64_t people) {
    const double z = 1.959963984540054;
    const auto n = static_cast<double>(people);
    const double p = share / 100;
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return {100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

Json to_json(const Figures& figures, bool sampled) {
    Json json{{"inferred", figures.inferred},
              {"baseline", figures.baseline()},
              {"without_own_record", figures.without_record},
              {"gain", figures.gain},
              {"certain", figures.certain},
              {"certain_wrong", figures.certain_wrong},
              {"rule", figures.rule},
              {"people", figures.people}};
    if (sampled) json["gain_interval"] = figures.gain_interval;
    return json;
}

// What most people truly have, and how many they are, is told by no release.
Json about_original(const Figures& figures) {
    return {{"without_release", figures.without_release},
            {"gain_over_no_release", std::max(0.0, figures.inferred - figures.without_release)}};
}

std::vector<Inferred> infer_all(const AssessInput& input, const SecretColumn& secret,
                                const std::vector<std::int64_t>& rows,
                                const std::vector<std::vector<Shell>>& shells, const Groups& groups,
                                std::int64_t few) {
    const std::vector<std::int64_t> masked_row = masked_row_of(input);
    std::vector<Inferred> all(rows.size());
    constexpr std::int64_t kChunk = 64;
    parallel_chunks(
        input.context, std::ssize(rows), kChunk, [&](std::int64_t begin, std::int64_t end, auto) {
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
                all[i] = infer(secret, rows[i], masked_row[static_cast<std::size_t>(rows[i])],
                               shells[i], groups, few);
            }
        });
    return all;
}

Measurement assess_attribute_inference(const AssessInput& input,
                                       const AttributeInferenceParams& params) {
    Measurement result;
    const ConfidentialClasses classes =
        confidential_classes(input, params.confidential, result.warnings);
    std::vector<std::int64_t> rows = attacked_rows(input);
    const std::int64_t all_people = std::ssize(rows);
    const bool sampled = all_people > params.most_people;
    if (sampled) {
        std::vector<std::int64_t> drawn;
        for (const std::int64_t i :
             random_subset(input.random.stream("people"), all_people, params.most_people)) {
            drawn.push_back(rows[static_cast<std::size_t>(i)]);
        }
        rows = std::move(drawn);
    }
    AssessInput known = input;
    known.columns = classes.quasi;
    // One class more than records are asked for: hers may go.
    const auto shells = nearest_classes(known, classes.groups, rows, params.neighbours + 1);

    Json by_column = Json::object(), true_by_column = Json::object();
    Figures worst;
    std::string worst_column;
    for (const std::string& name : classes.confidential) {
        const auto secret = secret_column(input, name, classes.groups, params.tolerance);
        const Figures figures =
            figures_of(infer_all(input, *secret, rows, shells, classes.groups, params.neighbours));
        by_column[name] = to_json(figures, sampled);
        true_by_column[name] = about_original(figures);
        const bool worse =
            std::pair(figures.gain, figures.inferred) > std::pair(worst.gain, worst.inferred);
        if (worst_column.empty() || worse) {
            worst = figures;
            worst_column = name;
        }
    }
    result.value = std::min(100.0, worst.inferred);
    if (sampled && worst.people > 0)
        result.interval = interval_of_guesses(result.value, worst.people);
    if (worst.people == 0) {
        result.warnings.push_back("there is nobody whose value could be inferred: the value is 0");
    }
    result.details = to_json(worst, sampled);
    result.details["column"] = worst_column;
    result.details["known"] = classes.quasi;
    result.details["all_people"] = all_people;
    result.details["by_column"] = std::move(by_column);
    result.about_original = about_original(worst);
    result.about_original["by_column"] = std::move(true_by_column);
    return result;
}

}  // namespace

Method attribute_inference() {
    return make_attack(
        MethodInfo{
            .name = "attribute-inference",
            .title = "Attribute inference",
            .summary = "Confidential values guessed rightly, beside a guess without the release.",
            .description =
                "The intruder knows all other columns of a person, takes the released records that "
                "are nearest (the distance of `distance-linkage`) and guesses what most of them "
                "say about the confidential column: those at the least distance, which in a "
                "release of classes are a class, or the few nearest (`neighbours`), whichever rule "
                "is right more often. A number is guessed by the middle of the window that holds "
                "most of their values, and is right within `tolerance` percent of the column's "
                "deviation. A guess among equally good ones counts as its chance. The value is the "
                "percentage of people whose value is guessed rightly, in the confidential column "
                "with the largest `gain`; `by_column` has all of them.\n\n"
                "Beside it stands what one would know anyway. `without_release`: everybody is "
                "guessed to have what most people have (of a number: to be in the window that "
                "holds most people). `without_own_record`: the same attack when the person's own "
                "record is left out of the release; that is what the data of others tell about "
                "anybody like her, whether she takes part or not. `baseline` is the larger of the "
                "two, `gain` what is beyond it, in points: what her own record gives away, and "
                "masking can prevent. `gain_over_no_release` is all that the release teaches. "
                "`certain` is the percentage of people for whom all nearest records say the same "
                "and are right, `certain_wrong` those whom they lead astray: see `l-diversity` and "
                "`t-closeness`, which bound what a class can tell.\n\n"
                "Above `most_people` people are sampled and each is looked for in the whole "
                "release; intervals (95 %) say what that leaves open. People whose value is "
                "missing do not count; records without a value do not vote.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random, Property::row_order_independent},
            .cites = {"giomi2023unified", "machanavajjhala2007diversity"},
            .example = {{"neighbours", 5}, {"tolerance", 10}},
            .in_words = "Nobody has to be found for this one. It asks how often a confidential "
                        "value can be guessed from the records that look like the person, beside "
                        "how often it could be guessed without them.",
            .scale = Scale::values,
            .assessed_with = {Json::object()},
            .figures =
                [](const Json& details) {
                    return Json{{"inference", details}};
                }},
        attribute_inference_schema(), assess_attribute_inference);
}

}  // namespace lethe::attack
