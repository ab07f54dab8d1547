#include "lethe/documents/read/read_jsonl.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/documents/read/read_encoding.h"

namespace lethe::documents {
namespace {

struct JsonField {
    std::string name;
    std::size_t begin = 0;  // of the value
    std::size_t end = 0;
};

// Walks over JSON that is known to be valid.
class Walk {
  public:
    explicit Walk(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

    // The fields of the object that begins here, not those inside them.
    std::vector<JsonField> fields() {
        std::vector<JsonField> found;
        space();
        ++at_;  // {
        space();
        while (text_[at_] != '}') {
            JsonField field;
            const std::size_t name = at_;
            skip_string();
            field.name = Json::parse(text_.substr(name, at_ - name)).get<std::string>();
            space();
            ++at_;  // :
            space();
            field.begin = at_;
            skip_value();
            field.end = at_;
            found.push_back(std::move(field));
            space();
            if (text_[at_] == ',') ++at_;
            space();
        }
        return found;
    }

  private:
    void space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' ||
                                      text_[at_] == '\n' || text_[at_] == '\r')) {
            ++at_;
        }
    }
    void skip_string() {
        for (++at_; text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\' ? 1 : 0;
        ++at_;
    }
    void skip_value() {
        std::int64_t depth = 0;
        do {
            const char c = text_[at_];
            if (c == '"') {
                skip_string();
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) return;
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            ++at_;
        } while (depth > 0 || (text_[at_] != ',' && text_[at_] != '}' && text_[at_] != ']' &&
                               text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\r' &&
                               text_[at_] != '\n'));
    }

    std::string_view text_;
    std::size_t at_;
};

const JsonField* find(const std::vector<JsonField>& fields, std::string_view name) {
    const auto found = std::find_if(fields.rbegin(), fields.rend(),
                                    [&](const JsonField& field) { return field.name == name; });
    return found == fields.rend() ? nullptr : &*found;
}

class LineReader {
  public:
    LineReader(Decoded line, std::int64_t base, const JsonlFields& wanted)
        : line_(std::move(line)), base_(base), wanted_(wanted) {}

    Documents read() {
        check();
        const std::vector<JsonField> fields = Walk(line_.text).fields();
        const JsonField* text = find(fields, wanted_.text);
        if (text == nullptr) {
            std::vector<std::string> names;
            for (const JsonField& field : fields) names.push_back(field.name);
            fail(names.empty() ? "the object is empty; it must have a field with the text"
                               : unknown_name("field", wanted_.text, names));
        }
        if (line_.text[text->begin] != '"') {
            fail(fmt::format("the field \"{}\" is not a string", wanted_.text));
        }
        Documents documents;
        documents.push_back(document_of(*text));
        documents.back().id = id_of(fields).value_or("");
        for (const std::string& name : kept_names(fields)) {
            if (const JsonField* field = find(fields, name)) {
                documents.push_back(document_of(*field));
                documents.back().id = documents.front().id;
                documents.back().field = name;
            }
        }
        return documents;
    }

  private:
    [[noreturn]] static void fail(std::string message) {
        throw Error(ErrorKind::input, std::move(message));
    }

    void check() const {
        if (!Json::accept(line_.text)) {
            std::size_t column = 0;
            try {
                const Json never = Json::parse(line_.text);
            } catch (const Json::parse_error& error) {
                column = error.byte;
            } catch (const Json::exception&) {  // no error of its form: 1e999
                fail("holds a number that is larger than any that can be read");
            }
            fail(fmt::format("is not JSON, by its character {}", column));
        }
        const std::size_t first = line_.text.find_first_not_of(" \t\r\n");
        if (line_.text[first] != '{') fail("is not a JSON object");
    }

    Document document_of(const JsonField& field) const {
        Document document;
        document.format = TextFormat::jsonl;
        TextBuilder out(line_.text, line_.map, base_);
        if (line_.text[field.begin] == '"') {
            unescape(field, out);
        } else {
            // Letters may be escaped within: they are written as themselves, so that finders see
            // them.
            const std::string_view raw =
                std::string_view(line_.text).substr(field.begin, field.end - field.begin);
            if (raw.find('\\') == std::string_view::npos) {
                out.copy(field.begin, field.end);
            } else {
                out.replace(Json::parse(raw).dump(), field.begin, field.end);
            }
        }
        out.finish(document.text, document.map);
        return document;
    }

    void unescape(const JsonField& field, TextBuilder& out) const {
        const std::string_view text = line_.text;
        std::size_t at = field.begin + 1;
        const std::size_t end = field.end - 1;
        while (at < end) {
            const std::size_t escape = std::min(text.find('\\', at), end);
            out.copy(at, escape);
            if (escape == end) break;
            // A pair of surrogates is one character.
            std::size_t size = text[escape + 1] == 'u' ? 6 : 2;
            if (size == 6 && (text[escape + 2] == 'd' || text[escape + 2] == 'D') &&
                text[escape + 3] > '7') {
                size = 12;
            }
            std::string character =
                Json::parse('"' + std::string(text.substr(escape, size)) + '"').get<std::string>();
            if (character == std::string_view("\0", 1)) character = "\xEF\xBF\xBD";
            out.replace(character, escape, escape + size);
            at = escape + size;
        }
    }

    std::vector<std::string> kept_names(const std::vector<JsonField>& fields) const {
        if (!wanted_.keep_all) return wanted_.keep;
        std::vector<std::string> names;
        const std::string id = id_field_of(fields);
        for (const JsonField& field : fields) {
            const bool known = std::ranges::find(names, field.name) != names.end();
            if (field.name != wanted_.text && field.name != id && !known) {
                names.push_back(field.name);
            }
        }
        return names;
    }

    // The field of the line itself that is the id; empty: none.
    std::string id_field_of(const std::vector<JsonField>& fields) const {
        if (!wanted_.id.empty()) return wanted_.id;
        for (const char* name : {"id", "doc_id"}) {
            const JsonField* field = find(fields, name);
            if (field != nullptr && id_text(*field)) return name;
        }
        return {};
    }

    std::optional<std::string> id_of(const std::vector<JsonField>& fields) const {
        if (!wanted_.id.empty()) {
            const JsonField* field = find(fields, wanted_.id);
            return field == nullptr ? std::nullopt : id_text(*field);
        }
        if (const std::string own = id_field_of(fields); !own.empty()) {
            return id_text(*find(fields, own));
        }
        const JsonField* metadata = find(fields, "metadata");
        if (metadata == nullptr || line_.text[metadata->begin] != '{') return std::nullopt;
        const std::vector<JsonField> inner = Walk(line_.text, metadata->begin).fields();
        for (const char* name : {"id", "doc_id"}) {
            const JsonField* field = find(inner, name);
            if (field != nullptr && id_text(*field)) return id_text(*field);
        }
        return std::nullopt;
    }

    // A string or a number that is not empty.
    std::optional<std::string> id_text(const JsonField& field) const {
        const char first = line_.text[field.begin];
        if (first == '"') {
            std::string id = document_of(field).text;
            if (!id.empty()) return id;
        } else if (first == '-' || (first >= '0' && first <= '9')) {
            return line_.text.substr(field.begin, field.end - field.begin);
        }
        return std::nullopt;
    }

    Decoded line_;
    std::int64_t base_;
    const JsonlFields& wanted_;
};

}  // namespace

Documents read_json_line(std::string_view line, std::int64_t base, const JsonlFields& fields) {
    return LineReader(decode(std::string(line), base), base, fields).read();
}

}  // namespace lethe::documents
