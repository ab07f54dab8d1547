// Writing HTML and SVG: every text and attribute is escaped, every element is closed.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lethe::report {

// & < > " ' escaped, and the text cleaned (see clean); fit for element content and attributes.
std::string escape(std::string_view text);

// Coordinates: at most two decimals, none where they are zero.
std::string coordinate(double value);

struct Attribute {
    Attribute(std::string_view key, std::string_view text) : name(key), value(text) {}
    Attribute(std::string_view key, const char* text) : name(key), value(text) {}
    Attribute(std::string_view key, const std::string& text) : name(key), value(text) {}
    Attribute(std::string_view key, std::floating_point auto place)
        : name(key), value(coordinate(place)) {}
    Attribute(std::string_view key, std::integral auto number)
        : name(key), value(std::to_string(number)) {}

    std::string name;   // trusted
    std::string value;  // escaped when written
};

using Attributes = std::vector<Attribute>;

class Markup {
  public:
    Markup& open(std::string_view tag, const Attributes& attributes = {});
    Markup& close();                       // the element opened last
    Markup& text(std::string_view text);   // escaped
    Markup& raw(std::string_view markup);  // trusted: markup made here
    // An element with a text, or one without any content.
    Markup& leaf(std::string_view tag, const Attributes& attributes, std::string_view text);
    Markup& leaf(std::string_view tag, std::string_view text) { return leaf(tag, {}, text); }
    Markup& empty(std::string_view tag, const Attributes& attributes = {});

    std::string finish() &&;  // Error(internal) if an element is still open

  private:
    void start(std::string_view tag, const Attributes& attributes);

    std::string out_;
    std::vector<std::string> open_;
};

}  // namespace lethe::report
