// Vectors in files: what is written is read back, and what is malformed is told with its line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "io_support.h"
#include "lethe/core/random.h"
#include "lethe/io/file.h"
#include "lethe/vectors/make/vector_files.h"
#include "support.h"

namespace lethe::vectors {
namespace {

using test::error_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class VectorFiles : public ::testing::Test {
  protected:
    std::string put(const std::string& name, std::string_view bytes) const {
        write_file(folder_.file(name), bytes);
        return folder_.file(name);
    }
    DocumentVectors read(const std::string& name, std::string_view bytes) const {
        return read_vectors({}, put(name, bytes));
    }
    // What is wrong, with the line before it.
    std::string wrong(const std::string& name, std::string_view bytes) const {
        const Error error = error_of([&] { read(name, bytes); });
        EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
        const Problem& problem = error.problems().front();
        return std::to_string(problem.place.line) + ": " + problem.message;
    }
    std::string matrix(std::string_view rest) const {
        return wrong("m.mtx",
                     "%%MatrixMarket matrix coordinate real general\n" + std::string(rest));
    }
    test::TemporaryFolder folder_;
};

DocumentVectors two_documents() {
    DocumentVectors vectors{SparseRows(3), {"oil", "tea", "wheat"}, {"a.txt", "b.txt"}, {"x", "y"}};
    vectors.rows.add(0, 0.1);
    vectors.rows.add(2, 1.0 / 3);
    vectors.rows.end_row();
    vectors.rows.add(1, 2);
    vectors.rows.end_row();
    return vectors;
}

TEST_F(VectorFiles, MatrixMarketAsItIsWritten) {
    const DocumentVectors vectors = two_documents();
    const std::string path = folder_.file("v.mtx");
    write_vectors({}, vectors, path);
    EXPECT_EQ(read_file(path),
              "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 0.1\n"
              "1 3 0.3333333333333333\n2 2 2\n");
    EXPECT_EQ(read_file(folder_.file("v.terms.txt")), "oil\ntea\nwheat\n");
    EXPECT_EQ(read_file(folder_.file("v.documents.csv")), "id,label\na.txt,x\nb.txt,y\n");
    EXPECT_EQ(read_vectors({}, path), vectors);
    EXPECT_THAT(vector_files(vectors, path),
                ElementsAre(path, folder_.file("v.terms.txt"), folder_.file("v.documents.csv")));
}

TEST_F(VectorFiles, SvmlightAsItIsWritten) {
    DocumentVectors vectors = two_documents();
    const std::string path = folder_.file("v.svm");
    write_vectors({}, vectors, path);
    EXPECT_EQ(read_file(path), "1 1:0.1 3:0.3333333333333333\n2 2:2\n");
    EXPECT_EQ(read_vectors({}, path), vectors);
    vectors.ids.clear();
    vectors.labels.clear();
    const std::string bare = folder_.file("bare.libsvm");
    write_vectors({}, vectors, bare);
    EXPECT_EQ(read_file(bare), "0 1:0.1 3:0.3333333333333333\n0 2:2\n");
    EXPECT_EQ(read_vectors({}, bare), vectors);
    EXPECT_EQ(vector_files(vectors, bare).size(), 2U);
}

TEST_F(VectorFiles, LongFormAsItIsWritten) {
    const std::string path = folder_.file("v.csv");
    write_vectors({}, two_documents(), path);
    EXPECT_EQ(read_file(path),
              "document,id,label,term,weight\n1,a.txt,x,oil,0.1\n"
              "1,a.txt,x,wheat,0.3333333333333333\n2,b.txt,y,tea,2\n");
    EXPECT_THAT(vector_files(two_documents(), path), ElementsAre(path));
}

DocumentVectors random_vectors(Draws& draws) {
    static const std::vector<std::string> kOdd = {"NA",     "001",    "1e5", "a,b", "say \"x\"",
                                                  "no one", "größe",  "nan", "7",   "-",
                                                  " lead",  "trail ", "x#y", "1:2", "null"};
    const auto columns = static_cast<std::int32_t>(1 + draws.below(12));
    DocumentVectors vectors{SparseRows(columns), {}, {}, {}};
    for (std::int32_t c = 0; c < columns; ++c) {
        vectors.terms.push_back(c < std::ssize(kOdd) && draws.below(2) == 0
                                    ? kOdd[static_cast<std::size_t>(c)]
                                    : "t" + std::to_string(c));
    }
    const auto rows = static_cast<std::int64_t>(1 + draws.below(8));
    const bool ids = draws.below(2) == 0;
    const bool labels = draws.below(2) == 0;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int32_t c = 0; c < columns; ++c) {
            // Every term is in the first document, so that long form loses none.
            if (r > 0 && draws.below(3) != 0) continue;
            const double size = std::exp2(static_cast<double>(draws.below(200)) - 100);
            vectors.rows.add(c, draws.below(3) == 0 ? std::floor(1 + 9 * draws.uniform())
                                                    : size * draws.uniform_open());
        }
        vectors.rows.end_row();
        if (ids) vectors.ids.push_back("d" + std::to_string(r) + kOdd[draws.below(kOdd.size())]);
        if (labels) vectors.labels.push_back(kOdd[draws.below(kOdd.size())]);
    }
    if (labels) vectors.labels.front() = "a word";  // a class that is no number
    return vectors;
}

