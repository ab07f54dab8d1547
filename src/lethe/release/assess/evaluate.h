// Evaluating a protection: the original beside the masked table, attacked and measured.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/headline.h"
#include "lethe/release/assess/intruder_file.h"
#include "lethe/release/assess/linked/linked_attack.h"
#include "lethe/release/assess/measured_result.h"
#include "lethe/release/assess/scored_risk.h"

namespace lethe::release {

// Who attacks (see AssessInput).
struct Scenario {
    std::vector<std::int64_t> origin = {};
    std::vector<std::int64_t> known = {};
    std::vector<std::int64_t> training = {};
    Json record = nullptr;
    // A file of her own: an attack beside those on the records above, which it never replaces.
    std::optional<FileScenario> people_file = {};
    // What she knows of rows in linked tables: likewise an attack beside the others.
    std::optional<LinkedKnowledge> links = {};
};

// A random choice of the people that the intruder holds: so many percent of the rows, at least one.
std::vector<std::int64_t> share_of_people(std::int64_t rows, double percent, const Random& random);

// A method and the parameters given for it.
struct Choice {
    std::string method;
    Json parameters = Json::object();
};

Json to_json(const Choice& choice);          // {"method", "parameters"}
std::string label_of(const Choice& choice);  // "mdav k=5", "mdav k=5 within sex, region"

struct Assessed {
    std::vector<MethodResult> results;
    std::vector<PrivateResult> private_results;
};

// Runs the chosen methods of one family, each on those columns that it accepts. Binds all of them
// first and reports every problem at once. A method that accepts no column has no value and a word
// in its warnings. `explicit_columns`: a column that a method cannot take is an
// error instead of being left out.
Assessed run_assessments(Family family, std::span<const Choice> choices, const Comparable& pair,
                         const Scenario& scenario, bool explicit_columns, const Random& random,
                         const Context& context);

// Every attack of the catalogue that takes a column of the pair, in the settings that it declares
// for assessments; those that ask for confidential columns only where there are some, and with a
// release record also those that know what to do with its methods on the columns.
std::vector<Choice> default_attacks(const Json& record, const Comparable& pair);
// Those that take a column of the table.
std::vector<Choice> default_measures(const Table& table);

// The attack of an intruder with a file of her own (scenario.people_file).
MethodResult file_attack_result(const Comparable& pair, const Scenario& scenario,
                                const Random& random, const Context& context);

struct ScoreOptions {
    double alpha = 0.5;     // weight of the loss: score = alpha loss + (1 - alpha) risk
    std::string loss = {};  // the measure that stands for the loss; empty: by the table's columns
    ScoredRisk risk = {};
};

// What stands for the loss of a table: `semantic-loss` where a column has a meaning; otherwise `il`
// of numbers, `category-loss` of categories, and `cell-loss` of a table with both.
struct LossPart {
    std::string measure;
    double weight = 1;
};
std::vector<LossPart> loss_parts(const ScoreOptions& options, const Table& table);
std::string loss_name(const std::vector<LossPart>& parts);  // "il", "il and category-loss"

// Attacks, measures and the score.
struct Assessment {
    std::optional<Headline> worst = {};  // nothing where no attack finds people
    ClassBound bound = {};               // what the classes of the release allow
    std::vector<MethodResult> attacks = {};
    std::vector<MethodResult> measures = {};
    ScoredRisk risk_rule = {};
    std::optional<double> risk = {};                           // by that, in percent
    std::array<std::optional<double>, kRiskRules> risks = {};  // by every rule, in their order
    std::optional<double> loss = {};
    std::optional<double> score = {};
    double alpha = 0.5;
    std::string loss_measure = {};
};
// {"worst", "bound", "attacks", "measures", "risk", "risk_rule" (its name, or an attack's), "risks"
// (by every rule), "loss", "score", "alpha", "loss_measure"}; null where there is none.
Json to_json(const Assessment& assessment);

// An attack that stands for the risk in the score is run where it would not be by default. With
// `private_results` the exposure of each record is found as well and goes there.
Assessment assess(const Comparable& pair, const Scenario& scenario, const ScoreOptions& options,
                  const Random& random, const Context& context,
                  std::vector<PrivateResult>* private_results = nullptr);

}  // namespace lethe::release
