#include "lethe/method/data_kind.h"

#include <array>

namespace lethe {
namespace {

constexpr std::array<std::string_view, 4> kDataKinds{"table", "documents", "vectors", "graph"};

}  // namespace

std::string_view name(DataKind kind) { return kDataKinds[static_cast<std::size_t>(kind)]; }

std::optional<DataKind> data_kind_named(std::string_view text) {
    for (std::size_t i = 0; i < kDataKinds.size(); ++i) {
        if (kDataKinds[i] == text) return static_cast<DataKind>(i);
    }
    return std::nullopt;
}

}  // namespace lethe
