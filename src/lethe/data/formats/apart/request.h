// What Lethe asks of the process that reads a file apart. Only for data/formats.
#pragma once

#include <cstdint>
#include <string>

#include "lethe/data/formats/apart/byte_stream.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

// What the process may use. It depends on the size of the file, so that large files can be read and
// small ones cannot take the machine along.
struct ReaderLimits {
    std::int64_t memory = 0;  // bytes
    std::int32_t cpu_seconds = 0;
    std::int32_t seconds = 0;  // by the clock on the wall
};

ReaderLimits limits_of_reader(std::int64_t file_size);

struct ReadRequest {
    std::string path;
    std::string format;  // its name
    ReadOptions options;
    ReaderLimits limits;
};

void write_request(ByteWriter& out, const ReadRequest& request);
// StreamFailure where it is none, or one of another version of Lethe. `options.format` is not set.
ReadRequest read_request(ByteReader& in);

// The first byte of each part of the answer: any number of `progress` with thousandths that are
// done (16 bits) and of `note`, then one of the others.
enum class Answer : std::uint8_t {
    progress,
    table,     // a table stream
    problems,  // the kind of the error, how many, and each message with its line and column
    note,      // a text: what was guessed or left out
};

}  // namespace lethe::formats
