#include "lethe/data/formats/xlsx/workbook.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/io/xml_events.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kMostSheets = 10'000;
constexpr std::size_t kLongestTab = 300;      // Excel has 31 characters
constexpr std::size_t kMostStyles = 100'000;  // Excel has 65,490
constexpr std::size_t kLongestFormatCode = 1'000;
constexpr std::size_t kMostSharedTexts = std::size_t{1} << 30;

void parse_part(ZipFile& zip, const std::string& path, const std::string& part,
                XmlHandler& handler) {
    XmlEvents events(handler, path, part);
    zip.read(part, [&](std::string_view bytes) { events.feed(bytes); });
    events.finish();
}

std::int64_t whole_attribute(std::optional<std::string_view> text, std::int64_t otherwise) {
    if (!text) return otherwise;
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(text->data(), text->data() + text->size(), number);
    return code == std::errc() && end == text->data() + text->size() ? number : otherwise;
}

bool is_true(std::optional<std::string_view> text) { return text == "1" || text == "true"; }

// "worksheets/sheet1.xml" in "xl/workbook.xml" is xl/worksheets/sheet1.xml.
std::string part_beside(std::string_view part, std::string_view target) {
    if (target.starts_with('/')) return std::string(target.substr(1));
    std::string folder(part.substr(0, part.rfind('/') + 1));
    while (target.starts_with("../")) {
        target.remove_prefix(3);
        if (!folder.empty()) folder.pop_back();
        folder.resize(folder.rfind('/') + 1);
    }
    while (target.starts_with("./")) target.remove_prefix(2);
    return folder + std::string(target);
}

std::string relations_of(const std::string& part) {
    const std::size_t name = part.rfind('/') + 1;
    return part.substr(0, name) + "_rels/" + part.substr(name) + ".rels";
}

struct Relation {
    std::string type;  // its last word
    std::string part;
};

class RelationReader final : public XmlHandler {
  public:
    explicit RelationReader(std::string part) : part_(std::move(part)) {}
    void open(std::string_view name, const XmlAttributes& attributes) override {
        if (name != "Relationship" || relations.size() > 2 * kMostSheets) return;
        if (attributes.find("TargetMode") == "External") return;
        const std::string_view type = attributes.find("Type").value_or("");
        relations.emplace(attributes.find("Id").value_or(""),
                          Relation{std::string(type.substr(type.rfind('/') + 1)),
                                   part_beside(part_, attributes.find("Target").value_or(""))});
    }
    void close(std::string_view) override {}
    void text(std::string_view) override {}

    std::map<std::string, Relation, std::less<>> relations;

  private:
    std::string part_;
};

std::map<std::string, Relation, std::less<>> read_relations(ZipFile& zip, const std::string& path,
                                                            const std::string& part) {
    RelationReader reader(part);
    const std::string relations = relations_of(part);
    if (zip.has(relations)) parse_part(zip, path, relations, reader);
    return std::move(reader.relations);
}

class WorkbookReader final : public XmlHandler {
  public:
    struct Tab {
        std::string name;
        std::string relation;
        bool hidden = false;
    };

    void open(std::string_view name, const XmlAttributes& attributes) override {
        if (name == "workbookPr") since_1904 = is_true(attributes.find("date1904"));
        if (name != "sheet" || tabs.size() == kMostSheets) return;
        const std::string_view state = attributes.find("state").value_or("visible");
        tabs.push_back({std::string(attributes.find("name").value_or("")),
                        std::string(attributes.find("id").value_or("")), state != "visible"});
    }
    void close(std::string_view) override {}
    void text(std::string_view) override {}

    std::vector<Tab> tabs;
    bool since_1904 = false;
};

class StyleReader final : public XmlHandler {
  public:
    void open(std::string_view name, const XmlAttributes& attributes) override {
        if (name == "numFmt") {
            const std::string_view code = attributes.find("formatCode").value_or("");
            if (own_.size() < kMostStyles && code.size() <= kLongestFormatCode) {
                own_[whole_attribute(attributes.find("numFmtId"), -1)] = code;
            }
        } else if (name == "cellXfs") {
            in_cells_ = true;
        } else if (name == "xf" && in_cells_ && styles.of_style.size() < kMostStyles) {
            styles.of_style.push_back(format_of(whole_attribute(attributes.find("numFmtId"), 0)));
        }
    }
    void close(std::string_view name) override {
        if (name == "cellXfs") in_cells_ = false;
    }
    void text(std::string_view) override {}

    SheetStyles styles{.formats = {SheetNumberFormat{}}, .of_style = {}};

  private:
    std::uint32_t format_of(std::int64_t number) {
        const auto [place, added] = known_.try_emplace(number, 0);
        if (!added) return place->second;
        const auto own = own_.find(number);
        const bool small = number >= 0 && number < 100;
        const std::string code = own != own_.end() ? own->second
                                 : small           ? built_in_format(static_cast<int>(number))
                                                   : "General";
        if (code != "General") {
            place->second = static_cast<std::uint32_t>(styles.formats.size());
            styles.formats.push_back(sheet_number_format(code));
        }
        return place->second;
    }

    std::map<std::int64_t, std::string> own_;
    std::map<std::int64_t, std::uint32_t> known_;
    bool in_cells_ = false;
};

class SharedTextReader final : public XmlHandler {
  public:
    SharedTextReader(const Context& context, const std::string& path, TextIndex& index)
        : context_(context), path_(path), index_(index) {}

