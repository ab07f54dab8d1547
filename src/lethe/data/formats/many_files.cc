#include "lethe/data/formats/many_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr std::string_view kParts = "part-*.parquet";

bool is_digit_of_name(char c) { return c >= '0' && c <= '9'; }

// The digits at the front, without zeros before them.
std::string_view take_run(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string_view run = text.substr(0, end);
    text.remove_prefix(end);
    run.remove_prefix(std::min(run.find_first_not_of('0'), run.size()));
    return run;
}

// Runs of digits by the numbers that they are, all else by bytes.
bool before_in_natural_order(std::string_view a, std::string_view b) {
    const std::pair whole{a, b};
    while (!a.empty() && !b.empty()) {
        if (is_digit_of_name(a.front()) && is_digit_of_name(b.front())) {
            const std::string_view m = take_run(a);
            const std::string_view n = take_run(b);
            if (m.size() != n.size()) return m.size() < n.size();
            if (m != n) return m < n;
            continue;
        }
        if (a.front() != b.front()) {
            return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
        }
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    if (a.empty() != b.empty()) return a.empty();
    return whole.first < whole.second;  // "01" and "1"
}

std::vector<std::string> files_matching(const std::string& pattern) {
    glob_t found{};
    const std::unique_ptr<glob_t, void (*)(glob_t*)> freed(&found, &globfree);
    std::vector<std::string> files;
    if (glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
        for (std::size_t i = 0; i < found.gl_pathc; ++i) {
            std::error_code ignored;
            if (std::filesystem::is_directory(found.gl_pathv[i], ignored)) continue;
            files.emplace_back(found.gl_pathv[i]);
        }
    }
    std::ranges::sort(files, before_in_natural_order);
    return files;
}

// The name of a folder in a pattern stands for itself.
std::string quoted_for_pattern(std::string_view path) {
    std::string quoted;
    for (const char c : path) {
        if (std::string_view("*?[\\").find(c) != std::string_view::npos) quoted += '\\';
        quoted += c;
    }
    return quoted;
}

std::string list_of_names(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 10;
    std::vector<std::string> quoted;
    for (const std::string& name : names) {
        if (quoted.size() == kMost) break;
        quoted.push_back('"' + name + '"');
    }
    return fmt::format(
        "{}{}", fmt::join(quoted, ", "),
        names.size() > kMost ? fmt::format(" and {} more", names.size() - kMost) : "");
}

}  // namespace

bool is_pattern(const std::string& source) {
    if (source.find_first_of("*?[") == std::string::npos) return false;
    std::error_code ignored;
    return !std::filesystem::exists(source, ignored) && !is_query(source);
}

std::vector<std::string> table_files(const std::string& source) {
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(source, ignored);
    if (!folder && !is_pattern(source)) return {source};
    std::vector<std::string> files =
        files_matching(folder ? quoted_for_pattern(source) + "/" + std::string(kParts) : source);
    if (files.empty() && folder) {
        throw Error(
            ErrorKind::io,
            fmt::format("is a directory, not a file, and has no parts of a table ({})", kParts),
            {source, 0, 0, {}});
    }
    if (files.empty()) {
        throw Error(ErrorKind::io, "there is no file that matches", {source, 0, 0, {}});
    }
    return files;
}

namespace formats {
namespace {

// Names both what is missing and what is too much.
void check_same_columns(const std::vector<std::string>& names, const Table& table,
                        const std::string& path, const std::string& first) {
    std::vector<std::string> without;
    for (const std::string& name : names) {
        if (table.find(name) == nullptr) without.push_back(name);
    }
    std::vector<std::string> more;
    for (const std::string& name : table.names()) {
        if (std::ranges::find(names, name) == names.end()) more.push_back(name);
    }
    if (without.empty() && more.empty()) return;
    std::vector<std::string> said;
    if (!without.empty()) said.push_back("lacks " + list_of_names(without));
    if (!more.empty()) said.push_back("has also " + list_of_names(more));
    throw Error(ErrorKind::input,
                fmt::format("has other columns than {}, the first of the files: it {}", first,
                            fmt::join(said, " and ")),
                {path, 0, 0, {}});
}

}  // namespace

Table read_files(const Context& context, const std::vector<std::string>& files,
                 const ReadOptions& options) {
    Progress progress(context, fmt::format("reading {} files", files.size()),
                      static_cast<std::int64_t>(files.size()));
    std::vector<std::string> names;
    std::vector<StackedColumn> stacked;
    ReadOptions one = options;
    one.notes = nullptr;
    std::int64_t rows = 0;
    for (const std::string& file : files) {
        context.check_stop();
        if (options.limit >= 0) one.limit = options.limit - rows;
        if (options.limit >= 0 && one.limit == 0 && rows > 0) break;
        // What was guessed of the first is told of all.
        if (stacked.empty()) one.notes = options.notes;
        const Table table = read_one_file(context.silent(), file, one);
        one.notes = nullptr;
        if (stacked.empty()) {
            names = table.names();
            for (const ColumnPtr& column : table.columns()) stacked.emplace_back(*column);
        }
        check_same_columns(names, table, file, files.front());
        for (std::size_t j = 0; j < names.size(); ++j) stacked[j].append(table.column(names[j]));
        rows += table.rows();
        progress.add();
    }
    std::vector<ColumnPtr> columns;
    for (StackedColumn& column : stacked) columns.push_back(column.finish());
    if (options.notes != nullptr) {
        options.notes->push_back(fmt::format("read {} files as one table, from {} to {}",
                                             files.size(), files.front(), files.back()));
    }
    return Table(std::move(columns));
}

}  // namespace formats
}  // namespace lethe
