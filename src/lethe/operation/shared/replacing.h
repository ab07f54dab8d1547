// No operation replaces a file that Lethe did not make unless it is told to.
#pragma once

#include <string>
#include <string_view>

#include "lethe/method/parameter.h"
#include "lethe/release/tables/earlier_output.h"

namespace lethe::operation {

struct Replacing {
    bool force = false;

    static Schema<Replacing> schema();
    // Error(usage) where `path` is a file of somebody else.
    void check(const std::string& path, OutputKind kind, std::string_view header = {}) const;
};

}  // namespace lethe::operation
