#include "lethe/graph/extract/extract_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/graph/files/graph_text.h"
#include "lethe/knowledge/label_key.h"

namespace lethe::graph {
namespace {

constexpr int kCity = 5;
constexpr int kDeepestLevel = 6;

struct ColumnLevel {
    std::string_view column;
    int level;
};
constexpr std::array<ColumnLevel, 17> kColumns{{
    {"suburb", 6},
    {"district", 6},
    {"postcode", 6},
    {"city", 5},
    {"town", 5},
    {"place", 5},
    {"county", 4},
    {"province", 4},
    {"admin2", 4},
    {"state", 3},
    {"region", 3},
    {"admin1", 3},
    {"country", 2},
    {"continent", 1},
    {"un region", 1},
    {"world region", 1},
    {"planet", 0},
}};

// -1: not the name of a kind of places.
int level_of_column(std::string_view name) {
    const std::string key = look_up_key(name);
    const auto found = std::ranges::find(kColumns, std::string_view(key), &ColumnLevel::column);
    return found == kColumns.end() ? -1 : found->level;
}

std::string trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(kBlank) - begin + 1));
}

std::vector<std::string> parts_between(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        std::string part = trimmed(text.substr(0, end));
        if (!part.empty()) parts.push_back(std::move(part));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

void Places::add_key(std::string_view name, std::int32_t place) {
    std::string key = look_up_key(name);
    if (key.empty()) return;
    std::vector<std::int32_t>& list = keys_[std::move(key)];
    if (std::ranges::find(list, place) == list.end()) list.push_back(place);
}

Places::Places(const Taxonomy& taxonomy) : names_are_unique_(true) {
    places_.reserve(static_cast<std::size_t>(taxonomy.size()));
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        const int depth = taxonomy.depth(c);
        const bool city = taxonomy.greatest_depth() == 4 && depth == 4;
        places_.push_back({taxonomy.label(c), c == 0 ? kNoPlace : taxonomy.parents(c).front(),
                           city ? kCity : std::min(depth, kDeepestLevel)});
        for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i) {
            add_key(taxonomy.name_of(c, i), c);
        }
    }
}

Places::Places(const Context& context, const std::string& file) {
    ReadOptions reading;
    reading.header = true;
    const Table table = read_table(context, file, reading);
    std::vector<std::pair<int, ColumnPtr>> columns;
    for (const ColumnPtr& column : table.columns()) {
        const int level = level_of_column(column->name());
        if (level > 0) columns.emplace_back(level, column->as_written(Kind::nominal));
    }
    std::ranges::stable_sort(columns, {}, &std::pair<int, ColumnPtr>::first);
    places_.push_back({"World", kNoPlace, 0});
    add_key("World", 0);
    std::unordered_map<std::string, std::int32_t> children;  // by parent and name
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        std::int32_t above = 0;
        for (const auto& [level, column] : columns) {
            if (!column->valid(row)) continue;
            const std::string text = column->text(row);
            const auto [found, is_new] = children.try_emplace(
                fmt::format("{}\n{}", above, text), static_cast<std::int32_t>(places_.size()));
            if (is_new) {
                places_.push_back({text, above, level});
                add_key(text, found->second);
            }
            above = found->second;
        }
    }
}

bool Places::is_table(const std::string& file) {
    if (!file.ends_with(".csv") && !file.ends_with(".tsv")) return false;
    const std::string text = read_graph_text(file, "utf-8");
    const std::string_view head = std::string_view(text).substr(0, text.find_first_of("\r\n"));
    int known = 0;
    for (const char separator : {',', ';', '\t'}) {
        int here = 0;
        for (const std::string& part : parts_between(head, separator)) {
            here += level_of_column(part) > 0 ? 1 : 0;
        }
        known = std::max(known, here);
    }
    return known >= 2;
}

const std::vector<std::int32_t>& Places::meanings(const std::string& key) const {
    static const std::vector<std::int32_t> none;
    const auto found = keys_.find(key);
    return found == keys_.end() ? none : found->second;
}

bool Places::is_above(std::string_view key, std::int32_t place) const {
    const std::vector<std::int32_t>& wanted = meanings(std::string(key));
    for (place = at(place).parent; place != kNoPlace; place = at(place).parent) {
        if (std::ranges::find(wanted, place) != wanted.end()) return true;
    }
    return false;
}

// What is above all of them.
std::int32_t Places::common(const std::vector<std::int32_t>& places) const {
    std::vector<std::int32_t> way;
    for (std::int32_t place = places.front(); place != kNoPlace; place = at(place).parent) {
        way.push_back(place);
    }
    std::size_t lowest = 0;
    for (const std::int32_t other : places) {
        std::int32_t place = other;
        auto met = way.end();
        for (; place != kNoPlace && met == way.end(); place = at(place).parent) {
            met = std::find(way.begin() + static_cast<std::ptrdiff_t>(lowest), way.end(), place);
        }
        if (met == way.end()) return 0;
        lowest = static_cast<std::size_t>(met - way.begin());
    }
    return way[lowest];
}

ResolvedPlace Places::chosen(std::vector<std::int32_t> found, std::string_view how) const {
    if (found.empty()) return {};
    const int general = at(*std::ranges::min_element(found, {}, [&](std::int32_t place) {
                            return at(place).level;
                        })).level;
    std::erase_if(found, [&](std::int32_t place) { return at(place).level != general; });
    if (found.size() == 1) return {found.front(), how};
    const std::int32_t above = common(found);
    if (above == 0) return {};
    return {above, "ambiguous"};
}

ResolvedPlace Places::resolve(std::string_view text) const {
    const std::string whole = trimmed(text);
    const std::vector<std::int32_t>& named = meanings(look_up_key(whole));
    std::vector<std::int32_t> exact;
    for (const std::int32_t place : named) {
        if (at(place).name == whole) exact.push_back(place);
    }
    if (!exact.empty()) return chosen(std::move(exact), "exact");
    if (!named.empty()) return chosen(named, "normalised");
    const std::vector<std::string> parts = parts_between(whole, ',');
    if (parts.size() < 2) return {};
    std::vector<std::int32_t> found = meanings(look_up_key(parts.front()));
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string key = look_up_key(parts[i]);
        if (meanings(key).empty()) continue;
        std::erase_if(found, [&](std::int32_t place) { return !is_above(key, place); });
        if (found.empty()) found = meanings(key);
    }
    return chosen(std::move(found), "part");
}

std::string Places::name(std::int32_t place) const {
    if (place == kNoPlace) return std::string(kUnknown);
    std::string shown = at(place).name;
    if (names_are_unique_ || meanings(look_up_key(shown)).size() < 2) return shown;
    std::string above;
    for (std::int32_t up = at(place).parent; up > 0; up = at(up).parent) {
        above += (above.empty() ? "" : ", ") + at(up).name;
    }
    return above.empty() ? shown : fmt::format("{} ({})", shown, above);
}

std::vector<std::string> Places::path(std::int32_t place) const {
    if (place == kNoPlace) return {std::string(kUnknown), name(0)};
    std::vector<std::string> names;
    for (; place != kNoPlace; place = at(place).parent) names.push_back(name(place));
    return names;
}

}  // namespace lethe::graph
