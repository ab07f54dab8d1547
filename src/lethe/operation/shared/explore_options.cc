#include "lethe/operation/shared/explore_options.h"

#include <fmt/format.h>

#include "lethe/method/catalogue.h"

namespace lethe::operation {
namespace {

std::string setting_text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

Schema<ExploreDataOptions> ExploreDataOptions::schema(DataKind data) {
    using O = ExploreDataOptions;
    const std::vector<std::string> losses = method_names(Family::loss, data);
    return Schema<O>()
        .field("output", &O::folder, "Folder for the map, the table and the report")
        .letter('o')
        .shown("DIR")
        .field("alpha", &O::alpha, "Weight of the loss in the score; the risk has the rest",
               between(0, 1))
        .shown("0..1")
        .field(
            "loss", &O::loss,
            fmt::format("The loss in the score: {} [{}]", fmt::join(losses, ", "), losses.front()))
        .shown("NAME")
        .field("max_risk", &O::max_risk, "Recommend the least loss with at most this risk",
               between(0, 100))
        .shown("PERCENT");
}

void ExploreDataOptions::check(DataKind data) const {
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

}  // namespace lethe::operation
