#include "lethe/language/stem.h"

#include <libstemmer.h>

#include <cstring>

namespace lethe::language {
namespace {

constexpr int kStemPlaceBits = 13;

// Of the first and last eight bytes and the size: enough for a table that forgets.
std::size_t stem_place_of(std::string_view word) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    if (word.size() >= 8) {
        std::memcpy(&first, word.data(), 8);
        std::memcpy(&last, word.data() + word.size() - 8, 8);
    } else {
        for (const char c : word) first = first << 8 | static_cast<unsigned char>(c);
    }
    const std::uint64_t mixed =
        (first ^ (last * 0x9E3779B97F4A7C15U) ^ word.size() << 56) * 0xD6E8FEB86659FD93U;
    return static_cast<std::size_t>(mixed >> (64 - kStemPlaceBits));
}

}  // namespace

void Stemmer::Deleter::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Stemmer::Stemmer()
    : stemmer_(sb_stemmer_new("porter", "UTF_8")), places_(std::size_t{1} << kStemPlaceBits) {}
Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

std::string_view Stemmer::stem(std::string_view lower_case_word) {
    const std::string_view word = lower_case_word;
    if (word.size() <= 2) return word;
    const bool remembered = word.size() <= kLongest;
    Place* place = remembered ? &places_[stem_place_of(word)] : nullptr;
    if (remembered && place->word_size == word.size() &&
        std::memcmp(place->word.data(), word.data(), word.size()) == 0) {
        return {place->stem.data(), place->stem_size};
    }
    const sb_symbol* symbols =
        sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                        static_cast<int>(word.size()));
    const std::string_view stem(reinterpret_cast<const char*>(symbols),
                                static_cast<std::size_t>(sb_stemmer_length(stemmer_.get())));
    if (!remembered) return stem;
    place->word_size = static_cast<std::uint8_t>(word.size());
    place->stem_size = static_cast<std::uint8_t>(stem.size());
    std::memcpy(place->word.data(), word.data(), word.size());
    std::memcpy(place->stem.data(), stem.data(), stem.size());
    return {place->stem.data(), stem.size()};
}

}  // namespace lethe::language
