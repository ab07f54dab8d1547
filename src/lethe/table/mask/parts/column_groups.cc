#include "lethe/table/mask/parts/column_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {

ColumnGroups column_groups(std::span<const std::string> columns, const GroupParams& params) {
    if (!params.groups.empty()) return params.groups;
    const std::size_t size = params.group_size ? static_cast<std::size_t>(*params.group_size)
                                               : std::max<std::size_t>(1, columns.size());
    ColumnGroups groups;
    for (std::size_t begin = 0; begin < columns.size(); begin += size) {
        const auto group = columns.subspan(begin, std::min(size, columns.size() - begin));
        groups.emplace_back(group.begin(), group.end());
    }
    return groups;
}

void check_column_groups(std::span<const std::string> columns, const GroupParams& params,
                         const Place& place, Problems& problems) {
    if (params.groups.empty()) return;
    std::map<std::string, int> times;
    const auto add = [&](std::string message) {
        problems.push_back({std::move(message), within(place, "groups")});
    };
    for (const auto& group : params.groups) {
        if (group.empty()) add("a group without columns");
        for (const std::string& name : group) {
            if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
                add(unknown_name("column of this step", name, columns));
            } else if (++times[name] == 2) {
                add(fmt::format("column \"{}\" is named twice", name));
            }
        }
    }
    for (const std::string& name : columns) {
        if (!times.contains(name)) add(fmt::format("column \"{}\" is in no group", name));
    }
    if (params.group_size) {
        problems.push_back({"give groups or group_size, not both", within(place, "group_size")});
    }
}

}  // namespace lethe::mask
