// By how many days a person's dates move.
#pragma once

#include <cstdint>
#include <string_view>

#include "lethe/io/secret.h"

namespace lethe::mask {

// From -days to days without 0, and with `weeks` a multiple of 7 (days >= 7). It follows from key,
// label and person alone; canonically equal texts are one person. As secret as the person's name.
std::int64_t date_offset(const Secret& key, std::string_view label, std::string_view person,
                         std::int64_t days, bool weeks);

}  // namespace lethe::mask
