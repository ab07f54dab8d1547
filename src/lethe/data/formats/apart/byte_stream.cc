#include "lethe/data/formats/apart/byte_stream.h"

#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kStreamBuffer = std::size_t{1} << 16;

}  // namespace

void ByteWriter::bytes(std::string_view bytes) {
    if (bytes.size() >= kStreamBuffer) {
        flush();
        take_(bytes);
        return;
    }
    waiting_.append(bytes);
    if (waiting_.size() >= kStreamBuffer) flush();
}

void ByteWriter::flush() {
    if (!waiting_.empty()) take_(waiting_);
    waiting_.clear();
}

std::int64_t ByteReader::count(std::int64_t most) {
    const auto value = number<std::uint64_t>();
    if (value > static_cast<std::uint64_t>(most)) throw StreamFailure{};
    return static_cast<std::int64_t>(value);
}

std::string ByteReader::text(std::int64_t most) {
    const std::vector<char> chars = numbers<char>(count(most));
    return {chars.begin(), chars.end()};
}

std::string ByteReader::utf8_text(std::int64_t most) {
    std::string text = this->text(most);
    const Utf8Check check = check_utf8(text);
    if (check.bad || check.valid != text.size()) throw StreamFailure{};
    return text;
}

bool ByteReader::at_end() {
    if (at_ < buffer_.size()) return false;
    char byte = 0;
    return give_(&byte, 1) == 0;
}

void ByteReader::check_announced(std::int64_t count, std::size_t size) const {
    const auto waiting = static_cast<std::int64_t>(buffer_.size() - at_);
    if (count < 0 || count > (left_ + waiting) / static_cast<std::int64_t>(size)) {
        throw StreamFailure{};
    }
}

void ByteReader::bytes(char* out, std::size_t size) {
    while (size > 0) {
        if (at_ < buffer_.size()) {
            const std::size_t taken = std::min(size, buffer_.size() - at_);
            std::memcpy(out, buffer_.data() + at_, taken);
            at_ += taken;
            out += taken;
            size -= taken;
            continue;
        }
        const bool directly = size >= kStreamBuffer;
        buffer_.resize(directly ? 0 : kStreamBuffer);
        at_ = 0;
        const std::size_t got = directly ? give_(out, size) : give_(buffer_.data(), buffer_.size());
        if (got == 0) {
            buffer_.clear();
            throw StreamFailure{StreamFailure::Cause::ended};
        }
        left_ -= static_cast<std::int64_t>(got);
        if (left_ < 0) throw StreamFailure{};
        if (directly) {
            out += got;
            size -= got;
        } else {
            buffer_.resize(got);
        }
    }
}

}  // namespace lethe::formats
