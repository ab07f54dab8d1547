#include <filesystem>

#include "knowledge_files.h"
#include "lethe/knowledge/readers/taxonomy_cache.h"
#include "taxonomies.h"

namespace lethe::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

class Cache : public KnowledgeFiles {
  protected:
    KnowledgeOptions options() const {
        KnowledgeOptions options;
        options.cache_folder = folder.file("cache/deeper");
        return options;
    }
    std::vector<fs::path> files() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(options().cache_folder)) {
            found.push_back(entry.path());
        }
        return found;
    }
};

void cache_expect_same(const TaxonomyParts& a, const TaxonomyParts& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.version, b.version);
    EXPECT_EQ(a.virtual_root, b.virtual_root);
    const auto same = [](const auto& one, const auto& other) {
        EXPECT_EQ(one.begin, other.begin);
        EXPECT_EQ(one.items, other.items);
    };
    same(a.parents, b.parents);
    same(a.ids.lists, b.ids.lists);
    same(a.names, b.names);
    same(a.name_texts.lists, b.name_texts.lists);
    same(a.glosses.lists, b.glosses.lists);
    same(a.wholes, b.wholes);
    same(a.keys.lists, b.keys.lists);
    same(a.senses, b.senses);
    same(a.stem_keys.lists, b.stem_keys.lists);
    same(a.stem_senses, b.stem_senses);
}

TEST_F(Cache, TheSecondTimeItIsTheSame) {
    const std::string path = put("h.csv", "a;b\nc;d\n");
    const Knowledge first = read_knowledge({}, path, options());
    EXPECT_FALSE(first.from_cache);
    ASSERT_EQ(files().size(), 1U);
    const Knowledge second = read_knowledge({}, path, options());
    EXPECT_TRUE(second.from_cache);
    EXPECT_EQ(second.format, first.format);
    EXPECT_EQ(second.notes, first.notes);
    cache_expect_same(second.taxonomy->parts_of_it(), first.taxonomy->parts_of_it());
    // Asked for as something else, it is something else.
    KnowledgeOptions told = options();
    told.format = KnowledgeFormat::parent_table;
    EXPECT_THROW(read_knowledge({}, path, told), Error);
}

TEST_F(Cache, AChangedSourceIsReadAgain) {
    const std::string path = put("h.csv", "a;b\n");
    read_knowledge({}, path, options());
    put("h.csv", "a;b\nc;b\n");
    const Knowledge changed = read_knowledge({}, path, options());
    EXPECT_FALSE(changed.from_cache);
    EXPECT_EQ(changed.taxonomy->size(), 3);
    put("h.csv", "a;x\nc;x\n");  // of the same size
    fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(5));
    EXPECT_EQ(read_knowledge({}, path, options()).taxonomy->label(0), "x");
}

TEST_F(Cache, ADamagedFileIsReplaced) {
    const std::string path = put("h.csv", "a;b;c\nd;b;c\n");
    read_knowledge({}, path, options());
    ASSERT_EQ(files().size(), 1U);
    const std::string file = files().front().string();
    const std::string whole = read_file(file);
    for (const std::string& damaged :
         {std::string(), whole.substr(0, whole.size() / 2), whole + "x", std::string("foreign"),
          std::string(1000, '\xff')}) {
        write_file(file, damaged);
        const Knowledge again = read_knowledge({}, path, options());
        EXPECT_FALSE(again.from_cache);
        EXPECT_EQ(again.taxonomy->size(), 4);
        EXPECT_EQ(read_file(file), whole);
    }
    EXPECT_TRUE(read_knowledge({}, path, options()).from_cache);
}

TEST_F(Cache, AFolderThatCannotBeIsOnlyNoted) {
    const std::string path = put("h.csv", "a;b\n");
    KnowledgeOptions blocked;
    blocked.cache_folder = path + "/inside-a-file";
    const Knowledge knowledge = read_knowledge({}, path, blocked);
    EXPECT_THAT(knowledge.notes, ElementsAre(HasSubstr("it was not cached")));
}

TEST(CacheBytes, RandomTaxonomiesComeBack) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const TaxonomyPtr taxonomy = random_taxonomy(Random(seed), 60);
        const std::string bytes =
            readers::encode_taxonomy("key", taxonomy->parts_of_it(), {"a note"});
        const auto again = readers::decode_taxonomy(bytes, "key");
        ASSERT_TRUE(again);
        cache_expect_same(again->parts, taxonomy->parts_of_it());
        EXPECT_THAT(again->notes, ElementsAre("a note"));
        EXPECT_FALSE(readers::decode_taxonomy(bytes, "other key"));
    }
}

TEST(CacheBytes, NoChangeGoesUnnoticed) {
    const TaxonomyPtr taxonomy = random_taxonomy(Random(1), 20);
    const std::string bytes = readers::encode_taxonomy("key", taxonomy->parts_of_it(), {});
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        for (const char bit : {'\x01', '\x80'}) {
            changed[i] = static_cast<char>(bytes[i] ^ bit);
            EXPECT_FALSE(readers::decode_taxonomy(changed, "key")) << i;
        }
        EXPECT_FALSE(readers::decode_taxonomy(bytes.substr(0, i), "key")) << i;
    }
}

}  // namespace
}  // namespace lethe::test
