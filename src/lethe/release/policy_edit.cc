#include "lethe/release/policy_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/io/toml_json.h"
#include "lethe/io/toml_text.h"

namespace lethe::release {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::string key_line(std::string_view key, const Json& value) {
    return fmt::format("{} = {}", toml_key(key), toml_value(value));
}

bool is_blank(const std::string& line) {
    return line.find_first_not_of(" \t") == std::string::npos;
}

// Lines [first, last], from 0, that a key and its value stand on, and what follows the value there.
struct Span {
    std::size_t first = 0, last = 0;
    std::string after;  // a comment
};

// None where the value is a section of its own ([columns.age]), or stands beside others on a line.
std::optional<Span> span_of(const toml::key& key, const toml::node& value, const Lines& lines) {
    if (value.is_table() && !value.as_table()->is_inline()) return std::nullopt;
    if (value.is_array_of_tables() && value.source().begin.line != key.source().begin.line) {
        return std::nullopt;
    }
    Span span;
    span.first = key.source().begin.line - 1;
    span.last = value.source().end.line - 1;
    if (span.last >= lines.size() || span.first > span.last) return std::nullopt;
    const std::string& line = lines[span.last];
    const std::size_t end = std::min<std::size_t>(value.source().end.column - 1, line.size());
    const std::size_t hash = line.find('#', end);
    if (hash != std::string::npos) span.after = "  " + line.substr(hash);
    return span;
}

std::string_view trimmed(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string_view() : std::string_view(line).substr(begin);
}

// Takes the comments at the end of lines, which speak of what comes next.
Lines comments_above(Lines& lines) {
    auto first = lines.end();
    while (first != lines.begin() && trimmed(*(first - 1)).starts_with('#')) --first;
    Lines above(first, lines.end());
    lines.erase(first, lines.end());
    return above;
}

// An array of sections as it stands in a file.
struct Blocks {
    Lines around;        // what belongs to no item
    std::size_t at = 0;  // where in it the items stood
    std::vector<Lines> items;
    Json values;

    // The lines of an item: those that it had, or new ones.
    Lines take(const Json& item, const std::string& head) {
        for (const bool equal : {true, false}) {
            for (std::size_t i = 0; i < items.size() && i < values.size(); ++i) {
                if (values[i].is_null()) continue;  // taken
                const bool same = equal ? is_same(values[i], item) : has_method_of(values[i], item);
                if (!same) continue;
                values[i] = nullptr;
                Lines lines = items[i];
                while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
                if (equal) return lines;
                const auto begin = std::find_if(lines.begin(), lines.end(), [](const auto& line) {
                    return trimmed(line).starts_with('[');
                });
                lines.erase(begin, lines.end());
                return with_item(std::move(lines), item, head);
            }
        }
        return with_item({}, item, head);
    }

    // In whatever order the keys stand.
    static bool is_same(const Json& one, const Json& other) {
        return nlohmann::json::parse(one.dump()) == nlohmann::json::parse(other.dump());
    }

    static bool has_method_of(const Json& one, const Json& other) {
        const auto method = one.find("method"), wanted = other.find("method");
        return method != one.end() && wanted != other.end() && *method == *wanted;
    }

    static Lines with_item(Lines lines, const Json& item, const std::string& head) {
        lines.push_back(head);
        for (const auto& [key, value] : item.items()) {
            if (!value.is_null()) lines.push_back(key_line(key, value));
        }
        return lines;
    }
};

// One edit after the other, each on the text that the last one left: places are then always true.
class PolicyText {
  public:
    PolicyText(std::string_view text, const std::string& file) : file_(file) {
        take(lines_of(text));
    }

