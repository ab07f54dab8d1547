#include "lethe/method/right_links.h"

#include "lethe/core/exact_sum.h"
#include "lethe/method/comparison.h"

namespace lethe {

double exposure_of(const Nearest& nearest) {
    return nearest.has_match ? 1.0 / static_cast<double>(nearest.ties) : 0.0;
}

RightLinks right_links(std::span<const Nearest> links) {
    RightLinks right{.records = std::ssize(links)};
    ExactSum expected;
    for (const Nearest& one : links) {
        right.lax += one.has_match ? 1 : 0;
        right.strict += one.has_match && one.ties == 1 ? 1 : 0;
        expected.add(exposure_of(one));
    }
    right.expected = expected.value();
    return right;
}

double RightLinks::share() const { return percent(expected, static_cast<double>(records)); }

double RightLinks::describe(Json& details) const {
    details["strict"] = percent(strict, records);
    details["lax"] = percent(lax, records);
    details["expected"] = share();
    details["records"] = records;
    return share();
}

}  // namespace lethe
