// The words that the rules of rule_finder.cc go by.
#pragma once

#include <cstdint>
#include <string_view>

namespace lethe::documents {

enum class WordRole : std::uint8_t {
    none,
    title,      // Mr, Dr: a name follows
    role,       // President, Judge: a name may follow
    company,    // Inc, GmbH: a name stands before
    body,       // Court, University: a name stands before, or "of" and a name behind
    site,       // Park, River: a name stands before
    site_head,  // Mount, Lake: a name stands behind
    particle,   // van, de: within names of people
    function,   // The, In: capitalised at the beginning of a sentence alone
};

// Of a word as it is written; roles that need a capital have it.
WordRole role_of(std::string_view word);

}  // namespace lethe::documents
