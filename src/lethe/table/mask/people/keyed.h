// What follows from a key and an identity: the same in every table and run, and nothing without the
// key. The bytes are fixed for good, because pseudonyms of years ago must come out again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/io/secret.h"

namespace lethe::mask {

// "lethe/PURPOSE" 00 label 00, then the identity, or each of its parts, with its length before it
// (32 bits, the highest first): no two lists of purpose, label and parts give the same bytes.
std::string keyed_message(std::string_view purpose, std::string_view label,
                          std::string_view identity);
std::string keyed_message(std::string_view purpose, std::string_view label,
                          std::span<const std::string> parts);

// The parts again; none where it is no such message, or of another purpose or label.
std::optional<std::vector<std::string>> parts_of_message(std::string_view message,
                                                         std::string_view purpose,
                                                         std::string_view label);

// By which a key is known again without telling it: 8 hexadecimal digits.
std::string key_id(const Secret& key);

// The key of a step that cannot do without. Error(usage) where there is none, or Error(input) where
// it has fewer than 32 bytes: whoever has a pseudonym must not find the key by trying.
const Secret& key_of_step(const Secret* key);

}  // namespace lethe::mask
