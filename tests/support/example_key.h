// A key for methods that need one.
#pragma once

#include "lethe/io/secret.h"

namespace lethe::test {

inline const Secret& example_key() {
    static const Secret key("lethe-example-key-0123456789abcd");
    return key;
}

}  // namespace lethe::test
