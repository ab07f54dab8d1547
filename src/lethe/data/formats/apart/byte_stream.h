// A stream of bytes between two processes of one machine: numbers as they are in memory, texts with
// their length before them. Who reads it believes nothing: each length is held against what may
// come at all before memory is taken for it. Only for data/formats.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lethe::formats {

// What comes is not what was agreed on, or ends too early. Only within data/formats.
struct StreamFailure {
    enum class Cause { nonsense, ended };
    Cause cause = Cause::nonsense;
};

class ByteWriter {
  public:
    using Take = std::function<void(std::string_view bytes)>;
    explicit ByteWriter(Take take) : take_(std::move(take)) {}

    template <class T>
    requires std::is_arithmetic_v<T>
    void number(T value) { bytes({reinterpret_cast<const char*>(&value), sizeof value}); }
    template <class T>
    requires std::is_enum_v<T>
    void enumeration(T value) { number(static_cast<std::uint8_t>(value)); }
    void text(std::string_view text) {
        number(static_cast<std::uint64_t>(text.size()));
        bytes(text);
    }
    // Without their count.
    template <class T>
    void numbers(std::span<const T> values) {
        bytes({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    }
    void bytes(std::string_view bytes);
    void flush();  // must be called at the end

  private:
    Take take_;
    std::string waiting_;
};

class ByteReader {
  public:
    // Fills `out` as far as it can and says how far: 0 at the end.
    using Give = std::function<std::size_t(char* out, std::size_t size)>;
    // No more than `most` bytes in all.
    ByteReader(Give give, std::int64_t most) : give_(std::move(give)), left_(most) {}

    template <class T>
    requires std::is_arithmetic_v<T> T number() {
        T value{};
        bytes(reinterpret_cast<char*>(&value), sizeof value);
        return value;
    }
    bool truth() { return count(1) == 1; }
    // One of those up to `last`.
    template <class T>
    requires std::is_enum_v<T> T enumeration(T last) {
        const auto value = number<std::uint8_t>();
        if (value > static_cast<std::uint8_t>(last)) throw StreamFailure{};
        return static_cast<T>(value);
    }
    // A count written as a 64-bit number.
    std::int64_t count(std::int64_t most);
    std::string text(std::int64_t most);       // any bytes
    std::string utf8_text(std::int64_t most);  // UTF-8 without zero bytes
    // Memory grows with what has come, not with what is announced.
    template <class T>
    std::vector<T> numbers(std::int64_t count) {
        constexpr auto kStep = static_cast<std::int64_t>((std::size_t{32} << 20) / sizeof(T));
        check_announced(count, sizeof(T));
        std::vector<T> values;
        for (std::int64_t at = 0; at < count;) {
            const std::int64_t step = std::min(count - at, std::max(kStep, at));
            values.resize(static_cast<std::size_t>(at + step));
            bytes(reinterpret_cast<char*>(values.data() + at),
                  static_cast<std::size_t>(step) * sizeof(T));
            at += step;
        }
        return values;
    }
    bool at_end();

  private:
    void bytes(char* out, std::size_t size);
    void check_announced(std::int64_t count, std::size_t size) const;

    Give give_;
    std::int64_t left_;
    std::string buffer_;
    std::size_t at_ = 0;
};

}  // namespace lethe::formats
