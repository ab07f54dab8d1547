// A zip archive that is read part by part, within limits: what it unpacks to is counted while it is
// unpacked, so that what the archive says of itself decides nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lethe {

struct ZipLimits {
    std::int64_t entries = 10'000;
    std::int64_t bytes = std::int64_t{8} << 30;  // unpacked, of all parts that are read
    // A part that unpacks to more than `free_bytes` may be `ratio` times as large as it is packed:
    // sheets and texts are 5 to 40 times, bombs 1,000 times.
    std::int64_t ratio = 250;
    std::int64_t free_bytes = std::int64_t{64} << 20;
};

class ZipFile {
  public:
    // Error(io) where the file cannot be read, Error(input) where it is no whole archive or has
    // more entries than allowed. Messages name `path`.
    explicit ZipFile(const std::string& path, ZipLimits limits = {});
    ~ZipFile();
    ZipFile(const ZipFile&) = delete;
    ZipFile& operator=(const ZipFile&) = delete;

    bool has(const std::string& part) const;  // names fold case, as Open Packaging does
    // Hands over a part from front to end. Error(input) where there is none, where it is damaged,
    // has a password or is beyond the limits.
    void read(const std::string& part, const std::function<void(std::string_view)>& take);
    // The whole of a part of at most `most` bytes.
    std::string text(const std::string& part, std::int64_t most);
    std::int64_t packed_size(const std::string& part) const;  // 0 when unknown

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe
