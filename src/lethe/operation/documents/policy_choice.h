// The policy for documents: a file, or one that is part of the program.
#pragma once

#include <string>

#include "lethe/documents/treat/text_policy.h"
#include "lethe/method/parameter.h"

namespace lethe::operation {

struct PolicyChoice {
    std::string policy;
    std::string profile;  // empty: the default one

    static Schema<PolicyChoice> schema();
    std::string profile_name() const { return profile.empty() ? "default" : profile; }
    documents::TextPolicy read() const;
};

}  // namespace lethe::operation