TEST_F(VectorFiles, RandomVectorsComeBack) {
    const Stream stream = Random(3).stream("vectors");
    for (int i = 0; i < 50; ++i) {
        Draws draws = stream.at(i);
        const DocumentVectors vectors = random_vectors(draws);
        for (const std::string ending :
             {".mtx", ".mtx.gz", ".svm", ".libsvm.gz", ".parquet", ".csv"}) {
            const std::string path = folder_.file("r" + std::to_string(i) + ending);
            write_vectors(test::threads(2), vectors, path);
            DocumentVectors found = read_vectors(test::threads(2), path);
            if (ending == ".csv" || ending == ".parquet") {
                EXPECT_TRUE(std::is_sorted(found.terms.begin(), found.terms.end()));
                EXPECT_EQ(found.terms.size(), vectors.terms.size());
                found = over_terms(found, vectors.terms);
            }
            EXPECT_EQ(found, vectors) << "vectors " << i << ending;
            for (const std::string& file : vector_files(vectors, path)) {
                std::filesystem::remove(file);
            }
        }
        if (HasFailure()) return;
    }
}

TEST_F(VectorFiles, EdgesOfNumbersComeBack) {
    using Limits = std::numeric_limits<double>;
    DocumentVectors vectors{SparseRows(5), {"a", "b", "c", "d", "e"}, {}, {}};
    std::int32_t column = 0;
    for (const double value : {Limits::denorm_min(), -Limits::max(), Limits::min(), 0.1, 1e16}) {
        vectors.rows.add(column++, value);
    }
    vectors.rows.end_row();
    vectors.rows.end_row();  // an empty document, the last one
    for (const std::string ending : {"mtx", "svm", "parquet", "csv"}) {
        write_vectors({}, vectors, folder_.file("e." + ending));
        EXPECT_EQ(read_vectors({}, folder_.file("e." + ending)), vectors) << ending;
    }
}

TEST_F(VectorFiles, MatrixMarketOfOthers) {
    const DocumentVectors vectors =
        read("m.mtx",
             "%%matrixmarket MATRIX Coordinate Integer General\r\n% made by hand\r\n\r\n%\n"
             " 3\t2 4 \r\n3 1 -5\n\n1 2 7\n1 1 0\n3 2 +2\n");
    EXPECT_THAT(vectors.terms, ElementsAre("term1", "term2"));
    EXPECT_THAT(vectors.ids, IsEmpty());
    EXPECT_EQ(vectors.size(), 3);
    EXPECT_THAT(vectors.rows[0].columns, ElementsAre(1));  // a 0 that is written out is no entry
    EXPECT_EQ(vectors.rows[1].size(), 0);
    EXPECT_THAT(vectors.rows[2].values, ElementsAre(-5, 2));
    const DocumentVectors pattern =
        read("p.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n");
    EXPECT_THAT(pattern.rows[0].values, ElementsAre(1));
}

