#include "lethe/language/composed.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>

namespace lethe::language {

std::string composed(std::string_view text) {
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
    if (ascii) return std::string(text);
    icu::UnicodeString whole = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    std::string again;
    whole.toUTF8String(again);
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* composition = icu::Normalizer2::getNFCInstance(status);
    if (again != text || U_FAILURE(status)) return std::string(text);
    whole = composition->normalize(whole, status);
    if (U_FAILURE(status)) return std::string(text);
    std::string result;
    whole.toUTF8String(result);
    return result;
}

}  // namespace lethe::language
