#include "lethe/report/base/markup.h"

#include <fmt/format.h>

#include <cmath>

#include "lethe/core/error.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {

std::string escape(std::string_view text) {
    std::string result;
    for (const char c : clean(text)) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string coordinate(double value) {
    if (!std::isfinite(value)) return "0";
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

void Markup::start(std::string_view tag, const Attributes& attributes) {
    out_ += '<';
    out_ += tag;
    for (const Attribute& attribute : attributes) {
        out_ += fmt::format(" {}=\"{}\"", attribute.name, escape(attribute.value));
    }
}

Markup& Markup::open(std::string_view tag, const Attributes& attributes) {
    start(tag, attributes);
    out_ += '>';
    open_.emplace_back(tag);
    return *this;
}

Markup& Markup::close() {
    if (open_.empty()) throw Error(ErrorKind::internal, "markup closes more than it opened");
    out_ += fmt::format("</{}>", open_.back());
    open_.pop_back();
    return *this;
}

Markup& Markup::text(std::string_view text) {
    out_ += escape(text);
    return *this;
}

Markup& Markup::raw(std::string_view markup) {
    out_ += markup;
    return *this;
}

Markup& Markup::leaf(std::string_view tag, const Attributes& attributes, std::string_view content) {
    return open(tag, attributes).text(content).close();
}

Markup& Markup::empty(std::string_view tag, const Attributes& attributes) {
    start(tag, attributes);
    out_ += "/>";
    return *this;
}

std::string Markup::finish() && {
    if (!open_.empty()) {
        throw Error(ErrorKind::internal, fmt::format("markup leaves <{}> open", open_.back()));
    }
    return std::move(out_);
}

}  // namespace lethe::report
