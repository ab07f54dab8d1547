// Any bytes with a right check sum are a taxonomy or nothing: the input is what follows the sum.
#include <cstdint>
#include <string>

#include "lethe/core/error.h"
#include "lethe/knowledge/readers/taxonomy_cache.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string body(reinterpret_cast<const char*>(data), size);
    auto found = lethe::knowledge::decode_taxonomy(lethe::knowledge::sealed(body), "");
    if (!found) return 0;
    try {
        lethe::Taxonomy(std::move(found->parts));
    } catch (const lethe::Error&) {  // parts that contradict each other
    }
    return 0;
}
