#include "lethe/report/base/svg.h"

#include <fmt/format.h>

#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

double relative_width(char c) {
    constexpr std::string_view kNarrow = "iljI.,:;'|!ftr()[]- ";
    constexpr std::string_view kWide = "mwMW%@";
    if (kNarrow.find(c) != std::string_view::npos) return 0.35;
    if (kWide.find(c) != std::string_view::npos) return 0.92;
    return c >= 'A' && c <= 'Z' ? 0.7 : 0.6;
}

std::string_view anchor_name(Anchor anchor) {
    return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

}  // namespace

double text_width(std::string_view text, double size) {
    double width = 0;
    std::string others;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x80) {
            width += relative_width(c);
        } else {
            others += c;
        }
    }
    return size * (width + 0.6 * static_cast<double>(display_width(others)));
}

Drawing::Drawing(double width, double height, std::string_view id, std::string_view title,
                 std::string_view description)
    : width_(width), height_(height), id_(id), title_(title), description_(description) {}

void Drawing::line(double x1, double y1, double x2, double y2, std::string_view style) {
    body_.empty("line", {{"class", style}, {"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}});
}

void Drawing::rectangle(double x, double y, double width, double height, std::string_view style,
                        double radius) {
    Attributes attributes = {
        {"class", style}, {"x", x}, {"y", y}, {"width", width}, {"height", height}};
    if (radius > 0) attributes.emplace_back("rx", radius);
    body_.empty("rect", attributes);
}

void Drawing::circle(double x, double y, double radius, std::string_view style) {
    body_.empty("circle", {{"class", style}, {"cx", x}, {"cy", y}, {"r", radius}});
}

void Drawing::path(std::string_view data, std::string_view style) {
    body_.empty("path", {{"class", style}, {"d", data}});
}

void Drawing::label(double x, double y, std::string_view text, std::string_view style,
                    Anchor anchor) {
    body_.leaf("text", {{"class", style}, {"x", x}, {"y", y}, {"text-anchor", anchor_name(anchor)}},
               text);
}

void Drawing::begin_group(std::string_view style, std::string_view tooltip,
                          const Attributes& data) {
    Attributes attributes{{"class", style}};
    attributes.insert(attributes.end(), data.begin(), data.end());
    body_.open("g", attributes);
    if (!tooltip.empty()) body_.leaf("title", tooltip);
}

void Drawing::end_group() { body_.close(); }

void Drawing::hover(double x, double y, double width, double height, std::string_view tooltip,
                    const Attributes& data) {
    Attributes attributes = {
        {"class", "c-hover"}, {"x", x}, {"y", y}, {"width", width}, {"height", height}};
    attributes.insert(attributes.end(), data.begin(), data.end());
    body_.open("rect", attributes);
    body_.leaf("title", tooltip).close();
}

void Drawing::describe(const Attributes& data) {
    data_.insert(data_.end(), data.begin(), data.end());
}

std::string Drawing::wrap(std::string_view attributes, std::string_view css) && {
    const std::string style = css.empty() ? "" : fmt::format("<style>{}</style>", css);
    std::string data;
    for (const Attribute& one : data_) {
        data += fmt::format(" {}=\"{}\"", one.name, escape(one.value));
    }
    return fmt::format(
        "<svg{} class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-t {}-d\"{}>"
        "<title id=\"{}-t\">{}</title><desc id=\"{}-d\">{}</desc>{}{}</svg>",
        attributes, coordinate(width_), coordinate(height_), id_, id_, data, id_, escape(title_),
        id_, escape(description_), style, std::move(body_).finish());
}

std::string Drawing::finish() && { return std::move(*this).wrap("", ""); }

std::string Drawing::finish_standalone(std::string_view css) && {
    const std::string size =
        fmt::format(" xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\"",
                    coordinate(width_), coordinate(height_));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + std::move(*this).wrap(size, css) + "\n";
}

PathData& PathData::add(char command, double x, double y) {
    text_ += fmt::format("{}{} {}", command, coordinate(x), coordinate(y));
    return *this;
}

PathData& PathData::close() {
    text_ += 'Z';
    return *this;
}

}  // namespace lethe::report