    void set(const std::string& section, const std::string& key, const Json& value) {
        const toml::table* table = section.empty() ? &root_ : root_[section].as_table();
        if (table == nullptr) {
            if (!value.is_null()) add_section(section, key_line(key, value));
            return;
        }
        const auto found = table->find(key);
        if (found == table->end()) {
            if (!value.is_null()) add_key(section, *table, key_line(key, value));
            return;
        }
        const std::optional<Span> span = span_of(found->first, found->second, lines_);
        if (!span) return rewrite(section, key, value);
        Lines lines = lines_;
        const auto first = lines.begin() + static_cast<std::ptrdiff_t>(span->first);
        const auto last = lines.begin() + static_cast<std::ptrdiff_t>(span->last);
        if (value.is_null()) {
            lines.erase(first, last + 1);
        } else {
            *first = key_line(key, value) + span->after;
            lines.erase(first + 1, last + 1);
        }
        take(std::move(lines));
        if (value.is_null() && !section.empty()) drop_empty(section);
    }

    // Items that are as they were keep their lines, wherever they go; one that changed keeps what
    // is said above it.
    void set_array(const std::string& name, const Json& items) {
        Blocks old = blocks_of(name);
        Lines written;
        for (const Json& item : items) {
            if (!written.empty()) written.emplace_back();
            const Lines block = old.take(item, "[[" + name + "]]");
            written.insert(written.end(), block.begin(), block.end());
        }
        Lines lines = std::move(old.around);
        auto at = lines.begin() + static_cast<std::ptrdiff_t>(old.at);
        if (at != lines.begin() && !is_blank(*(at - 1)) && !written.empty()) {
            at = lines.insert(at, std::string()) + 1;
        }
        if (at != lines.end() && !is_blank(*at) && !written.empty()) written.emplace_back();
        lines.insert(at, written.begin(), written.end());
        take(std::move(lines));
    }

    std::string text() const { return joined(lines_); }

  private:
    void take(Lines lines) {
        root_ = parse_toml(joined(lines), file_);
        lines_ = std::move(lines);
    }

    // The lines of each item of an array of sections, with the comments above it, and those around.
    Blocks blocks_of(const std::string& name) const {
        Blocks blocks;
        bool inside = false;
        const std::string head = "[[" + name + "]]";
        for (const std::string& line : lines_) {
            const std::string_view rest = trimmed(line);
            if (rest.starts_with('[') && is_head(line)) {
                const bool item = rest.starts_with(head);
                const bool part = inside && (rest.starts_with("[" + name + ".") ||
                                             rest.starts_with("[[" + name + "."));
                if (!part) {
                    Lines above = comments_above(inside ? blocks.items.back() : blocks.around);
                    if (item) {
                        if (blocks.items.empty()) blocks.at = blocks.around.size();
                        blocks.items.push_back(std::move(above));
                    } else {
                        blocks.around.insert(blocks.around.end(), above.begin(), above.end());
                    }
                    inside = item;
                }
            }
            (inside ? blocks.items.back() : blocks.around).push_back(line);
        }
        if (blocks.items.empty()) blocks.at = blocks.around.size();
        const Json tree = toml_to_json(root_);
        blocks.values = tree.value(name, Json::array());
        return blocks;
    }

    // Whether the line begins a section: no value does that spans lines, but in arrays of arrays.
    bool is_head(const std::string& line) const {
        const auto row = static_cast<std::size_t>(&line - lines_.data()) + 1;
        return head_at(root_, row);
    }
    static bool head_at(const toml::table& table, std::size_t row) {
        for (const auto& [key, node] : table) {
            if (const toml::table* inner = node.as_table();
                inner != nullptr && !inner->is_inline()) {
                if (inner->source().begin.line == row || head_at(*inner, row)) return true;
            }
            if (const toml::array* array = node.as_array(); array != nullptr) {
                for (const toml::node& item : *array) {
                    const toml::table* inner = item.as_table();
                    if (inner == nullptr || inner->is_inline()) continue;
                    if (inner->source().begin.line == row || head_at(*inner, row)) return true;
                }
            }
        }
        return false;
    }

