#include "lethe/knowledge/hierarchies/build_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lethe {

LevelTable levels_by_frequency(std::span<const std::string> values,
                               std::span<const std::int64_t> people,
                               std::span<const std::int64_t> least, const std::string& other) {
    std::vector<std::vector<std::string>> labels;
    for (const std::int64_t threshold : least) {
        std::vector<std::string>& level = labels.emplace_back();
        for (std::size_t i = 0; i < values.size(); ++i) {
            level.push_back(people[i] < threshold ? other : values[i]);
        }
    }
    return level_table(values, std::move(labels));
}

LevelTable levels_by_priority(std::span<const std::string> values,
                              std::span<const double> priorities, std::int64_t most_levels) {
    const std::int64_t count = std::ssize(values);
    const std::int64_t levels = std::min(count, most_levels);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return priorities[a] > priorities[b]; });
    std::vector<std::int64_t> hidden_from(values.size(), 0);
    for (std::int64_t i = 0; i < count; ++i) {
        hidden_from[order[static_cast<std::size_t>(i)]] = levels - i * levels / count;
    }
    std::vector<std::vector<std::string>> labels;
    for (std::int64_t level = 1; level < levels; ++level) {
        std::vector<std::string>& texts = labels.emplace_back();
        for (std::size_t i = 0; i < values.size(); ++i) {
            texts.push_back(level < hidden_from[i] ? values[i] : std::string(kEverythingLabel));
        }
    }
    return level_table(values, std::move(labels));
}

LevelTable levels_by_groups(std::span<const std::string> values,
                            std::span<const std::map<std::string, std::string>> groups) {
    std::vector<std::vector<std::string>> labels;
    std::vector<std::string> below(values.begin(), values.end());
    for (const auto& group_of : groups) {
        std::vector<std::string> level;
        std::int64_t without = 0;
        for (const std::string& label : below) {
            const auto found = group_of.find(label);
            without += found == group_of.end() ? 1 : 0;
            level.push_back(found == group_of.end() ? label : found->second);
        }
        if (without > 0) {
            throw Error(ErrorKind::input,
                        fmt::format("{} of {} values have no group at level {}; every {} needs a "
                                    "line, written as in the data",
                                    without, values.size(), labels.size() + 1,
                                    labels.empty() ? "value" : "group of the level before"));
        }
        below = level;
        labels.push_back(std::move(level));
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
