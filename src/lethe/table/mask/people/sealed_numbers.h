// Pseudonyms of numbers with check digits: numbers of the same kind with right check digits.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/recognise/identifiers/number_form.h"
#include "lethe/io/secret.h"
#include "lethe/io/secret_lists.h"

namespace lethe::mask {

// For each key, label, kind and number of kept characters a permutation of the valid numbers of the
// same shape (length, letters where there are letters, what is kept). Separators and the case of
// letters stay as they are written, and count for nothing: however a number is written, it has the
// same pseudonym. Many threads may use one.
class NumberCipher {
  public:
    // `kept`: so many of its first letters and digits stay, unless they are check digits.
    NumberCipher(const Secret& key, std::string label, const identifiers::NumberForm& form,
                 std::size_t kept);

    // None for what is no valid number (identifiers::is_valid).
    std::optional<std::string> seal(std::string_view text) const;
    std::optional<std::string> open(std::string_view text) const;

    // How many numbers there are of the shape of this one, the valid ones among them; none for what
    // is no valid number.
    std::optional<double> numbers_like(std::string_view text) const;

  private:
    struct Number;

    std::optional<Number> read(std::string_view text) const;
    const ListCipher& cipher_of(const Number& number) const;
    std::optional<std::string> moved(std::string_view text, bool sealing) const;

    Secret key_;
    std::string label_;
    const identifiers::NumberForm& form_;
    std::size_t kept_;
    mutable std::mutex making_;
    mutable std::map<std::string, std::unique_ptr<ListCipher>> ciphers_;  // by shape
};

}  // namespace lethe::mask
