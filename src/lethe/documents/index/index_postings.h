// A posting list: the documents of a term, ascending, with how often each has it. A document is
// written as its distance from the one before (the first from -1), doubled, plus 1 if the term
// occurs once; other counts follow. Numbers are seven bits a byte, the lowest first. Most postings
// take one or two bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lethe::documents {

struct Posting {
    std::uint32_t document = 0;
    std::uint32_t count = 0;
    friend bool operator==(const Posting&, const Posting&) = default;
};

class PostingWriter {
  public:
    explicit PostingWriter(std::string& bytes) : bytes_(bytes) {}
    // To go on with a list whose last document is known.
    PostingWriter(std::string& bytes, std::int64_t last) : bytes_(bytes), last_(last) {}

    void add(Posting posting) {
        const auto distance =
            static_cast<std::uint64_t>(static_cast<std::int64_t>(posting.document) - last_);
        number(distance * 2 + (posting.count == 1 ? 1 : 0));
        if (posting.count != 1) number(posting.count);
        last_ = posting.document;
    }

  private:
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
        bytes_ += static_cast<char>(value);
    }

    std::string& bytes_;
    std::int64_t last_ = -1;
};

// Reads any bytes: documents ascend and stay below `documents`, or `sound` is false and the list
// ends.
class PostingReader {
  public:
    PostingReader(std::string_view bytes, std::uint32_t documents)
        : at_(bytes.data()), end_(bytes.data() + bytes.size()), documents_(documents) {}

    bool next(Posting& posting) {
        if (at_ == end_) return false;
        const std::uint64_t head = number();
        const std::uint64_t distance = head >> 1;
        const std::uint64_t count = (head & 1U) != 0 ? 1 : number();
        if (distance == 0 || distance > documents_ - next_ || count == 0 || count >> 32 != 0) {
            sound_ = false;
            at_ = end_;
            return false;
        }
        next_ += distance;
        posting.document = static_cast<std::uint32_t>(next_ - 1);
        posting.count = static_cast<std::uint32_t>(count);
        return true;
    }
    bool sound() const { return sound_; }
    std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  private:
    std::uint64_t number() {  // 0, which no field may be, for bytes that are none
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 42 && at_ != end_; shift += 7) {
            const auto byte = static_cast<unsigned char>(*at_++);
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80) return value;
        }
        return 0;
    }

    const char* at_;
    const char* end_;
    std::uint64_t documents_;
    std::uint64_t next_ = 0;  // the document after the last one read
    bool sound_ = true;
};

}  // namespace lethe::documents
