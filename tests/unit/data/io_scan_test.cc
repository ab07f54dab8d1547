// The CSV scanner against a slow and obvious one, on random texts cut at every place.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/data/formats/csv_scan.h"
#include "lethe/io/utf8.h"

namespace lethe::formats {
namespace {

struct ScannedField {
    std::string text;
    bool quoted = false;
    friend bool operator==(const ScannedField&, const ScannedField&) = default;
};
using Record = std::vector<ScannedField>;

struct Result {
    std::vector<Record> records;
    ScanProblem::Kind problem = ScanProblem::Kind::none;
    std::int64_t line = 0;
};

// One character at a time, by the grammar of RFC 4180.
class Reference {
  public:
    Reference(std::string text, char separator) : text_(std::move(text)), separator_(separator) {}

    Result run() {
        while (at_ < text_.size()) {
            Record record;
            if (!take_record(record)) return result_;
            const bool blank = record.size() == 1 && record[0].text.empty() && !record[0].quoted;
            if (!blank) result_.records.push_back(std::move(record));
        }
        return result_;
    }

  private:
    bool at_line_end() const {
        return at_ == text_.size() || text_[at_] == '\n' || text_[at_] == '\r';
    }

    void take_line_end() {
        if (at_ == text_.size()) return;
        const bool crlf = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
        at_ += crlf ? 2 : 1;
        ++line_;
    }

    bool fail(ScanProblem::Kind problem, std::int64_t line) {
        result_.problem = problem;
        result_.line = line;
        return false;
    }

    bool take_quoted(ScannedField& field) {
        const std::int64_t first = line_;
        field.quoted = true;
        ++at_;
        while (true) {
            if (at_ == text_.size()) return fail(ScanProblem::Kind::open_quote, first);
            if (text_[at_] == '"') {
                ++at_;
                if (at_ == text_.size() || text_[at_] != '"') break;
            }
            const bool before_lf = at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
            if (text_[at_] == '\n' || (text_[at_] == '\r' && !before_lf)) ++line_;
            field.text += text_[at_++];
        }
        if (!at_line_end() && text_[at_] != separator_) {
            return fail(ScanProblem::Kind::after_quote, line_);
        }
        return true;
    }

    bool take_record(Record& record) {
        while (true) {
            ScannedField field;
            if (at_ < text_.size() && text_[at_] == '"') {
                if (!take_quoted(field)) return false;
            } else {
                while (!at_line_end() && text_[at_] != separator_) field.text += text_[at_++];
            }
            record.push_back(std::move(field));
            if (at_line_end()) break;
            ++at_;
        }
        take_line_end();
        return true;
    }

    std::string text_;
    char separator_;
    std::size_t at_ = 0;
    std::int64_t line_ = 1;
    Result result_;
};

// The text arrives in two pieces, the first of `cut` bytes.
Result scan_in_two(const std::string& text, std::size_t cut, char separator) {
    Result result;
    RecordScanner scanner({separator, false}, 0);
    std::size_t known = 0;
    std::string rest = text.substr(0, cut);
    for (const bool is_last : {false, true}) {
        if (is_last) rest += text.substr(cut);
        std::vector<TextSlice> slices;
        rest.push_back('\0');
        const std::size_t end = rest.size() - 1;
        const std::size_t at = scanner.scan(rest.data(), 0, end, is_last, slices);
        const TextSlice* slice = slices.data();
        for (; known < scanner.counts().size(); ++known) {
            Record record;
            for (std::int64_t i = 0; i < scanner.counts()[known]; ++i, ++slice) {
                record.push_back({std::string(slice->of(rest.data())), slice->quoted != 0});
            }
            result.records.push_back(std::move(record));
        }
        if (scanner.problem()) break;
        rest = rest.substr(at, end - at);
    }
    result.problem = scanner.problem().kind;
    result.line = scanner.problem().line;
    return result;
}

TEST(RecordScanner, AgreesWithTheReferenceWhereverTheTextIsCut) {
    constexpr std::string_view kAlphabet = "ab,,\"\"\"\n\r\n";
    const Stream stream = Random(4).stream("texts");
    int with_problem = 0;
    for (int i = 0; i < 20000; ++i) {
        Draws draws = stream.at(i);
        std::string text;
        for (std::uint64_t n = draws.below(16); n > 0; --n) {
            text += kAlphabet[draws.below(kAlphabet.size())];
        }
        const Result expected = Reference(text, ',').run();
        with_problem += expected.problem == ScanProblem::Kind::none ? 0 : 1;
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            const Result found = scan_in_two(text, cut, ',');
            ASSERT_EQ(found.records, expected.records) << ::testing::PrintToString(text) << cut;
            ASSERT_EQ(found.problem, expected.problem) << ::testing::PrintToString(text) << cut;
            ASSERT_EQ(found.line, expected.line) << ::testing::PrintToString(text) << cut;
        }
    }
    EXPECT_GT(with_problem, 1000);
    EXPECT_LT(with_problem, 19000);
}

TEST(RecordScanner, RaggedRecordsAndBlankLines) {
    std::string text = "a,b\n\n\"x\ny\",2\r\n1,2,3\n";
    text.push_back('\0');
    std::vector<TextSlice> slices;
    RecordScanner scanner({}, 2);
    scanner.scan(text.data(), 0, text.size() - 1, true, slices);
    EXPECT_EQ(scanner.records(), 2);
    EXPECT_EQ(slices.size(), 4U);
    EXPECT_EQ(scanner.problem().kind, ScanProblem::Kind::ragged);
    EXPECT_EQ(scanner.problem().line, 5);
    EXPECT_EQ(scanner.problem().expected, 2);
    EXPECT_EQ(scanner.problem().found, 3);
}

TEST(RecordScanner, ABlankLineIsAFieldWhereRecordsHaveOne) {
    std::string text = "a\n\nb\n";
    text.push_back('\0');
    std::vector<TextSlice> slices;
    RecordScanner scanner({}, 1);
    scanner.scan(text.data(), 0, text.size() - 1, true, slices);
    EXPECT_EQ(scanner.records(), 3);
}

TEST(CheckUtf8, KnowsWholeCutAndBadCharacters) {
    EXPECT_EQ(check_utf8("plain ascii text").valid, 16U);
    const std::string all = "a\u00e9\u20ac\U0001F600";
    EXPECT_EQ(check_utf8(all).valid, all.size());
    for (std::size_t size = 0; size < all.size(); ++size) {
        const Utf8Check check = check_utf8(std::string_view(all).substr(0, size));
        EXPECT_FALSE(check.bad) << size;
        EXPECT_LE(check.valid, size);
    }
    for (const std::string_view bad :
         {"\xff", "\x80", "\xc0\xaf", "\xc1\x81", "\xe0\x80\x80", "\xed\xa0\x80",
          "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5", "\xe9 ", "\xc3("}) {
        const Utf8Check check = check_utf8("12345678" + std::string(bad));
        EXPECT_TRUE(check.bad);
        EXPECT_EQ(check.valid, 8U);
    }
    EXPECT_TRUE(check_utf8(std::string_view("a\0b", 3)).bad);
    EXPECT_TRUE(check_utf8(std::string_view("1234567\0", 8)).bad);
}

}  // namespace
}  // namespace lethe::formats
