#include "lethe/report/sections/vectors/text_vectorised.h"

#include <fmt/format.h>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string empty_text(const Json& result) {
    constexpr std::size_t kMostNames = 10;
    const auto ids = texts(result, "empty");
    if (ids.empty()) return "";
    std::string list;
    for (std::size_t i = 0; i < ids.size() && i < kMostNames; ++i) {
        list += (i == 0 ? "" : ", ") + ids[i];
    }
    if (ids.size() > kMostNames) list += ", ...";
    return wrapped(
        fmt::format("{} without a term, left out: {}",
                    ids.size() == 1 ? "1 document" : count_text(std::ssize(ids)) + " documents",
                    list),
        "\n", "  ");
}

Grid sizes(const Json& result) {
    Grid grid{"",
              {},
              {{Cell("documents"), Cell::count(count(result, "documents"))},
               {Cell("different words in them"), Cell::count(count(result, "words"))},
               {Cell("terms"), Cell::count(count(result, "terms"))},
               {Cell("entries"), Cell::count(count(result, "entries"))},
               {Cell("terms of a document, mean"),
                Cell::figure(fmt::format("{:.1f}", number(result, "mean_terms").value_or(0)))},
               {Cell("density"), Cell::percent(100 * number(result, "density").value_or(0))}}};
    const auto classes = objects(result, "classes");
    if (!classes.empty()) {
        grid.rows.push_back({Cell("classes"), Cell::count(std::ssize(classes))});
        grid.rows.push_back(
            {Cell("smallest class to largest"),
             Cell::figure(fmt::format("{:.4f}", number(result, "balance").value_or(0)))});
    }
    return grid;
}

}  // namespace

std::string vectorised_text(const Json& result) {
    std::string files;
    for (const std::string& file : texts(result, "files")) {
        files += (files.empty() ? "" : ", ") + file;
    }
    std::string out = fmt::format("{}\n\n", files) + text_table(sizes(result));
    const Grid classes = [&] {
        Grid grid{"", {"class", "documents"}, {}};
        for (const Json& row : objects(result, "classes")) {
            grid.rows.push_back({Cell(text(row, "label")), Cell::count(count(row, "documents"))});
        }
        return grid;
    }();
    constexpr std::size_t kMostClasses = 30;
    if (!classes.empty() && classes.rows.size() <= kMostClasses) out += "\n" + text_table(classes);
    out += empty_text(result);
    return out + "\nThese vectors hide nobody yet: lethe protect makes them anonymous.\n";
}

Section vectorised_section() { return {.kinds = {"vectors"}, .terminal = vectorised_text}; }

}  // namespace lethe::report
