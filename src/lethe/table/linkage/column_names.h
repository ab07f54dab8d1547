// Which columns of two files mean the same by their names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lethe::linkage {

struct NamePair {
    std::size_t left = 0;
    std::size_t right = 0;
    std::string reason;  // "equal names", "both name a given name", "similar names"
};

// No column twice. Equal names first (case, accents, blanks, hyphens and underscores apart), then
// names of one meaning (surname, last name), then names that differ in few letters.
std::vector<NamePair> pair_names(std::span<const std::string> left,
                                 std::span<const std::string> right);

// The general meaning of a column's name, such as "surname"; empty for none that is known.
std::string meaning_of_name(const std::string& name);

}  // namespace lethe::linkage
