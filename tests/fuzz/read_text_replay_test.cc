#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "<>&;#x!-/\"'={}[]:,\\u \n\t\r\xff\xfe\xc3\xe2\x80\xd8";

TEST(ReadTextFuzz, Corpus) { replay_corpus("read_" LETHE_FUZZ_FORMAT, 3); }
TEST(ReadTextFuzz, ChangedCorpus) { replay_changes("read_" LETHE_FUZZ_FORMAT, kBytes); }

}  // namespace
}  // namespace lethe::test
