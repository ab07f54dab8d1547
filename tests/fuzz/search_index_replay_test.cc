// Replays index files, and thousands of small changes of them, through the fuzz target.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fuzz_replay.h"
#include "lethe/core/random.h"
#include "lethe/documents/index/search_index.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::test {
namespace {

std::vector<std::string> search_index_corpus() {
    const TemporaryFolder folder;
    std::vector<std::string> files;
    lethe::documents::SearchIndex index;
    const auto keep = [&] {
        index.write(folder.file("index"));
        files.push_back(read_file(folder.file("index")));
    };
    keep();
    index.add({}, {"a", "b", "c", "d", "e", "f", "g", "h"},
              {"fish", "bird fish fish", "whale", "tree and bird", "weapons of the state", "",
               "systems", "state"});
    keep();
    index.add({}, {"b"}, {"fish system"});
    keep();
    index.add({}, {"x", "y", "a"}, {"fish", "weapon", "whale whale whale"});
    keep();
    return files;
}

std::string changed(std::string bytes, Draws& draws) {
    for (std::uint64_t n = 1 + draws.below(4); n > 0; --n) {
        const std::size_t at = draws.below(bytes.size());
        switch (draws.below(6)) {
            case 0:
                bytes[at] = static_cast<char>(draws.below(256));
                break;
            case 1:  // a number a little off
                bytes[at / 8 * 8] = static_cast<char>(bytes[at / 8 * 8] + 1);
                break;
            case 2:
                bytes[at / 8 * 8] = static_cast<char>(bytes[at / 8 * 8] - 1);
                break;
            case 3:  // a large one
                bytes[std::min(bytes.size() - 1, at / 8 * 8 + 7)] = '\x7f';
                break;
            case 4:
                bytes[std::min(bytes.size() - 1, at / 8 * 8 + 3)] = '\xff';
                break;
            default:
                if (draws.below(8) == 0) bytes.resize(1 + draws.below(bytes.size()));
        }
    }
    return bytes;
}

TEST(SearchIndexFuzz, Corpus) {
    for (const std::string& bytes : search_index_corpus()) fuzz_once("search_index", bytes);
    fuzz_once("search_index", "");
    fuzz_once("search_index", "LTHE-IX1");
}

TEST(SearchIndexFuzz, ChangedCorpus) {
    const std::vector<std::string> files = search_index_corpus();
    const Stream stream = Random(9).stream("changes");
    for (int i = 0; i < 30000; ++i) {
        Draws draws = stream.at(i);
        fuzz_once("search_index", changed(files[draws.below(files.size())], draws));
    }
}

}  // namespace
}  // namespace lethe::test
