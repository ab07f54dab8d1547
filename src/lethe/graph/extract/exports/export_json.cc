#include "lethe/graph/extract/exports/export_json.h"

#include <algorithm>

#include "lethe/graph/files/graph_text.h"

namespace lethe::graph {

const Json& export_field(const Json& object, const char* name) {
    static const Json kNothing;
    if (!object.is_object()) return kNothing;
    const auto found = object.find(name);
    return found == object.end() ? kNothing : *found;
}

std::optional<std::string> export_text(const Json& object, const char* name) {
    const Json& value = export_field(object, name);
    if (value.is_number_integer()) return value.dump();
    if (!value.is_string()) return std::nullopt;
    auto text = value.get<std::string>();
    if (text.empty()) return std::nullopt;
    return text;
}

std::string text_of_html(std::string_view html) {
    constexpr std::size_t kLongestEntity = 10;
    std::string text;
    for (std::size_t at = 0; at < html.size();) {
        if (html[at] == '<') {
            const std::size_t end = std::min(html.find('>', at), html.size());
            const std::string_view tag = html.substr(at + 1, end - at - 1);
            for (const std::string_view line : {"p", "/p", "br", "div", "/div", "li", "/li"}) {
                if (tag == line || (tag.starts_with(line) && tag.size() > line.size() &&
                                    (tag[line.size()] == ' ' || tag[line.size()] == '/'))) {
                    text += ' ';
                    break;
                }
            }
            at = std::min(end + 1, html.size());
        } else if (html[at] == '&') {
            const std::size_t end = html.find(';', at);
            const bool is_short = end != std::string_view::npos && end - at <= kLongestEntity;
            const std::string_view entity =
                is_short ? html.substr(at + 1, end - at - 1) : std::string_view();
            if (const char named = named_character(entity); named != 0) {
                text += named;
            } else if (const std::uint32_t code = numbered_character(entity); code != 0) {
                append_character(text, code);
            } else {
                text += is_short ? ' ' : '&';
            }
            at = is_short ? end + 1 : at + 1;
        } else {
            text += html[at++];
        }
    }
    return text;
}

}  // namespace lethe::graph
