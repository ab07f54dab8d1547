// Any bytes are vectors of the format, or an error of ours; and what was read is written and read
// back the same. Built once a format, named by LETHE_FUZZ_FORMAT.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/vectors/make/vector_lines.h"

namespace {

using lethe::SparseRows;
using lethe::vectors::LineSource;

constexpr bool kMatrix = std::string_view(LETHE_FUZZ_FORMAT) == "matrix_market";

SparseRows read(std::string_view bytes, std::int64_t columns) {
    LineSource lines("input", [rest = bytes](char* out, std::size_t size) mutable {
        const std::size_t got = std::min(size, rest.size());
        std::memcpy(out, rest.data(), got);
        rest.remove_prefix(got);
        return got;
    });
    return kMatrix ? lethe::vectors::read_matrix_market({}, lines)
                   : lethe::vectors::read_svmlight({}, lines, columns).rows;
}

void check(const SparseRows& rows) {
    std::string text;
    const auto write = [&](std::string_view part) { text += part; };
    if (kMatrix) {
        lethe::vectors::write_matrix_market({}, rows, write);
    } else {
        lethe::vectors::write_svmlight({}, rows, {}, write);
    }
    if (!(read(text, rows.columns()) == rows)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        check(read(bytes, -1));
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
    return 0;
}
