#include "experiments/tables/evolution_charts.h"

#include <utility>

namespace lethe::reproduction {

Json evolution_chart(const std::string& title, const Json& result) {
    Json lines = Json::array();
    for (const char* name : {"best", "mean", "worst"}) {
        Json points = Json::array();
        for (const Json& entry : result["history"]) {
            points.push_back({entry["generation"], entry[name]});
        }
        lines.push_back({{"name", name}, {"points", std::move(points)}});
    }
    return {{"title", title}, {"x", "generation"}, {"y", "score"}, {"lines", std::move(lines)}};
}

Json dispersion_chart(const std::string& title, const Json& result) {
    Json lines = Json::array();
    for (const auto& [key, name] : {std::pair{"population_first", "first population"},
                                    {"population_last", "last population"}}) {
        Json points = Json::array();
        for (const Json& one : result[key]) points.push_back({one["loss"], one["risk"]});
        lines.push_back({{"name", name}, {"points", std::move(points)}});
    }
    return {{"title", title + ": dispersion"},
            {"x", "loss"},
            {"y", "risk"},
            {"lines", std::move(lines)},
            {"scatter", true}};
}

}  // namespace lethe::reproduction
