#include "targets.h"

#include <algorithm>
#include <iterator>

#define LETHE_FUZZ(target)            \
    namespace lethe::fuzz::target {   \
    void run(std::string_view bytes); \
    }
#define LETHE_FUZZ_FORMAT(family, prefix, format)                    \
    namespace lethe::fuzz::family {                                  \
    void run(std::string_view named_format, std::string_view bytes); \
    }
#include "targets.def"
#undef LETHE_FUZZ
#undef LETHE_FUZZ_FORMAT

namespace lethe::fuzz {

std::span<const Target> targets() {
    static constexpr Target kTargets[] = {
#define LETHE_FUZZ(target) {#target, [](std::string_view bytes) { target::run(bytes); }},
#define LETHE_FUZZ_FORMAT(family, prefix, format) \
    {#prefix "_" #format, [](std::string_view bytes) { family::run(#format, bytes); }},
#include "targets.def"
#undef LETHE_FUZZ
#undef LETHE_FUZZ_FORMAT
    };
    return kTargets;
}

const Target* find_target(std::string_view name) {
    const auto all = targets();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Target& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace lethe::fuzz
