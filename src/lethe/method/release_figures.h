// What attacks found in a release and what was lost in it, by the names of the methods.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/result_json.h"

namespace lethe {

// By the names of methods, in percent; none where one could not be measured.
using FiguresByName = std::vector<std::pair<std::string, std::optional<double>>>;
inline Json to_json(const FiguresByName& figures) {
    Json json = Json::object();
    for (const auto& [name, value] : figures) json[name] = or_null(value);
    return json;
}

struct ReleaseFigures {
    FiguresByName found = {};
    FiguresByName lost = {};
};

}  // namespace lethe
