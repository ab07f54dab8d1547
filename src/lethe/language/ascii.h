// Single bytes of texts that are read sign by sign.
#pragma once

namespace lethe::language {

inline bool is_figure(char c) { return c >= '0' && c <= '9'; }
// Letters from A to Z alone; other bytes stay.
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace lethe::language
