#include "lethe/method/ladder.h"

namespace lethe {

std::vector<Json> varied(const char* parameter, std::initializer_list<Json> values,
                         const Json& others) {
    std::vector<Json> settings;
    for (const Json& value : values) {
        Json& setting = settings.emplace_back(Json::object());
        setting[parameter] = value;
        setting.update(others);
    }
    return settings;
}

std::vector<Json> one_after_another(std::initializer_list<std::vector<Json>> lists) {
    std::vector<Json> all;
    for (const std::vector<Json>& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

}  // namespace lethe
