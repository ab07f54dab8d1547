#include "cli/explore_flags.h"

#include <fmt/format.h>

#include "lethe/method/catalogue.h"

namespace lethe::cli {
namespace {

std::string setting_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void ExploreDataFlags::add_to(CLI::App& command, DataKind data) {
    command.add_option("-o,--output", folder, "Folder for the map, the table and the report")
        ->type_name("DIR");
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

std::string recommended_steps(const Json& exploration, DataKind data) {
    for (const Json& point : exploration["points"]) {
        if (point["id"] != exploration["recommended"]) continue;
        std::string words;
        for (const Json& step : point["steps"]) {
            const std::string method = step["method"];
            if (data != DataKind::graph) words += " --method " + method;
            std::string settings;
            for (const auto& [name, value] : step["parameters"].items()) {
                settings += data == DataKind::graph
                                ? fmt::format(" {}={}", name, setting_text(value))
                                : fmt::format(" --set {}={}", name, setting_text(value));
            }
            words += data == DataKind::graph ? fmt::format(" --step '{}{}'", method, settings)
                                             : settings;
        }
        return words;
    }
    return {};
}

}  // namespace lethe::cli
