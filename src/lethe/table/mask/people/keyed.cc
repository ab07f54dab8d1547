#include "lethe/table/mask/people/keyed.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::mask {
namespace {

constexpr std::size_t kShortestKey = 32;

std::string message_head(std::string_view purpose, std::string_view label) {
    std::string message = "lethe/";
    message += purpose;
    message += '\0';
    message += label;
    message += '\0';
    return message;
}

void add_part(std::string& message, std::string_view part) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        message += static_cast<char>(part.size() >> shift & 0xFFU);
    }
    message += part;
}

}  // namespace

std::string keyed_message(std::string_view purpose, std::string_view label,
                          std::string_view identity) {
    std::string message = message_head(purpose, label);
    add_part(message, identity);
    return message;
}

std::string keyed_message(std::string_view purpose, std::string_view label,
                          std::span<const std::string> parts) {
    std::string message = message_head(purpose, label);
    for (const std::string& part : parts) add_part(message, part);
    return message;
}

std::optional<std::vector<std::string>> parts_of_message(std::string_view message,
                                                         std::string_view purpose,
                                                         std::string_view label) {
    const std::string head = message_head(purpose, label);
    if (!message.starts_with(head)) return std::nullopt;
    message.remove_prefix(head.size());
    std::vector<std::string> parts;
    while (!message.empty()) {
        if (message.size() < 4) return std::nullopt;
        std::size_t size = 0;
        for (const char c : message.substr(0, 4)) size = size << 8 | static_cast<unsigned char>(c);
        message.remove_prefix(4);
        if (size > message.size()) return std::nullopt;
        parts.emplace_back(message.substr(0, size));
        message.remove_prefix(size);
    }
    return parts;
}

std::string key_id(const Secret& key) { return keyed_digest(key, "lethe/key-id", 8); }

const Secret& key_of_step(const Secret* key) {
    if (key == nullptr) {
        throw Error(ErrorKind::usage, "a key is needed: give the option key_file a file with one");
    }
    if (key->bytes().size() < kShortestKey) {
        throw Error(ErrorKind::input, fmt::format("the key has fewer than {} bytes; lethe key make "
                                                  "makes one",
                                                  kShortestKey));
    }
    return *key;
}

}  // namespace lethe::mask
