// Groups of columns that a method masks separately: named, or so many consecutive ones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/method/parameter.h"

namespace lethe::mask {

using ColumnGroups = std::vector<std::vector<std::string>>;

struct GroupParams {
    ColumnGroups groups;
    std::optional<std::int64_t> group_size;
};

// All columns in one group where neither is given.
ColumnGroups column_groups(std::span<const std::string> columns, const GroupParams& params);

// Every column in one group, named once; not both ways to say it.
void check_column_groups(std::span<const std::string> columns, const GroupParams& params,
                         const Place& place, Problems& problems);

template <class P>
Schema<P> with_column_groups(const Schema<P>& schema) {
    return schema
        .field("groups", static_cast<ColumnGroups P::*>(&P::groups),
               "groups of columns that are masked separately; none: all columns together")
        .field("group_size", static_cast<std::optional<std::int64_t> P::*>(&P::group_size),
               "groups of so many consecutive columns, instead of naming them", at_least(1));
}

}  // namespace lethe::mask
