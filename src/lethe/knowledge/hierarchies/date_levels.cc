#include <utility>

#include "lethe/knowledge/hierarchies/build_levels.h"

namespace lethe {

LevelTable levels_by_dates(std::span<const std::string> values, std::span<const CalendarDay> days,
                           std::span<const DateUnit> units) {
    std::vector<std::vector<std::string>> labels;
    for (const DateUnit unit : units) {
        std::vector<std::string>& level = labels.emplace_back();
        for (const CalendarDay& day : days) level.push_back(date_label(day, unit));
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
