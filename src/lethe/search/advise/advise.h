// Advising: the policy that meets the constraints and loses least.
//
// Constraints come first: k rows for every combination of what the intruder knows, no attack of the
// catalogue that finds more people than allowed, l different confidential values or closeness t
// where asked for, columns that must stay as they are. Among what meets them the least loss wins,
// by the measure that the user cares about. What does not meet them is never recommended; that
// nothing does is an answer.
//
// The search, in order; every figure of a point is of all rows, never of a sample of them:
//
//   1. Single methods that promise k, on all known columns at once: the level to beat. Groups
//      refined by exchange (table/mask/exchange_groups) are among them.
//   2. Such groups with k as the least size, and a mean size that is raised as far as the risk
//      needs: large groups where people are alike let others be small. Over all people no attack
//      finds more than one in the mean size.
//   3. Strata: which categories can stay exact, in what order, because enough people share them
//      (table/mask/stratified). Greedy, each step tried with a quick method inside. Above 20,000
//      rows only where columns must stay exact.
//   4. The best policies so far with the better method inside; k raised as far as the risk needs.
//   5. The full set of attacks against the best. Where one finds too many, the policy is
//      strengthened where that costs least (k raised, or the last stratum given up), and attacked
//      again: protection driven by what the attacks learn. What decides is the upper end of the
//      intervals, of every attack that draws people. Each single method that could be the best is
//      held to the same bar.
//   6. Two alternatives: one that is safer by half, and one in which every released value is true
//      (coarser values instead of made-up ones; not above 20,000 rows).
//
// Local suppression is not among the methods: its gaps agree with anything by its own reading, but
// who counts a gap as a value finds people alone.
//
// Where no k is asked for (k = 1), perturbation is tried too: swapped or noisy numbers with
// randomised categories, each strengthened until the attack that knows the method fails.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lethe/search/advise/trial.h"

namespace lethe::search {

// The loss that is kept small unless another is asked for.
release::ScoreOptions advised_score();

struct AdviseOptions {
    std::int64_t k = 5;              // 1: none is asked for
    std::optional<std::int64_t> l;   // different values of every confidential column in each class
    std::optional<double> t;         // largest distance of a class's distribution from that of all
    double max_risk = 10;            // percent of the people that the worst attack may find
    std::vector<std::string> exact;  // columns that must stay as they are
    release::ScoreOptions score = advised_score();
};

// Called with a sentence for every point that is done: what was tried, what came out.
using AdviseLog = std::function<void(const std::string& words)>;

// A policy that was tried.
struct AdvicePoint {
    std::size_t id = 0;  // from 1
    std::vector<TryStep> steps = {};
    bool single = false;      // one method on all known columns
    bool judged = false;      // by every attack of an assessment; otherwise by a quick one
    bool acceptable = false;  // meets the constraints, by what was run
    double seconds = 0;
    std::string error = {};  // why it could not be tried; the figures then say nothing
    double risk = 100;       // percent found, by the attacks that were run
    double at_most = 100;    // of all people, where some were drawn; this decides
    double loss = 100;
    double score = 100;
    std::optional<release::Headline> worst = {};  // where it was judged
    release::ClassBound bound = {};
    bool pareto = false;
};
struct AdviceCandidate {
    std::size_t id = 0;  // of a point
    std::string title;
    std::string words;  // the policy
    std::string why;
};
struct Advice {
    std::vector<std::string> columns = {};
    release::IntruderKnowledge scenario = {};
    AdviseOptions asked = {};
    std::string loss_measure = {};
    std::optional<std::size_t> recommended = {};  // ids of points
    std::optional<std::size_t> best_single = {};
    std::optional<std::size_t> nearest = {};  // where nothing is acceptable
    std::vector<AdviceCandidate> candidates = {};
    std::string reason = {};
    std::vector<std::string> trace = {};
    bool stopped = false;  // before the end
    std::vector<AdvicePoint> points = {};

    const AdvicePoint& point(std::size_t id) const { return points.at(id - 1); }
};

// {"id", "label", "words", "method" and "parameters" of the last step, "steps", "single", "judged",
// "acceptable", "seconds", "risk", "at_most", "loss", "score", "worst", "bound", "pareto"}; null
// figures and "error" where it could not be tried.
Json to_json(const AdvicePoint& point);
// {"kind": "advice", "columns", "scenario", "constraints", "loss_measure", "alpha", "recommended",
// "best_single", "nearest", "candidates": [{"id", "title", "words", "why"}], "reason", "trace",
// "stopped", "points"}; null for none.
Json to_json(const Advice& advice);

// After a stop was asked for, what was found so far. Error(usage) for a column that is not known,
// Error(unmet) never: that nothing is acceptable is a result.
Advice advise(const Stage& stage, const AdviseOptions& options, const AdviseLog& log,
              const Random& random, const Context& context);

}  // namespace lethe::search
