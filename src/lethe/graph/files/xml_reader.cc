#include "lethe/graph/files/xml_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/graph/files/graph_text.h"

namespace lethe::graph {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view without_prefix(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace

void XmlReader::fail(std::string message) { wrongs_->fail(line_, std::move(message)); }

void XmlReader::move_to(std::size_t place) {
    line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                        text_.begin() + static_cast<std::ptrdiff_t>(place), '\n');
    at_ = place;
}

void XmlReader::skip_until(std::string_view end, std::string_view what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) fail(fmt::format("a {} is not closed", what));
    move_to(found + end.size());
}

void XmlReader::skip_space() {
    std::size_t place = at_;
    while (place < text_.size() && is_space(text_[place])) ++place;
    move_to(place);
}

std::string_view XmlReader::read_name() {
    constexpr std::string_view kEnds = " \t\r\n/>=<\"'&";
    const std::size_t end = std::min(text_.find_first_of(kEnds, at_), text_.size());
    if (end == at_) fail("a name was expected");
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end;
    return name;
}

void XmlReader::decode(std::string_view raw, std::string& out) {
    while (!raw.empty()) {
        const std::size_t mark = std::min(raw.find('&'), raw.size());
        out += raw.substr(0, mark);
        raw.remove_prefix(mark);
        if (raw.empty()) return;
        const std::size_t end = raw.find(';');
        const std::string_view entity =
            end == std::string_view::npos ? std::string_view() : raw.substr(1, end - 1);
        if (const char c = named_character(entity); c != '\0') {
            out += c;
        } else if (const std::uint32_t code = numbered_character(entity); code != 0) {
            append_character(out, code);
        } else {
            fail("an entity is not one of &quot; &amp; &lt; &gt; &apos; and numbers");
        }
        raw.remove_prefix(end + 1);
    }
}

void XmlReader::read_attribute() {
    const std::string_view name = read_name();
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '=') fail("an attribute has no value");
    ++at_;
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '"' && quote != '\'') fail("the value of an attribute is not in quotes");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("the value of an attribute is not closed");
    const std::string_view raw = text_.substr(at_ + 1, end - at_ - 1);
    if (raw.find('<') != std::string_view::npos) fail("the value of an attribute holds a <");
    attributes_.emplace_back(without_prefix(name), std::string());
    decode(raw, attributes_.back().second);
    move_to(end + 1);
}

void XmlReader::open_element() {
    constexpr std::size_t kDeepest = 100;
    if (stack_.empty() && had_root_) fail("there is an element behind the last one");
    had_root_ = true;
    ++at_;
    const std::string_view full = read_name();
    attributes_.clear();
    while (true) {
        skip_space();
        if (at_ >= text_.size()) fail("an element is not closed");
        if (text_[at_] == '>') break;
        if (text_.substr(at_, 2) == "/>") {
            close_follows_ = true;
            ++at_;
            break;
        }
        read_attribute();
    }
    ++at_;
    if (stack_.size() >= kDeepest) {
        fail(fmt::format("elements are nested more than {} deep", kDeepest));
    }
    stack_.push_back(full);
    name_ = without_prefix(full);
}

void XmlReader::close_element() {
    at_ += 2;
    const std::string_view full = read_name();
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '>') fail("a closing tag is malformed");
    if (stack_.empty() || stack_.back() != full) fail("a closing tag closes nothing");
    ++at_;
    stack_.pop_back();
    name_ = without_prefix(full);
}

XmlReader::Event XmlReader::next() {
    if (close_follows_) {
        close_follows_ = false;
        stack_.pop_back();
        return Event::close;
    }
    while (at_ < text_.size()) {
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with("<!--")) {
            skip_until("-->", "comment");
        } else if (rest.starts_with("<?")) {
            skip_until("?>", "processing instruction");
        } else if (rest.starts_with("<![CDATA[")) {
            if (stack_.empty()) fail("there is text outside of all elements");
            const std::size_t begin = at_ + 9;
            skip_until("]]>", "CDATA section");
            content_.assign(text_.substr(begin, at_ - 3 - begin));
            return Event::text;
        } else if (rest.starts_with("<!")) {
            fail("document types and entities of its own are not allowed");
        } else if (rest.starts_with("</")) {
            close_element();
            return Event::close;
        } else if (rest.starts_with("<")) {
            open_element();
            return Event::open;
        } else {
            const std::size_t end = std::min(text_.find('<', at_), text_.size());
            const std::string_view raw = text_.substr(at_, end - at_);
            if (stack_.empty()) {
                if (!std::ranges::all_of(raw, is_space)) {
                    fail("there is text outside of all elements");
                }
                move_to(end);
                continue;
            }
            content_.clear();
            decode(raw, content_);
            move_to(end);
            return Event::text;
        }
    }
    if (!stack_.empty()) fail("the file ends inside of an element");
    return Event::end;
}

const std::string* XmlReader::attribute(std::string_view name) const {
    const auto found =
        std::ranges::find(attributes_, name, &std::pair<std::string_view, std::string>::first);
    return found == attributes_.end() ? nullptr : &found->second;
}

}  // namespace lethe::graph
