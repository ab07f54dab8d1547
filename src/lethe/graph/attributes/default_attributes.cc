#include "lethe/graph/attributes/default_attributes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lethe::graph {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool is_called_topics(std::string_view name, const AttributeChoice& choice) {
    return contains(choice.topics, name) || name.starts_with("topics");
}

bool holds_topics(const Column& column, const AttributeChoice& choice) {
    if (contains(choice.topics, column.name())) return true;
    return !column.is_numeric() && is_called_topics(column.name(), choice);
}

bool looks_like_a_name(const Column& column) {
    constexpr std::int64_t kFew = 10;
    const std::int64_t held = column.size() - column.missing();
    if (column.kind() != Kind::nominal || held <= kFew) return false;
    return 10 * std::ssize(column.dictionary()) > 9 * held;
}

DefaultAttributes default_attributes(const Table& attributes, const AttributeChoice& choice,
                                     const std::vector<std::string>& keep) {
    DefaultAttributes found;
    for (const ColumnPtr& column : attributes.columns()) {
        if (contains(keep, column->name())) continue;
        const bool topics = holds_topics(*column, choice);
        if (column->kind() == Kind::text && !topics) continue;
        const bool tells = !topics && looks_like_a_name(*column);
        (tells ? found.names : found.columns).push_back(column->name());
    }
    return found;
}

AttributeChoice shared_attributes(const AttributeChoice& choice, const SocialGraph& original,
                                  std::span<const SocialGraph> published,
                                  std::vector<std::string>& notes) {
    AttributeChoice shared = choice;
    if (!shared.columns.empty()) return shared;
    std::vector<std::string> gone;
    for (const ColumnPtr& column : original.attributes.columns()) {
        if (column->kind() == Kind::text) continue;
        const bool there = std::ranges::all_of(published, [&](const SocialGraph& graph) {
            return graph.attributes.find(column->name()) != nullptr;
        });
        (there ? shared.columns : gone).push_back(column->name());
    }
    if (!gone.empty()) {
        notes.push_back(fmt::format("not published, so not compared: {}", fmt::join(gone, ", ")));
    }
    return shared;
}

}  // namespace lethe::graph
