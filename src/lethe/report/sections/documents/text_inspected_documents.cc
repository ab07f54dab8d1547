#include "lethe/report/sections/documents/text_inspected_documents.h"

#include <fmt/format.h>

#include <string_view>
#include <tuple>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/first_look.h"

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

namespace {

std::string documents_seen(const Json& result) {
    const Json& data = field(result, "data");
    return fmt::format("{}: {} with {} (the longest has {}); {}; files in {}.", text(data, "file"),
                       counted_field(data, "documents", "document", "documents"),
                       counted_field(data, "words", "word", "words"),
                       count_field_text(data, "longest"),
                       numbers_by(result, "formats", "format", "documents"),
                       numbers_by(result, "encodings", "encoding", "files"));
}

// What was not read.
std::vector<std::string> unread_files(const Json& result) {
    std::vector<std::string> sentences;
    for (const auto& [key, one, many] :
         {std::tuple("empty", "document holds no word", "documents hold no word"),
          std::tuple("left_out", "file could not be read", "files could not be read"),
          std::tuple("other_files", "file of another kind was left out",
                     "files of other kinds were left out")}) {
        if (count(result, key).value_or(0) > 0) {
            sentences.push_back(counted_field(result, key, one, many) + ".");
        }
    }
    return sentences;
}

Grid mentions_grid(const Json& result) {
    Grid grid{"", {"found", "mentions", "documents", "by the policy"}, {}};
    for (const Json& row : objects(result, "categories")) {
        grid.rows.push_back({Cell(text(row, "category")), Cell::count(count(row, "mentions")),
                             Cell::count(count(row, "documents")), Cell(text(row, "treatment"))});
    }
    return grid;
}

constexpr std::string_view kNothingFound = "Nothing was found that identifies anyone.";

std::string found_in(const Json& result) {
    return fmt::format(
        "Something was found in {} of {}. What repeats it is added when it is "
        "removed; what no finder knows is not among it.",
        count_field_text(result, "with_mentions"),
        counted_field(field(result, "data"), "documents", "document", "documents"));
}

std::string telling_names(const Json& result) {
    if (count(result, "telling_names").value_or(0) == 0) return {};
    return fmt::format("{} what would be removed: a release numbers it.",
                       counted_field(result, "telling_names", "name of a document holds",
                                     "names of documents hold"));
}

FirstLook documents_look(const Json& result) {
    FirstLook look{documents_seen(result), {mentions_grid(result)}, unread_files(result)};
    look.tables.front().title = "What was found";
    if (look.tables.front().empty()) look.notes.emplace_back(kNothingFound);
    look.notes.push_back(found_in(result));
    look.notes.push_back(telling_names(result));
    return look;
}

std::string documents_page(const Results& results, Ids&) {
    return first_looks_html(results, "document-inspection", documents_look);
}

}  // namespace

std::string inspected_documents_text(const Json& result) {
    std::string out = wrapped(documents_seen(result) + "\n");
    for (const std::string& sentence : unread_files(result)) out += sentence + "\n";
    const Grid grid = mentions_grid(result);
    out += '\n' + (grid.empty() ? std::string(kNothingFound) + "\n" : text_table(grid));
    out += '\n' + wrapped(found_in(result) + "\n");
    if (const std::string names = telling_names(result); !names.empty()) out += names + "\n";
    return out + '\n' + next_lines(result);
}

Section inspected_documents_section() {
    return {.kinds = {"document-inspection"},
            .stored = {"categories"},
            .terminal = inspected_documents_text,
            .headline = documents_seen,
            .parts = {{11, "documents-data", "The documents before protection", documents_page}},
            .top = 9,
            .file = "data",
            .named = 5,
            .explains_itself = true};
}

}  // namespace lethe::report
