#include "lethe/report.h"

#include "lethe/api/inside.h"
#include "lethe/report/html.h"
#include "lethe/report/text.h"

namespace lethe::api {

std::string html_report(const std::vector<std::string>& results, const ReportOptions& options) {
    return guarded([&] {
        std::vector<Json> parts;
        for (const std::string& result : results) parts.push_back(parsed(result, "a result"));
        return report::html_report(parts, {options.for_publication, options.title, options.date});
    });
}

std::string text_report(const std::string& result) {
    return guarded([&] { return report::text_report(parsed(result, "the result")); });
}

}  // namespace lethe::api
