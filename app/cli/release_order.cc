#include "cli/release_order.h"

#include "lethe/core/file.h"
#include "lethe/core/random.h"

namespace lethe::cli {

std::vector<std::int64_t> release_order(Session& session, const std::string& source,
                                        std::int64_t size) {
    constexpr std::size_t kDigits = 15;  // hexadecimal ones, of 60 bits
    constexpr int kHexadecimal = 16;
    const std::uint64_t digest =
        std::stoull(file_sha256(source).substr(0, kDigits), nullptr, kHexadecimal);
    const Random random = Random(session.seed_or_random()).part(digest);
    return random_permutation(random.stream("order of a release"), size);
}

}  // namespace lethe::cli
