// The lattice of a learnt measure and the matrix of a learnt form, drawn.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/style.h"
#include "lethe/report/base/svg.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/sections/assessment/learnt_distance.h"

namespace lethe::report {
namespace {

// Ten shades; the class says how dark.
std::string shade(double share, bool negative = false) {
    const auto step = static_cast<int>(std::lround(9 * std::clamp(share, 0.0, 1.0)));
    return fmt::format("{}{}", negative ? "c-n" : "c-s", step);
}

// Text is light on the darker shades.
std::string_view text_on(double share) { return share > 0.55 ? "c-on" : "c-cell"; }

std::string letters(std::size_t set, std::size_t columns) {
    std::string result;
    for (std::size_t l = 0; l < columns; ++l) {
        if ((set >> l & 1U) != 0) result += static_cast<char>('A' + l);
    }
    return result;
}

std::string tooltip(const Lattice& lattice, std::size_t set) {
    std::vector<std::string> names;
    for (std::size_t l = 0; l < lattice.columns.size(); ++l) {
        if ((set >> l & 1U) != 0) names.push_back(clean(lattice.columns[l]));
    }
    return fmt::format("{}: {:.4f}",
                       names.empty() ? "no column" : fmt::format("{}", fmt::join(names, " + ")),
                       lattice.values[set]);
}

// The sets of each size, in the order of the alphabet.
std::vector<std::vector<std::size_t>> levels(const Lattice& lattice) {
    std::vector<std::vector<std::size_t>> result(lattice.columns.size() + 1);
    for (std::size_t set = 0; set < lattice.values.size(); ++set) {
        result[static_cast<std::size_t>(std::popcount(set))].push_back(set);
    }
    for (auto& level : result) {
        std::ranges::sort(level, {},
                          [&](std::size_t set) { return letters(set, lattice.columns.size()); });
    }
    return result;
}

struct DrawingBox {
    double x = 0, y = 0, width = 0, height = 0;
};

void node(Drawing& drawing, const Lattice& lattice, std::size_t set, const DrawingBox& box,
          bool with_value) {
    const double value = lattice.values[set];
    drawing.begin_group("c-node", tooltip(lattice, set));
    drawing.rectangle(box.x, box.y, box.width, box.height, "c-paper", 3);
    drawing.rectangle(box.x, box.y, box.width, box.height,
                      shade(value) + (value >= kNotable ? " c-notable" : " c-plain"), 3);
    const std::string name = set == 0 ? "none" : letters(set, lattice.columns.size());
    const double middle = box.x + box.width / 2;
    for (const auto& [size, style] :
         {std::pair{10.0, ""}, std::pair{8.0, " c-less"}, std::pair{6.5, " c-least"}}) {
        if (text_width(name, size) > box.width - 2) continue;
        drawing.label(middle, box.y + (with_value ? box.height / 2 - 1.5 : box.height / 2 + 3.2),
                      name, std::string(text_on(value)) + style, Anchor::middle);
        break;
    }
    if (with_value) {
        drawing.label(middle, box.y + box.height - 4, fmt::format("{:.2f}", value), text_on(value),
                      Anchor::middle);
    }
    drawing.end_group();
}

// What the letters stand for, in lines.
double legend(Drawing& drawing, const Lattice& lattice, double width, double y) {
    double x = 2;
    for (std::size_t l = 0; l < lattice.columns.size(); ++l) {
        const std::string entry =
            fmt::format("{} {}", static_cast<char>('A' + l), fit(clean(lattice.columns[l]), 24));
        const double wide = text_width(entry, 10.5) + 14;
        if (x > 2 && x + wide > width) {
            x = 2;
            y += 15;
        }
        drawing.label(x, y, entry, "c-name");
        x += wide;
    }
    return y;
}

double legend_height(const Lattice& lattice, double width) {
    Drawing scratch(width, 1, "", "", "");
    return legend(scratch, lattice, width, 0) + 15;
}

constexpr double kLearntWidth = 720;

Drawing hasse(const Lattice& lattice, std::string_view id) {
    constexpr double kTop = 4;
    const auto rows = levels(lattice);
    const std::size_t n = lattice.columns.size();
    std::size_t most = 1;
    for (const auto& level : rows) most = std::max(most, level.size());
    const double slot = kLearntWidth / static_cast<double>(most);
    const double height = slot >= 34 ? 27 : 24;
    const double step = n <= 3 ? 64 : n <= 5 ? 76 : 88;
    const double bottom = kTop + step * static_cast<double>(n) + height;
    Drawing drawing(kLearntWidth, bottom + 14 + legend_height(lattice, kLearntWidth), id,
                    "The learnt measure",
                    fmt::format("Every set of the {} columns, the larger above the smaller, darker "
                                "the more of the distance it carries.",
                                n));
    std::vector<DrawingBox> boxes(lattice.values.size());
    for (std::size_t size = 0; size <= n; ++size) {
        const auto& level = rows[size];
        const double y = kTop + step * static_cast<double>(n - size);
        // Few sets are set wide apart, not huddled in the middle.
        const double gap =
            std::min(kLearntWidth / static_cast<double>(level.size()), 3.2 * slot + 40);
        const double left = (kLearntWidth - gap * static_cast<double>(level.size())) / 2;
        const double width = std::min(64.0, 0.84 * gap);
        for (std::size_t place = 0; place < level.size(); ++place) {
            const double centre = left + gap * (static_cast<double>(place) + 0.5);
            boxes[level[place]] = {centre - width / 2, y, width, height};
        }
    }
    for (std::size_t set = 1; set < lattice.values.size(); ++set) {
        for (std::size_t rest = set; rest != 0; rest &= rest - 1) {
            const std::size_t smaller = set & ~(rest & (~rest + 1));
            const bool notable = lattice.values[smaller] >= kNotable;
            drawing.line(boxes[set].x + boxes[set].width / 2, boxes[set].y + height,
                         boxes[smaller].x + boxes[smaller].width / 2, boxes[smaller].y,
                         notable ? "c-edge-notable" : "c-edge");
        }
    }
    for (std::size_t set = 0; set < lattice.values.size(); ++set) {
        node(drawing, lattice, set, boxes[set], boxes[set].width >= 26);
    }
    legend(drawing, lattice, kLearntWidth, bottom + 22);
    return drawing;
}

constexpr std::size_t kMostCells = 16;

Drawing heat_map(const Form& form, std::string_view id) {
    constexpr double kWidth = 420, kLeft = 132, kTop = 20;
    const std::size_t n = form.columns.size();
    const double cell_size = std::min(46.0, (kWidth - kLeft) / static_cast<double>(n));
    const double cell_height = std::min(30.0, cell_size);
    double largest = 0;
    for (const double entry : form.entries) largest = std::max(largest, std::abs(entry));
    Drawing drawing(
        kWidth, kTop + cell_height * static_cast<double>(n) + 4, id, "The learnt matrix",
        fmt::format("A heat map of {} by {} entries, darker the larger; negative ones in "
                    "another colour.",
                    n, n));
    for (std::size_t l = 0; l < n; ++l) {
        const double y = kTop + cell_height * static_cast<double>(l);
        drawing.label(kLeft - 8, y + cell_height / 2 + 3.5,
                      fmt::format("{}  {}", l + 1, fit(clean(form.columns[l]), 16)), "c-name",
                      Anchor::end);
        drawing.label(kLeft + cell_size * (static_cast<double>(l) + 0.5), kTop - 7,
                      std::to_string(l + 1), "c-tick", Anchor::middle);
        for (std::size_t h = 0; h < n; ++h) {
            const double entry = form.entries[l * n + h];
            const double share = largest > 0 ? std::abs(entry) / largest : 0;
            const double x = kLeft + cell_size * static_cast<double>(h);
            drawing.begin_group("c-node", fmt::format("{}, {}: {:.4f}", clean(form.columns[l]),
                                                      clean(form.columns[h]), entry));
            drawing.rectangle(x + 1, y + 1, cell_size - 2, cell_height - 2,
                              shade(share, entry < 0) + " c-plain", 2);
            if (cell_size >= 30) {
                drawing.label(x + cell_size / 2, y + cell_height / 2 + 3.5,
                              fmt::format("{:.2f}", entry), text_on(share), Anchor::middle);
            }
            drawing.end_group();
        }
    }
    return drawing;
}

}  // namespace

std::string lattice_svg(const Lattice& lattice, std::string_view id) {
    if (lattice.columns.empty() || lattice.columns.size() > kMostDrawn) return {};
    return hasse(lattice, id).finish();
}

std::string lattice_file_svg(const Lattice& lattice) {
    if (lattice.columns.empty() || lattice.columns.size() > kMostDrawn) return {};
    return hasse(lattice, "lattice").finish_standalone(standalone_css());
}

std::string lattice_narrow_svg(const Lattice& lattice, std::string_view id) {
    if (lattice.columns.empty() || lattice.columns.size() > kMostDrawn) return {};
    constexpr double kNarrow = 360, kLeft = 22, kRowHeight = 31;
    const auto rows = levels(lattice);
    const std::size_t n = lattice.columns.size();
    const std::size_t in_a_row = n <= 4 ? 6 : 7;
    const double slot = (kNarrow - kLeft) / static_cast<double>(in_a_row);
    double height = 4;
    for (std::size_t size = n; size > 0; --size) {
        height += kRowHeight * std::ceil(static_cast<double>(rows[size].size()) /
                                         static_cast<double>(in_a_row)) +
                  6;
    }
    Drawing drawing(kNarrow, height + 12 + legend_height(lattice, kNarrow), id,
                    "The learnt measure",
                    fmt::format("Every set of the {} columns by size, darker the more of the "
                                "distance it carries.",
                                n));
    double y = 4;
    for (std::size_t size = n; size > 0; --size) {
        drawing.label(0, y + 17, std::to_string(size), "c-tick");
        for (std::size_t place = 0; place < rows[size].size(); ++place) {
            if (place > 0 && place % in_a_row == 0) y += kRowHeight;
            const double x = kLeft + slot * static_cast<double>(place % in_a_row);
            node(drawing, lattice, rows[size][place], {x, y, slot - 4, 27}, true);
        }
        y += kRowHeight + 6;
    }
    legend(drawing, lattice, kNarrow, y + 12);
    return std::move(drawing).finish();
}

std::string form_svg(const Form& form, std::string_view id) {
    if (form.columns.empty() || form.columns.size() > kMostCells) return {};
    return heat_map(form, id).finish();
}

std::string form_file_svg(const Form& form) {
    if (form.columns.empty() || form.columns.size() > kMostCells) return {};
    return heat_map(form, "form").finish_standalone(standalone_css());
}

}  // namespace lethe::report
