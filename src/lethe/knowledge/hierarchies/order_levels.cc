// Runs of neighbours: a level is a list of groups, each from a first category to the one before the
// next group begins.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/knowledge/hierarchies/build_levels.h"
#include "lethe/knowledge/hierarchies/character_ends.h"
#include "lethe/knowledge/hierarchies/group_labels.h"

namespace lethe {
namespace {

using Categories = std::vector<const std::string*>;

// The first category of each group of the next level, and its label.
struct Runs {
    std::vector<std::size_t> begins;
    std::vector<std::string> labels;
};

std::string common_beginning(const Categories& run) {
    std::string_view common = *run.front();
    std::size_t longest = 0;
    for (const std::string* text : run) {
        const auto [differs, other] = std::ranges::mismatch(common, *text);
        common = common.substr(0, static_cast<std::size_t>(differs - common.begin()));
        longest = std::max(longest, character_ends(*text).size());
    }
    // Never within a character.
    std::size_t bytes = 0;
    std::size_t kept = 0;
    for (const std::size_t end : character_ends(*run.front())) {
        if (end > common.size()) break;
        bytes = end;
        ++kept;
    }
    return std::string(common.substr(0, bytes)) + std::string(longest - kept, '*');
}

std::string label_of(const Categories& run, RunLabel form) {
    if (run.size() == 1) return *run.front();
    switch (form) {
        case RunLabel::range:
            return fmt::format("{} to {}", *run.front(), *run.back());
        case RunLabel::bounds:
            return fmt::format("[{}, {}]", *run.front(), *run.back());
        case RunLabel::prefix:
            return common_beginning(run);
        case RunLabel::set:
            break;
    }
    std::string text = "{";
    for (const std::string* one : run) text += (text.size() > 1 ? ", " : "") + *one;
    return text + "}";
}

Runs joined_runs(const Runs& below, const GroupSizes& groups, const Categories& categories,
                 RunLabel form) {
    Runs runs;
    std::size_t at = 0;
    for (std::size_t g = 0; at < below.begins.size(); ++g) {
        const LevelGroup& group = groups[g % groups.size()];
        const std::size_t next =
            std::min(at + static_cast<std::size_t>(group.size), below.begins.size());
        const std::size_t first = below.begins[at];
        const std::size_t end = next < below.begins.size() ? below.begins[next] : categories.size();
        const Categories run(categories.begin() + static_cast<std::ptrdiff_t>(first),
                             categories.begin() + static_cast<std::ptrdiff_t>(end));
        runs.begins.push_back(first);
        runs.labels.push_back(group.label.empty() ? label_of(run, form) : group.label);
        at = next;
    }
    number_equal_labels(runs.labels);
    return runs;
}

Categories categories_of(std::span<const std::string> values, std::span<const std::int64_t> ranks) {
    Categories categories;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto rank = static_cast<std::size_t>(ranks[i]);
        if (rank >= categories.size()) categories.resize(rank + 1, nullptr);
        if (categories[rank] == nullptr) categories[rank] = &values[i];
    }
    return categories;
}

}  // namespace

LevelTable levels_by_order(std::span<const std::string> values, std::span<const std::int64_t> ranks,
                           const OrderLevels& options) {
    const Categories categories = categories_of(values, ranks);
    Runs runs;
    for (std::size_t i = 0; i < categories.size(); ++i) {
        runs.begins.push_back(i);
        runs.labels.push_back(*categories[i]);
    }
    const GroupSizes usual{{options.fan, {}}};
    std::vector<std::vector<std::string>> labels;
    while (runs.begins.size() > 1) {
        const std::size_t level = labels.size();
        if (options.most_levels && std::ssize(labels) == *options.most_levels) break;
        if (!options.levels.empty() && level == options.levels.size()) break;
        runs = joined_runs(runs, options.levels.empty() ? usual : options.levels[level], categories,
                           options.label);
        std::vector<std::string>& texts = labels.emplace_back();
        for (const std::int64_t rank : ranks) {
            const auto next = std::upper_bound(runs.begins.begin(), runs.begins.end(),
                                               static_cast<std::size_t>(rank));
            texts.push_back(runs.labels[static_cast<std::size_t>(next - runs.begins.begin()) - 1]);
        }
    }
    return level_table(values, std::move(labels));
}

}  // namespace lethe
