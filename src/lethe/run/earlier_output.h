// Which files may be replaced: those that Lethe made. A path that was meant for another file is the
// surest way to lose data.
#pragma once

#include <string>
#include <string_view>

namespace lethe {

enum class OutputKind {
    page,     // HTML that Lethe wrote
    result,   // JSON with a "kind"
    release,  // a table whose record stands beside it and has its digest
    table,    // a table of the same header
};

// Error(usage) where there is a file that is not recognised as an earlier output of this kind.
// Empty files, and what is no file at all (a pipe, /dev/null), hold nothing to lose. `header` is
// the first line of what will be written, for tables.
void check_replaceable(const std::string& path, OutputKind kind, std::string_view header = {});

// A page by its ending, else a result.
OutputKind page_or_result(std::string_view path);

}  // namespace lethe
