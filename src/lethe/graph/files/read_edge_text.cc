#include "lethe/graph/files/read_edge_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace lethe::graph {
namespace {

// The next line without its end; `text` is shortened.
std::string_view cut_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool is_comment(std::string_view line) { return line.starts_with('#') || line.starts_with('%'); }

void cut_fields(std::string_view line, std::vector<std::string_view>& fields) {
    fields.clear();
    std::size_t at = 0;
    while (at < line.size()) {
        const std::size_t begin = at;
        while (at < line.size() && line[at] != ' ' && line[at] != '\t') ++at;
        if (at > begin) fields.push_back(line.substr(begin, at - begin));
        ++at;
    }
}

}  // namespace

bool looks_like_edge_text(std::string_view text) {
    std::vector<std::string_view> fields;
    while (!text.empty()) {
        const std::string_view line = cut_line(text);
        if (is_comment(line)) continue;
        cut_fields(line, fields);
        if (fields.empty()) continue;
        return fields.size() > 1 && line.find_first_of(",;\"") == std::string_view::npos;
    }
    return false;
}

void read_edge_text(std::string_view text, const EdgeTextColumns& columns, Wrongs& wrongs,
                    const EdgeOfText& edge) {
    const std::size_t needed = std::max({columns.from, columns.to, columns.weight}) + 1;
    std::vector<std::string_view> fields;
    std::size_t expected = 0;
    for (std::int64_t line = 1; !text.empty(); ++line) {
        const std::string_view whole = cut_line(text);
        if (is_comment(whole)) continue;
        cut_fields(whole, fields);
        if (fields.empty()) continue;
        if (expected == 0) expected = fields.size();
        if (fields.size() != expected || fields.size() < needed) {
            wrongs.add(line, fmt::format("has {} fields; {} are expected", fields.size(),
                                         std::max(expected, needed)));
            continue;
        }
        edge(fields[columns.from], fields[columns.to],
             columns.weight == 0 ? std::string_view() : fields[columns.weight], line);
    }
}

}  // namespace lethe::graph
