#include "cli/explore_flags.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/exploring.h"
#include "cli/policy_files.h"
#include "lethe/io/file.h"
#include "lethe/method/catalogue.h"
#include "lethe/release/next_command.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::cli {
namespace {

constexpr const char* kPolicyName = "policy.toml";

std::string setting_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void ExploreDataFlags::add_to(CLI::App& command, DataKind data) {
    command
        .add_option("-o,--output", folder,
                    "Folder for the map, the table, the report and the recommended policy")
        ->type_name("DIR");
    replace.add_to(command);
    command.add_option("--alpha", alpha, "Weight of the loss in the score; the risk has the rest")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->type_name("0..1");
    command
        .add_option("--loss", loss,
                    fmt::format("The loss in the score: {} [{}]",
                                fmt::join(method_names(Family::loss, data), ", "),
                                method_names(Family::loss, data).front()))
        ->type_name("NAME");
    command.add_option("--max-risk", max_risk, "Recommend the least loss with at most this risk")
        ->check(CLI::Range(0.0, 100.0))
        ->type_name("PERCENT");
}

void ExploreDataFlags::check(DataKind data) const {
    if (!loss.empty()) find_method(loss, Family::loss, data);
}

void ExploreDataFlags::open_folder(const std::vector<std::string>& inputs) const {
    make_folder(folder);
    check_policy(std::filesystem::path(folder) / kPolicyName, inputs, replace);
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

void finish_exploration(Session& session, const ExploreDataFlags& flags, const Explored& explored,
                        Json& result) {
    const bool recommended = !result["recommended"].is_null();
    const std::string command = release::data_command("protect", explored.data, explored.files);
    if (recommended && !explored.words.empty()) {
        result["next"] = command + explored.words + " -o " + explored.released;
    }
    if (!flags.folder.empty()) {
        const std::string path = (std::filesystem::path(flags.folder) / kPolicyName).string();
        std::vector<std::string> written;
        if (recommended) {
            write_file(path, explored.policy);
            written.push_back(kPolicyName);
            result["next"] = fmt::format("{} --policy {} -o {}", command, release::shell_word(path),
                                         explored.released);
        }
        forget_policies(flags.folder, written);
        result["files"] =
            listed_files(recommended ? std::vector<std::string>{path} : std::vector<std::string>());
        write_exploration_files(flags.folder, result);
    }
    end_exploration(session, result, flags.folder, flags.max_risk.has_value());
}

}  // namespace lethe::cli