    void add_section(const std::string& section, const std::string& line) {
        Lines lines = lines_;
        // Before the first array of sections: steps come last.
        auto at = std::find_if(lines.begin(), lines.end(),
                               [](const std::string& one) { return one.starts_with("[["); });
        if (at != lines.begin() && !is_blank(*(at - 1))) at = lines.insert(at, std::string()) + 1;
        at = lines.insert(at, fmt::format("[{}]", toml_key(section))) + 1;
        at = lines.insert(at, line) + 1;
        if (at != lines.end()) lines.insert(at, std::string());
        take(std::move(lines));
    }

    void add_key(const std::string& section, const toml::table& table, const std::string& line) {
        std::size_t after = section.empty() ? 0 : table.source().begin.line;
        for (const auto& [key, node] : table) {
            if (node.is_array_of_tables()) continue;  // keys below it would be its own
            if (const auto span = span_of(key, node, lines_))
                after = std::max(after, span->last + 1);
        }
        Lines lines = lines_;
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(std::min(after, lines.size())),
                     line);
        take(std::move(lines));
    }

    void drop_empty(const std::string& section) {
        const toml::table* table = root_[section].as_table();
        if (table == nullptr || !table->empty() || table->is_inline()) return;
        const std::size_t row = table->source().begin.line - 1;
        if (row >= lines_.size()) return;
        Lines lines = lines_;
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(row));
        take(std::move(lines));
    }

    // What cannot be changed in its place: the whole is written anew, without comments.
    void rewrite(const std::string& section, const std::string& key, const Json& value) {
        Json tree = toml_to_json(root_);
        Json& place = section.empty() ? tree : tree[section];
        if (value.is_null()) {
            place.erase(key);
            if (!section.empty() && place.empty()) tree.erase(section);
        } else {
            place[key] = value;
        }
        take(lines_of(policy_tree_text(tree)));
    }

    std::string file_;
    Lines lines_;
    toml::table root_;
};

bool is_array_of_sections(const Json& value) {
    return value.is_array() && !value.empty() &&
           std::ranges::all_of(value, [](const Json& one) { return one.is_object(); });
}

}  // namespace

Json policy_tree(std::string_view text, const std::string& file) {
    return toml_to_json(parse_toml(text, file));
}

std::string policy_tree_text(const Json& tree) {
    std::string plain, sections, arrays;
    for (const auto& [key, value] : tree.items()) {
        if (value.is_null()) continue;
        if (value.is_object()) {
            sections += (sections.empty() ? "" : "\n") + toml_section(toml_key(key), value);
        } else if (is_array_of_sections(value)) {
            for (const Json& item : value) {
                arrays += (arrays.empty() ? "" : "\n") + fmt::format("[[{}]]\n", toml_key(key));
                for (const auto& [name, one] : item.items()) arrays += key_line(name, one) + "\n";
            }
        } else {
            plain += key_line(key, value) + "\n";
        }
    }
    std::string text;
    for (const std::string& part : {plain, sections, arrays}) {
        if (!text.empty() && !part.empty()) text += "\n";
        text += part;
    }
    return text;
}

std::string edited_policy(std::string_view text, const std::string& file, const Json& edit) {
    const auto wrong = [] {
        return Error(ErrorKind::usage,
                     "an edit has \"set\", an object of sections with their keys, and \"arrays\", "
                     "an object of lists of objects");
    };
    PolicyText policy(text, file);
    // Held by name: what a loop goes over must outlive it.
    const Json sections = edit.value("set", Json::object());
    const Json arrays = edit.value("arrays", Json::object());
    if (!sections.is_object() || !arrays.is_object()) throw wrong();
    for (const auto& [section, keys] : sections.items()) {
        if (!keys.is_object()) throw wrong();
        for (const auto& [key, value] : keys.items()) policy.set(section, key, value);
    }
    for (const auto& [name, items] : arrays.items()) {
        if (!items.is_array() ||
            !std::ranges::all_of(items, [](const Json& one) { return one.is_object(); })) {
            throw wrong();
        }
        policy.set_array(name, items);
    }
    return policy.text();
}

}  // namespace lethe::release
