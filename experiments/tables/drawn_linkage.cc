#include "experiments/tables/drawn_linkage.h"

#include "experiments/support.h"
#include "lethe/method/catalogue.h"

namespace lethe::reproduction {

double found_by_agreement(const Table& original, const Table& masked, std::size_t intruders,
                          std::string_view rule, const Context& context) {
    const Json parameters{{"comparison", "tolerance"}, {"tolerance", 0.15}, {"rule", rule}};
    double sum = 0;
    for (std::size_t known = 1; known <= intruders; ++known) {
        auto names = original.names();
        names.resize(known);
        const AssessInput input{original, masked, names, Random(0), context};
        sum += find_method("probabilistic-linkage", Family::attack).assess(input, parameters).value;
    }
    return sum / static_cast<double>(intruders);
}

DrawnLinkage drawn_linkage(const Table& original, const Table& masked, std::size_t intruders,
                           std::int64_t records, const Random& random, const Context& context) {
    const auto rows = sample_rows(random, original.rows(), records);
    const Table people = original.gather(rows), released = masked.gather(rows);
    return {found_by_agreement(original, masked, intruders, "heaviest", context),
            found_by_agreement(people, released, intruders, "heaviest", context),
            found_by_agreement(people, released, intruders, "assignment", context)};
}

}  // namespace lethe::reproduction
