// Any bytes are vectors of the format, or an error of ours; and what was read is written and read
// back the same.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/vectors/make/vector_lines.h"

namespace lethe::fuzz::vector_files {

using lethe::SparseRows;
using lethe::vectors::LineSource;

SparseRows read(bool matrix, std::string_view bytes, std::int64_t columns) {
    LineSource lines("input", [rest = bytes](char* out, std::size_t size) mutable {
        const std::size_t got = std::min(size, rest.size());
        std::memcpy(out, rest.data(), got);
        rest.remove_prefix(got);
        return got;
    });
    return matrix ? lethe::vectors::read_matrix_market({}, lines)
                  : lethe::vectors::read_svmlight({}, lines, columns).rows;
}

void check(bool matrix, const SparseRows& rows) {
    std::string text;
    const auto write = [&](std::string_view part) { text += part; };
    if (matrix) {
        lethe::vectors::write_matrix_market({}, rows, write);
    } else {
        lethe::vectors::write_svmlight({}, rows, {}, write);
    }
    if (!(read(matrix, text, rows.columns()) == rows)) std::abort();
}

void run(std::string_view format, std::string_view bytes) {
    const bool matrix = format == "matrix_market";
    try {
        check(matrix, read(matrix, bytes, -1));
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
}

}  // namespace lethe::fuzz::vector_files
