#include "lethe/documents/treat/sealed_mentions.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/json.h"

namespace lethe::documents {
namespace {

// Where letters follow a token directly its end is not known: every length up to the one is tried,
// and of a longer token the other, so that the time does not grow with the square.
constexpr std::size_t kBlocksTried = 192;
constexpr std::size_t kLastBlocksTried = 8;

bool is_base64(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
}

// Characters that 16 + 16 n bytes take.
std::size_t token_size(std::size_t blocks) { return ((16 + 16 * blocks) * 4 + 2) / 3; }

// Blocks of the longest token that can begin here; 0 where none can.
std::size_t most_blocks(std::string_view text, std::size_t first) {
    std::size_t end = first;
    while (end < text.size() && is_base64(text[end])) ++end;
    std::size_t blocks = 0;
    while (token_size(blocks + 1) <= end - first) ++blocks;
    return blocks;
}

}  // namespace

std::string sealed_mention(std::string_view text, const std::string& label, const Cipher& cipher) {
    // The label goes with the text, so that opening knows where the token begins.
    const std::string whole = label + '\n' + std::string(text);
    return fmt::format("{}{}{}", label, kSealedMark, base64url(cipher.seal(whole)));
}

std::optional<std::size_t> sealed_end(std::string_view text, std::size_t first) {
    const std::size_t blocks = most_blocks(text, first);
    if (blocks == 0) return std::nullopt;
    return first + token_size(blocks);
}

Decrypted decrypt(std::string_view text, const Cipher& cipher, bool json) {
    Decrypted result;
    std::size_t copied = 0;
    for (std::size_t mark = text.find(kSealedMark); mark != std::string_view::npos;
         mark = text.find(kSealedMark, mark + 1)) {
        if (mark < copied) continue;
        const std::size_t first = mark + kSealedMark.size();
        const std::size_t most = most_blocks(text, first);
        if (most == 0) continue;
        // Letters may follow the token directly: the key tells where it ends.
        std::optional<std::string> whole;
        std::size_t blocks = most;
        for (; blocks > 0 && !whole; blocks -= whole ? 0 : 1) {
            if (most - blocks >= kLastBlocksTried) blocks = std::min(blocks, kBlocksTried);
            const auto bytes = from_base64url(text.substr(first, token_size(blocks)));
            if (bytes) whole = cipher.open(*bytes);
        }
        const std::size_t line = whole ? whole->find('\n') : std::string::npos;
        const bool labelled = line != std::string::npos && line <= mark - copied &&
                              text.substr(mark - line, line) == whole->substr(0, line);
        if (!labelled) {
            ++result.closed;
            continue;
        }
        std::string restored = whole->substr(line + 1);
        if (json) {
            const std::string quoted = Json(restored).dump();
            restored = quoted.substr(1, quoted.size() - 2);
        }
        result.text += text.substr(copied, mark - line - copied);
        result.text += restored;
        copied = first + token_size(blocks);
        ++result.opened;
    }
    result.text += text.substr(copied);
    return result;
}

}  // namespace lethe::documents
