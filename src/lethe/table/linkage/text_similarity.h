// How alike two short texts are: the comparators of names and codes in record linkage, and the
// phonetic key of names. Texts are taken byte by byte; prepared_files.h writes every character of a
// column in one byte.
#pragma once

#include <string>
#include <string_view>

namespace lethe::linkage {

// Jaro 1989: (c/|a| + c/|b| + (c - t)/c) / 3 for c common characters (equal ones no farther apart
// than half the longer text, less one) of which 2 t stand in another order; 0 where none is common,
// 1 for two empty texts.
double jaro(std::string_view a, std::string_view b);

// Winkler 1990: Jaro's similarity j raised by p 0.1 (1 - j), p the length of the common prefix, 4
// at most.
double jaro_winkler(std::string_view a, std::string_view b);

// Fewest insertions, deletions, replacements and exchanges of neighbours, no place edited twice
// (Damerau 1964; "optimal string alignment"), or `most` + 1 where there are more than `most`.
int edit_distance(std::string_view a, std::string_view b, int most);

// Soundex of the American census: a letter and three digits, "r163". Reads the letters a to z and
// passes over all else; empty for a text without any.
std::string soundex(std::string_view text);

}  // namespace lethe::linkage
