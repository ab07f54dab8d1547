// What explorations go on by: a table that is understood otherwise is another one.
#include <gtest/gtest.h>

#include "lethe/knowledge/information_content.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/operation/shared/table_source.h"
#include "taxonomies.h"

namespace lethe::operation {
namespace {

using Links = std::vector<std::pair<std::string, std::string>>;

TaxonomyPtr work(const std::string& above_baker) {
    return test::taxonomy_of(
        "work",
        Links{{"food", "all"}, {"land", "all"}, {"baker", above_baker}, {"farmer", "land"}});
}

std::string fingerprint(const MeaningPtr& meaning, const std::string& second = "farmer",
                        Kind kind = Kind::nominal) {
    ColumnPtr column = Column::from_texts("job", kind, std::vector<std::string>{"baker", second});
    if (meaning) column = column->with_meaning(meaning);
    return table_fingerprint(Table({column}));
}

MeaningPtr meaning_of(const TaxonomyPtr& taxonomy, Unmapped unmapped = Unmapped::fail,
                      const std::vector<MappedValue>& mapped = {},
                      std::shared_ptr<const InformationContent> content = nullptr) {
    return std::make_shared<const Meaning>(taxonomy, mapped, unmapped, std::move(content));
}

TEST(TableFingerprint, WhatValuesMeanCounts) {
    const TaxonomyPtr taxonomy = work("food");
    const std::string usual = fingerprint(meaning_of(taxonomy));
    EXPECT_EQ(usual, fingerprint(meaning_of(work("food"))));
    EXPECT_NE(usual, fingerprint(nullptr));
    EXPECT_NE(usual, fingerprint(meaning_of(work("land"))));
    EXPECT_NE(usual, fingerprint(meaning_of(taxonomy, Unmapped::exact_match)));
    const MappedValue otherwise{"farmer", taxonomy->find("land").front(),
                                MappedValue::How::override_table, 1, 1};
    EXPECT_NE(usual, fingerprint(meaning_of(taxonomy, Unmapped::fail, {otherwise})));
    const auto counted = std::make_shared<InformationContent>();
    counted->of = {0, 1, 2, 3, 4};
    counted->greatest = 4;
    EXPECT_NE(usual, fingerprint(meaning_of(taxonomy, Unmapped::fail, {}, counted)));
}

TEST(TableFingerprint, TopicsOfListsCount) {
    const TaxonomyPtr taxonomy = work("food");
    const MappedValue otherwise{"farmer", taxonomy->find("land").front(),
                                MappedValue::How::override_table, 1, 1};
    EXPECT_NE(fingerprint(meaning_of(taxonomy), "baker;farmer"),
              fingerprint(meaning_of(taxonomy, Unmapped::fail, {otherwise}), "baker;farmer"));
}

TEST(TableFingerprint, KindsCount) {
    EXPECT_NE(fingerprint(nullptr), fingerprint(nullptr, "farmer", Kind::ordinal));
}

}  // namespace
}  // namespace lethe::operation
