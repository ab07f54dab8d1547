#include "lethe/release.h"

#include <random>
#include <utility>

#include "lethe/api/inside.h"
#include "lethe/method/catalogue.h"
#include "lethe/method/publication.h"
#include "lethe/release/assess/assessed_pair.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/verdict_figures.h"
#include "lethe/release/outputs.h"
#include "lethe/release/tables/counts/broken_promises.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/parameter_files.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/protect.h"
#include "lethe/release/tables/record.h"

namespace lethe::api {

struct Release::State {
    release::Plan plan;
    release::PreparedRelease prepared;
    Json guarantees;
    std::uint64_t seed = 0;
    ProtectOptions options;
    Table table;
    std::vector<std::string> warnings;
    Json verdict;  // what the policy asks
};

namespace {

std::uint64_t seed_of(const std::optional<std::uint64_t>& given) {
    if (given) return *given;
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

release::Policy policy_of(const ProtectOptions& options, Problems& problems) {
    if (options.policy.empty() == options.method.empty()) {
        throw lethe::Error(lethe::ErrorKind::usage, "give either a policy or a method");
    }
    release::Policy policy;
    if (options.method.empty()) {
        if (!options.settings.empty() || !options.columns.empty()) {
            throw lethe::Error(lethe::ErrorKind::usage,
                               "settings and columns go with a method; a policy has its own");
        }
        policy = policy_given(options.policy, options.folder, problems);
    } else {
        Json settings = Json::object();
        for (const auto& [name, value] : options.settings) settings[name] = value;
        if (const Method* method = find_method(options.method)) {
            release::load_parameter_files(*method, settings, options.folder);
        }
        policy.steps.push_back({options.method, options.columns, std::move(settings), {}, {}});
    }
    policy.identifiers = options.identifiers;
    return policy;
}

Guarantee guarantee_of(const Json& counted) {
    Guarantee guarantee;
    guarantee.method = counted.value("method", "");
    if (counted.value("k", Json()).is_number()) guarantee.k = counted["k"];
    guarantee.smallest = counted.value("smallest", std::int64_t{0});
    guarantee.people_below_k = counted.value("below", std::int64_t{0});
    if (counted.value("holds", Json()).is_boolean()) guarantee.holds = counted["holds"].get<bool>();
    guarantee.columns = counted.value("columns", std::vector<std::string>());
    return guarantee;
}

Assessment assessment_of(const release::Assessment& assessed, const Json& result,
                         const release::Verdict& verdict) {
    Assessment assessment;
    if (const auto& worst = assessed.worst) {
        assessment.found = worst->found;
        assessment.attack = worst->attack;
        assessment.knows = worst->knows;
        assessment.found_interval = worst->interval;
    }
    assessment.bound = assessed.bound.average();
    assessment.loss = assessed.loss;
    assessment.score = assessed.score;
    assessment.passed = verdict.passed;
    assessment.verdict = verdict.sentence;
    assessment.json = json_text(result);
    assessment.published = json_text(published(result));
    return assessment;
}

Assessment assess_pair(release::PairRequest request, const std::string& profile, std::uint64_t seed,
                       const lethe::Context& context) {
    const release::AssessedPair loaded = release::assessed_pair(std::move(request), Random(seed));
    Json asked = loaded.verdict;
    if (!profile.empty()) asked["profile"] = profile;
    const release::Assessment assessed =
        release::assess(loaded.pair, loaded.scenario, {}, Random(seed).part(1), context);
    const release::Verdict verdict =
        release::assessed_verdict(assessed, loaded.masked, loaded.roles, loaded.intruder.columns,
                                  loaded.confidential, release::verdict_profile(asked));
    Json result{{"kind", "assessment"},
                {"original", {{"rows", loaded.pair.original.rows()}}},
                {"masked", {{"rows", loaded.pair.masked.rows()}}},
                {"columns", loaded.pair.original.names()},
                {"scenario", to_json(loaded.intruder)}};
    result.update(to_json(assessed));
    result["verdict"] = to_json(verdict);
    result["notes"] = loaded.notes;
    return assessment_of(assessed, result, verdict);
}

}  // namespace

Release::Release(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const Table& Release::table() const { return state_->table; }
const std::vector<std::int64_t>& Release::origin() const {
    return state_->prepared.execution.origin;
}
std::vector<std::string> Release::warnings() const { return state_->warnings; }

std::vector<Guarantee> Release::guarantees() const {
    std::vector<Guarantee> all;
    for (const Json& counted : state_->guarantees) all.push_back(guarantee_of(counted));
    return all;
}

bool Release::promises_hold() const {
    for (const Guarantee& guarantee : guarantees()) {
        if (guarantee.holds == false) return false;
    }
    return true;
}

std::string Release::record() const {
    return guarded([&] {
        Json record = release::release_record(state_->plan, state_->prepared.execution, {}, {});
        record["guarantees"] = state_->guarantees;
        if (!state_->prepared.measured.is_null()) {
            record["measured"] = published(state_->prepared.measured);
        }
        return json_text(record);
    });
}

std::string Release::write(const std::string& path, const WriteOptions& options,
                           const Context& context) const {
    return guarded([&] {
        const Inside run(context);
        if (path.empty() || path == "-") {
            throw lethe::Error(lethe::ErrorKind::usage, "a release is written to a file");
        }
        std::vector<std::string> inputs;
        if (!state_->options.source.empty()) inputs.push_back(state_->options.source);
        release::check_outputs({DataKind::table, path, false, {}, {}}, {inputs, options.replace});
        const release::Protected written =
            release::write_prepared(state_->plan, state_->prepared, state_->seed,
                                    {path, state_->options.source, state_->options.source_sha256,
                                     !state_->prepared.measured.is_null()},
                                    run.context());
        return json_text(written.summary);
    });
}

Release protect(const Table& table, const ProtectOptions& options, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        Problems problems;
        const release::Policy policy = policy_of(options, problems);
        auto state = std::make_shared<Release::State>();
        state->options = options;
        state->seed = seed_of(options.seed);
        state->verdict = policy.verdict;
        state->plan = release::make_plan(inside(table), policy, std::move(problems));
        state->prepared = release::prepare_release(
            state->plan, release::execute(state->plan, state->seed, run.context()), state->seed,
            options.source_sha256, options.assess, run.context());
        state->guarantees =
            release::unwritten_guarantees(state->plan, state->prepared, run.context());
        state->table = outside(state->prepared.execution.release);
        state->warnings = state->plan.warnings;
        for (const auto& more :
             {state->prepared.execution.warnings, release::broken_promises(state->guarantees)}) {
            state->warnings.insert(state->warnings.end(), more.begin(), more.end());
        }
        return Release(std::move(state));
    });
}

std::string plan(const Table& table, const ProtectOptions& options) {
    return guarded([&] {
        Problems problems;
        const release::Policy policy = policy_of(options, problems);
        return json_text(
            release::plan_summary(release::make_plan(inside(table), policy, std::move(problems))));
    });
}

Assessment assess(const Table& original, const Table& released, const AssessOptions& options,
                  const Context& context) {
    return guarded([&] {
        const Inside run(context);
        Problems problems;
        const release::Policy policy = policy_given(options.policy, options.folder, problems);
        release::PairRequest request;
        request.plan = release::plan_columns(inside(original), policy, std::move(problems));
        request.masked = inside(released);
        request.has_policy = !options.policy.empty();
        request.verdict = policy.verdict;
        if (!options.record.empty()) {
            request.record = parsed(options.record, "the release record");
            release::check_release_record(request.record, "the release record");
        }
        for (const std::int64_t row : options.origin) {
            if (row < 0 || row >= original.rows()) {
                throw lethe::Error(lethe::ErrorKind::usage,
                                   "an origin is the number of a row of the original, from 0");
            }
        }
        if (!options.origin.empty() &&
            options.origin.size() != static_cast<std::size_t>(released.rows())) {
            throw lethe::Error(lethe::ErrorKind::usage, "every released row has one origin");
        }
        if (!(options.people > 0 && options.people <= 100)) {
            throw lethe::Error(lethe::ErrorKind::usage,
                               "the people whom the intruder holds are above 0 and at most 100 "
                               "percent");
        }
        request.origin = options.origin;
        request.columns = options.columns;
        request.known = options.people;
        request.aligned = options.aligned;
        return assess_pair(std::move(request), options.profile, seed_of(options.seed),
                           run.context());
    });
}

Assessment assess(const Release& release, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        const Release::State& state = release.state();
        release::PairRequest request;
        request.plan = state.plan;
        request.masked = inside(state.table);
        request.has_policy = true;
        request.verdict = state.verdict;
        if (state.plan.intruder.knows_record) {
            request.record = release::owners_record(state.plan, state.prepared.execution);
        }
        request.origin = state.prepared.execution.origin;
        request.aligned = true;
        return assess_pair(std::move(request), {}, state.seed, run.context());
    });
}

}  // namespace lethe::api
