// Cases of single steps of masking methods.

#include "algorithms.h"
#include "lethe/table/mask/regression/shuffled.h"
#include "support.h"

namespace lethe::test {

Json shuffled_values(const Json& input) {
    const auto values = input["values"].get<std::vector<double>>();
    const auto scores = input["scores"].get<std::vector<double>>();
    return {{"values", mask::in_the_order_of(threads(2), values, scores)}};
}

}  // namespace lethe::test
