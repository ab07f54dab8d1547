#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_format.h"
#include "lethe/io/bytes.h"

namespace lethe {
namespace formats {

#define LETHE_FORMAT(function) TableFormat function();
#include "lethe/data/formats/formats.def"
#undef LETHE_FORMAT

const std::vector<TableFormat>& table_formats() {
    static const std::vector<TableFormat> all{
#define LETHE_FORMAT(function) function(),
#include "lethe/data/formats/formats.def"
#undef LETHE_FORMAT
    };
    return all;
}

const TableFormat& table_format(Format format) {
    return *std::ranges::find(table_formats(), format, &TableFormat::format);
}

}  // namespace formats

namespace {

// ".csv, .tsv (also with .gz or .zst) or .parquet"
std::string all_endings() {
    std::vector<std::string_view> gz, others;
    for (const formats::TableFormat& one : formats::table_formats()) {
        auto& list = one.may_be_gz ? gz : others;
        list.insert(list.end(), one.endings.begin(), one.endings.end());
    }
    return fmt::format("{} (also with .gz or .zst) or {}", fmt::join(gz, ", "),
                       fmt::join(others, ", "));
}

}  // namespace

std::vector<std::string_view> format_names() {
    std::vector<std::string_view> names;
    for (const formats::TableFormat& one : formats::table_formats()) {
        names.push_back(one.format.name);
    }
    return names;
}

std::optional<Format> format_named(std::string_view name) {
    for (const formats::TableFormat& one : formats::table_formats()) {
        if (one.format.name == name) return one.format;
    }
    return std::nullopt;
}

std::optional<Format> known_format(std::string_view path) {
    std::string name(path);
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const bool gz = compression_named(name) != Compression::none;
    name.resize(without_compression(name).size());
    for (const formats::TableFormat& one : formats::table_formats()) {
        const bool ends = std::ranges::any_of(
            one.endings, [&](std::string_view ending) { return name.ends_with(ending); });
        if (ends && (!gz || one.may_be_gz)) return one.format;
    }
    return std::nullopt;
}

Format format_of(std::string_view path) {
    if (const auto format = known_format(path)) return *format;
    for (const std::string_view ending : {".duckdb", ".db", ".sqlite", ".sqlite3"}) {
        if (!path.ends_with(ending)) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("a table of a database is named {}:FILE#TABLE",
                                ending == ".duckdb" ? "duckdb" : "sqlite"),
                    {std::string(path), 0, 0, {}});
    }
    throw Error(ErrorKind::usage, "the name must end in " + all_endings(),
                {std::string(path), 0, 0, {}});
}

std::optional<char> separator_of(Format format) { return formats::table_format(format).separator; }

}  // namespace lethe
