// Replays the corpus of each target that has one in files, and thousands of small changes of it.
#include <set>

#include "fuzz_replay.h"

namespace lethe::test {
namespace {

struct Replayed {
    std::string target;
    std::size_t least;       // files in its corpus
    std::string_view bytes;  // that changes are made of
};

void PrintTo(const Replayed& replayed, std::ostream* out) { *out << replayed.target; }

constexpr std::string_view kAnswerBytes{"\0\0\0\1\2\3\4\7\x08\x10\x40\x7f\x80\xf0\xff%Y.a", 20};
constexpr std::string_view kExportBytes = "[]{}:,=\"'&;#<>/@ \n\r019.-+eE\\utfn\xc3\x80";
constexpr std::string_view kGraphBytes = "[]<>/=\"'&;#!?- \n\r019.-+eEid\xc3\x80";
constexpr std::string_view kTaxonomyBytes = ";,\t\"\"\n\r =<>&!#*@%[](){}:\\\xff\xc3 0019an";
constexpr std::string_view kTextBytes = "<>&;#x!-/\"'={}[]:,\\u \n\t\r\xff\xfe\xc3\xe2\x80\xd8";
constexpr std::string_view kSheetBytes = "<>/=\"'&;#x! rscvt01579.-:AB_[]$%;@yhm\n\xc3\xff";
constexpr std::string_view kVectorBytes = "\t\n\r  ::%#.+-eE\xff\xc3 00192";

const std::vector<Replayed> kReplayed = {
    Replayed{"policies", 6, "[]{}=\"'#.,_-+ \n\r\t019ainfeE\\u\xc3\xa9\x7f"},
    Replayed{"key_file", 5, "{}[]:,\"\"0123 \n_-AZaz=\\u\xc3\xff"},
    Replayed{"queries", 4, "[]{}=,.#\"\"'\n\r\\ \xff\xc3\xe2\x80-+eE0019inftrue"},
    Replayed{"read_csv", 8, ",;\t|\"\"\"\n\r\r\n \xff\xc3\xe2\x80.-+eE0019NAnaif"},
    Replayed{"reader_answer", 3, kAnswerBytes},
    Replayed{"studio_router", 8, "/?&=%%+.2eEfF0:{}\\;, \n\r#\"[]AZ\xc3\xff"},
    Replayed{"vault", 4, std::string_view("\0\0\0\1\2\x7f\xff a\n", 10)},
    Replayed{"export_lines", 4, kExportBytes},
    Replayed{"export_mastodon", 4, kExportBytes},
    Replayed{"export_x", 4, kExportBytes},
    Replayed{"graph_gml", 4, kGraphBytes},
    Replayed{"graph_graphml", 4, kGraphBytes},
    Replayed{"read_encoding", 3, kTextBytes},
    Replayed{"read_html", 3, kTextBytes},
    Replayed{"read_jsonl", 3, kTextBytes},
    Replayed{"taxonomy_cache", 2, kTaxonomyBytes},
    Replayed{"taxonomy_icd", 2, kTaxonomyBytes},
    Replayed{"taxonomy_obo", 2, kTaxonomyBytes},
    Replayed{"taxonomy_parent_table", 2, kTaxonomyBytes},
    Replayed{"taxonomy_rdf", 2, kTaxonomyBytes},
    Replayed{"taxonomy_rf2", 2, kTaxonomyBytes},
    Replayed{"taxonomy_value_hierarchy", 2, kTaxonomyBytes},
    Replayed{"taxonomy_wordnet", 2, kTaxonomyBytes},
    Replayed{"vectors_matrix_market", 2, kVectorBytes},
    Replayed{"vectors_svmlight", 2, kVectorBytes},
    Replayed{"xlsx_file", 2, kAnswerBytes},
    Replayed{"xlsx_shared", 2, kSheetBytes},
    Replayed{"xlsx_sheet", 2, kSheetBytes},
    Replayed{"xlsx_styles", 2, kSheetBytes},
    Replayed{"xlsx_workbook", 2, kSheetBytes}};

class FuzzReplay : public testing::TestWithParam<Replayed> {};

TEST_P(FuzzReplay, Corpus) { replay_corpus(GetParam().target, GetParam().least); }
TEST_P(FuzzReplay, ChangedCorpus) { replay_changes(GetParam().target, GetParam().bytes); }

INSTANTIATE_TEST_SUITE_P(All, FuzzReplay, testing::ValuesIn(kReplayed),
                         [](const auto& one) { return one.param.target; });

TEST(FuzzTargets, AllAreReplayed) {
    // They make their corpora themselves, in files of their own.
    std::set<std::string_view> replayed = {"formula", "review", "search_index", "text_model",
                                           "text_patterns"};
    for (const Replayed& one : kReplayed) replayed.insert(one.target);
    for (const fuzz::Target& target : fuzz::targets()) {
        EXPECT_TRUE(replayed.contains(target.name)) << target.name;
    }
}

}  // namespace
}  // namespace lethe::test
