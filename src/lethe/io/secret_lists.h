// Lists sealed as lists of the same form, where each place has digits of its own: the letters and
// digits of an account, say. FF1 underneath (secret_digits.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lethe/io/secret.h"

namespace lethe {

// A permutation of all lists in which place i has a digit from 0 to radices[i] - 1, another one for
// every key and tweak. Where all radices are the same and there are enough lists it is FF1; where
// they differ, FF1 over the bits of the list's number, again until the number is one of a list; and
// of fewer than a million lists the order of their keyed hashes, which is kept. Many threads may
// use one.
class ListCipher {
  public:
    // A key of 32 bytes, else Error(internal). 1 <= radix <= 65536.
    ListCipher(const Secret& key, std::vector<int> radices, std::string tweak);
    ~ListCipher();
    ListCipher(const ListCipher&) = delete;
    ListCipher& operator=(const ListCipher&) = delete;

    double lists() const;  // how many there are
    // Error(internal) for what is no list.
    std::vector<int> seal(std::span<const int> list) const;
    std::vector<int> open(std::span<const int> sealed) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe
