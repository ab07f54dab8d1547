#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "[]{}=,.#\"\"'\n\r\\ \xff\xc3\xe2\x80-+eE0019inftrue";

TEST(QueriesFuzz, Corpus) { replay_corpus("queries", 4); }
TEST(QueriesFuzz, ChangedCorpus) { replay_changes("queries", kBytes); }

}  // namespace
}  // namespace lethe::test
