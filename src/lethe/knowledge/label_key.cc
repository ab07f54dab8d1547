#include "lethe/knowledge/label_key.h"

#include <libstemmer.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <memory>

namespace lethe {
namespace {

bool separates(UChar32 c) { return c == '-' || c == '_' || u_isUWhiteSpace(c); }

// The words of a text of ASCII alone, in lower case, joined by single spaces.
std::string ascii_key(std::string_view text) {
    std::string key;
    key.reserve(text.size());
    bool gap = false;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == '-' || byte == '_' || byte == ' ' || (byte >= 9 && byte <= 13)) {
            gap = !key.empty();
            continue;
        }
        if (gap) key.push_back(' ');
        gap = false;
        key.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
    return key;
}

std::string unicode_key(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
    icu::UnicodeString whole = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    if (U_SUCCESS(status)) whole = folding->normalize(whole, status);
    icu::UnicodeString words;
    bool gap = false;
    for (std::int32_t i = 0; i < whole.length(); i = whole.moveIndex32(i, 1)) {
        const UChar32 c = whole.char32At(i);
        if (separates(c)) {
            gap = !words.isEmpty();
            continue;
        }
        if (gap) words.append(static_cast<UChar32>(' '));
        gap = false;
        words.append(c);
    }
    std::string key;
    words.toUTF8String(key);
    return key;
}

// Letters with a stroke or joined ones, which decomposition leaves as they are.
const char* plain_letter(UChar32 c) {
    switch (c) {
        case 0x0142:
            return "l";
        case 0x00F8:
            return "o";
        case 0x0111:
        case 0x00F0:
            return "d";
        case 0x0127:
            return "h";
        case 0x0131:
            return "i";
        case 0x0167:
            return "t";
        case 0x00E6:
            return "ae";
        case 0x0153:
            return "oe";
        case 0x00FE:
            return "th";
        default:
            return nullptr;
    }
}

struct StemmerDeleter {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

}  // namespace

std::string look_up_key(std::string_view text) {
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 128; });
    return ascii ? ascii_key(text) : unicode_key(text);
}

std::string plain_key(std::string_view text) {
    std::string key = look_up_key(text);
    const bool ascii = std::all_of(key.begin(), key.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 128; });
    if (ascii) return key;
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* decomposition = icu::Normalizer2::getNFKDInstance(status);
    icu::UnicodeString whole = icu::UnicodeString::fromUTF8(key);
    if (U_SUCCESS(status)) whole = decomposition->normalize(whole, status);
    icu::UnicodeString plain;
    for (std::int32_t i = 0; i < whole.length(); i = whole.moveIndex32(i, 1)) {
        const UChar32 c = whole.char32At(i);
        if ((U_GET_GC_MASK(c) & U_GC_M_MASK) != 0) continue;
        if (const char* letters = plain_letter(c)) {
            plain.append(icu::UnicodeString(letters));
        } else {
            plain.append(c);
        }
    }
    key.clear();
    plain.toUTF8String(key);
    return key;
}

std::string stem_key(std::string_view text) { return stem_of_key(look_up_key(text)); }

std::string stem_of_key(std::string_view key) {
    thread_local const std::unique_ptr<sb_stemmer, StemmerDeleter> stemmer(
        sb_stemmer_new("porter", "UTF_8"));
    std::string stems;
    stems.reserve(key.size());
    for (std::size_t begin = 0; begin < key.size();) {
        const std::size_t end = std::min(key.find(' ', begin), key.size());
        const sb_symbol* stem =
            sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol*>(key.data() + begin),
                            static_cast<int>(end - begin));
        if (!stems.empty()) stems.push_back(' ');
        stems.append(reinterpret_cast<const char*>(stem),
                     static_cast<std::size_t>(sb_stemmer_length(stemmer.get())));
        begin = end + 1;
    }
    return stems;
}

}  // namespace lethe
