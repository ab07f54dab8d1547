#include "lethe/data/kind.h"

#include <array>

namespace lethe {
namespace {

constexpr std::array<std::string_view, 5> kKindNames{"numeric", "ordinal", "nominal", "semantic",
                                                     "text"};
constexpr std::array<std::string_view, 4> kRoleNames{"identifier", "quasi", "confidential",
                                                     "other"};

template <class Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names,
                              std::string_view wanted) {
    for (std::size_t i = 0; i < N; ++i) {
        if (names[i] == wanted) return static_cast<Enum>(i);
    }
    return std::nullopt;
}

}  // namespace

std::string_view name(Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }
std::string_view name(Role role) { return kRoleNames[static_cast<std::size_t>(role)]; }
std::optional<Kind> kind_named(std::string_view name) { return find_name<Kind>(kKindNames, name); }
std::optional<Role> role_named(std::string_view name) { return find_name<Role>(kRoleNames, name); }
std::vector<std::string_view> kind_names() { return {kKindNames.begin(), kKindNames.end()}; }
std::vector<std::string_view> role_names() { return {kRoleNames.begin(), kRoleNames.end()}; }

}  // namespace lethe
