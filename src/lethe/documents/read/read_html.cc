#include "lethe/documents/read/read_html.h"

#include <algorithm>
#include <array>

#include "lethe/language/ascii.h"

namespace lethe::documents {
namespace {

constexpr std::size_t npos = std::string_view::npos;

constexpr std::array<std::string_view, 47> kBlocks{
    "address", "article",    "aside",  "blockquote", "body",   "br",   "caption", "center",
    "dd",      "details",    "dialog", "dir",        "div",    "dl",   "dt",      "fieldset",
    "figure",  "figcaption", "footer", "form",       "h1",     "h2",   "h3",      "h4",
    "h5",      "h6",         "head",   "header",     "hr",     "html", "legend",  "li",
    "main",    "nav",        "ol",     "optgroup",   "option", "p",    "pre",     "section",
    "summary", "table",      "tbody",  "tfoot",      "thead",  "tr",   "ul"};
constexpr std::array<std::string_view, 6> kUnseen{"script", "style",   "title",
                                                  "iframe", "noembed", "noframes"};

template <class Names>
bool is_one_of(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_html_letter(char c) { return language::lower(c) >= 'a' && language::lower(c) <= 'z'; }
bool is_html_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

class Page {
  public:
    Page(std::string_view page, const SourceMap& map) : page_(page), out_(page, map) {}

    void read() {
        std::size_t at = 0;
        while (at < page_.size()) {
            const char c = page_[at];
            if (c == '<') {
                at = markup(at);
            } else if (c == '&') {
                at = character(at);
            } else if (is_html_blank(c) && !preformatted()) {
                at = blank(at);
            } else {
                at = plain(at);
            }
        }
        flush();
    }
    void finish(std::string& text, SourceMap& map) { out_.finish(text, map); }

  private:
    bool preformatted() const { return pre_ > 0; }
    std::string_view rest(std::size_t at) const { return page_.substr(at); }
    std::size_t behind(std::string_view end, std::size_t at) const {
        const std::size_t found = page_.find(end, at);
        return found == npos ? page_.size() : found + end.size();
    }

    // Text that is copied as it is, up to what is not; the copy waits so that runs stay whole.
    std::size_t plain(std::size_t at) {
        std::size_t end = at + 1;
        while (end < page_.size() && page_[end] != '<' && page_[end] != '&' &&
               (preformatted() || !is_html_blank(page_[end]))) {
            ++end;
        }
        copy(at, end);
        return end;
    }

    std::size_t blank(std::size_t at) {
        std::size_t end = at + 1;
        while (end < page_.size() && is_html_blank(page_[end])) ++end;
        if (at_line_start()) return end;
        if (end == at + 1 && page_[at] == ' ') {
            copy(at, end);
        } else {
            put(" ", at, end);
        }
        return end;
    }

    std::size_t character(std::size_t at) {
        if (const auto found = html_character(rest(at))) {
            put(found->text, at, at + found->size);
            return at + found->size;
        }
        copy(at, at + 1);
        return at + 1;
    }

    // `at` is a "<". Behind the markup, or behind the "<" where it is none.
    std::size_t markup(std::size_t at) {
        const std::string_view text = rest(at);
        if (text.starts_with("<!--")) return comment(at);
        if (text.starts_with("<![CDATA[")) return behind("]]>", at);
        if (text.starts_with("<!")) return declaration(at);
        if (text.starts_with("<?")) return behind(">", at);
        const bool closing = text.starts_with("</");
        const std::size_t first = at + (closing ? 2 : 1);
        if (first >= page_.size() || !is_html_letter(page_[first])) {
            if (closing) return behind(">", at);
            copy(at, at + 1);
            return at + 1;
        }
        return tag(at, first, closing);
    }

    std::size_t comment(std::size_t at) const {
        if (rest(at).starts_with("<!-->")) return at + 5;
        if (rest(at).starts_with("<!--->")) return at + 6;
        const std::size_t end = behind("-->", at + 4);
        const std::size_t odd = page_.substr(0, end).find("--!>", at + 4);
        return odd == npos ? end : odd + 4;
    }

    // <!DOCTYPE ...>, with what it declares between brackets.
    std::size_t declaration(std::size_t at) const {
        const std::size_t end = page_.find_first_of("[>", at);
        if (end == npos || page_[end] == '>') return end == npos ? page_.size() : end + 1;
        return behind(">", behind("]", end));
    }

    std::size_t tag(std::size_t at, std::size_t first, bool closing) {
        std::size_t end = first;
        std::string name;
        while (end < page_.size() && !is_html_blank(page_[end]) && page_[end] != '/' &&
               page_[end] != '>') {
            if (name.size() < 16) name += language::lower(page_[end]);
            ++end;
        }
        end = tag_end(end);
        if (is_one_of(name, kBlocks)) {
            line_break(at, end);
        } else if (name == "td" || name == "th") {
            if (!at_line_start() && !closing) put("\t", at, end);
        }
        if (name == "pre" || name == "textarea") {
            pre_ = closing ? std::max<std::int64_t>(0, pre_ - 1) : pre_ + 1;
        }
        if (!closing && is_one_of(name, kUnseen)) return behind_element(name, end);
        return end;
    }

    // Behind the ">" that ends a tag; one between quotes belongs to an attribute.
    std::size_t tag_end(std::size_t at) const {
        while (at < page_.size() && page_[at] != '>') {
            if (page_[at] != '=') {
                ++at;
                continue;
            }
            ++at;
            while (at < page_.size() && is_html_blank(page_[at])) ++at;
            if (at < page_.size() && (page_[at] == '"' || page_[at] == '\'')) {
                const std::size_t quote = page_.find(page_[at], at + 1);
                at = quote == npos ? page_.size() : quote + 1;
            }
        }
        return std::min(at + 1, page_.size());
    }

    // The contents of an unseen element end with its end tag alone.
    std::size_t behind_element(std::string_view name, std::size_t at) const {
        while ((at = page_.find("</", at)) != npos) {
            at += 2;
            const std::string_view found = page_.substr(at, name.size());
            const std::size_t end = at + name.size();
            const bool same = std::equal(found.begin(), found.end(), name.begin(), name.end(),
                                         [](char a, char b) { return language::lower(a) == b; });
            if (same && (end >= page_.size() || is_html_blank(page_[end]) || page_[end] == '/' ||
                         page_[end] == '>')) {
                return tag_end(end);
            }
        }
        return page_.size();
    }

    bool at_line_start() {
        if (begin_ < end_) return page_[end_ - 1] == '\n' || (!preformatted() && last_blank());
        return out_.text().empty() || last_blank();
    }
    bool last_blank() const {
        const char last = begin_ < end_ ? page_[end_ - 1] : out_.text().back();
        return is_html_blank(last);
    }
    void line_break(std::size_t at, std::size_t end) {
        flush();
        const std::string& text = out_.text();
        if (!text.empty() && text.back() != '\n') put("\n", at, end);
    }

    void copy(std::size_t begin, std::size_t end) {
        if (begin_ < end_ && end_ == begin) {
            end_ = end;
            return;
        }
        flush();
        begin_ = begin;
        end_ = end;
    }
    void put(std::string_view text, std::size_t begin, std::size_t end) {
        flush();
        out_.replace(text, begin, end);
    }
    void flush() {
        out_.copy(begin_, end_);
        begin_ = end_ = 0;
    }

    std::string_view page_;
    TextBuilder out_;
    std::size_t begin_ = 0;  // the copy that waits
    std::size_t end_ = 0;
    std::int64_t pre_ = 0;
};

}  // namespace

void read_html(std::string_view page, const SourceMap& map, std::string& text,
               SourceMap& text_map) {
    Page reader(page, map);
    reader.read();
    reader.finish(text, text_map);
}

}  // namespace lethe::documents
