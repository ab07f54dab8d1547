// Tables with a column of identifiers, one of parents and perhaps one of labels. The header is the
// first record that names the first two; what stands above it (a title) is skipped. A row without a
// parent is a top; the same identifier on several rows has several parents.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

constexpr std::string_view kParentColumns =
    "a column of identifiers (id, node, code or unique id), one of parents (parent or parent id) "
    "and perhaps one of labels (label or name)";
constexpr std::array<std::string_view, 4> kIds{"id", "node", "code", "unique id"};
constexpr std::array<std::string_view, 2> kParents{"parent", "parent id"};
constexpr std::array<std::string_view, 2> kLabels{"label", "name"};
// Parents that mean none, where no row has this identifier.
constexpr std::array<std::string_view, 4> kNone{"0", "NA", "null", "NULL"};

template <std::size_t n>
bool is_one_of(std::string_view text, const std::array<std::string_view, n>& texts) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

struct ParentHeader {
    std::size_t id;
    std::size_t parent;
    std::optional<std::size_t> label;
    std::size_t fields;
};

std::optional<ParentHeader> parent_header_in(const Records& record) {
    std::optional<std::size_t> id;
    std::optional<std::size_t> parent;
    std::optional<std::size_t> label;
    for (std::size_t i = 0; i < record.size(); ++i) {
        const std::string key = look_up_key(record[i]);
        if (!id && is_one_of(std::string_view(key), kIds)) id = i;
        if (!parent && is_one_of(std::string_view(key), kParents)) parent = i;
        if (!label && is_one_of(std::string_view(key), kLabels)) label = i;
    }
    if (!id || !parent) return std::nullopt;
    return ParentHeader{*id, *parent, label, record.size()};
}

// The header among the first records, of which it is the last read.
std::optional<ParentHeader> find_header(Records& records) {
    constexpr int kMost = 5;
    for (int i = 0; i < kMost && records.next(); ++i) {
        if (const auto header = parent_header_in(records)) return header;
    }
    return std::nullopt;
}

struct ParentLink {
    std::int32_t child;
    std::string_view parent;
    std::int64_t line;
};

}  // namespace

bool looks_like_parent_table(const SourceText& source) {
    const char separator = likely_separator(source.text);
    if (separator == '\0') return false;
    Records records({source.file, first_lines(source.text, 20)}, separator);
    try {
        return find_header(records).has_value();
    } catch (const Error&) {
        return false;  // a quoted field that the cut made malformed
    }
}

ReadTaxonomy read_parent_table(const Context& context, SourceText source) {
    const std::string file = source.file;
    Wrongs wrongs(file);
    const char separator = likely_separator(source.text);
    Records records(std::move(source), separator == '\0' ? ',' : separator);
    const std::optional<ParentHeader> header = find_header(records);
    if (!header) wrongs.fail(1, fmt::format("the header must name {}", kParentColumns));
    TaxonomyBuilder builder(source_name(file), "");
    std::vector<ParentLink> links;
    while (records.next()) {
        context.check_stop();
        if (records.size() != header->fields) {
            wrongs.add(records.line(), fmt::format("has {} fields; the header has {}",
                                                   records.size(), header->fields));
            continue;
        }
        const std::string_view id = records[header->id];
        if (id.empty()) {
            wrongs.add(records.line(), "has no identifier");
            continue;
        }
        const std::int32_t number = builder.add_concept(id);
        if (header->label && !records[*header->label].empty()) {
            builder.add_name(number, records[*header->label]);
        }
        const std::string_view parent = records[header->parent];
        if (!parent.empty()) links.push_back({number, parent, records.line()});
    }
    for (const ParentLink& link : links) {
        const std::int32_t parent = builder.find_concept(link.parent);
        if (parent >= 0) {
            builder.add_is_a(link.child, parent);
        } else if (!is_one_of(link.parent, kNone)) {
            wrongs.add(link.line,
                       fmt::format("the parent {} has no row of its own", in_quotes(link.parent)));
        }
    }
    wrongs.throw_if_any();
    return {std::move(builder).build(file, context), {}};
}

}  // namespace lethe::readers
