#include "lethe/graph/attributes/default_attributes.h"

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

}  // namespace lethe::graph
