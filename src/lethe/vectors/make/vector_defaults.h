// What is taken where nobody says otherwise, by every protection of vectors.
#pragma once

#include <cstdint>

namespace lethe::vectors {

constexpr std::int64_t kDocumentsTogether = 5;  // that share a published vector, at least: k

}  // namespace lethe::vectors
