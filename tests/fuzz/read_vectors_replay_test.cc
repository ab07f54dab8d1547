#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "\t\n\r  ::%#.+-eE\xff\xc3 00192";

TEST(ReadVectorsFuzz, Corpus) { replay_corpus("vectors_" LETHE_FUZZ_FORMAT, 2); }
TEST(ReadVectorsFuzz, ChangedCorpus) { replay_changes("vectors_" LETHE_FUZZ_FORMAT, kBytes); }

}  // namespace
}  // namespace lethe::test