TEST_F(VectorFiles, MalformedMatrixMarket) {
    EXPECT_EQ(wrong("m.mtx", ""), "0: is empty");
    EXPECT_THAT(wrong("m.mtx", "1 2 3\n"), HasSubstr("1: a Matrix Market file begins with"));
    EXPECT_THAT(wrong("m.mtx", "\xff\xfe%\n"), HasSubstr("1: a Matrix Market file begins with"));
    for (const std::string head :
         {"matrix array real general", "matrix coordinate real symmetric",
          "matrix coordinate real skew-symmetric", "matrix coordinate complex hermitian",
          "matrix coordinate complex general", "vector coordinate real general",
          "matrix coordinate real", "matrix coordinate real general twice"}) {
        const std::string said = wrong("m.mtx", "%%MatrixMarket " + head + "\n1 1 1\n1 1 1\n");
        EXPECT_EQ(said.substr(0, 3), "1: ") << said;
    }
    EXPECT_THAT(wrong("m.mtx", "%%MatrixMarket matrix coordinate real symmetric\n1 1 0\n"),
                HasSubstr("is symmetric"));
    EXPECT_THAT(matrix(""), HasSubstr("0: ends before its line of sizes"));
    EXPECT_THAT(matrix("% only comments\n"), HasSubstr("0: ends before its line of sizes"));
    EXPECT_THAT(matrix("2 2\n1 1 1\n"), HasSubstr("2: is not a line of sizes"));
    EXPECT_THAT(matrix("2 -2 1\n1 1 1\n"), HasSubstr("2: is not a line of sizes"));
    EXPECT_THAT(matrix("2 2 1 1\n1 1 1\n"), HasSubstr("2: is not a line of sizes"));
    EXPECT_THAT(matrix("99999999999999999999 2 1\n"), HasSubstr("2: is not a line of sizes"));
    EXPECT_THAT(matrix("2 2 2\n1 1 1\n"),
                HasSubstr("2: the file has 1 entries, its line of sizes"));
    EXPECT_THAT(matrix("2 2 1\n1 1 1\n\n2 2 1\n"), HasSubstr("5: is one entry more than the 1"));
    EXPECT_THAT(matrix("2 2 1\n3 1 1\n"), HasSubstr("3: is outside the matrix: rows are 1 to 2"));
    EXPECT_THAT(matrix("2 2 1\n0 1 1\n"), HasSubstr("3: is outside the matrix"));
    EXPECT_THAT(matrix("2 2 1\n1 3 1\n"), HasSubstr("3: is outside the matrix"));
    EXPECT_THAT(matrix("2 2 1\n1 1\n"), HasSubstr("3: is not an entry"));
    EXPECT_THAT(matrix("2 2 1\n1 1 one\n"), HasSubstr("3: is not an entry"));
    EXPECT_THAT(matrix("2 2 1\n1 1 1 1\n"), HasSubstr("3: is not an entry"));
    EXPECT_THAT(matrix("2 2 1\n1.5 1 1\n"), HasSubstr("3: is not an entry"));
    EXPECT_THAT(matrix("2 2 1\n1 1 nan\n"), HasSubstr("3: has a value that is not finite"));
    EXPECT_THAT(matrix("2 2 1\n1 1 -inf\n"), HasSubstr("3: has a value that is not finite"));
    EXPECT_THAT(matrix("2 2 3\n1 1 1\n\n2 2 1\n1 1 3\n"), HasSubstr("6: is there twice"));
    EXPECT_THAT(matrix("2 2 2\n1 1 0\n1 1 0\n"), HasSubstr("4: is there twice"));
    EXPECT_THAT(
        wrong("m.mtx", "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n"),
        HasSubstr("3: has a value that is no whole number"));
    EXPECT_THAT(wrong("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n"),
                HasSubstr("3: is not an entry: row, column"));
}

TEST_F(VectorFiles, PromisesAreNotBelieved) {
    EXPECT_THAT(matrix("1000000000000 2 1\n1 1 1\n"), HasSubstr("2: says more than"));
    EXPECT_THAT(matrix("2000000000 2 1\n1 1 1\n"), HasSubstr("2: says 2000000000 rows, nearly"));
    EXPECT_THAT(matrix("2 2000000000 1\n1 1 1\n"), HasSubstr("2: says 2000000000 columns, nearly"));
    EXPECT_THAT(matrix("2 2 4000000000000000000\n1 1 1\n"), HasSubstr("2: the file has 1 entries"));
    EXPECT_THAT(wrong("s.svm", "1 1:1\n1 2000000000:1\n"),
                HasSubstr("2: has term 2000000000, but"));
    EXPECT_THAT(wrong("l.csv", "document,term,weight\n1,a,1\n2000000000,b,1\n"),
                HasSubstr("row 2: the number of the document"));
}

