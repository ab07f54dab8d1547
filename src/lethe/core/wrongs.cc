#include "lethe/core/wrongs.h"

#include <fmt/format.h>

namespace lethe {

void Wrongs::add(std::int64_t line, std::string message) {
    constexpr std::size_t kMost = 10;
    if (told_.size() < kMost) {
        told_.push_back({std::move(message), {file_, line, 0, {}}, ErrorKind::input});
    } else {
        ++more_;
    }
}

void Wrongs::fail(std::int64_t line, std::string message) {
    throw Error(ErrorKind::input, std::move(message), {file_, line, 0, {}});
}

void Wrongs::throw_if_any() {
    if (more_ > 0) {
        told_.push_back({fmt::format("and {} more", more_), {file_, 0, 0, {}}, ErrorKind::input});
    }
    lethe::throw_if_any(ErrorKind::input, std::move(told_));
}

}  // namespace lethe
