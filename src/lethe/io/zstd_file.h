// Files compressed by zstd, in and out. Only for io/bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lethe {

// Reads from front to end; several frames in a row are one text. Error(input) where the file is cut
// or damaged, asks for a window of more than 128 MB, or unpacks to more than 64 MiB and 2,000 times
// its size.
class ZstdSource {
  public:
    explicit ZstdSource(const std::string& path);
    ~ZstdSource();

    std::size_t read(char* out, std::size_t size);  // fewer than `size` only at the end
    std::int64_t position() const;                  // how much of the file has been read

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// One frame with a check sum, on one thread: the same bytes always.
class ZstdSink {
  public:
    ZstdSink(const std::string& path, std::string shown);  // errors name `shown`
    ~ZstdSink();

    void write(std::string_view bytes);
    void close();  // must be called: it can fail

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe
