#include "lethe/search/advise/advise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/method/catalogue.h"
#include "lethe/search/advise/perturbation.h"
#include "lethe/search/advise/policy_bench.h"
#include "lethe/search/advise/policy_words.h"
#include "lethe/search/advise/strata_search.h"
#include "lethe/table/attack/combined_risk.h"

namespace lethe::search {
namespace {

// From so many rows on strata are searched with a quicker method inside than the final one.
constexpr std::int64_t kQuickGroupingRows = 3000;

// Above so many rows no alternative with true values is judged, strata are looked for only where
// columns must stay exact, and groups refined by exchange are tried in the size that is enough
// whatever the attack.
constexpr std::int64_t kManyRows = 20000;

// The ways to make groups that are tried.
struct Groupings {
    Grouping plain{method_for(Purpose::groups).info.name};
    Grouping boxes{method_for(Purpose::boxes).info.name, {{"publish", "representative"}}};
    Grouping median{method_for(Purpose::median_groups).info.name};
    Grouping coarser{method_for(Purpose::boxes).info.name, {{"publish", "interval"}}};
    Grouping exchange{method_for(Purpose::refined_groups).info.name};
};

const Groupings& groupings() {
    static const Groupings all;
    return all;
}

// A kind of policy that can be made stronger step by step.
struct PolicyFamily {
    std::vector<std::string> by;
    Grouping grouping;
    std::int64_t groups = 1;  // that a stratum holds at least

    // One method on all columns, each group of k at least.
    bool single() const { return by.empty() && !grouping.least; }
    std::string strength() const { return grouping.least ? "the mean size of a group" : "k"; }
    std::string words() const {
        return by.empty() ? grouping.method
                          : fmt::format("{} within {}", grouping.method, fmt::join(by, ", "));
    }
};

// k raised as far as a risk that falls as 1 / k needs to come down to the limit; by one where none
// is far enough.
std::int64_t raised_for(std::int64_t k, double risk, double limit) {
    const double needed = std::ceil(static_cast<double>(k) * risk / limit);
    return needed < 0x1p62 ? std::max(k + 1, static_cast<std::int64_t>(needed)) : k + 1;
}

// How often a policy is made stronger before it is given up.
constexpr int kMostRounds = 8;

// What a policy that is made stronger must not lose more than, to be worth the attacks.
enum class Rival { none, all, singles };

class Adviser {
  public:
    Adviser(PolicyBench& bench, std::vector<std::string> columns)
        : bench_(bench), options_(bench.options()), columns_(std::move(columns)) {}

    Advice advise();

  private:
    Steps steps_of(const PolicyFamily& family, std::int64_t k) const {
        return stratified_steps(columns_, family.by, family.grouping, k, !options_.exact.empty(),
                                family.groups);
    }
    // The largest k that can be needed: then the classes alone keep everybody safe enough.
    std::int64_t enough() const {
        return std::max(options_.k, static_cast<std::int64_t>(
                                        std::ceil(100 / std::max(options_.max_risk, 0.1))));
    }

    std::size_t keep(PolicyPoint point);
    std::optional<std::size_t> weakest(const PolicyFamily& family);
    std::optional<std::size_t> settle(PolicyFamily family, std::size_t start, Rival rival);
    void settle_all(Rival rival);
    bool many_rows() const { return bench_.stage().table.rows() > kManyRows; }
    Grouping exchanged_groups() const {
        Grouping grouping = groupings().exchange;
        if (many_rows()) grouping.parameters["passes"] = 6;  // nearly as good, in less time
        return grouping;
    }
    // Groups of k people at least, whose mean size is what is made stronger. Where classes must be
    // diverse, the small ones decide: then there are none.
    std::optional<Grouping> spread_groups() const;
    std::size_t judge_once(const PolicyFamily& family, std::int64_t k);
    std::vector<PolicyFamily> weaker_strata(const PolicyFamily& family) const;
    std::int64_t k_of(const PolicyPoint& point) const;
    void try_singles();
    void try_spread();
    void try_strata();
    void try_perturbation();
    void attack_the_best();
    void find_alternatives();
    std::optional<std::size_t> least_loss(bool judged, bool single) const;
    AdvicePoint told(std::size_t point) const;
    Advice result() const;

    PolicyBench& bench_;
    const AdviseOptions& options_;
    std::vector<std::string> columns_;
    std::vector<PolicyPoint> points_;
    std::vector<PolicyFamily> families_;  // by point
    std::vector<std::string> trace_;
    std::optional<std::size_t> best_single_, recommended_, safer_, truthful_, nearest_;
    bool stopped_ = false;
};

// The same with fewer columns that stay exact, or with larger strata.
std::vector<PolicyFamily> Adviser::weaker_strata(const PolicyFamily& family) const {
    std::vector<PolicyFamily> ways;
    if (family.by.size() <= options_.exact.size()) return ways;
    for (std::size_t i = options_.exact.size(); i < family.by.size(); ++i) {
        ways.push_back(family);
        ways.back().by.erase(ways.back().by.begin() + static_cast<long>(i));
    }
    // A single one of them.
    if (options_.exact.empty() && family.by.size() > 2) {
        for (const std::string& name : family.by) {
            ways.push_back(family);
            ways.back().by = {name};
        }
    }
    for (const std::int64_t times : {3, 10}) {
        ways.push_back(family);
        ways.back().groups *= times;
    }
    return ways;
}

std::size_t Adviser::keep(PolicyPoint point) {
    bench_.tell(point.usable()
                    ? fmt::format("{}: {} {:.1f} %, loss {:.1f} %, smallest class {}",
                                  label_of(point.steps),
                                  point.judged ? "the worst attack finds" : "a first attack finds",
                                  point.risk, point.loss, point.bound.smallest)
                    : fmt::format("{}: {}", label_of(point.steps), point.error));
    points_.push_back(std::move(point));
    families_.resize(points_.size());
    return points_.size() - 1;
}

std::int64_t Adviser::k_of(const PolicyPoint& point) const {
    const Json& parameters = point.steps.back().parameters;
    const Json& own = parameters.contains("parameters") ? parameters["parameters"] : parameters;
    return own.value("mean", own.value("k", options_.k));
}

// The weakest of a family that is acceptable to the quick attack: k raised from the one asked for.
std::optional<std::size_t> Adviser::weakest(const PolicyFamily& family) {
    const bool exchanged = family.grouping.method == groupings().exchange.method;
    std::int64_t k = exchanged && many_rows() ? enough() : options_.k;
    for (;;) {
        PolicyPoint point = bench_.quick(steps_of(family, k));
        point.single = family.single();
        const bool usable = point.usable();
        const bool good = bench_.acceptable(point);
        const double risk = point.risk;
        const bool diverse = point.diverse;
        const std::size_t id = keep(std::move(point));
        families_[id] = family;
        if (good) return id;
        if (!usable || k * 2 > bench_.stage().table.rows()) return std::nullopt;
        if (k >= enough() && diverse) return std::nullopt;
        k = diverse ? std::min(raised_for(k, risk, options_.max_risk), enough())
                    : k + std::max<std::int64_t>(1, k / 2);
    }
}

std::optional<std::size_t> Adviser::least_loss(bool judged, bool single) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const PolicyPoint& point = points_[i];
        if (!bench_.acceptable(point) || (judged && !point.judged) || (single && !point.single)) {
            continue;
        }
        if (!best || point.loss < points_[*best].loss) best = i;
    }
    return best;
}

void Adviser::try_singles() {
    const Groupings& all = groupings();
    for (const Grouping& grouping :
         {all.plain, all.boxes, all.median, all.coarser, exchanged_groups()}) {
        weakest({options_.exact, grouping});
    }
    best_single_ = least_loss(false, true);
}

std::optional<Grouping> Adviser::spread_groups() const {
    if (options_.l || options_.t) return std::nullopt;
    Grouping grouping = exchanged_groups();
    grouping.least = std::max<std::int64_t>(2, options_.k);
    return grouping;
}

void Adviser::try_spread() {
    if (const auto grouping = spread_groups()) weakest({options_.exact, *grouping});
}

void Adviser::try_strata() {
    if (many_rows() && options_.exact.empty()) return;
    const bool large = bench_.stage().table.rows() > kQuickGroupingRows;
    const Grouping& quick = large ? groupings().boxes : groupings().plain;
    // The k that the risk needs is about that of the best single method.
    const std::int64_t k = best_single_ ? k_of(points_[*best_single_]) : options_.k;
    const std::vector<std::string> by = search_strata(bench_, columns_, options_.exact, quick, k);
    if (by == options_.exact) return;
    for (const Grouping& grouping : {groupings().plain, groupings().boxes, groupings().median}) {
        weakest({by, grouping});
    }
    if (const auto grouping = spread_groups()) weakest({by, *grouping});
}

void Adviser::try_perturbation() {
    for (const PerturbationLadder& ladder : perturbation_ladders(bench_.stage(), columns_)) {
        for (const Steps& steps : ladder.rungs) {
            const std::size_t id = keep(bench_.full(steps));
            if (bench_.acceptable(points_[id])) break;
        }
    }
}

// Attacks a policy with everything there is; while that finds too many, the policy is made
// stronger where it costs least. A k that was passed over on the way up is tried afterwards.
std::optional<std::size_t> Adviser::settle(PolicyFamily family, std::size_t start, Rival rival) {
    std::int64_t k = k_of(points_[start]);
    std::int64_t failed = k - 1;
    std::optional<std::size_t> good;
    for (int round = 0; round < kMostRounds && !good; ++round) {
        const std::size_t id = judge_once(family, k);
        const PolicyPoint& point = points_[id];
        if (bench_.acceptable(point)) {
            good = id;
            break;
        }
        failed = k;
        if (!point.usable() || 2 * k > bench_.stage().table.rows()) return std::nullopt;
        if (point.at_most <= options_.max_risk) {
            k += std::max<std::int64_t>(1, k / 2);
            trace_.push_back(fmt::format("{}: the classes are not diverse enough: {} raised to {}",
                                         family.words(), family.strength(), k));
            continue;
        }
        const std::int64_t raised = raised_for(k, point.at_most, options_.max_risk);
        std::string found =
            fmt::format("{}: {} finds {:.1f} %", family.words(),
                        point.worst ? point.worst->title : std::string("an attack"), point.risk);
        if (point.at_most > point.risk) {
            found += fmt::format(", and of all people an attack may find {:.1f} %", point.at_most);
        }
        // Larger groups; or one column less that stays exact, or larger strata, if that, going by
        // the quick attacks, brings the worst one down far enough.
        std::vector<PolicyFamily> weaker = weaker_strata(family);
        std::vector<Steps> ways{steps_of(family, raised), steps_of(family, k)};
        for (const PolicyFamily& way : weaker) ways.push_back(steps_of(way, k));
        const std::vector<PolicyPoint> tried = bench_.quick(ways);
        std::optional<std::size_t> chosen;
        for (std::size_t i = 2; i < tried.size(); ++i) {
            const bool enough = bench_.acceptable(tried[i]) && tried[1].risk > 0 &&
                                point.at_most * tried[i].risk / tried[1].risk <= options_.max_risk;
            if (enough && tried[i].loss < tried[chosen.value_or(0)].loss) chosen = i;
        }
        // Not worth another attack where it would lose more than what is good already.
        const auto settled = least_loss(true, rival == Rival::singles);
        if (rival != Rival::none && settled &&
            tried[chosen.value_or(0)].loss >= points_[*settled].loss) {
            return std::nullopt;
        }
        if (chosen) {
            family = weaker[*chosen - 2];
            trace_.push_back(
                fmt::format("{}; fewer people keep their categories: {}", found, family.words()));
        } else {
            trace_.push_back(
                fmt::format("{}; {} raised from {} to {}", found, family.strength(), k, raised));
            k = raised;
        }
    }
    while (good && k - 1 > failed) {
        const std::int64_t middle = (k + failed) / 2;
        const std::size_t id = judge_once(family, middle);
        if (bench_.acceptable(points_[id])) {
            good = id;
            k = middle;
        } else {
            failed = middle;
        }
    }
    return good;
}

// Every attack against one policy; what was judged before is not judged again.
std::size_t Adviser::judge_once(const PolicyFamily& family, std::int64_t k) {
    const Steps steps = steps_of(family, k);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (points_[i].judged && points_[i].steps == steps) return i;
    }
    PolicyPoint point = bench_.full(steps);
    point.single = family.single();
    const std::size_t id = keep(std::move(point));
    families_[id] = family;
    return id;
}

// By loss; the next one where the best cannot be made good enough for less than it loses.
void Adviser::settle_all(Rival rival) {
    const bool singles = rival == Rival::singles;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (singles && !points_[i].single) continue;
        if (!points_[i].judged && bench_.acceptable(points_[i])) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return points_[a].loss < points_[b].loss;
    });
    for (const std::size_t id : order) {
        const auto settled = least_loss(true, singles);
        if (settled && points_[*settled].loss <= points_[id].loss) break;
        settle(PolicyFamily(families_[id]), id, rival);
    }
}

void Adviser::attack_the_best() {
    settle_all(Rival::all);
    // The level to beat is held to the same bar: every single method that could be it.
    settle_all(Rival::singles);
    if (const auto settled = least_loss(true, true)) best_single_ = settled;
    recommended_ = least_loss(true, false);
    if (recommended_) return;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (!points_[i].usable()) continue;
        if (!nearest_ || points_[i].risk < points_[*nearest_].risk) nearest_ = i;
    }
}

void Adviser::find_alternatives() {
    if (!recommended_) return;
    const PolicyPoint best = points_[*recommended_];
    const PolicyFamily family = families_[*recommended_];
    if (!family.grouping.method.empty()) {
        const std::int64_t k = 2 * k_of(best);
        PolicyFamily larger = family;
        if (larger.grouping.least) *larger.grouping.least *= 2;
        if (2 * k <= bench_.stage().table.rows()) {
            const std::size_t id = judge_once(larger, k);
            if (bench_.acceptable(points_[id])) safer_ = id;
        }
    }
    // True values: made coarser, none made up. Attacking sets and intervals takes a minute in a
    // large table: there this alternative is left to who wants it.
    if (bench_.stage().table.rows() > kManyRows) return;
    std::optional<std::size_t> truthful;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const Grouping& grouping = families_[i].grouping;
        const bool coarser = grouping.method == groupings().coarser.method &&
                             grouping.parameters == groupings().coarser.parameters;
        if (!coarser || !bench_.acceptable(points_[i])) continue;
        if (!truthful || points_[i].loss < points_[*truthful].loss) truthful = i;
    }
    if (truthful && *truthful != *recommended_) {
        truthful_ = settle(PolicyFamily(families_[*truthful]), *truthful, Rival::none);
    }
}

Advice Adviser::advise() {
    try {
        try_singles();
        try_spread();
        try_strata();
        if (options_.k <= 1 && options_.exact.empty()) try_perturbation();
        attack_the_best();
        find_alternatives();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::stopped) throw;
        stopped_ = true;
        recommended_ = least_loss(true, false);
        if (!best_single_) best_single_ = least_loss(false, true);
    }
    return result();
}

AdvicePoint Adviser::told(std::size_t place) const {
    const PolicyPoint& point = points_[place];
    AdvicePoint told{.id = place + 1,
                     .steps = point.steps,
                     .single = point.single,
                     .judged = point.judged,
                     .acceptable = bench_.acceptable(point),
                     .seconds = point.seconds,
                     .error = point.error};
    if (!point.usable()) return told;
    told.risk = point.risk;
    told.at_most = point.at_most;
    told.loss = point.loss;
    told.score = attack::weighted_score(point.loss, point.risk, options_.score.alpha);
    told.worst = point.worst;
    told.bound = point.bound;
    told.pareto = std::none_of(points_.begin(), points_.end(), [&](const PolicyPoint& other) {
        return other.usable() && other.risk <= point.risk && other.loss <= point.loss &&
               (other.risk < point.risk || other.loss < point.loss);
    });
    return told;
}

