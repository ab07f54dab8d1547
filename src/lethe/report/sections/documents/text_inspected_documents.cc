#include "lethe/report/sections/documents/text_inspected_documents.h"

#include <fmt/format.h>

#include <tuple>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

// "12 plain, 8 markdown".
std::string numbers_by(const Json& result, std::string_view list, std::string_view name,
                       std::string_view number) {
    std::vector<std::string> parts;
    for (const Json& one : objects(result, list)) {
        parts.push_back(fmt::format("{} {}", count_field_text(one, number), text(one, name)));
    }
    return enumeration(parts);
}

}  // namespace

std::string next_lines(const Json& result) {
    std::string out;
    if (const std::string file = text(result, "policy_file"); !file.empty()) {
        out += fmt::format("The proposed policy is in {}: read it and correct it.\n", file);
    }
    for (const std::string& command : texts(result, "next")) out += "next: " + command + "\n";
    return out;
}

std::string inspected_documents_text(const Json& result) {
    const Json& data = field(result, "data");
    std::string out = fmt::format(
        "{}: {} with {} (the longest has {}); {}; files in {}.\n", text(data, "file"),
        counted_field(data, "documents", "document", "documents"),
        counted_field(data, "words", "word", "words"), count_field_text(data, "longest"),
        numbers_by(result, "formats", "format", "documents"),
        numbers_by(result, "encodings", "encoding", "files"));
    out = wrapped(out);
    for (const auto& [key, one, many] :
         {std::tuple("empty", "document holds no word", "documents hold no word"),
          std::tuple("left_out", "file could not be read", "files could not be read"),
          std::tuple("other_files", "file of another kind was left out",
                     "files of other kinds were left out")}) {
        if (count(result, key).value_or(0) > 0) {
            out += counted_field(result, key, one, many) + ".\n";
        }
    }
    Grid grid{"", {"found", "mentions", "documents", "by the policy"}, {}};
    for (const Json& row : objects(result, "categories")) {
        grid.rows.push_back({Cell(text(row, "category")), Cell::count(count(row, "mentions")),
                             Cell::count(count(row, "documents")), Cell(text(row, "treatment"))});
    }
    out += '\n' + (grid.empty() ? std::string("Nothing was found that identifies anyone.\n")
                                : text_table(grid));
    out += '\n' + wrapped(fmt::format(
                      "Something was found in {} of {}. What repeats it is added when it is "
                      "removed; what no finder knows is not among it.\n",
                      count_field_text(result, "with_mentions"),
                      counted_field(data, "documents", "document", "documents")));
    if (count(result, "telling_names").value_or(0) > 0) {
        out += fmt::format("{} what would be removed: a release numbers it.\n",
                           counted_field(result, "telling_names", "name of a document holds",
                                         "names of documents hold"));
    }
    return out + '\n' + next_lines(result);
}

Section inspected_documents_section() {
    return {.kinds = {"document-inspection"}, .terminal = inspected_documents_text};
}

}  // namespace lethe::report
