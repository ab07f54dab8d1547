// Numbers sealed as numbers of the same length: format-preserving encryption, mode FF1 of NIST SP
// 800-38G. OpenSSL underneath.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/io/secret.h"

namespace lethe {

// Digits are numbers from 0 to radix - 1, the first counts most. A permutation of all lists of the
// same length, another one for every key and tweak.
class DigitCipher {
  public:
    static constexpr double kLeastLists = 1e6;  // of a length, below which all could be tried

    // A key of AES: 16, 24 or 32 bytes, else Error(internal). 2 <= radix <= 65536.
    DigitCipher(const Secret& key, int radix, std::string tweak);

    // Whether there are enough lists of this length.
    bool takes(std::size_t length) const;
    // Error(internal) for lengths that it does not take, or digits that are none.
    std::vector<int> seal(std::span<const int> digits) const;
    std::vector<int> open(std::span<const int> sealed) const;

  private:
    std::vector<int> rounds(std::span<const int> digits, bool sealing) const;

    Secret key_;
    int radix_;
    std::string tweak_;
};

}  // namespace lethe
