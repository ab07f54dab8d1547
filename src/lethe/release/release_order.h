// The order of the records in a release. Where they come in the order of the original, the place of
// a record tells who it is to whoever knows that order: a list sorted by name stays one when the
// names are gone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::release {

// A random permutation of 0 .. size - 1 from the seed and the bytes of the source, so that a seed
// that is guessed does not lead back without them. Error(io).
std::vector<std::int64_t> release_order(std::uint64_t seed, const std::string& source,
                                        std::int64_t size);
// What is left to chance in a release, by the seed and the digest of what it is made from.
Random chance_of(std::uint64_t seed, const std::string& digest);
// The same where the digest of these bytes is known (SHA-256 in hexadecimal; empty: none).
std::vector<std::int64_t> digest_order(std::uint64_t seed, const std::string& digest,
                                       std::int64_t size);

// 0 .. size - 1: as they were.
std::vector<std::int64_t> same_order(std::int64_t size);

// The names of the columns by which the records are sorted, up or down. Texts by their letters,
// whatever the case, and numbers in them by their size; missing values stand anywhere. A column
// with one value sorts nothing, and fewer than ten records are sorted by chance.
std::vector<std::string> sorted_by(std::span<const ColumnPtr> columns);

// A record of a release, as it is called: "row" and "rows".
struct RecordWords {
    std::string_view one, several;
};
inline constexpr RecordWords kRowWords{"row", "rows"};
inline constexpr RecordWords kVectorWords{"vector", "vectors"};
inline constexpr RecordWords kNodeWords{"node", "nodes"};

// What is said where records keep the order of the original. `sorted`: the columns by which that is
// sorted and which the release does not show. `remedy`: what releases them in another order.
std::string kept_order_warning(const RecordWords& words, const std::vector<std::string>& sorted,
                               std::string_view remedy);
// The same of a release that was made elsewhere or before, beside its original.
std::string found_order_warning(const RecordWords& words, const std::vector<std::string>& sorted);

// Error(input) where the record of a release says that its records are in a random order and
// nothing tells which (`known` is false): each would be taken for another one's, and hardly anybody
// be found. `record` may be null.
void check_order_known(const Json& record, const RecordWords& words, bool known);

}  // namespace lethe::release
