// Replays a corpus, and thousands of small changes of it, through a fuzz target, so that the tests
// do not need a fuzzer. A target and the folder of its corpus have one name.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/io/file.h"
#include "support.h"
#include "targets.h"

namespace lethe::test {

// The files of a folder below tests/fuzz/corpus, in the order of their names.
inline std::vector<std::string> fuzz_corpus(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(source_path("tests/fuzz/corpus/" + folder))) {
        files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> texts;
    for (const std::string& file : files) texts.push_back(read_file(file));
    return texts;
}

inline void fuzz_once(std::string_view target, std::string_view text) {
    const fuzz::Target* found = fuzz::find_target(target);
    ASSERT_NE(found, nullptr) << target;
    found->run(text);
}

// A few changes: bytes of `bytes` or any, pieces that go, are doubled, or come from another text.
inline std::string fuzz_changed(std::string text, const std::vector<std::string>& all,
                                std::string_view bytes, Draws& draws) {
    for (std::uint64_t n = 1 + draws.below(6); n > 0; --n) {
        const std::size_t at = draws.below(text.size() + 1);
        const char byte = draws.below(8) == 0 ? static_cast<char>(draws.below(256))
                                              : bytes[draws.below(bytes.size())];
        const std::string& other = all[draws.below(all.size())];
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
            default:
                text.insert(at, other.substr(draws.below(other.size() + 1), draws.below(60)));
        }
    }
    return text;
}

inline void replay_corpus(const std::string& folder, std::size_t least) {
    const std::vector<std::string> texts = fuzz_corpus(folder);
    ASSERT_GE(texts.size(), least);
    for (const std::string& text : texts) fuzz_once(folder, text);
}

inline void replay_changes(const std::string& folder, std::string_view bytes) {
    const std::vector<std::string> texts = fuzz_corpus(folder);
    const Stream stream = Random(9).stream("changes");
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        fuzz_once(folder, fuzz_changed(texts[draws.below(texts.size())], texts, bytes, draws));
    }
}

}  // namespace lethe::test
