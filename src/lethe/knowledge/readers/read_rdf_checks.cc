#include "lethe/knowledge/readers/read_rdf_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace lethe::readers {
namespace {

constexpr std::size_t kMostEntities = 1000;
constexpr std::size_t kLongestEntity = 1024;
constexpr std::int64_t kDeepestNode = 200;
constexpr std::int64_t kMostGrowth = 8;
constexpr std::int64_t kFreeGrowth = 1 << 20;
constexpr std::string_view kBlankNode = " \t\r\n";
// Of names that a prefix or a base makes longer.
constexpr std::int64_t kMostNameGrowth = 32;
constexpr std::int64_t kFreeNameGrowth = 16 << 20;

std::int64_t line_at(std::string_view text, std::size_t at) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
    return 1 + std::count(text.begin(), end, '\n');
}

class XmlCheck {
  public:
    explicit XmlCheck(const SourceText& source) : source_(source), text_(source.text) {}

    void run() {
        check_encoding();
        std::size_t begin = end_of_prologue();
        if (text_.compare(begin, 9, "<!DOCTYPE") == 0) {
            begin = read_document_type(begin);
            check_growth(begin);
        }
        check_depth(begin);
    }

  private:
    [[noreturn]] void fail(std::size_t at, std::string message) const {
        throw Error(ErrorKind::input,
                    std::move(message) +
                        "; only short names for namespaces are allowed, such as <!ENTITY owl "
                        "\"http://www.w3.org/2002/07/owl#\">",
                    {source_.file, line_at(text_, at), 0, {}});
    }

    void check_encoding() const {
        constexpr std::array<std::string_view, 5> kAllowed{"utf-8", "utf8", "us-ascii",
                                                           "iso-8859-1", "windows-1252"};
        if (!text_.starts_with("<?xml")) return;
        const std::string_view head = text_.substr(0, text_.find("?>"));
        const std::size_t at = head.find("encoding");
        if (at == std::string_view::npos) return;
        const std::size_t open = head.find_first_of("\"'", at);
        if (open == std::string_view::npos) return;
        const std::size_t close = std::min(head.find(head[open], open + 1), head.size());
        std::string name(head.substr(open + 1, close - open - 1));
        for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (std::find(kAllowed.begin(), kAllowed.end(), name) == kAllowed.end()) {
            throw Error(ErrorKind::input,
                        fmt::format("declares the encoding {}; it must be UTF-8", in_quotes(name)),
                        {source_.file, 1, 0, {}});
        }
    }

