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

// One formula a line.
std::vector<std::string> formula_corpus() {
    std::istringstream lines(read_file(source_path("tests/fuzz/corpus/formula/formulas")));
    std::vector<std::string> texts;
    for (std::string line; std::getline(lines, line);) texts.push_back(line);
    return texts;
}

TEST(FormulaFuzz, Corpus) {
    const std::vector<std::string> texts = formula_corpus();
    ASSERT_GE(texts.size(), 10U);
    for (const std::string& text : texts) fuzz_once("formula", text);
}

TEST(FormulaFuzz, ChangedCorpus) {
    constexpr std::string_view kBytes = "abLNp+-*/()|,. 0129e\xff\n";
    const std::vector<std::string> texts = formula_corpus();
    const Stream stream = Random(9).stream("changes");
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        std::string text = texts[draws.below(texts.size())];
        for (std::uint64_t n = 1 + draws.below(4); n > 0; --n) {
            const std::size_t at = draws.below(text.size() + 1);
            const std::string& other = texts[draws.below(texts.size())];
            switch (draws.below(3)) {
                case 0:
                    text.insert(at, 1, kBytes[draws.below(kBytes.size())]);
                    break;
                case 1:
                    text.erase(at, 1 + draws.below(3));
                    break;
                default:
                    text.insert(at, other.substr(draws.below(other.size() + 1), draws.below(20)));
            }
        }
        fuzz_once("formula", text);
    }
}

}  // namespace
}  // namespace lethe::test
