// Replays the corpus of a format, and thousands of small changes of it, through the fuzz target.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "lethe/core/file.h"
#include "lethe/core/random.h"
#include "support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lethe::test {
namespace {

std::vector<std::string> corpus() {
    std::vector<std::string> files;
    const std::string folder = source_path("tests/fuzz/corpus/vectors_" LETHE_FUZZ_FORMAT);
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> texts;
    for (const std::string& file : files) texts.push_back(read_file(file));
    return texts;
}

void run(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::string changed(std::string text, const std::vector<std::string>& all, Draws& draws) {
    constexpr std::string_view kBytes = "\t\n\r  ::%#.+-eE\xff\xc3 00192";
    for (std::uint64_t n = 1 + draws.below(6); n > 0; --n) {
        const std::size_t at = draws.below(text.size() + 1);
        const std::string& other = all[draws.below(all.size())];
        switch (draws.below(5)) {
            case 0:
                text.insert(at, 1, kBytes[draws.below(kBytes.size())]);
                break;
            case 1:
                text.replace(at, 1, 1, static_cast<char>(draws.below(256)));
                break;
            case 2:
                text.erase(at, 1 + draws.below(8));
                break;
            case 3:
                text.insert(at, text.substr(draws.below(text.size() + 1), draws.below(60)));
                break;
            default:
                text.insert(at, other.substr(draws.below(other.size() + 1), draws.below(60)));
        }
    }
    return text;
}

TEST(ReadVectorsFuzz, Corpus) {
    const std::vector<std::string> texts = corpus();
    ASSERT_GE(texts.size(), 2U);
    for (const std::string& text : texts) run(text);
}

TEST(ReadVectorsFuzz, ChangedCorpus) {
    const std::vector<std::string> texts = corpus();
    const Stream stream = Random(9).stream("changes");
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        run(changed(texts[draws.below(texts.size())], texts, draws));
    }
}

}  // namespace
}  // namespace lethe::test
