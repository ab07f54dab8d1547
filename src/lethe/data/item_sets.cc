#include "lethe/data/item_sets.h"

#include <algorithm>

#include "lethe/core/error.h"

namespace lethe {
namespace {

std::string_view without_space(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const auto from = text.find_first_not_of(kSpace);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(kSpace) - from + 1);
}

void sort_different(std::vector<std::string_view>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

std::vector<std::string_view> set_items(std::string_view cell, std::string_view separator) {
    std::vector<std::string_view> items;
    const auto add = [&](std::string_view item) {
        if (item = without_space(item); !item.empty()) items.push_back(item);
    };
    while (!separator.empty()) {
        const auto end = cell.find(separator);
        if (end == std::string_view::npos) break;
        add(cell.substr(0, end));
        cell.remove_prefix(end + separator.size());
    }
    add(cell);
    sort_different(items);
    return items;
}

std::string set_cell(std::span<const std::string_view> items, std::string_view separator) {
    std::vector<std::string_view> different(items.begin(), items.end());
    sort_different(different);
    std::string text;
    for (const std::string_view item : different) {
        if (!text.empty()) text += separator;
        text += item;
    }
    if (set_items(text, separator) != different) {
        throw Error(ErrorKind::input,
                    "items that are to be released hold the separator of their sets, or space "
                    "around them: give the column another separator, or the concepts other names");
    }
    return text;
}

}  // namespace lethe
