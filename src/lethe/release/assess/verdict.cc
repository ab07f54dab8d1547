#include "lethe/release/assess/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lethe/release/assess/verdict_checks.h"

namespace lethe::release {
namespace {

constexpr double kMostFound = 10;
constexpr double kMostGain = 10;

Question singling_out(const VerdictFigures& figures) {
    Question question;
    question.figure = figures.unique_share;
    if (!figures.unique_share || !figures.smallest_class) {
        question.sentence = "It was not counted who is alone in the release.";
        return question;
    }
    question.answer = *figures.unique_share > 0 ? Answer::yes : Answer::no;
    question.sentence =
        question.answer == Answer::no
            ? fmt::format(
                  "Nobody is alone in the columns that are known: the smallest class has {}.",
                  *figures.smallest_class)
            : fmt::format("{} % of the records are alone in the columns that are known.",
                          few_digits(*figures.unique_share));
    return question;
}

Question linkability(const VerdictFigures& figures, const Thresholds& thresholds) {
    Question question;
    question.figure = figures.worst_found;
    if (!figures.worst_found) {
        question.sentence = "No attack that finds people was run.";
        return question;
    }
    const double most = thresholds.max_found.value_or(kMostFound);
    const Check check = found_check(figures, most);
    question.answer = check.outcome == Outcome::met ? Answer::no : Answer::yes;
    question.sentence = fmt::format(
        "The best attack tried links {} % of the people rightly{}; up to "
        "{} % counts as no.",
        few_digits(*figures.worst_found),
        figures.worst_attack.empty() ? "" : fmt::format(" ({})", figures.worst_attack),
        few_digits(most));
    return question;
}

Question inference(const VerdictFigures& figures, const Thresholds& thresholds) {
    Question question;
    question.figure = figures.inference_gain;
    if (!figures.inference_gain) {
        const bool asked = !figures.confidential.empty();
        question.answer = asked ? Answer::unknown : Answer::not_asked;
        question.sentence = asked
                                ? "Attribute inference was not run."
                                : "No column is confidential: nobody said what must not be learnt.";
        return question;
    }
    const double most = thresholds.max_inference_gain.value_or(kMostGain);
    const bool met = deciding_gain(figures) <= most + 1e-9;
    question.answer = met ? Answer::no : Answer::yes;
    question.sentence = fmt::format(
        "Her own record tells {} points more about a confidential value than the data of others; "
        "up "
        "to {} points count as no.",
        few_digits(*figures.inference_gain), few_digits(most));
    return question;
}

Check question_check(const std::string& quantity, const Question& question,
                     const std::string& next) {
    Check check;
    check.quantity = quantity;
    check.value = question.figure;
    check.threshold = "answered with no";
    check.sentence = question.sentence;
    switch (question.answer) {
        case Answer::no:
            check.outcome = Outcome::met;
            break;
        case Answer::yes:
            check.outcome = Outcome::not_met;
            check.next = next;
            break;
        case Answer::not_asked:
        case Answer::unknown:
            // Nobody said what is confidential: that is no answer.
            check.outcome = Outcome::not_measured;
            check.next =
                "Name the confidential columns in the policy (role = \"confidential\") and "
                "assess the release with the attacks that are missing.";
    }
    return check;
}

void add_question_checks(Verdict& verdict, const VerdictFigures& figures) {
    verdict.checks.push_back(
        question_check("singling out", verdict.singling_out, unique_check(figures, 0).next));
    verdict.checks.push_back(
        question_check("linkability", verdict.linkability, found_check(figures, kMostFound).next));
    verdict.checks.push_back(question_check("inference", verdict.inference,
                                            inference_gain_check(figures, kMostGain).next));
}

std::string closing(const Verdict& verdict) {
    const std::string& name = verdict.profile.name;
    if (verdict.checks.empty()) {
        return fmt::format("{} has no numeric threshold: nothing is met or missed here.", name);
    }
    if (verdict.passed) return fmt::format("Meets the numeric threshold of {}.", name);
    const auto count = [&](Outcome outcome) {
        return std::count_if(verdict.checks.begin(), verdict.checks.end(),
                             [&](const Check& check) { return check.outcome == outcome; });
    };
    std::string text = fmt::format("Does not meet the numeric threshold of {}: {} of {} not met",
                                   name, count(Outcome::not_met), verdict.checks.size());
    if (const auto open = count(Outcome::not_measured); open > 0) {
        text += fmt::format(", {} not measured", open);
    }
    return text + ".";
}

}  // namespace

std::string_view name(Outcome outcome) {
    switch (outcome) {
        case Outcome::met:
            return "met";
        case Outcome::not_met:
            return "not met";
        case Outcome::not_measured:
            return "not measured";
        case Outcome::not_asked:
            break;
    }
    return "not asked";
}

std::string_view name(Answer answer) {
    switch (answer) {
        case Answer::no:
            return "no";
        case Answer::yes:
            return "yes";
        case Answer::unknown:
            return "unknown";
        case Answer::not_asked:
            break;
    }
    return "not asked";
}

Verdict judge(const VerdictFigures& figures, const Profile& profile) {
    const Thresholds& asked = profile.thresholds;
    Verdict verdict;
    verdict.profile = profile;
    verdict.known = figures.known;
    verdict.population = figures.population;
    verdict.records = figures.records;
    verdict.suppressed = figures.suppressed;
    verdict.singling_out = singling_out(figures);
    verdict.linkability = linkability(figures, asked);
    verdict.inference = inference(figures, asked);
    auto& checks = verdict.checks;
    if (asked.max_found) checks.push_back(found_check(figures, *asked.max_found));
    if (asked.k) checks.push_back(smallest_class_check(figures, *asked.k));
    if (asked.max_record_risk) checks.push_back(record_risk_check(figures, *asked.max_record_risk));
    if (asked.max_average_risk) {
        checks.push_back(average_risk_check(figures, *asked.max_average_risk));
    }
    if (asked.max_individual_risk) {
        checks.push_back(individual_risk_check(figures, *asked.max_individual_risk));
    }
    if (asked.max_unique) checks.push_back(unique_check(figures, *asked.max_unique));
    if (asked.l) checks.push_back(diversity_check(figures, *asked.l));
    if (asked.t) checks.push_back(closeness_check(figures, *asked.t));
    if (asked.max_inference_gain)
        checks.push_back(inference_gain_check(figures, *asked.max_inference_gain));
    if (asked.safe_harbor) {
        for (Check& check : safe_harbor_checks(figures)) checks.push_back(std::move(check));
    }
    if (asked.three_questions) add_question_checks(verdict, figures);
    const auto has = [&](Outcome outcome) {
        return std::any_of(checks.begin(), checks.end(),
                           [&](const Check& check) { return check.outcome == outcome; });
    };
    verdict.passed = has(Outcome::met) && !has(Outcome::not_met) && !has(Outcome::not_measured);
    verdict.sentence = closing(verdict);
    return verdict;
}

namespace {

Json json_or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json to_json(const Question& question) {
    return {{"answer", name(question.answer)},
            {"figure", json_or_null(question.figure)},
            {"sentence", question.sentence}};
}

}  // namespace

Json to_json(const Verdict& verdict) {
    Json checks = Json::array();
    for (const Check& check : verdict.checks) {
        Json one{{"quantity", check.quantity},
                 {"value", json_or_null(check.value)},
                 {"threshold", check.threshold},
                 {"outcome", name(check.outcome)},
                 {"sentence", check.sentence}};
        if (!check.next.empty()) one["next"] = check.next;
        checks.push_back(std::move(one));
    }
    return {{"profile", to_json(verdict.profile)},
            {"passed", verdict.passed},
            {"sentence", verdict.sentence},
            {"checks", std::move(checks)},
            {"singling_out", to_json(verdict.singling_out)},
            {"linkability", to_json(verdict.linkability)},
            {"inference", to_json(verdict.inference)},
            {"known", verdict.known},
            {"population", verdict.population},
            {"records", verdict.records},
            {"suppressed", verdict.suppressed}};
}

std::vector<std::string> verdict_lines(const Verdict& verdict) {
    std::vector<std::string> lines{verdict.sentence};
    const Profile& profile = verdict.profile;
    lines.push_back(fmt::format("  {}: {}", profile.name, profile.title));
    lines.push_back(fmt::format("  Source: {}{}. {}", profile.source,
                                profile.date.empty() ? "" : fmt::format(", {}", profile.date),
                                profile.note));
    for (const Check& check : verdict.checks) {
        lines.push_back(
            fmt::format("  {:<13} {}: {}", name(check.outcome), check.quantity, check.sentence));
        if (!check.next.empty()) lines.push_back(fmt::format("  {:<13} -> {}", "", check.next));
    }
    lines.emplace_back("  Can a person be");
    for (const auto& [words, question] : {std::pair("singled out", &verdict.singling_out),
                                          std::pair("linked", &verdict.linkability),
                                          std::pair("learnt about", &verdict.inference)}) {
        lines.push_back(
            fmt::format("    {:<13} {}. {}", words, name(question->answer), question->sentence));
    }
    if (!verdict.known.empty()) {
        lines.push_back(fmt::format(
            "  The intruder knows {}{}.", fmt::join(verdict.known, ", "),
            verdict.population.empty() ? "" : fmt::format("; population: {}", verdict.population)));
    }
    return lines;
}

}  // namespace lethe::release
