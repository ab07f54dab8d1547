#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/data/formats/csv.h"
#include "lethe/data/formats/read_typed.h"
#include "lethe/data/formats/table_files.h"

namespace lethe {
namespace {

struct Extension {
    std::string_view ending;
    Format format;
    bool may_be_gz;
};

constexpr std::array<Extension, 6> kExtensions{{
    {".csv", Format::csv, true},
    {".tsv", Format::tsv, true},
    {".parquet", Format::parquet, false},
    {".json", Format::json, true},
    {".jsonl", Format::jsonl, true},
    {".ndjson", Format::jsonl, true},
}};

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::string_view skip_blanks_and_comments(std::string_view text) {
    while (!text.empty()) {
        if (std::isspace(static_cast<unsigned char>(text.front())) != 0) {
            text.remove_prefix(1);
        } else if (text.starts_with("--")) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        } else if (text.starts_with("/*")) {
            const std::size_t end = text.find("*/");
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
        } else {
            break;
        }
    }
    return text;
}

}  // namespace

bool is_query(std::string_view source) {
    const std::string_view text = skip_blanks_and_comments(source);
    for (const std::string_view keyword : {"select", "with", "from"}) {
        if (text.size() <= keyword.size() || lower(text.substr(0, keyword.size())) != keyword) {
            continue;
        }
        const char next = text[keyword.size()];
        if (std::isspace(static_cast<unsigned char>(next)) != 0 ||
            std::string_view("('\"*").find(next) != std::string_view::npos ||
            text.substr(keyword.size()).starts_with("/*")) {
            return true;
        }
    }
    return false;
}

Format format_of(std::string_view path) {
    std::string name = lower(path);
    const bool gz = name.ends_with(".gz");
    if (gz) name.resize(name.size() - 3);
    for (const Extension& extension : kExtensions) {
        if (name.ends_with(extension.ending) && (!gz || extension.may_be_gz)) {
            return extension.format;
        }
    }
    throw Error(
        ErrorKind::usage,
        "the name must end in .csv, .tsv, .json, .jsonl, .ndjson (also with .gz) or .parquet",
        {std::string(path), 0, 0, {}});
}

Table read_table(const Context& context, const std::string& source, const ReadOptions& options) {
    std::error_code ignored;
    if (is_query(source) && !std::filesystem::exists(source, ignored)) {
        return io::read_query(context, source, options);
    }
    switch (options.format ? *options.format : format_of(source)) {
        case Format::parquet:
            return io::read_parquet(context, source, options);
        case Format::json:
        case Format::jsonl:
            return io::read_json(context, source, options);
        case Format::csv:
            return io::read_csv(context, source, options);
        case Format::tsv:
            break;
    }
    ReadOptions with_tab = options;
    if (!with_tab.separator) with_tab.separator = '\t';
    return io::read_csv(context, source, with_tab);
}

}  // namespace lethe
