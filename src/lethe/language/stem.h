// Stems of English words by Porter's rules (1980): "relations", "relation" and "relate" meet in
// "relat". Words of one or two letters stay as they are, as in Porter's own program.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace lethe::language {

// Words repeat: a stem is worked out once and remembered in a table of fixed size, so that most
// calls cost one comparison. Not shared between threads; each has its own.
class Stemmer {
  public:
    Stemmer();
    ~Stemmer();
    Stemmer(Stemmer&&) noexcept;
    Stemmer& operator=(Stemmer&&) noexcept;

    // Of a word in lower case. The stem is never longer than the word; it stands until the next
    // call.
    std::string_view stem(std::string_view lower_case_word);

  private:
    static constexpr std::size_t kLongest = 31;  // longer words are not remembered
    struct alignas(64) Place {                   // one line of the processor's cache
        std::uint8_t word_size = 0;
        std::uint8_t stem_size = 0;
        std::array<char, kLongest> word;
        std::array<char, kLongest> stem;
    };

    struct Deleter {
        void operator()(sb_stemmer* stemmer) const;
    };
    std::unique_ptr<sb_stemmer, Deleter> stemmer_;
    std::vector<Place> places_;
};

}  // namespace lethe::language
