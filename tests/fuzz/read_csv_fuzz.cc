// Any bytes are a table or an error of ours; and a table that was read is written and read again as
// the same table. The same for files of fixed width.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::fuzz::read_csv {

// One file per process, in memory.
int scratch() {
    static const int handle = ::memfd_create("read_csv_fuzz", 0);
    return handle;
}

void put(const void* bytes, std::size_t size) {
    const bool done = ::ftruncate(scratch(), 0) == 0 &&
                      ::pwrite(scratch(), bytes, size, 0) == static_cast<ssize_t>(size);
    if (!done) std::abort();
}

std::string read_as_text(lethe::ReadOptions options) {
    options.format = lethe::Format::csv;
    const std::string path = "/proc/self/fd/" + std::to_string(scratch());
    return lethe::table_text(lethe::read_table({}, path, options), lethe::Format::csv);
}

void read_twice(std::string_view bytes, const lethe::ReadOptions& first) {
    put(bytes.data(), bytes.size());
    std::string text;
    try {
        text = read_as_text(first);
    } catch (const lethe::Error& error) {
        if (error.kind() != lethe::ErrorKind::input) std::abort();
    }
    if (!text.empty()) {
        lethe::ReadOptions options;
        options.separator = ',';
        options.header = true;
        put(text.data(), text.size());
        if (read_as_text(options) != text) std::abort();
    }
}

void run(std::string_view bytes) { read_twice(bytes, {}); }

}  // namespace lethe::fuzz::read_csv

namespace lethe::fuzz::read_fixed {

void run(std::string_view bytes) {
    lethe::ReadOptions options;
    options.widths = {3, 5, 1, 8};
    options.names = {"a", "b", "c", "d"};
    options.skip = bytes.size() % 2 == 0 ? 0 : 1;
    read_csv::read_twice(bytes, options);
}

}  // namespace lethe::fuzz::read_fixed
