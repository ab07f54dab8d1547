#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = ",;\t|\"\"\"\n\r\r\n \xff\xc3\xe2\x80.-+eE0019NAnaif";

TEST(ReadCsvFuzz, Corpus) { replay_corpus("read_csv", 8); }
TEST(ReadCsvFuzz, ChangedCorpus) { replay_changes("read_csv", kBytes); }

}  // namespace
}  // namespace lethe::test
