// The words before a mention, and which of them tell what it is.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lethe::documents {

// A word of the context takes three quarters of the doubt away.
constexpr float with_context(float score) { return 1.0F - (1.0F - score) * 0.25F; }

// The five words before a place, as hashes of one, two and three words in a row. Numbers are passed
// over, so that "nos. 119/5, 121/2 and 359/1" has one context. Looks at most 120 bytes back.
class ContextBefore {
  public:
    ContextBefore(std::string_view text, std::size_t place);

    const std::uint64_t* begin() const { return hashes_.data(); }
    const std::uint64_t* end() const { return hashes_.data() + size_; }

  private:
    std::array<std::uint64_t, 12> hashes_{};
    std::size_t size_ = 0;
};

class ContextWords {
  public:
    ContextWords() = default;
    explicit ContextWords(std::string_view phrases);  // "a|b c|d", of up to three words each

    bool empty() const { return hashes_.empty(); }
    bool any_of(const ContextBefore& before) const;

  private:
    std::vector<std::uint64_t> hashes_;      // in order
    std::array<std::uint64_t, 4> filter_{};  // a bit for each of them
};

}  // namespace lethe::documents
