#include "lethe/data/formats/databases/binary_copy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/cell_texts.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kIncomplete = 0;
constexpr std::int64_t kMicrosecondsOfSecond = 1000000;
constexpr std::size_t kMostHead = 1U << 20U;
constexpr std::int32_t kLongestCopiedCell = 1 << 30;

[[noreturn]] void throw_broken() {
    throw Error(ErrorKind::input,
                "the database sent rows that are not in PostgreSQL's binary form");
}

// Most significant byte first; `bytes` has enough of them.
template <class T>
T big_endian(std::string_view bytes) {
    std::make_unsigned_t<T> value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value = static_cast<std::make_unsigned_t<T>>((value << 8U) |
                                                     static_cast<unsigned char>(bytes[i]));
    }
    return static_cast<T>(value);
}

template <class T>
T whole_cell(std::string_view cell) {
    if (cell.size() != sizeof(T)) throw_broken();
    return big_endian<T>(cell);
}

double seconds_of(std::int64_t microseconds) {
    return static_cast<double>(microseconds / kMicrosecondsOfSecond) +
           static_cast<double>(microseconds % kMicrosecondsOfSecond) /
               static_cast<double>(kMicrosecondsOfSecond);
}

// Rounded once: the sum of two doubles would lose microseconds. Infinities lie outside the calendar
// and are refused with what lies there.
double moment_of(std::int64_t microseconds) {
    constexpr std::int64_t kFirst = kPostgresFirstSecond * kMicrosecondsOfSecond;
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() - kFirst;
    return seconds_of(std::min(microseconds, kMost) + kFirst);
}

double duration_of(std::string_view cell) {
    if (cell.size() != 16) throw_broken();
    const auto days = static_cast<double>(big_endian<std::int32_t>(cell.substr(8)));
    return seconds_of(big_endian<std::int64_t>(cell)) + days * 86400;
}

}  // namespace

Takes takes_of(BinaryCell cell) {
    switch (cell) {
        case BinaryCell::int16:
        case BinaryCell::int32:
        case BinaryCell::int64:
        case BinaryCell::date:
            return Takes::integers;
        case BinaryCell::float32:
        case BinaryCell::float64:
        case BinaryCell::time:
        case BinaryCell::moment:
        case BinaryCell::duration:
            return Takes::numbers;
        case BinaryCell::truth:
        case BinaryCell::text:
            break;
    }
    return Takes::texts;
}

Quantity quantity_of(BinaryCell cell) {
    switch (cell) {
        case BinaryCell::date:
            return Quantity::date;
        case BinaryCell::time:
            return Quantity::time;
        case BinaryCell::moment:
            return Quantity::moment;
        case BinaryCell::duration:
            return Quantity::duration;
        default:
            return Quantity::number;
    }
}

void BinaryCopyReader::take(std::string_view bytes) {
    if (!rest_.empty()) {
        rest_ += bytes;
        rest_.erase(0, parse(rest_));
    } else {
        rest_ = bytes.substr(parse(bytes));
    }
}

void BinaryCopyReader::finish() const {
    if (!ended_) throw_broken();
}

// Takes whole rows and says how many bytes they were.
std::size_t BinaryCopyReader::parse(std::string_view bytes) {
    std::size_t done = 0;
    if (!begun_) {
        done = head_size(bytes);
        if (done == kIncomplete) return 0;
        begun_ = true;
    }
    while (done < bytes.size()) {
        if (ended_) throw_broken();
        const std::size_t size = row_size(bytes.substr(done));
        if (size == kIncomplete) break;
        if (size == 2 && !types_.empty()) {
            ended_ = true;
        } else {
            add_row(bytes.substr(done, size));
        }
        done += size;
    }
    return done;
}

std::size_t BinaryCopyReader::head_size(std::string_view bytes) const {
    const std::size_t seen = std::min(bytes.size(), kBinaryCopySignature.size());
    if (bytes.substr(0, seen) != kBinaryCopySignature.substr(0, seen)) throw_broken();
    const std::size_t fixed = kBinaryCopySignature.size() + 8;
    if (bytes.size() < fixed) return kIncomplete;
    if (big_endian<std::int32_t>(bytes.substr(fixed - 8)) != 0) throw_broken();
    const auto more = big_endian<std::uint32_t>(bytes.substr(fixed - 4));
    if (more > kMostHead) throw_broken();
    return bytes.size() < fixed + more ? kIncomplete : fixed + more;
}

// With the count of its cells; the end is a count of -1.
std::size_t BinaryCopyReader::row_size(std::string_view bytes) const {
    if (bytes.size() < 2) return kIncomplete;
    const auto count = big_endian<std::int16_t>(bytes);
    if (count == -1) return 2;
    if (count < 0 || static_cast<std::size_t>(count) != types_.size()) throw_broken();
    std::size_t size = 2;
    for (std::size_t i = 0; i < types_.size(); ++i) {
        if (bytes.size() < size + 4) return kIncomplete;
        const auto length = big_endian<std::int32_t>(bytes.substr(size));
        if (length < -1 || length > kLongestCopiedCell) throw_broken();
        size += 4 + static_cast<std::size_t>(std::max(length, 0));
        if (bytes.size() < size) return kIncomplete;
    }
    return size;
}

void BinaryCopyReader::add_row(std::string_view bytes) {
    bytes.remove_prefix(2);
    for (std::size_t i = 0; i < types_.size(); ++i) {
        const auto length = big_endian<std::int32_t>(bytes);
        bytes.remove_prefix(4);
        if (length < 0) {
            columns_[i].add_missing();
            continue;
        }
        add_cell(i, bytes.substr(0, static_cast<std::size_t>(length)));
        bytes.remove_prefix(static_cast<std::size_t>(length));
    }
    ++rows_;
}

void BinaryCopyReader::add_cell(std::size_t i, std::string_view cell) {
    CellColumn& column = columns_[i];
    switch (types_[i]) {
        case BinaryCell::int16:
            return column.add_integer(whole_cell<std::int16_t>(cell));
        case BinaryCell::int32:
            return column.add_integer(whole_cell<std::int32_t>(cell));
        case BinaryCell::int64:
            return column.add_integer(whole_cell<std::int64_t>(cell));
        case BinaryCell::float32:
            return column.add_number(
                shortest_double(std::bit_cast<float>(whole_cell<std::int32_t>(cell))));
        case BinaryCell::float64:
            return column.add_number(std::bit_cast<double>(whole_cell<std::int64_t>(cell)));
        case BinaryCell::truth:
            return column.add_text(whole_cell<std::int8_t>(cell) != 0 ? "true" : "false");
        case BinaryCell::date:
            return column.add_integer(whole_cell<std::int32_t>(cell) + kPostgresFirstDay);
        case BinaryCell::time:
            return column.add_number(seconds_of(whole_cell<std::int64_t>(cell)));
        case BinaryCell::moment:
            return column.add_number(moment_of(whole_cell<std::int64_t>(cell)));
        case BinaryCell::duration:
            return column.add_number(duration_of(cell));
        case BinaryCell::text:
            return column.add_text(cell);
    }
}

}  // namespace lethe::formats
