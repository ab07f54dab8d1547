// What becomes of missing values in a group of records that shall look alike, and so what k means
// where values are missing.
#pragma once

#include "lethe/method/parameter.h"

namespace lethe::mask {

enum class MissingRule {
    own,  // missing is a value of its own: a group shows one thing in a column, its centre where
          // more than half of it has a value and nothing otherwise
    any,  // missing stays missing and agrees with anything
};

struct MissingParams {
    MissingRule missing = MissingRule::own;
};

// P derives from MissingParams.
template <class P>
Schema<P> with_missing_rule(const Schema<P>& schema) {
    return schema.choice(
        "missing", static_cast<MissingRule P::*>(&P::missing),
        "what k means where values are missing: missing is a value of its own, and the records of "
        "a group show a column all or none, as more than half of them have it; or it stays "
        "missing and agrees with any value",
        {{"own", MissingRule::own}, {"any", MissingRule::any}});
}

}  // namespace lethe::mask
