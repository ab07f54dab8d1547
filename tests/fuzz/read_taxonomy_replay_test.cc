#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = ";,\t\"\"\n\r =<>&!#*@%[](){}:\\\xff\xc3 0019an";

TEST(ReadTaxonomyFuzz, Corpus) { replay_corpus("taxonomy_" LETHE_FUZZ_FORMAT, 2); }
TEST(ReadTaxonomyFuzz, ChangedCorpus) { replay_changes("taxonomy_" LETHE_FUZZ_FORMAT, kBytes); }

}  // namespace
}  // namespace lethe::test