TEST_F(VectorFiles, SvmlightOfOthers) {
    const DocumentVectors vectors =
        read("s.svm", "+1 4:0.5 2:1e-3 # a comment: 7:7\n\n# nothing\n-1\n-1 1:0 3:2\r\n");
    EXPECT_THAT(vectors.labels, ElementsAre("1", "-1", "-1"));
    EXPECT_THAT(vectors.terms, ElementsAre("term1", "term2", "term3", "term4"));
    EXPECT_THAT(vectors.rows[0].columns, ElementsAre(1, 3));
    EXPECT_EQ(vectors.rows[1].size(), 0);
    EXPECT_THAT(vectors.rows[2].columns, ElementsAre(2));
}

TEST_F(VectorFiles, MalformedSvmlight) {
    EXPECT_EQ(wrong("s.svm", ""), "0: has no documents");
    EXPECT_EQ(wrong("s.svm", "# 1 1:1\n"), "0: has no documents");
    EXPECT_THAT(wrong("s.svm", "1 1:1\nearn 1:1\n"), HasSubstr("2: does not begin with a class"));
    EXPECT_THAT(wrong("s.svm", "1:1 2:1\n"), HasSubstr("1: does not begin with a class"));
    EXPECT_THAT(wrong("s.svm", "1 qid:3 1:1\n"), HasSubstr("1: has a qid"));
    EXPECT_THAT(wrong("s.svm", "1 0:1\n"), HasSubstr("1: has a term 0"));
    EXPECT_THAT(wrong("s.svm", "1 -3:1\n"), HasSubstr("1: has an entry that is not"));
    EXPECT_THAT(wrong("s.svm", "1 3\n"), HasSubstr("1: has an entry that is not"));
    EXPECT_THAT(wrong("s.svm", "1 3:\n"), HasSubstr("1: has an entry that is not"));
    EXPECT_THAT(wrong("s.svm", "1 3:x\n"), HasSubstr("1: has an entry that is not"));
    EXPECT_THAT(wrong("s.svm", "1 3: 4\n"), HasSubstr("1: has an entry that is not"));
    EXPECT_THAT(wrong("s.svm", "1 3:nan\n"), HasSubstr("1: has a weight that is not finite"));
    EXPECT_THAT(wrong("s.svm", "1 3:1 2:1 3:1\n"), HasSubstr("1: has term 3 twice"));
    EXPECT_THAT(wrong("s.svm", "1 99999999999:1\n"), HasSubstr("1: has a term beyond"));
    EXPECT_THAT(wrong("s.svm", "1 99999999999999999999:1\n"), HasSubstr("1: has a term beyond"));
}

TEST_F(VectorFiles, FilesBesideThem) {
    const std::string two = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 1\n";
    put("m.terms.txt", "oil\r\ntea\r\n");
    EXPECT_THAT(read("m.mtx", two).terms, ElementsAre("oil", "tea"));
    put("m.terms.txt", "oil\ntea\nwheat\n");
    EXPECT_THAT(wrong("m.mtx", two), HasSubstr("has 3 terms, the matrix has 2 columns"));
    EXPECT_THAT(read("m.svm", "1 1:1\n").terms, ElementsAre("oil", "tea", "wheat"));
    EXPECT_THAT(wrong("m.svm", "1 4:1\n"), HasSubstr("1: has term 4; the file of terms has 3"));
    put("m.terms.txt", "oil\noil\n");
    EXPECT_EQ(wrong("m.mtx", two), "2: is a term that was there before");
    put("m.terms.txt", "oil\n\n");
    EXPECT_EQ(wrong("m.mtx", two), "2: is an empty term");
    put("m.terms.txt", "oil\nt\xe9\n");
    EXPECT_EQ(wrong("m.mtx", two), "2: is not UTF-8");
    std::filesystem::remove(folder_.file("m.terms.txt"));
    EXPECT_THAT(read("m.mtx", two).terms, ElementsAre("term1", "term2"));

    put("m.documents.csv", "id,label\na,x\nb,x\n");
    EXPECT_THAT(read("m.mtx", two).ids, ElementsAre("a", "b"));
    EXPECT_THAT(read("m.svm", "1 1:1\n2 2:1\n").labels, ElementsAre("x", "x"));
    put("m.documents.csv", "id,label\na,x\n");
    EXPECT_THAT(wrong("m.mtx", two), HasSubstr("has 1 documents, the vectors are 2"));
    put("m.documents.csv", "id\na\na\n");
    EXPECT_THAT(wrong("m.mtx", two), HasSubstr("document 2 has the id of another one"));
    put("m.documents.csv", "name,class\na,x\nb,x\n");
    EXPECT_THAT(wrong("m.mtx", two), HasSubstr("neither a column id nor a column label"));
}

