// Results (JSON texts of this library or of the program) for people.
#pragma once

#include <string>
#include <vector>

namespace lethe::api {

struct ReportOptions {
    bool for_publication = false;  // leaves out what describes the original
    std::string title;             // empty: "Disclosure risk report"
    std::string date;              // as it shall be printed
};

// One page, complete in itself: no scripts, nothing from the network. Error(input) for what is not
// JSON.
std::string html_report(const std::vector<std::string>& results, const ReportOptions& options = {});
// For a terminal.
std::string text_report(const std::string& result);

}  // namespace lethe::api
