// Mentions that were encrypted: how they stand in a text (Pers_enc:...), and how they are opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lethe/io/secret.h"

namespace lethe::documents {

inline constexpr std::string_view kSealedMark = "_enc:";

// "Pers_enc:..." of "Pers" and a text.
std::string sealed_mention(std::string_view text, const std::string& label, const Cipher& cipher);

// Where the longest sealed text that can begin at `first`, behind its mark, ends; none where none
// can: at least one block of letters stands there.
std::optional<std::size_t> sealed_end(std::string_view text, std::size_t first);

// Restores encrypted mentions. Within JSON they are written with escapes. What does not open, by a
// wrong key or because it was changed, stays and is counted; so does a mention above 3,000 bytes
// with 150 or more letters directly behind it. Takes time of the order of the text.
struct Decrypted {
    std::string text;
    std::int64_t opened = 0;
    std::int64_t closed = 0;
};
Decrypted decrypt(std::string_view text, const Cipher& cipher, bool json);

}  // namespace lethe::documents
