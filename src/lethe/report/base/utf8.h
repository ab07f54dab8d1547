// Texts from untrusted files, made safe to show, and their width on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lethe::report {

// Well-formed UTF-8 without anything that moves a cursor or turns the direction of reading: broken
// bytes, control characters and bidirectional controls become U+FFFD; tabs and line ends a space.
std::string clean(std::string_view text);

// Columns that a clean text takes on a terminal: one a code point, two for wide ones (CJK, emoji),
// none for combining marks.
std::size_t display_width(std::string_view text);

// The text cut to at most `width` columns, the last of them "…" (or `ellipsis`) where it was cut.
std::string fit(std::string_view text, std::size_t width, std::string_view ellipsis = "…");

}  // namespace lethe::report
