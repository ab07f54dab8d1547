// Any bytes are a formula or an error of ours; and a formula that was read is written and read
// again as the same formula, also when it is simplified.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lethe/algo/evolve/formula.h"
#include "lethe/core/error.h"

namespace lethe::fuzz::formula {

void run(std::string_view bytes) {
    using lethe::Formula;
    try {
        const Formula formula = Formula::parse(bytes);
        if (!(Formula::parse(formula.text()) == formula)) std::abort();
        const Formula simple = formula.simplified();
        if (!(Formula::parse(simple.text()) == simple)) std::abort();
        if (simple.size() > formula.size()) std::abort();
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::usage) std::abort();
    }
}

}  // namespace lethe::fuzz::formula
