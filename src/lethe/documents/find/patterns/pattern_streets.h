// Words by which streets are known in several languages.
#pragma once

#include <string_view>

namespace lethe::documents {

// A capitalised word that ends as streets do (Koskikatu, Hammarvägen, Ziegelgasse) or begins them
// (Rue, Via, Calle).
bool is_street_word(std::string_view word);

}  // namespace lethe::documents
