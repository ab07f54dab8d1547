#include "lethe/report/base/result.h"

#include <algorithm>
#include <cmath>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {

std::string text(const Json& object, std::string_view key) {
    const Json& value = field(object, key);
    return value.is_string() ? clean(value.get_ref<const std::string&>()) : std::string();
}

std::vector<std::string> texts(const Json& object, std::string_view key) {
    std::vector<std::string> result;
    const Json& list = field(object, key);
    if (!list.is_array()) return result;
    for (const Json& item : list) {
        if (item.is_string()) result.push_back(clean(item.get_ref<const std::string&>()));
    }
    return result;
}

std::vector<double> numbers(const Json& object, std::string_view key) {
    std::vector<double> result;
    const Json& list = field(object, key);
    if (!list.is_array()) return result;
    for (const Json& item : list) result.push_back(number(item).value_or(0));
    return result;
}

std::vector<Json> objects(const Json& object, std::string_view key) {
    std::vector<Json> result;
    const Json& list = field(object, key);
    if (!list.is_array()) return result;
    std::ranges::copy_if(list, std::back_inserter(result),
                         [](const Json& item) { return item.is_object(); });
    return result;
}

std::string file_name(std::string_view path) {
    return std::string(path.substr(path.find_last_of("/\\") + 1));
}

std::optional<std::int64_t> rows_of(const Json& assessment) {
    if (const auto rows = count(field(assessment, "original"), "rows")) return rows;
    return count(field(assessment, "masked"), "rows");
}

}  // namespace lethe::report
