// Everything that reads bytes has a fuzz target: any bytes are taken, or refused by an error of
// ours of the right kind; anything else aborts. All targets are in one program: the tests replay
// their corpora, and with clang the same targets run under libFuzzer (fuzz_alone.cc).
#pragma once

#include <span>
#include <string_view>

namespace lethe::fuzz {

struct Target {
    std::string_view name;
    void (*run)(std::string_view bytes);
};

std::span<const Target> targets();

// Null where there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace lethe::fuzz
