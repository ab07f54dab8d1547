// Kinds of columns and roles of columns.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace lethe {

enum class Kind {
    numeric,   // double
    ordinal,   // categories with an order
    nominal,   // categories without one
    semantic,  // categories that are concepts of a taxonomy
    text,      // free text
};

enum class Role {
    identifier,    // names a person: dropped on release
    quasi,         // identifies in combination: masked
    confidential,  // the thing to protect: released as it is
    other,
};

std::string_view name(Kind kind);
std::string_view name(Role role);
std::optional<Kind> kind_named(std::string_view name);
std::optional<Role> role_named(std::string_view name);
std::vector<std::string_view> kind_names();
std::vector<std::string_view> role_names();

}  // namespace lethe
