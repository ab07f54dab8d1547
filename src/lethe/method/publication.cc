#include "lethe/method/publication.h"

#include <utility>

namespace lethe {
namespace {

bool is_about_original(const Json& value) {
    if (!value.is_object()) return false;
    const auto about = value.find("about");
    return about != value.end() && *about == "original";
}

bool stays(std::string_view key, const Json& value) {
    return key != kAboutOriginal && !key.starts_with("private") && !is_about_original(value);
}

// Objects are joined member by member; of two other values the second is taken.
void join_members(Json& into, const Json& more) {
    for (const auto& [key, value] : more.items()) {
        if (into.contains(key) && into[key].is_object() && value.is_object()) {
            join_members(into[key], value);
        } else {
            into[key] = value;
        }
    }
}

}  // namespace

Json with_about_original(Json details, Json about_original) {
    if (!about_original.empty()) details[std::string(kAboutOriginal)] = std::move(about_original);
    return details;
}

Json unfolded(const Json& object) {
    if (!object.is_object()) return object;
    Json result = object;
    const auto about = object.find(kAboutOriginal);
    if (about == object.end()) return result;
    result.erase(std::string(kAboutOriginal));
    if (about->is_object()) join_members(result, *about);
    return result;
}

Json published(const Json& result) {
    if (result.is_array()) {
        Json kept = Json::array();
        for (const Json& item : result) {
            if (!is_about_original(item)) kept.push_back(published(item));
        }
        return kept;
    }
    if (is_about_original(result)) return nullptr;
    if (!result.is_object()) return result;
    Json kept = Json::object();
    for (const auto& [key, value] : result.items()) {
        if (stays(key, value)) kept[key] = published(value);
    }
    return kept;
}

bool describes_original(const Json& result) {
    if (!result.is_structured()) return false;
    if (is_about_original(result)) return true;
    for (const auto& [key, value] : result.items()) {
        if (key == kAboutOriginal || describes_original(value)) return true;
    }
    return false;
}

}  // namespace lethe
