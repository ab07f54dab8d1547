// A small strict reader of the markup that reports write: enough to notice what a browser would
// silently repair.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::report::test {

struct MarkupCheck {
    std::string problem;              // empty: well-formed
    std::vector<std::string> tags;    // every element opened
    std::set<std::string> ids, uses;  // of ids, by href="#.." and aria-labelledby
    std::string text;                 // all text outside <style>
};

class MarkupReader {
  public:
    explicit MarkupReader(std::string_view markup) : rest_(markup) {}

    MarkupCheck read() {
        while (!rest_.empty() && result_.problem.empty()) {
            rest_[0] == '<' ? read_tag() : read_text();
        }
        if (result_.problem.empty() && !open_.empty()) fail("left open: " + open_.back());
        for (const std::string& use : result_.uses) {
            if (result_.ids.count(use) == 0) fail("no such id: " + use);
        }
        return result_;
    }

  private:
    void fail(const std::string& problem) {
        if (result_.problem.empty()) result_.problem = problem;
    }

    bool take(std::string_view prefix) {
        if (!rest_.starts_with(prefix)) return false;
        rest_.remove_prefix(prefix.size());
        return true;
    }

    std::string take_name() {
        std::size_t size = 0;
        while (size < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[size])) != 0 ||
                                       rest_[size] == '-' || rest_[size] == ':')) {
            ++size;
        }
        const std::string name(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return name;
    }

    void check_entities(std::string_view text) {
        for (std::size_t at = text.find('&'); at != std::string_view::npos;
             at = text.find('&', at + 1)) {
            const std::string_view from = text.substr(at);
            const bool known = from.starts_with("&amp;") || from.starts_with("&lt;") ||
                               from.starts_with("&gt;") || from.starts_with("&quot;") ||
                               from.starts_with("&#39;") || from.starts_with("&#160;");
            if (!known) fail("a bare ampersand: " + std::string(from.substr(0, 20)));
        }
    }

    void read_text() {
        const std::string_view text = rest_.substr(0, rest_.find('<'));
        check_entities(text);
        if (text.find('>') != std::string_view::npos && !in_style()) fail("a bare >");
        if (!in_style()) result_.text += text;
        rest_.remove_prefix(text.size());
    }

    bool in_style() const { return !open_.empty() && open_.back() == "style"; }

    void read_tag() {
        if (take("<!doctype html>")) return;
        if (take("<?xml")) {
            rest_.remove_prefix(rest_.find("?>") + 2);
            return;
        }
        if (take("</")) {
            const std::string name = take_name();
            if (!take(">")) return fail("a broken end tag: " + name);
            if (open_.empty() || open_.back() != name)
                return fail("closes what is not open: " + name);
            open_.pop_back();
            return;
        }
        take("<");
        const std::string name = take_name();
        if (name.empty()) return fail("a bare <");
        result_.tags.push_back(name);
        while (take(" ")) read_attribute();
        if (take("/>")) return;
        if (!take(">")) return fail("a broken tag: " + name);
        open_.push_back(name);
    }

    void read_attribute() {
        const std::string name = take_name();
        if (name.empty() || !take("=\"")) return fail("a broken attribute: " + name);
        const std::size_t end = rest_.find('"');
        if (end == std::string_view::npos) return fail("an attribute without end: " + name);
        const std::string value(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        check_entities(value);
        if (value.find('<') != std::string::npos) fail("a bare < in an attribute");
        if (name.starts_with("on")) fail("an event handler: " + name);
        if (name == "id" && !result_.ids.insert(value).second) fail("an id twice: " + value);
        if (name == "href") result_.uses.insert(value.substr(1));
        if (name == "aria-labelledby") {
            const std::size_t space = value.find(' ');
            result_.uses.insert(value.substr(0, space));
            result_.uses.insert(value.substr(space + 1));
        }
    }

    std::string_view rest_;
    std::vector<std::string> open_;
    MarkupCheck result_;
};

inline MarkupCheck check_markup(std::string_view markup) { return MarkupReader(markup).read(); }

}  // namespace lethe::report::test
