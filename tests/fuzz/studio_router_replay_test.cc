#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "/?&=%%+.2eEfF0:{}\\;, \n\r#\"[]AZ\xc3\xff";

TEST(StudioRouterFuzz, Corpus) { replay_corpus("studio_router", 8); }
TEST(StudioRouterFuzz, ChangedCorpus) { replay_changes("studio_router", kBytes); }

}  // namespace
}  // namespace lethe::test
