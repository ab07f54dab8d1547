#include "lethe/operation/shared/explore_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "lethe/core/version.h"
#include "lethe/io/file.h"
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

std::vector<StepPolicy> recommended_steps(const Json& exploration) {
    std::vector<StepPolicy> steps;
    for (const Json& point : exploration["points"]) {
        if (point["id"] != exploration["recommended"]) continue;
        for (const Json& step : point["steps"]) {
            steps.push_back({step["method"].get<std::string>(), {}, step["parameters"], {}, {}});
        }
    }
    return steps;
}

std::string recommended_words(const Json& exploration, DataKind data) {
    std::string words;
    for (const StepPolicy& step : recommended_steps(exploration)) {
        std::string settings;
        for (const auto& [name, value] : step.parameters.items()) {
            settings += data == DataKind::graph
                            ? fmt::format(" {}={}", name, setting_text(value))
                            : fmt::format(" --set {}={}", name, setting_text(value));
        }
        words += data == DataKind::graph ? fmt::format(" --step '{}{}'", step.method, settings)
                                         : fmt::format(" --method {}{}", step.method, settings);
    }
    return words;
}

Answer finish_exploration(const ExploreDataOptions& options, const Explored& explored,
                          Json result) {
    const bool recommended = !result["recommended"].is_null();
    const std::string command = release::data_command("protect", explored.data, explored.files);
    if (recommended && !explored.words.empty()) {
        result["next"] = command + explored.words + " -o " + explored.released;
    }
    if (!options.folder.empty()) {
        const std::string path = (std::filesystem::path(options.folder) / kPolicyName).string();
        std::vector<std::string> written;
        if (recommended) {
            write_file(path, explored.policy);
            written.push_back(kPolicyName);
            result["next"] = fmt::format("{} --policy {} -o {}", command, release::shell_word(path),
                                         explored.released);
        }
        forget_policies(options.folder, written);
        result["files"] =
            listed_files(recommended ? std::vector<std::string>{path} : std::vector<std::string>());
        write_exploration_files(options.folder, result);
    }
    return end_exploration(std::move(result), options.folder, options.max_risk.has_value());
}

}  // namespace lethe::operation
