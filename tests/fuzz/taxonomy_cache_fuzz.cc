// Any bytes with a right check sum are a taxonomy or nothing: the input is what follows the sum.
#include <cstdint>
#include <string>

#include "lethe/core/error.h"
#include "lethe/knowledge/readers/taxonomy_cache.h"

namespace lethe::fuzz::taxonomy_cache {

void run(std::string_view bytes) {
    auto found = lethe::readers::decode_taxonomy(lethe::readers::sealed(std::string(bytes)), "");
    if (!found) return;
    try {
        lethe::Taxonomy(std::move(found->parts));
    } catch (const lethe::Error&) {  // parts that contradict each other
    }
}

}  // namespace lethe::fuzz::taxonomy_cache
