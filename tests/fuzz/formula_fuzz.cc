// Any bytes are a formula or an error of ours; and a formula that was read is written and read
// again as the same formula, also when it is simplified. For libFuzzer and for the replay test.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lethe/algo/evolve/formula.h"
#include "lethe/core/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using lethe::Formula;
    try {
        const Formula formula =
            Formula::parse(std::string_view(reinterpret_cast<const char*>(data), size));
        if (!(Formula::parse(formula.text()) == formula)) std::abort();
        const Formula simple = formula.simplified();
        if (!(Formula::parse(simple.text()) == simple)) std::abort();
        if (simple.size() > formula.size()) std::abort();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::usage) std::abort();
    }
    return 0;
}
