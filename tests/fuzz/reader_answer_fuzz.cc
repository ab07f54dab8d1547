// Any bytes that the process which reads files sends are a table, an error that names the file, or
// nonsense that is known as such.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/data/formats/apart/read_apart.h"

namespace lethe::fuzz::reader_answer {

void run(std::string_view bytes) {
    formats::ByteReader in(
        [&](char* out, std::size_t size) {
            const std::size_t given = std::min(size, bytes.size());
            bytes.copy(out, given);
            bytes.remove_prefix(given);
            return given;
        },
        std::int64_t{1} << 24);
    try {
        const Table table = formats::read_answer({}, in, "fuzz");
        for (const ColumnPtr& column : table.columns()) {
            for (std::int64_t row = 0; row < table.rows(); ++row)
                static_cast<void>(column->text(row));
        }
    } catch (const formats::StreamFailure&) {
        return;
    } catch (const Error& error) {
        for (const Problem& problem : error.problems()) {
            if (problem.place.file != "fuzz") std::abort();
        }
    }
}

}  // namespace lethe::fuzz::reader_answer