    // Where a comment, a processing instruction or a CDATA section that begins here ends; `at`
    // where none begins here.
    std::size_t end_of_skipped(std::size_t at) const {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kSkipped{
            {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}}};
        for (const auto& [open, close] : kSkipped) {
            if (text_.compare(at, open.size(), open) != 0) continue;
            const std::size_t end = text_.find(close, at + open.size());
            return end == std::string_view::npos ? text_.size() : end + close.size();
        }
        return at;
    }

    // Where the document type or the first element begins.
    std::size_t end_of_prologue() const {
        std::size_t at = 0;
        while (true) {
            at = std::min(text_.find('<', at), text_.size());
            const std::size_t end = end_of_skipped(at);
            if (end == at) return at;
            at = end;
        }
    }

    void check_depth(std::size_t at) const {
        std::int64_t depth = 0;
        while ((at = text_.find('<', at)) != std::string_view::npos) {
            if (const std::size_t end = end_of_skipped(at); end > at) {
                at = end;
                continue;
            }
            std::size_t end = at;
            for (char quote = '\0'; end < text_.size(); ++end) {
                const char c = text_[end];
                if (quote == '\0' && c == '>') break;
                if (quote == '\0' && (c == '"' || c == '\'')) {
                    quote = c;
                } else if (c == quote) {
                    quote = '\0';
                }
            }
            const bool opens = text_.compare(at, 2, "</") != 0 && text_.compare(at, 2, "<!") != 0;
            if (!opens && text_[at + 1] == '/') --depth;
            if (opens && text_[end - 1] != '/') ++depth;
            if (depth > kDeepestNode) tell_depth(at);
            at = end;
        }
    }

    [[noreturn]] void tell_depth(std::size_t at) const {
        throw Error(ErrorKind::input,
                    fmt::format("elements are nested more than {} deep, the most that is allowed",
                                kDeepestNode),
                    {source_.file, line_at(text_, at), 0, {}});
    }

    // <!DOCTYPE rdf:RDF [ <!ENTITY owl "http://www.w3.org/2002/07/owl#" > ... ]>
    // Returns where it ends.
    std::size_t read_document_type(std::size_t begin) {
        std::size_t at = begin;
        const std::size_t open = text_.find_first_of("[>", at);
        if (open == std::string_view::npos) fail(begin, "the DOCTYPE never ends");
        const std::string_view head = text_.substr(at, open - at);
        if (head.find_first_of("\"'") != std::string_view::npos) {
            fail(begin, "the DOCTYPE names an external file");
        }
        if (text_[open] == '>') return open + 1;
        at = open + 1;
        while (true) {
            at = text_.find_first_not_of(kBlankNode, at);
            if (at == std::string_view::npos) fail(begin, "the DOCTYPE never ends");
            if (text_[at] == ']') break;
            if (text_.compare(at, 4, "<!--") == 0) {
                at = std::min(text_.find("-->", at), text_.size() - 3) + 3;
            } else if (text_.compare(at, 8, "<!ENTITY") == 0) {
                at = read_entity(at);
            } else {
                fail(at, "the DOCTYPE declares something other than an entity");
            }
        }
        at = text_.find_first_not_of(kBlankNode, at + 1);
        if (at == std::string_view::npos || text_[at] != '>') fail(begin, "the DOCTYPE never ends");
        return at + 1;
    }

    // Returns where the declaration ends.
    std::size_t read_entity(std::size_t begin) {
        const auto blank_end = [&](std::size_t from) {
            return std::min(text_.find_first_not_of(kBlankNode, from), text_.size());
        };
        const std::size_t name = blank_end(begin + 8);
        const std::size_t name_end = std::min(text_.find_first_of(kBlankNode, name), text_.size());
        const std::size_t open = blank_end(name_end);
        if (open >= text_.size()) fail(begin, "an entity is declared and never ends");
        if (text_[name] == '%') fail(begin, "a parameter entity is declared");
        if (text_[open] != '"' && text_[open] != '\'')
            fail(begin, "an external entity is declared");
        const std::size_t close = text_.find(text_[open], open + 1);
        if (close == std::string_view::npos) fail(begin, "an entity is declared and never ends");
        const std::string_view value = text_.substr(open + 1, close - open - 1);
        if (value.find_first_of("&%<") != std::string_view::npos) {
            fail(begin, "an entity is declared that holds other entities or elements");
        }
        if (value.size() > kLongestEntity || entities_.size() == kMostEntities) {
            fail(begin, fmt::format("more than {} entities, or one of more than {} bytes, are "
                                    "declared",
                                    kMostEntities, kLongestEntity));
        }
        entities_.try_emplace(text_.substr(name, name_end - name), value.size());
        const std::size_t end = blank_end(close + 1);
        if (end >= text_.size() || text_[end] != '>') fail(begin, "an entity is declared wrongly");
        return end + 1;
    }

    void check_growth(std::size_t begin) const {
        std::int64_t grown = std::ssize(text_);
        for (std::size_t at = begin; (at = text_.find('&', at)) != std::string_view::npos; ++at) {
            const std::size_t end = text_.find_first_of(";<&\"", at + 1);
            if (end == std::string_view::npos) break;
            const auto entity = entities_.find(text_.substr(at + 1, end - at - 1));
            if (entity != entities_.end()) grown += static_cast<std::int64_t>(entity->second);
        }
        if (grown > kMostGrowth * std::ssize(text_) + kFreeGrowth) {
            fail(begin, fmt::format("the entities would make the text more than {} times as large",
                                    kMostGrowth));
        }
    }

    const SourceText& source_;
    std::string_view text_;
    std::unordered_map<std::string_view, std::size_t> entities_;
};

}  // namespace

void check_xml(const SourceText& source) { XmlCheck(source).run(); }

void check_turtle(const SourceText& source) {
    const std::string_view text = source.text;
    std::int64_t longest = 0;  // of what may be a prefix or a base: it stands behind ":" or "base"
    std::int64_t uses = std::count(text.begin(), text.end(), ':');
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos; ++at) {
        ++uses;
        const std::size_t end = text.find_first_of(" \t\r\n<>\"", at + 1);
        if (end == std::string_view::npos || text[end] != '>') continue;
        const auto length = static_cast<std::int64_t>(end - at - 1);
        if (length > kLongestIri) {
            throw Error(ErrorKind::input,
                        fmt::format("a name has {} bytes; {} are allowed", length, kLongestIri),
                        {source.file, line_at(text, at), 0, {}});
        }
        const std::size_t before = text.find_last_not_of(kBlankNode, at == 0 ? 0 : at - 1);
        if (before == std::string_view::npos) continue;
        const bool declares = text[before] == ':' || text[before] == 'e' || text[before] == 'E';
        if (declares) longest = std::max(longest, length);
    }
    if (uses * longest > most_kept_bytes(source)) {
        throw Error(ErrorKind::input,
                    fmt::format("the prefixes would make the text more than {} times as large",
                                kMostNameGrowth),
                    {source.file, 0, 0, {}});
    }
}

std::int64_t most_kept_bytes(const SourceText& source) {
    return kMostNameGrowth * std::ssize(source.text) + kFreeNameGrowth;
}

}  // namespace lethe::readers
