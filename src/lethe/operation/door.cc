#include "lethe/operation/door.h"

#include "lethe/core/error.h"

namespace lethe::operation {

void Door::warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) say("note: " + warning);
}

std::uint64_t Door::seed_or_random() {
    if (!seed_) seed_ = random_seed();
    return *seed_;
}

std::shared_ptr<const std::string> Door::input_copy() {
    throw Error(ErrorKind::usage, "\"-\" is standard input, which is not to be had here");
}

}  // namespace lethe::operation
