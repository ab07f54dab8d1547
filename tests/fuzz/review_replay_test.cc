// Replays the corpus, and thousands of small changes of it, through the fuzz target.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/io/file.h"
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lethe::test {
namespace {

std::vector<std::string> corpus() {
    std::vector<std::string> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(source_path("tests/fuzz/corpus/review"))) {
        paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const std::string& path : paths) texts.push_back(read_file(path));
    return texts;
}

void run(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

TEST(ReviewFuzz, Corpus) {
    const std::vector<std::string> texts = corpus();
    ASSERT_GE(texts.size(), 4U);
    for (const std::string& text : texts) run(text);
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
    const std::vector<std::string> texts = corpus();
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
        run(text);
    }
}

}  // namespace
}  // namespace lethe::test
