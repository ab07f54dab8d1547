#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "lethe/core/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lethe::test {
namespace {

// Calls are made of bytes, so any bytes will do: those that the generator gives. Most are near what
// is right, as the target takes few bytes for something odd.
TEST(CapiCallFuzz, MadeUpCalls) {
    const Stream stream = Random(19).stream("calls");
    for (int i = 0; i < 400; ++i) {
        Draws draws = stream.at(i);
        std::string bytes(200 + draws.below(2000), '\0');
        const bool calm = draws.below(3) > 0;
        for (char& byte : bytes) byte = static_cast<char>(draws.below(calm ? 240 : 256));
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
}

}  // namespace
}  // namespace lethe::test
