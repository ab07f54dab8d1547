// The bytes of a table's file: plain, gzip or zstd, in UTF-8 or in another encoding that is turned
// into UTF-8 on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lethe {

class ZstdSink;  // io/zstd_file.h

[[noreturn]] void throw_io_error(const std::string& path, std::string_view doing, int code);

// Error(io) unless `path` is a file that can be read (a pipe counts as one).
void check_readable(const std::string& path);

enum class Compression { none, gzip, zstd };

// That of the ending of a name, in any case.
Compression compression_named(std::string_view path);
std::string_view without_compression(std::string_view path);  // "a.csv" of "a.csv.gz"

// Reads from front to end. What is compressed is told by its first bytes. A file that ends in .gz
// or .zst must be a whole file of that kind: Error(input) where it is cut or its check sum is
// wrong, and where a byte does not belong to the encoding.
class ByteSource {
  public:
    // `encoding`: "utf-8" (the bytes as they are), "latin-1" (with the additions of Windows-1252)
    // or "utf-16" (by its byte order mark, otherwise little-endian); Error(usage) for any other.
    ByteSource(const std::string& path, std::string_view encoding);
    ~ByteSource();
    ByteSource(ByteSource&&) noexcept;

    std::size_t read(char* out, std::size_t size);  // fewer than `size` only at the end

    std::int64_t file_size() const;  // on disk; 0 when unknown
    std::int64_t position() const;   // how much of the file on disk has been read
    bool is_plain() const;           // what read() gives are the bytes on disk
    Compression compression() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// How a file is compressed; of a compressed one, reads it to its end to know that it is whole.
Compression check_compressed(const std::string& path);

// Writes to `path`, compressed where asked. Errors (io) name `shown`, the file that the user knows.
class ByteSink {
  public:
    ByteSink(const std::string& path, Compression compression, std::string shown);
    ~ByteSink();
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;

    void write(std::string_view bytes);
    void close();  // must be called: it can fail

  private:
    [[noreturn]] void fail() const;

    std::string shown_;
    void* file_ = nullptr;  // of zlib
    std::unique_ptr<ZstdSink> zstd_;
};

}  // namespace lethe
