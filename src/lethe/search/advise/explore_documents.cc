#include "lethe/search/advise/explore_documents.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/assess/measured_result.h"

namespace lethe::search {
namespace {

using documents::Setting;

Json document_parameters(const Method& method, const Json& parameters) {
    Problems problems;
    Json result = method.bind(parameters, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    return result;
}

void try_method(const Method& method, const documents::AssessInput& input, DataTrial& trial) {
    std::vector<Json> settings = method.info.assessed_with;
    if (settings.empty()) settings.push_back(Json::object());
    for (const Json& setting : settings) {
        add_to_trial(trial, method,
                     method.assess_documents(input, document_parameters(method, setting)));
    }
}

// Finders in both settings, and what they find in the originals.
class BothSettings {
  public:
    BothSettings(const documents::Finders& finders, const documents::Documents& original)
        : finders_(finders), original_(original) {}

    const std::vector<documents::Mentions>& mentions(Setting setting, const Context& context) {
        const auto known = mentions_.find(setting);
        if (known != mentions_.end()) return known->second;
        std::vector<documents::Mentions> found(original_.size());
        parallel_tasks(context, std::ssize(original_), [&](std::int64_t task) {
            const auto d = static_cast<std::size_t>(task);
            found[d] = documents::detect(finders_, finders_.model, setting, original_[d].text);
        });
        return mentions_.emplace(setting, std::move(found)).first->second;
    }

  private:
    const documents::Finders& finders_;
    const documents::Documents& original_;
    std::map<Setting, std::vector<documents::Mentions>> mentions_;
};

}  // namespace

std::vector<ProtectionSteps> document_grid(bool has_wordnet) {
    std::vector<ProtectionSteps> grid;
    for (const std::string& profile : documents::profile_names()) {
        const documents::TextPolicy policy = documents::profile_policy(profile);
        if (!policy.model) continue;  // made for an example, and finds less than others
        for (const Setting setting : {Setting::balanced, Setting::recall}) {
            for (const Method* method : methods_of(Family::mask, DataKind::documents)) {
                const documents::TreatmentTraits& traits = *method->treatment;
                const bool of_taxonomy = !traits.taxonomy_parameter.empty();
                if (traits.keeps || traits.needs_salt || traits.needs_cipher ||
                    documents::missing_parameter(*method, Json::object()) ||
                    (of_taxonomy && !has_wordnet)) {
                    continue;
                }
                grid.push_back({release::Choice{
                    method->info.name,
                    {{"profile", profile}, {"setting", documents::name(setting)}}}});
            }
        }
    }
    return grid;
}

documents::TextPolicy policy_of_steps(const ProtectionSteps& steps,
                                      const documents::TextPolicy& known) {
    const release::Choice& step = steps.front();
    Json parameters = step.parameters;
    const auto profile = parameters.value("profile", std::string("default"));
    const auto setting = parameters.value("setting", std::string());
    parameters.erase("profile");
    parameters.erase("setting");
    documents::TextPolicy policy = documents::profile_policy(profile);
    policy.categories = known.categories;
    policy.entities = known.entities;
    policy.lists = known.lists;
    policy.countries = known.countries;
    for (std::size_t c = policy.labels.size(); c < known.labels.size(); ++c) {
        policy.labels.push_back(known.labels[c]);
        policy.treatments.push_back(policy.treatments[documents::kPerson]);
    }
    if (const auto named = documents::setting_named(setting)) policy.setting = *named;
    documents::treat_all(policy, find_method(step.method, Family::mask, DataKind::documents),
                         parameters);
    return policy;
}

Exploration explore_documents(const documents::Documents& original,
                              const documents::Finders& finders,
                              const std::vector<ProtectionSteps>& grid,
                              const DocumentExploration& options,
                              const std::vector<ExplorationPoint>& known, const PointSink& on_point,
                              const Random& random, const Context& context) {
    const Method& loss = options.loss.empty()
                             ? *release::judging_losses(DataKind::documents).front()
                             : find_method(options.loss, Family::loss, DataKind::documents);
    if (!loss.info.needs.empty()) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{} needs {}, which are not explored", loss.info.name, loss.info.needs),
            {{}, 0, 0, "loss"});
    }
    BothSettings found(finders, original);
    const documents::TextCollection before = documents::collection_of(original);
    const TryProtection trial = [&](const ProtectionSteps& steps, const Random& own,
                                    const Context& inner) {
        const documents::TextPolicy policy = policy_of_steps(steps, options.known);
        documents::SanitiseOptions tools;
        tools.wordnet = options.wordnet;
        for (const std::string& source : policy.knowledge()) {
            tools.knowledge[source] = options.wordnet;
        }
        const documents::Sanitised released = documents::sanitise(
            inner, original, found.mentions(policy.setting, inner), policy, tools);
        documents::TextCollection after{before.ids, {}};
        for (const std::string& text : released.texts) after.texts.push_back(text);
        documents::AssessInput input{.original = before,
                                     .released = after,
                                     .finders = finders,
                                     .random = own,
                                     .context = inner,
                                     .wordnet = options.wordnet,
                                     .categories = policy.infos(),
                                     .mentions = &found.mentions(finders.setting, inner)};
        for (const documents::Treatment& treatment : policy.treatments) {
            input.may_stand.push_back(
                documents::may_stand_of(treatment.traits(), treatment.parameters));
        }
        DataTrial tried;
        for (const Method* attack : methods_of(Family::attack, DataKind::documents)) {
            if (attack->info.finds_people && attack->info.needs.empty())
                try_method(*attack, input, tried);
        }
        try_method(loss, input, tried);
        tried.loss = part_of(tried, loss);
        return tried;
    };
    return explore_data({DataKind::documents, loss.info.title, options.alpha, options.max_risk},
                        grid, trial, known, on_point, random, context);
}

std::string recommended_treatment(const Exploration& exploration) {
    const ExplorationPoint* point = exploration.recommended_point();
    if (point == nullptr) return {};
    const release::Choice& step = point->steps.front();
    std::string words = fmt::format(" --method {}", step.method);
    for (const char* option : {"profile", "setting"}) {
        words += fmt::format(" --{} {}", option, step.parameters[option].get<std::string>());
    }
    return words;
}

}  // namespace lethe::search
