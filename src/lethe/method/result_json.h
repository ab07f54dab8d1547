// Short words for the JSON forms of results. A result is a struct; its to_json stands beside it and
// is the one place that names the keys.
#pragma once

#include <optional>

#include "lethe/core/json.h"

namespace lethe {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

// The JSON of each, in a list.
template <class Items>
Json json_list(const Items& items) {
    Json list = Json::array();
    for (const auto& item : items) list.push_back(to_json(item));
    return list;
}

}  // namespace lethe
