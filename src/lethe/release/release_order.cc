#include "lethe/release/release_order.h"

#include <numeric>

#include "lethe/core/random.h"
#include "lethe/io/file.h"

namespace lethe::release {

std::vector<std::int64_t> release_order(std::uint64_t seed, const std::string& source,
                                        std::int64_t size) {
    constexpr std::size_t kDigits = 15;  // hexadecimal ones, of 60 bits
    constexpr int kHexadecimal = 16;
    const std::uint64_t digest =
        std::stoull(file_sha256(source).substr(0, kDigits), nullptr, kHexadecimal);
    const Random random = Random(seed).part(digest);
    return random_permutation(random.stream("order of a release"), size);
}

std::vector<std::int64_t> same_order(std::int64_t size) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

}  // namespace lethe::release