Advice Adviser::result() const {
    Advice advice;
    for (std::size_t i = 0; i < points_.size(); ++i) advice.points.push_back(told(i));
    const auto id = [](const std::optional<std::size_t>& point) {
        return point ? std::optional(*point + 1) : std::nullopt;
    };
    const auto candidate = [&](const std::optional<std::size_t>& point, const char* title,
                               std::string why) {
        if (!point) return;
        for (const AdviceCandidate& known : advice.candidates) {
            if (known.id == *point + 1) return;
        }
        advice.candidates.push_back(
            {*point + 1, title, policy_words(points_[*point].steps), std::move(why)});
    };
    const auto figures = [&](std::size_t point) {
        return fmt::format(
            "the worst attack finds {:.1f} %{}, the loss is {:.1f} %, the smallest "
            "class has {} people",
            points_[point].risk,
            points_[point].at_most > points_[point].risk
                ? fmt::format(" (at most {:.1f} % with 95 % confidence)", points_[point].at_most)
                : std::string(),
            points_[point].loss, points_[point].bound.smallest);
    };
    std::string reason;
    if (recommended_) {
        candidate(recommended_, "least loss",
                  fmt::format("Of all that were tried and meet the constraints it loses least: {}.",
                              figures(*recommended_)));
        if (safer_) {
            candidate(
                safer_, "safer",
                fmt::format("Twice as many people behind every value: {}.", figures(*safer_)));
        }
        if (truthful_) {
            candidate(
                truthful_, "true values",
                fmt::format("No value is made up, values are coarser: {}.", figures(*truthful_)));
        }
        reason = fmt::format("{} {}", policy_words(points_[*recommended_].steps),
                             advice.candidates[0].why);
        if (best_single_) {
            reason += " " + best_single_words(label_of(points_[*best_single_].steps),
                                              points_[*best_single_].loss, many_rows());
        }
    } else {
        reason = fmt::format(
            "None acceptable: nothing that was tried has {} people in every class and a worst "
            "attack of at most {} %{}.",
            options_.k, options_.max_risk,
            options_.l || options_.t ? " and enough different confidential values" : "");
        if (nearest_) {
            reason += fmt::format(
                " Nearest: {} ({}). Allow more, mask fewer columns exactly, or "
                "release fewer columns.",
                label_of(points_[*nearest_].steps), figures(*nearest_));
        }
    }
    advice.columns = columns_;
    advice.scenario = bench_.stage().intruder;
    advice.asked = options_;
    advice.loss_measure = release::loss_name(
        release::loss_parts(options_.score, bench_.stage().table.select(columns_)));
    advice.recommended = id(recommended_);
    advice.best_single = id(best_single_);
    advice.nearest = id(nearest_);
    advice.reason = std::move(reason);
    advice.trace = trace_;
    advice.stopped = stopped_;
    return advice;
}

}  // namespace

release::ScoreOptions advised_score() {
    return {.loss = method_for(Purpose::loss_of_mixed).info.name};
}

Advice advise(const Stage& given, const AdviseOptions& options, const AdviseLog& log,
              const Random& random, const Context& context) {
    if (given.intruder.columns.empty()) {
        throw Error(ErrorKind::usage, "there is nothing to protect: the intruder knows no column");
    }
    if (options.k * 2 > given.table.rows()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("k = {} needs {} people at least, the table has {}", options.k,
                                2 * options.k, given.table.rows()));
    }
    for (const std::string& name : options.exact) {
        given.table.column(name);
        if (std::find(given.intruder.columns.begin(), given.intruder.columns.end(), name) ==
            given.intruder.columns.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("column \"{}\" is not among what the intruder knows: it stays "
                                    "as it is anyway",
                                    name));
        }
    }
    // Only what is masked, known or confidential takes part.
    Stage stage = given;
    std::vector<std::string> used = given.intruder.columns;
    const std::vector<std::string> confidential = given.roles.with(given.table, Role::confidential);
    used.insert(used.end(), confidential.begin(), confidential.end());
    stage.table = given.table.select(used);
    PolicyBench bench(stage, options, log, random, context);
    return Adviser(bench, given.intruder.columns).advise();
}

}  // namespace lethe::search
