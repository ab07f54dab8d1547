#include "lethe/report/base/counted.h"

#include <fmt/format.h>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"

namespace lethe::report {

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count_text(number), number == 1 ? one : many);
}

std::string counted_field(const Json& object, std::string_view key, std::string_view one,
                          std::string_view many) {
    return counted(count(object, key).value_or(0), one, many);
}

std::string count_field_text(const Json& object, std::string_view key) {
    return count_text(count(object, key).value_or(0));
}

}  // namespace lethe::report
