// Replays the corpus, and thousands of small changes of it, through the fuzz target.
#include "fuzz_replay.h"

namespace lethe::test {
namespace {

TEST(ReviewFuzz, Corpus) {
    const std::vector<std::string> texts = fuzz_corpus("review");
    ASSERT_GE(texts.size(), 4U);
    for (const std::string& text : texts) fuzz_once("review", text);
}

TEST(ReviewFuzz, ChangedCorpus) {
    const std::vector<std::string> pieces = {"\"",
                                             ":",
                                             ",",
                                             "[",
                                             "]",
                                             "{",
                                             "}",
                                             "-1",
                                             "0",
                                             "1e400",
                                             "12",
                                             "null",
                                             "true",
                                             "\"accept\"",
                                             "\xff",
                                             "\\u0000",
                                             "18446744073709551615",
                                             "-9223372036854775808",
                                             "\"document\"",
                                             "9"};
    const std::vector<std::string> texts = fuzz_corpus("review");
    const Stream stream = Random(10).stream("changes");
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        std::string text = texts[draws.below(texts.size())];
        for (std::uint64_t n = 1 + draws.below(3); n > 0; --n) {
            const std::size_t at = draws.below(text.size() + 1);
            const std::string& piece = pieces[draws.below(pieces.size())];
            switch (draws.below(3)) {
                case 0:
                    text.insert(at, piece);
                    break;
                case 1:
                    text.erase(at, 1 + draws.below(4));
                    break;
                default:
                    text.replace(at, std::min<std::size_t>(draws.below(4), text.size() - at),
                                 piece);
            }
        }
        fuzz_once("review", text);
    }
}

}  // namespace
}  // namespace lethe::test
