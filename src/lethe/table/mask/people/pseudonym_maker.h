// One pseudonym at a time: made from an identity, and, where the form allows it, opened again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/io/secret.h"
#include "lethe/io/secret_digits.h"
#include "lethe/method/parameter.h"
#include "lethe/table/mask/people/sealed_numbers.h"

namespace lethe::mask {

enum class PseudonymForm { hash, reversible, digits, number, serial };
enum class PseudonymLetters { hex, base64 };
enum class IdentityForm { as_is, trimmed, without_zeros };
enum class CheckDigit { none, luhn, broken };
enum class InvalidNumber { refuse, missing, hash };

struct PseudonymParams {
    std::string label;
    PseudonymForm form = PseudonymForm::hash;
    std::int64_t length = 16;
    PseudonymLetters letters = PseudonymLetters::hex;
    IdentityForm identity = IdentityForm::as_is;
    CheckDigit check_digit = CheckDigit::none;
    std::string number;
    std::int64_t keep = 0;
    InvalidNumber invalid = InvalidNumber::refuse;
    std::vector<std::string> parts;
};

Schema<PseudonymParams> pseudonym_schema();

// Whether the key alone leads back from a pseudonym.
bool opens_by_key(const PseudonymParams& params);

// Of every form but serial, whose numbers follow from no key. Many threads may use one.
class PseudonymMaker {
  public:
    PseudonymMaker(const Secret& key, const PseudonymParams& params);

    // Of the values that say whose identifier it is. None for what is no valid number, where these
    // go missing.
    std::optional<std::string> pseudonym(std::span<const std::string> values) const;
    // The values; none where the key or the parameters are others, or the form cannot be opened.
    std::optional<std::vector<std::string>> original(const std::string& pseudonym) const;

    // Of the form number; else null.
    const NumberCipher* numbers() const { return numbers_ ? &*numbers_ : nullptr; }

  private:
    const Secret& key_;
    const PseudonymParams& params_;
    Cipher cipher_;
    DigitCipher digits_;
    std::optional<NumberCipher> numbers_;
};

}  // namespace lethe::mask
