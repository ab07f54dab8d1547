// Replays the corpus, and thousands of small changes of it, through the fuzz target.
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
    for (const auto& entry : std::filesystem::directory_iterator(
             source_path("tests/fuzz/corpus/graph_" LETHE_FUZZ_FORMAT))) {
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
    constexpr std::string_view kBytes = "[]<>/=\"'&;#!?- \n\r019.-+eEid\xc3\x80";
    for (std::uint64_t n = 1 + draws.below(5); n > 0; --n) {
        const std::size_t at = draws.below(text.size() + 1);
        const char byte = draws.below(8) == 0 ? static_cast<char>(draws.below(256))
                                              : kBytes[draws.below(kBytes.size())];
        switch (draws.below(5)) {
            case 0:
                text.insert(at, 1, byte);
                break;
            case 1:
                text.replace(at, 1, 1, byte);
                break;
            case 2:
                text.erase(at, 1 + draws.below(6));
                break;
            case 3:
                text.insert(at, text.substr(draws.below(text.size() + 1), draws.below(60)));
                break;
            default: {
                const std::string& other = all[draws.below(all.size())];
                text.insert(at, other.substr(draws.below(other.size() + 1), draws.below(60)));
            }
        }
    }
    return text;
}

TEST(ReadGraphFuzz, Corpus) {
    const std::vector<std::string> texts = corpus();
    ASSERT_GE(texts.size(), 4U);
    for (const std::string& text : texts) run(text);
}

TEST(ReadGraphFuzz, ChangedCorpus) {
    const std::vector<std::string> texts = corpus();
    const Stream stream = Random(9).stream("changes");
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        run(changed(texts[draws.below(texts.size())], texts, draws));
    }
}

}  // namespace
}  // namespace lethe::test
