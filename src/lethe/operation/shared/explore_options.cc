#include "lethe/operation/shared/explore_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/version.h"
#include "lethe/io/bundle.h"
#include "lethe/method/catalogue.h"
#include "lethe/operation/tables/policy_files.h"
#include "lethe/release/next_command.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {
namespace {

constexpr const char* kPolicyName = "policy.toml";

std::string setting_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

Schema<ExploreDataOptions> ExploreDataOptions::schema(DataKind data) {
    using O = ExploreDataOptions;
    const std::vector<std::string> losses = method_names(Family::loss, data);
    return Schema<O>()
        .field("output", &O::folder,
               "Folder for the map, the table, the report and the recommended policy")
        .output(OutputKind::own)
        .letter('o')
        .shown("DIR")
        .include(&O::replace, Replacing::schema())
        .field("alpha", &O::alpha, "Weight of the loss in the score; the risk has the rest",
               between(0, 1))
        .shown("0..1")
        .field(
            "loss", &O::loss,
            fmt::format("The loss in the score: {} [{}]", fmt::join(losses, ", "), losses.front()))
        .shown("NAME")
        .naming("loss measure", losses)
        .field("max_risk", &O::max_risk, "Recommend the least loss with at most this risk",
               between(0, 100))
        .shown("PERCENT");
}

void ExploreDataOptions::open_folder(const std::vector<std::string>& inputs) const {
    make_folder(folder);
    check_exploration_files(folder, replace);
    check_policy(std::filesystem::path(folder) / kPolicyName, inputs, replace);
}

void ExploreDataOptions::open_log(Door& door, ExplorationLog& log,
                                  const std::vector<std::string>& inputs, const Json& header,
                                  std::size_t points) const {
    if (folder.empty()) return;
    open_folder(inputs);
    Json same{{"kind", "points"}, {"version", kProgramVersion}, {"alpha", alpha}, {"loss", loss}};
    same.update(header);
    same["seed"] = door.given_seed() ? Json(*door.given_seed()) : Json(nullptr);
    log.open(door, folder, std::move(same), points);
}

std::vector<release::StepPolicy> recommended_steps(const search::Exploration& exploration) {
    std::vector<release::StepPolicy> steps;
    const search::ExplorationPoint* point = exploration.recommended_point();
    if (point == nullptr) return steps;
    for (const release::Choice& step : point->steps) {
        steps.push_back({step.method, {}, step.parameters, {}, {}});
    }
    return steps;
}

std::string recommended_words(const search::Exploration& exploration) {
    const bool graph = exploration.data == DataKind::graph;
    std::string words;
    for (const release::StepPolicy& step : recommended_steps(exploration)) {
        std::string settings;
        for (const auto& [name, value] : step.parameters.items()) {
            settings += graph ? fmt::format(" {}={}", name, setting_text(value))
                              : fmt::format(" --set {}={}", name, setting_text(value));
        }
        words += graph ? fmt::format(" --step '{}{}'", step.method, settings)
                       : fmt::format(" --method {}{}", step.method, settings);
    }
    return words;
}

Answer finish_exploration(const ExploreDataOptions& options, const Explored& explored,
                          const search::Exploration& exploration) {
    const bool recommended = exploration.recommended.has_value();
    const std::string command = release::data_command("protect", exploration.data, explored.files);
    Json result = to_json(exploration);
    const std::filesystem::path data(explored.files.front());
    result["data"] = {{"private", {{"file", data.filename().string()}}}, {"rows", explored.rows}};
    if (recommended && !explored.words.empty()) {
        result["next"] = command + explored.words + " -o " + explored.released;
    }
    if (!options.folder.empty()) {
        const std::string path = (std::filesystem::path(options.folder) / kPolicyName).string();
        Bundle bundle((std::filesystem::path(options.folder) / "exploration.json").string());
        std::vector<std::string> written, staged;
        if (recommended) {
            staged.push_back(add_policy(bundle, path, explored.policy));
            written.push_back(kPolicyName);
            result["next"] = fmt::format("{} --policy {} -o {}", command, release::shell_word(path),
                                         explored.released);
        }
        result["files"] = release::listed_files(staged);
        write_exploration_files(bundle, options.folder, exploration, result);
        forget_policies(options.folder, written);
        bundle.commit();
    }
    return end_exploration(exploration, std::move(result), options.folder,
                           options.max_risk.has_value());
}

}  // namespace lethe::operation