    void open(std::string_view name, const XmlAttributes&) override {
        if (name == "si") text_.clear();
        if (name == "rPh") phonetic_ = true;
        in_text_ = name == "t" && !phonetic_;
    }
    void close(std::string_view name) override {
        in_text_ = false;
        if (name == "rPh") phonetic_ = false;
        if (name != "si") return;
        if (codes.size() == kMostSharedTexts) {
            throw Error(ErrorKind::input, "holds too many texts", {path_, 0, 0, {}});
        }
        if (codes.size() % 65536 == 0) context_.check_stop();
        codes.push_back(index_.code_of(without_escapes(text_)));
    }
    void text(std::string_view text) override {
        if (in_text_) text_ += text;
    }

    std::vector<std::int32_t> codes;

  private:
    const Context& context_;
    const std::string& path_;
    TextIndex& index_;
    std::string text_;
    bool in_text_ = false;
    bool phonetic_ = false;  // how to read the text above it aloud
};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The number of "_x000D_"; -1 where `text` does not begin with one.
int escaped_unit(std::string_view text) {
    constexpr std::size_t kSize = 7;
    if (text.size() < kSize || !text.starts_with("_x") || text[kSize - 1] != '_') return -1;
    int unit = 0;
    for (std::size_t i = 2; i < kSize - 1; ++i) {
        const int digit = hex_digit(text[i]);
        if (digit < 0) return -1;
        unit = 16 * unit + digit;
    }
    return unit;
}

void append_utf8(std::string& text, unsigned unit) {
    if (unit < 0x80) {
        text += static_cast<char>(unit);
    } else if (unit < 0x800) {
        text += static_cast<char>(0xC0U | (unit >> 6U));
        text += static_cast<char>(0x80U | (unit & 0x3FU));
    } else {
        text += static_cast<char>(0xE0U | (unit >> 12U));
        text += static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU));
        text += static_cast<char>(0x80U | (unit & 0x3FU));
    }
}

}  // namespace

std::string without_escapes(std::string_view text) {
    std::string plain;
    std::size_t done = 0;
    for (std::size_t at = text.find("_x"); at != std::string_view::npos; at = text.find("_x", at)) {
        const int unit = escaped_unit(text.substr(at));
        // Half of a pair and zero bytes are no text: they stay as they are written.
        if (unit <= 0 || (unit >= 0xD800 && unit <= 0xDFFF)) {
            ++at;
            continue;
        }
        plain += text.substr(done, at - done);
        append_utf8(plain, static_cast<unsigned>(unit));
        at += 7;
        done = at;
    }
    return plain += text.substr(done);
}

Workbook read_workbook(ZipFile& zip, const std::string& path) {
    const Place place{path, 0, 0, {}};
    std::string book;
    if (zip.has("_rels/.rels")) {
        for (const auto& [id, relation] : read_relations(zip, path, "")) {
            if (relation.type == "officeDocument") book = relation.part;
        }
    }
    if (book.empty() && zip.has("xl/workbook.xml")) book = "xl/workbook.xml";
    if (book.ends_with(".bin")) {
        throw Error(ErrorKind::input, "is a binary workbook (.xlsb); save it as .xlsx", place);
    }
    if (book.empty() || !zip.has(book)) {
        throw Error(ErrorKind::input, "is a zip archive, but no Excel workbook", place);
    }
    WorkbookReader reader;
    parse_part(zip, path, book, reader);
    const auto relations = read_relations(zip, path, book);
    Workbook workbook;
    workbook.since_1904 = reader.since_1904;
    for (const auto& [id, relation] : relations) {
        if (relation.type == "sharedStrings") workbook.shared_texts = relation.part;
        if (relation.type == "styles") workbook.styles = relation.part;
    }
    for (WorkbookReader::Tab& tab : reader.tabs) {
        if (tab.name.size() > kLongestTab) {
            throw Error(ErrorKind::input, "the name of a sheet is longer than Excel allows", place);
        }
        const auto relation = relations.find(tab.relation);
        if (relation == relations.end()) {
            throw Error(ErrorKind::input,
                        fmt::format("the sheet \"{}\" refers to no part of the file", tab.name),
                        place);
        }
        if (relation->second.type != "worksheet") continue;  // a sheet of a chart
        workbook.sheets.push_back({std::move(tab.name), relation->second.part, tab.hidden});
    }
    return workbook;
}

SheetStyles read_styles(ZipFile& zip, const Workbook& workbook, const std::string& path) {
    StyleReader reader;
    if (!workbook.styles.empty() && zip.has(workbook.styles)) {
        parse_part(zip, path, workbook.styles, reader);
    }
    SheetStyles styles = std::move(reader.styles);
    styles.iso_day = static_cast<std::uint32_t>(styles.formats.size());
    styles.formats.push_back(sheet_number_format("yyyy-mm-dd"));
    styles.iso_moment = static_cast<std::uint32_t>(styles.formats.size());
    styles.formats.push_back(sheet_number_format("yyyy-mm-dd hh:mm:ss"));
    return styles;
}

std::vector<std::int32_t> read_shared_texts(const Context& context, ZipFile& zip,
                                            const Workbook& workbook, const std::string& path,
                                            TextIndex& texts) {
    SharedTextReader reader(context, path, texts);
    if (!workbook.shared_texts.empty() && zip.has(workbook.shared_texts)) {
        parse_part(zip, path, workbook.shared_texts, reader);
    }
    return std::move(reader.codes);
}

}  // namespace lethe::formats
