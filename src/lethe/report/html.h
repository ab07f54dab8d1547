// Results as one HTML page for the person who signs: complete in one file, without scripts, without
// anything from the network; it prints, and it reads on a phone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::report {

struct HtmlOptions {
    // Leaves out statistics of the original data, where it was, and the sign-off box. Otherwise the
    // page says at its top that it is internal when it holds any such statistics.
    bool for_publication = false;
    std::string title;  // "Disclosure risk report" when empty
    std::string date;   // as it shall be printed; the library reads no clock
};

// Results of any kind and number, in any order. What is missing is left out, what is unknown is
// shown as names and values. All texts are escaped.
std::string html_report(std::span<const Json> results, const HtmlOptions& options = {});

// The same in pieces, for pages that stand around them: first the summary ("summary"), then the
// parts in their order, each as markup without a heading. Looks are page_css().
struct ReportPart {
    std::string id, title, html;
};
std::vector<ReportPart> report_parts(std::span<const Json> results,
                                     const HtmlOptions& options = {});

}  // namespace lethe::report
