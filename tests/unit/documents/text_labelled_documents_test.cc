// Collections with classes, in lines and in folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "io_support.h"
#include "lethe/documents/read/labelled_documents.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe::documents {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LabelledDocumentsTest : public ::testing::Test {
  protected:
    std::string put(const std::string& name, std::string_view text) const {
        const std::string path = folder_.file(name);
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        write_file(path, text);
        return path;
    }
    test::TemporaryFolder folder_;
};

TEST_F(LabelledDocumentsTest, LinesOfSeveralFilesAreOneCollection) {
    const auto read = read_labelled_lines({}, {put("a.txt", "earn\tprofits rose\r\n\n acq \t\n"),
                                               put("b.txt", "ship\ta tab\tinside")});
    EXPECT_THAT(read.ids, ElementsAre("a.txt:1", "a.txt:3", "b.txt:1"));
    EXPECT_THAT(read.labels, ElementsAre("earn", "acq", "ship"));
    EXPECT_THAT(read.texts, ElementsAre("profits rose\r", "", "a tab\tinside"));
    EXPECT_EQ(read.views().size(), 3U);
}

TEST_F(LabelledDocumentsTest, FilesOfTheSameNameAreToldApart) {
    const std::string one = put("x/a.txt", "earn\tone");
    const std::string two = put("y/a.txt", "earn\ttwo");
    EXPECT_THAT(read_labelled_lines({}, {one, two}).ids, ElementsAre(one + ":1", two + ":1"));
    EXPECT_EQ(error_of([&] { read_labelled_lines({}, {one, one}); }).kind(), ErrorKind::usage);
}

TEST_F(LabelledDocumentsTest, OtherLinesAreTold) {
    const std::string path = put("a.txt", "earn\tone\nno class\n\tno class either\n");
    const Error error = error_of([&] { read_labelled_lines({}, {path}); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    ASSERT_EQ(error.problems().size(), 2U);
    EXPECT_EQ(error.problems()[0].place.line, 2);
    EXPECT_EQ(error.problems()[1].place.line, 3);
    EXPECT_EQ(error_of([&] { read_labelled_lines({}, {folder_.path()}); }).kind(),
              ErrorKind::usage);
}

TEST_F(LabelledDocumentsTest, FoldersAreClasses) {
    put("films/pos/1.txt", "good");
    put("films/neg/a/1.txt", "bad");
    put("films/README.md", "what this is");
    const auto read = read_labelled_folder({}, folder_.file("films"));
    EXPECT_THAT(read.ids, ElementsAre("neg/a/1.txt", "pos/1.txt"));
    EXPECT_THAT(read.labels, ElementsAre("neg", "pos"));
    EXPECT_THAT(read.texts, ElementsAre("bad", "good"));
    const Error error = error_of([&] { read_labelled_folder({}, folder_.file("films/neg/a")); });
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("classes"));
}

TEST_F(LabelledDocumentsTest, TheNewsAndTheFilmReviewsAreWhole) {
    const std::string data = test::data_folder();
    if (data.empty()) GTEST_SKIP() << "no real data";
    const std::string r8 = data + "/text_reuters_r8/r8-";
    EXPECT_EQ(read_labelled_lines({}, {r8 + "train.txt", r8 + "test.txt"}).ids.size(), 7674U);
    const auto films = read_labelled_folder(test::threads(2), data + "/text_movie_reviews");
    EXPECT_EQ(std::count(films.labels.begin(), films.labels.end(), "pos"), 1000);
    EXPECT_EQ(films.ids.size(), 2000U);
}

}  // namespace
}  // namespace lethe::documents
