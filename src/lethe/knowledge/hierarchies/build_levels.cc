#include "lethe/knowledge/hierarchies/build_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lethe {
namespace {

constexpr std::array<std::pair<DateUnit, std::string_view>, 5> kDateUnits{{
    {DateUnit::day, "day"},
    {DateUnit::month, "month"},
    {DateUnit::quarter, "quarter"},
    {DateUnit::year, "year"},
    {DateUnit::decade, "decade"},
}};

std::string date_label(const CalendarDay& day, DateUnit unit) {
    switch (unit) {
        case DateUnit::day:
            return fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
        case DateUnit::month:
            return fmt::format("{:04}-{:02}", day.year, day.month);
        case DateUnit::quarter:
            return fmt::format("{:04}-Q{}", day.year, (day.month + 2) / 3);
        case DateUnit::year:
            return fmt::format("{:04}", day.year);
        case DateUnit::decade:
            break;
    }
    return fmt::format("{:04}s", day.year / 10 * 10);
}

// Where each character of a text in UTF-8 ends.
std::vector<std::size_t> character_ends(std::string_view text) {
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= text.size(); ++i) {
        const bool begins =
            i == text.size() || (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
        if (begins) ends.push_back(i);
    }
    return ends;
}

}  // namespace

std::string_view name(DateUnit unit) { return kDateUnits[static_cast<std::size_t>(unit)].second; }

std::optional<DateUnit> date_unit_named(std::string_view name) {
    for (const auto& [unit, known] : kDateUnits) {
        if (known == name) return unit;
    }
    return std::nullopt;
}

std::vector<std::string_view> date_unit_names() {
    std::vector<std::string_view> names;
    for (const auto& [unit, name] : kDateUnits) names.push_back(name);
    return names;
}

LevelTable levels_by_order(std::span<const std::string> values, std::span<const std::int64_t> ranks,
                           std::int64_t fan, std::optional<std::int64_t> most_levels) {
    std::vector<const std::string*> categories;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto rank = static_cast<std::size_t>(ranks[i]);
        if (rank >= categories.size()) categories.resize(rank + 1, nullptr);
        if (categories[rank] == nullptr) categories[rank] = &values[i];
    }
    const std::int64_t count = std::ssize(categories);
    std::vector<std::vector<std::string>> labels;
    for (std::int64_t joined = fan; joined < count; joined *= fan) {
        if (most_levels && std::ssize(labels) == *most_levels) break;
        std::vector<std::string>& level = labels.emplace_back();
        for (const std::int64_t rank : ranks) {
            const std::int64_t first = rank / joined * joined;
            const std::int64_t last = std::min(first + joined, count) - 1;
            const std::string& begin = *categories[static_cast<std::size_t>(first)];
            level.push_back(
                first == last
                    ? begin
                    : fmt::format("{} to {}", begin, *categories[static_cast<std::size_t>(last)]));
        }
    }
    return level_table(values, std::move(labels));
}

LevelTable levels_by_prefixes(std::span<const std::string> values,
                              std::span<const std::int64_t> lengths) {
    std::vector<std::vector<std::size_t>> ends;
    std::size_t longest = 0;
    for (const std::string& value : values) {
        ends.push_back(character_ends(value));
        longest = std::max(longest, ends.back().size());
    }
    std::vector<std::int64_t> kept(lengths.begin(), lengths.end());
    for (auto length = static_cast<std::int64_t>(longest) - 1; lengths.empty() && length > 0;
         --length) {
        kept.push_back(length);
    }
    std::vector<std::vector<std::string>> labels;
    for (const std::int64_t length : kept) {
        // Nothing is cut where no value is longer.
        if (length >= static_cast<std::int64_t>(longest)) continue;
        std::vector<std::string>& level = labels.emplace_back();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t characters =
                std::min(static_cast<std::size_t>(length), ends[i].size());
            const std::size_t bytes = characters == 0 ? 0 : ends[i][characters - 1];
            level.push_back(values[i].substr(0, bytes) + std::string(longest - characters, '*'));
        }
    }
    return level_table(values, std::move(labels));
}

LevelTable levels_by_dates(std::span<const std::string> values, std::span<const CalendarDay> days,
                           std::span<const DateUnit> units) {
    std::vector<std::vector<std::string>> labels;
    for (const DateUnit unit : units) {
        std::vector<std::string>& level = labels.emplace_back();
        for (const CalendarDay& day : days) level.push_back(date_label(day, unit));
    }
    return level_table(values, std::move(labels));
}

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
