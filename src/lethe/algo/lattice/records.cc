#include "lethe/algo/lattice/records.h"

namespace lethe::lattice {

void Counted::count_reference() {
    reference.assign(static_cast<std::size_t>(values), 0);
    for (const std::int32_t code : codes) {
        if (code != kNotCounted) ++reference[static_cast<std::size_t>(code)];
    }
}

}  // namespace lethe::lattice
