// The targets under libFuzzer, in one program: LETHE_FUZZ_TARGET in the environment names the one.
//   cmake --preset fuzz && cmake --build --preset fuzz
//   LETHE_FUZZ_TARGET=read_csv build/fuzz/tests/fuzz_alone -runs=1000000 tests/fuzz/corpus/read_csv
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const lethe::fuzz::Target* const target = [] {
        const char* name = std::getenv("LETHE_FUZZ_TARGET");
        const auto* found = lethe::fuzz::find_target(name ? name : "");
        if (found) return found;
        std::fputs("LETHE_FUZZ_TARGET must be one of:", stderr);
        for (const lethe::fuzz::Target& one : lethe::fuzz::targets()) {
            std::fprintf(stderr, " %.*s", static_cast<int>(one.name.size()), one.name.data());
        }
        std::fputs("\n", stderr);
        std::exit(2);
    }();
    target->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
