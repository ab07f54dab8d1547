// Drawing: a thin typed layer over SVG. Looks come from classes (see style.h), so that one drawing
// serves light, dark and print. Sizes are in units of the view box; drawings scale to their box.
#pragma once

#include <string>
#include <string_view>

#include "lethe/report/base/markup.h"
#include "lethe/report/base/scale.h"

namespace lethe::report {

enum class Anchor { start, middle, end };

// About the width of a text set in a sans-serif face of that size.
double text_width(std::string_view text, double size);

class Drawing {
  public:
    // `id` is unique on the page; the title and the description are read by screen readers.
    Drawing(double width, double height, std::string_view id, std::string_view title,
            std::string_view description);

    void line(double x1, double y1, double x2, double y2, std::string_view style);
    void rectangle(double x, double y, double width, double height, std::string_view style,
                   double radius = 0);
    void circle(double x, double y, double radius, std::string_view style);
    void path(std::string_view data, std::string_view style);
    void label(double x, double y, std::string_view text, std::string_view style,
               Anchor anchor = Anchor::start);
    // What is drawn between the two is one thing, with a tooltip. `data` are attributes that pages
    // read (draw/selectable.h).
    void begin_group(std::string_view style, std::string_view tooltip = {},
                     const Attributes& data = {});
    void end_group();
    // An invisible area with a tooltip.
    void hover(double x, double y, double width, double height, std::string_view tooltip,
               const Attributes& data = {});
    // Attributes of the drawing itself that pages read.
    void describe(const Attributes& data);

    std::string finish() &&;                                 // an <svg> element for an HTML page
    std::string finish_standalone(std::string_view css) &&;  // a document of its own

  private:
    std::string wrap(std::string_view attributes, std::string_view css) &&;

    double width_, height_;
    std::string id_, title_, description_;
    Attributes data_;
    Markup body_;
};

// Path data, piece by piece.
class PathData {
  public:
    PathData& move(double x, double y) { return add('M', x, y); }
    PathData& line(double x, double y) { return add('L', x, y); }
    PathData& close();
    const std::string& text() const { return text_; }

  private:
    PathData& add(char command, double x, double y);
    std::string text_;
};

}  // namespace lethe::report
