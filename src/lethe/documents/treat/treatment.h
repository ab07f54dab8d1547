// What is done with the mentions of a category.
//
//   keep        the text stays
//   label       <Person>
//   number      Pers_1: the same entity has the same number
//   generalise  something wider: a date its year, a place its country (generalise.h); what cannot
//               be made wider is numbered
//   mask        letters and digits become a character, but for the first or last few
//   hash        Pers_5bdcc146bf60754e: HMAC with SHA-256 of the label and the entity's name with a
//               salt, so that without the salt nobody can try names, and one name in two categories
//               has two hashes
//   encrypt     Pers_enc:...: AES-SIV of the text with a key; equal texts stay equal, the length
//               shows in steps of 16 bytes, and `lethe text decrypt` restores the text exactly
//   remove      nothing is left
//   replace     a text of the user
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/documents/find/category.h"
#include "lethe/documents/treat/generalise.h"
#include "lethe/io/secret.h"

namespace lethe::documents {

struct Treatment {
    enum class Kind { keep, label, number, generalise, mask, hash, encrypt, remove, replace };

    Kind kind = Kind::number;
    std::string character = "*";  // mask: one character
    int keep_first = 0;           // mask: so many letters and digits stay at the beginning
    int keep_last = 0;            // and at the end
    GeneraliseTo to;              // generalise
    std::string text;             // replace

    bool keeps() const { return kind == Kind::keep; }
};

std::string_view name(Treatment::Kind kind);
std::optional<Treatment::Kind> treatment_named(std::string_view name);
std::vector<std::string> treatment_names();

Json to_json(const Treatment& treatment);  // what the release record says of it

// What treating a mention needs.
struct Tools {
    const Secret* salt = nullptr;    // for hash
    const Cipher* cipher = nullptr;  // for encrypt
    const Taxonomy* knowledge = nullptr;
};

struct Treated {
    std::string text;
    bool fallen_back = false;  // could not be made wider, and was numbered
};

// `entity_name` stands for the entity in a hash; `number` counts from 1.
Treated treat(const Treatment& treatment, std::string_view text, CategoryId category,
              const CategoryInfo& info, std::string_view entity_name, std::int64_t number,
              const Tools& tools);

std::string masked(std::string_view text, const Treatment& treatment);

// The places of what earlier treatments wrote (Pers_1, <Person>, Pers_enc:...), in order, without
// overlaps: they are not treated again. What merely begins alike does not count: a number has at
// most six digits, a hash sixteen with a letter among them, and behind enc: stands at least one
// block of letters. `highest` gets the highest number of each label.
std::vector<language::Span> treated_places(std::string_view text,
                                           const std::vector<CategoryInfo>& categories,
                                           std::vector<std::int64_t>& highest);

// Restores encrypted mentions. Within JSON they are written with escapes. What does not open, by a
// wrong key or because it was changed, stays and is counted; so does a mention above 3,000 bytes
// with 150 or more letters directly behind it. Takes time of the order of the text.
struct Decrypted {
    std::string text;
    std::int64_t opened = 0;
    std::int64_t closed = 0;
};
Decrypted decrypt(std::string_view text, const Cipher& cipher, bool json);

}  // namespace lethe::documents
