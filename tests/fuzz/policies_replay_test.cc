#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "[]{}=\"'#.,_-+ \n\r\t019ainfeE\\u\xc3\xa9\x7f";

TEST(PoliciesFuzz, Corpus) { replay_corpus("policies", 6); }
TEST(PoliciesFuzz, ChangedCorpus) { replay_changes("policies", kBytes); }

}  // namespace
}  // namespace lethe::test