TEST_F(VectorFiles, MalformedLongForm) {
    const std::string head = "document,id,term,weight\n";
    EXPECT_THAT(wrong("l.csv", "doc,term,weight\n1,a,1\n"), HasSubstr("have the columns document"));
    EXPECT_THAT(wrong("l.csv", head + "one,x,a,1\n"), HasSubstr("document is not of numbers"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,a,heavy\n"), HasSubstr("weight is not of numbers"));
    EXPECT_THAT(wrong("l.csv", head + "0,x,a,1\n"), HasSubstr("row 1: documents are numbered"));
    EXPECT_THAT(wrong("l.csv", head + "1.5,x,a,1\n"), HasSubstr("row 1: documents are numbered"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,a,1\n1,x,a,2\n"), HasSubstr("row 2: the document has"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,a,1\n1,y,b,2\n"), HasSubstr("row 2: another row"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,a,1\n2,x,b,2\n"), HasSubstr("document 2 has the id"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,a,1\n3,y,b,2\n"), HasSubstr("document 2 has no row"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,,1\n"), HasSubstr("row 1: has a weight without"));
    EXPECT_THAT(wrong("l.csv", head + "1,x,a,\n1,x,b,2\n"), HasSubstr("row 1: has a term without"));
    EXPECT_THAT(wrong("l.csv", head), HasSubstr("no rows"));
    const DocumentVectors any = read("l.csv", head + "2,y,b,1\n1,x,c,2\n2,y,a,3\n");
    EXPECT_THAT(any.terms, ElementsAre("a", "b", "c"));
    EXPECT_THAT(any.ids, ElementsAre("x", "y"));
    EXPECT_THAT(any.rows[1].values, ElementsAre(3, 1));
}

TEST_F(VectorFiles, WholeOrNotAtAll) {
    DocumentVectors vectors = two_documents();
    EXPECT_EQ(error_of([&] { write_vectors({}, vectors, folder_.file("v.txt")); }).kind(),
              ErrorKind::usage);
    EXPECT_EQ(error_of([&] { read_vectors({}, folder_.file("v.xlsx")); }).kind(), ErrorKind::usage);
    EXPECT_EQ(error_of([&] { read_vectors({}, folder_.file("absent.mtx")); }).kind(),
              ErrorKind::io);
    // One of the three cannot be written: none is there.
    std::filesystem::create_directory(folder_.file("v.documents.csv"));
    EXPECT_EQ(error_of([&] { write_vectors({}, vectors, folder_.file("v.mtx")); }).kind(),
              ErrorKind::io);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("v.mtx")));
    EXPECT_FALSE(std::filesystem::exists(folder_.file("v.terms.txt")));
    vectors.terms[1] = "two\nlines";
    EXPECT_EQ(error_of([&] { write_vectors({}, vectors, folder_.file("w.mtx")); }).kind(),
              ErrorKind::input);
    write_vectors({}, vectors, folder_.file("w.csv"));
    EXPECT_EQ(over_terms(read_vectors({}, folder_.file("w.csv")), vectors.terms), vectors);
}

TEST_F(VectorFiles, IdsOfOtherVectorsAreNotTakenOver) {
    DocumentVectors vectors = two_documents();
    write_vectors({}, vectors, folder_.file("v.mtx"));
    vectors.ids.clear();
    vectors.labels.clear();
    const Error error = error_of([&] { write_vectors({}, vectors, folder_.file("v.mtx")); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("v.documents.csv"));
}

}  // namespace
}  // namespace lethe::vectors
