#include "lethe/table/mask/parts/recoded_categories.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lethe::mask {

ColumnPtr recoded_categories(const Column& column, const std::vector<std::string>& becomes) {
    const Dictionary& old = column.dictionary();
    std::map<std::string, std::size_t> place_of;
    for (std::size_t k = 0; k < becomes.size(); ++k) {
        const auto [found, added] = place_of.try_emplace(becomes[k], k);
        if (!added && becomes[k] == old[k]) found->second = k;
    }
    std::vector<std::pair<std::size_t, std::string>> shown;
    for (const auto& [category, place] : place_of) shown.emplace_back(place, category);
    std::sort(shown.begin(), shown.end());
    Dictionary dictionary;
    std::map<std::string, std::int32_t> code_of;
    for (auto& [place, category] : shown) {
        code_of.emplace(category, static_cast<std::int32_t>(dictionary.size()));
        dictionary.push_back(std::move(category));
    }
    std::vector<std::int32_t> moved;
    for (const std::string& category : becomes) moved.push_back(code_of.at(category));
    std::vector<std::int32_t> codes(column.codes().begin(), column.codes().end());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (column.valid(row)) codes[i] = moved[static_cast<std::size_t>(codes[i])];
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              column.validity(), column.spelling_of_missing());
}

}  // namespace lethe::mask
