#include "lethe/table/mask/people/offset.h"

#include <string>

#include "lethe/language/composed.h"
#include "lethe/table/mask/people/keyed.h"

namespace lethe::mask {

std::int64_t date_offset(const Secret& key, std::string_view label, std::string_view person,
                         std::int64_t days, bool weeks) {
    const std::string message = keyed_message("date-shift/v1", label, language::composed(person));
    const std::string digest = keyed_digest(key, message, 16);
    const std::uint64_t x = std::stoull(digest, nullptr, 16);
    const std::int64_t width = weeks ? days / 7 : days;
    const auto r = static_cast<std::int64_t>(x % static_cast<std::uint64_t>(2 * width));
    const std::int64_t offset = r < width ? r - width : r - width + 1;
    return weeks ? 7 * offset : offset;
}

}  // namespace lethe::mask
