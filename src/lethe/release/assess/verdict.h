// Verdicts: the figures of an assessment held against thresholds that somebody chose, from named
// guidance or her own. Each threshold is met or not, with its figure and what to do next. The
// three questions of the Article 29 Working Party are answered beside: can one be singled out, can
// records be linked, can values be inferred.
//
// A verdict says "meets the numeric threshold of ...", never "complies with": guidance is more than
// its numbers, and who knows what is assumed, not proven.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"

namespace lethe::release {

// A column of the release.
struct ReleasedColumn {
    std::string name;
    std::string role = {};               // "identifier", "quasi", "confidential", "other"
    std::string kind = {};               // "numeric", "nominal", ...
    std::optional<double> maximum = {};  // of a numeric column
    std::int64_t longest = 0;            // of texts, in characters; 0: not known
    std::int64_t distinct = 0;           // different values; 0: not known
};

// What was found out about a release. Shares are in percent, risks are probabilities.
struct VerdictFigures {
    std::int64_t records = 0;     // released
    std::int64_t suppressed = 0;  // records that were dropped or blanked
    std::vector<ReleasedColumn> columns = {};
    std::vector<std::string> known = {};         // the columns that the intruder knows
    std::vector<std::string> confidential = {};  // what is asked about inference
    std::string population = {};  // what was assumed of it, in words; empty: the release is all

    std::optional<double> worst_found = {};  // percent, by the best attack tried
    std::optional<std::array<double, 2>> worst_found_interval = {};
    std::string worst_attack = {};
    std::optional<std::int64_t> smallest_class = {};  // of the known columns
    std::optional<double> unique_share = {};          // percent, of the release
    std::optional<double> average_risk = {};          // prosecutor: classes divided by records
    std::optional<double> largest_individual_risk =
        {};                                         // with weights or a population; otherwise none
    std::optional<double> l = {};                   // the least of a class
    std::optional<double> t = {};                   // the largest of a class
    std::optional<double> inferred = {};            // percent, attribute-inference
    std::optional<double> inference_baseline = {};  // percent
    std::optional<double> inference_gain = {};      // points
    std::optional<std::array<double, 2>> inference_gain_interval = {};
    std::string inferred_column = {};
    std::string most_exposing_column = {};  // that adds most to the risk; for what to do next
};

// What is asked; what is not set is not asked.
struct Thresholds {
    std::optional<double> max_found = {};         // percent: what the best attack may find
    std::optional<double> max_record_risk = {};   // probability: of each record, by its class
    std::optional<double> max_average_risk = {};  // probability
    std::optional<double> max_individual_risk =
        {};  // probability; asked where a population is known
    std::optional<std::int64_t> k = {};
    std::optional<double> l = {};
    std::optional<double> t = {};
    std::optional<double> max_inference_gain = {};  // points
    std::optional<double> max_unique = {};          // percent
    bool safe_harbor = false;                       // none of the 18 kinds of identifiers
    bool three_questions = false;                   // all three answered with no
    std::string chosen_by = {};                     // who chose them, for the record

    bool empty() const;
};

struct Profile {
    std::string name;    // "ema-0.09"
    std::string title;   // what it asks, one line
    std::string source;  // where it comes from
    std::string date;    // of the source
    std::string note;    // how sure the number is, what it was made for
    Thresholds thresholds;
};

constexpr std::string_view kDefaultProfile = "lethe-default";

const std::vector<Profile>& guidance_profiles();
const Profile& find_profile(std::string_view name);  // Error(usage) with a "did you mean"
// Thresholds of one's own, alone or in place of those of a profile.
Profile own_profile(const Thresholds& own);
Profile with_own(const Profile& profile, const Thresholds& own);

// From {"max_risk": 10, "k": 5, "l": 2, "t": 0.2, "max_inference_gain": 10, "max_unique": 0,
// "max_record_risk": 0.09, "max_average_risk": 0.05, "max_individual_risk": 0.05, "chosen_by": "the
// data board"}; Error(usage) with every problem.
Thresholds thresholds_of(const Json& given);
Thresholds thresholds_of(const Json& given, Problems& problems);  // adds them

// The least class size whose risk 1/size is at most `risk`, as it is quoted with two digits:
// 0.2 is 5 and 0.33 is 4, but 0.0909 is 11. 0.09 is 12, though reports speak of 11.
std::int64_t class_size_for(double risk);

enum class Outcome { met, not_met, not_measured, not_asked };
std::string_view name(Outcome outcome);  // "met", "not met", "not measured", "not asked"

struct Check {
    std::string quantity;
    std::optional<double> value = {};
    std::string threshold;  // "at least 12", "at most 10 %"
    Outcome outcome = Outcome::not_measured;
    std::string sentence;
    std::string next = {};  // what to do where it is not met
};

enum class Answer { no, yes, unknown, not_asked };
std::string_view name(Answer answer);

struct Question {
    Answer answer = Answer::unknown;
    std::optional<double> figure = {};
    std::string sentence;
};

struct Verdict {
    Profile profile;
    std::vector<Check> checks;
    Question singling_out;
    Question linkability;
    Question inference;
    bool passed = false;  // something was asked, and all of it is met
    std::string sentence;
    std::vector<std::string> known;
    std::string population;
    std::int64_t records = 0;
    std::int64_t suppressed = 0;
};

// A threshold of a share that was found on a sample is met when the upper end of its interval is.
Verdict judge(const VerdictFigures& figures, const Profile& profile);

Json to_json(const Profile& profile);
Json to_json(const Verdict& verdict);
std::vector<std::string> verdict_lines(const Verdict& verdict);  // plain text

}  // namespace lethe::release
