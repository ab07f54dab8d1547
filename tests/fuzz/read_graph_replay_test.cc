#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "[]<>/=\"'&;#!?- \n\r019.-+eEid\xc3\x80";

TEST(ReadGraphFuzz, Corpus) { replay_corpus("graph_" LETHE_FUZZ_FORMAT, 4); }
TEST(ReadGraphFuzz, ChangedCorpus) { replay_changes("graph_" LETHE_FUZZ_FORMAT, kBytes); }

}  // namespace
}  // namespace lethe::test
