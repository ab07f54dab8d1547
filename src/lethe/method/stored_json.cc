#include "lethe/method/stored_json.h"

namespace lethe {

const Json* stored_member(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string stored_text(const Json& object, const char* key) {
    const Json* value = stored_member(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::vector<std::string> stored_texts(const Json& object, const char* key) {
    std::vector<std::string> texts;
    const Json* value = stored_member(object, key);
    if (value == nullptr || !value->is_array()) return texts;
    for (const Json& item : *value) {
        if (item.is_string()) texts.push_back(item.get<std::string>());
    }
    return texts;
}

Json stored_object(const Json& object, const char* key) {
    const Json* value = stored_member(object, key);
    return value != nullptr && value->is_object() ? *value : Json::object();
}

std::optional<double> stored_number(const Json& object, const char* key) {
    const Json* value = stored_member(object, key);
    if (value == nullptr || !value->is_number()) return std::nullopt;
    return value->get<double>();
}

bool stored_flag(const Json& object, const char* key) {
    const Json* value = stored_member(object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::optional<std::array<double, 2>> stored_interval(const Json& object, const char* key) {
    const Json* value = stored_member(object, key);
    const bool two = value != nullptr && value->is_array() && value->size() == 2;
    if (!two || !(*value)[0].is_number() || !(*value)[1].is_number()) return std::nullopt;
    return std::array{(*value)[0].get<double>(), (*value)[1].get<double>()};
}

}  // namespace lethe
