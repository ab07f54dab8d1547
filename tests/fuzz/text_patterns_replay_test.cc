// Replays the corpus, and thousands of small changes of it, through the fuzz target.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz_replay.h"
#include "lethe/core/random.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::test {
namespace {

// One text a line.
std::vector<std::string> text_patterns_corpus() {
    std::istringstream lines(read_file(source_path("tests/fuzz/corpus/text_patterns/texts")));
    std::vector<std::string> texts;
    for (std::string line; std::getline(lines, line);) texts.push_back(line);
    return texts;
}

TEST(TextPatternsFuzz, Corpus) {
    const std::vector<std::string> texts = text_patterns_corpus();
    ASSERT_GE(texts.size(), 10U);
    std::string all;
    for (const std::string& text : texts) {
        fuzz_once("text_patterns", text);
        all += text;
        fuzz_once("text_patterns", all);
    }
}

TEST(TextPatternsFuzz, ChangedCorpus) {
    const std::vector<std::string> bytes{"@",  ".", ":", "/", "-",    "0",    "9", "+",  "(", " ",
                                         "\n", "A", "é", "€", "\xC3", "\xFF", "’", "th", "x", "DE"};
    const std::vector<std::string> texts = text_patterns_corpus();
    const Stream stream = Random(11).stream("changes");
    for (int i = 0; i < 5000; ++i) {
        Draws draws = stream.at(i);
        std::string text = texts[draws.below(texts.size())];
        for (std::uint64_t n = 1 + draws.below(6); n > 0; --n) {
            const std::size_t at = draws.below(text.size() + 1);
            const std::string& other = texts[draws.below(texts.size())];
            switch (draws.below(3)) {
                case 0:
                    text.insert(at, bytes[draws.below(bytes.size())]);
                    break;
                case 1:
                    text.erase(at, 1 + draws.below(4));
                    break;
                default:
                    text.insert(at, other.substr(draws.below(other.size() + 1), draws.below(40)));
            }
        }
        fuzz_once("text_patterns", text);
    }
}

}  // namespace
}  // namespace lethe::test
