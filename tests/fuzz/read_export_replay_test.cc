#include "fuzz_replay.h"

namespace lethe::test {
namespace {

constexpr std::string_view kBytes = "[]{}:,=\"'&;#<>/@ \n\r019.-+eE\\utfn\xc3\x80";

TEST(ReadExportFuzz, Corpus) { replay_corpus("export_" LETHE_FUZZ_FORMAT, 4); }
TEST(ReadExportFuzz, ChangedCorpus) { replay_changes("export_" LETHE_FUZZ_FORMAT, kBytes); }

}  // namespace
}  // namespace lethe::test
