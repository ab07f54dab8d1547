// Finds room for the labels of points.
#pragma once

#include <optional>
#include <vector>

namespace lethe::report {

struct Box {
    double left = 0, top = 0, right = 0, bottom = 0;

    bool overlaps(const Box& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    bool holds(const Box& other) const {
        return left <= other.left && other.right <= right && top <= other.top &&
               other.bottom <= bottom;
    }
};

// Small boxes that cover a line.
std::vector<Box> boxes_along(double x1, double y1, double x2, double y2);

struct PlacedLabel {
    Box box;
    bool to_left = false;           // of its point: set the text against the right edge
    bool far = false;               // needs a line to its point
    double line_x = 0, line_y = 0;  // where on the box that line ends
    double cost = 0;                // the cheaper the better
};

// Places labels one by one, so call it for the important ones first. A label takes the cheapest of
// the places around its point (near before far, right before left) that is within the bounds and
// free of other labels and of blocked boxes; disturbing a box of a lesser weight only costs.
class LabelPlacer {
  public:
    explicit LabelPlacer(Box bounds) : bounds_(bounds) {}

    void block(const Box& box) { blocked_.push_back(box); }
    void disturb(const Box& box, double weight) { soft_.push_back({box, weight}); }
    void disturb_line(double x1, double y1, double x2, double y2, double weight);

    // A label of that size for the point (x, y) with a marker of that radius; nothing when there is
    // no room. The place is taken.
    std::optional<PlacedLabel> place(double x, double y, double radius, double width,
                                     double height);

  private:
    struct Soft {
        Box box;
        double weight;
    };
    std::optional<double> cost(const Box& box) const;

    Box bounds_;
    std::vector<Box> blocked_;
    std::vector<Soft> soft_;
};

}  // namespace lethe::report
