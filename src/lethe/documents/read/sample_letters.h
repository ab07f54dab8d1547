// Synthetic letters and case notes, to try things on. All people, firms and numbers in them are
// invented; the check digits of cards and accounts are right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/random.h"

namespace lethe::documents {

struct SampleLetter {
    std::string file;
    std::string bytes;
};

// Plain text, Markdown and HTML in turn, in British English. The same people write to each other,
// with and without titles and given names; every fourth file is named after its addressee.
std::vector<SampleLetter> sample_letters(const Random& random, std::int64_t count);

}  // namespace lethe::documents
