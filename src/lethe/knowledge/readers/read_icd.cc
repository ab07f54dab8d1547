// Tables of the International Classification of Diseases: a row a code, with the columns code,
// three_digit, sub_chapter and chapter, and short_desc, long_desc and major where they are there.
// Chapters are the tops, then sub-chapters, categories (three characters; four of E codes in the
// ninth revision), and below these each code under the longest code that it begins with.
#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>

#include "lethe/knowledge/label_key.h"
#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

enum Part : std::size_t { kCode, kCategory, kSubChapter, kChapter, kShort, kLong, kMajor, kParts };
constexpr std::size_t kNeeded = kShort;  // those before it must be there
constexpr std::array<std::string_view, kParts> kIcdColumns{
    "code", "three digit", "sub chapter", "chapter", "short desc", "long desc", "major"};

struct IcdHeader {
    std::array<std::optional<std::size_t>, kParts> at;
    std::size_t fields;
};

std::optional<IcdHeader> icd_header_in(const Records& record) {
    IcdHeader header{{}, record.size()};
    for (std::size_t i = 0; i < record.size(); ++i) {
        const std::string key = look_up_key(record[i]);
        for (std::size_t part = 0; part < kParts; ++part) {
            if (!header.at[part] && key == kIcdColumns[part]) header.at[part] = i;
        }
    }
    for (std::size_t part = 0; part < kNeeded; ++part) {
        if (!header.at[part]) return std::nullopt;
    }
    return header;
}

// Chapters and sub-chapters by their names. A name that something else has already is told apart:
// "Congenital Anomalies" and "Congenital Anomalies (sub-chapter)".
class Chapters {
  public:
    explicit Chapters(TaxonomyBuilder& builder) : builder_(builder) {}

    std::int32_t sub_chapter(std::string_view chapter, std::string_view name) {
        const std::int32_t above = named(chapter, "", " (chapter)").first;
        const auto [number, is_new] = named(chapter, name, " (sub-chapter)");
        if (is_new) builder_.add_is_a(number, above);
        return number;
    }

  private:
    // A chapter where the sub-chapter is empty.
    std::pair<std::int32_t, bool> named(std::string_view chapter, std::string_view sub_chapter,
                                        std::string_view kind) {
        const auto [place, is_new] =
            known_.try_emplace({std::string(chapter), std::string(sub_chapter)}, -1);
        if (is_new) {
            std::string id(sub_chapter.empty() ? chapter : sub_chapter);
            while (builder_.find_concept(id) >= 0) id += kind;
            place->second = builder_.add_concept(id);
        }
        return {place->second, is_new};
    }

    TaxonomyBuilder& builder_;
    std::map<std::pair<std::string, std::string>, std::int32_t> known_;
};

struct Row {
    std::string_view code;
    std::string_view chapter;
    std::string_view sub_chapter;
    std::int32_t number;
};

void add_names(TaxonomyBuilder& builder, std::int32_t number, const Records& row,
               const IcdHeader& header) {
    const auto text = [&](Part part) {
        return header.at[part] ? row[*header.at[part]] : std::string_view();
    };
    const std::string_view code = text(kCode);
    const std::string_view category = text(kCategory);
    builder.add_name(number, code);
    if (code.size() > category.size()) {
        builder.add_name(number, fmt::format("{}.{}", category, code.substr(category.size())));
    }
    if (!text(kLong).empty()) builder.add_name(number, text(kLong));
    if (code == category && !text(kMajor).empty()) builder.add_name(number, text(kMajor));
    if (!text(kShort).empty()) builder.add_name(number, text(kShort), 1);
}

// The longest code that this one begins with; -1: none.
std::int32_t code_above(const TaxonomyBuilder& builder, std::string_view code) {
    for (std::size_t size = code.size() - 1; size > 0; --size) {
        const std::int32_t above = builder.find_concept(code.substr(0, size));
        if (above >= 0) return above;
    }
    return -1;
}

}  // namespace

bool looks_like_icd(const SourceText& source) {
    const char separator = likely_separator(source.text);
    if (separator == '\0') return false;
    Records records({source.file, first_lines(source.text, 1)}, separator);
    try {
        return records.next() && icd_header_in(records).has_value();
    } catch (const Error&) {
        return false;  // a quoted field that the cut made malformed
    }
}

ReadTaxonomy read_icd(const Context& context, SourceText source) {
    const std::string file = source.file;
    Wrongs wrongs(file);
    const char separator = likely_separator(source.text);
    Records records(std::move(source), separator == '\0' ? ',' : separator);
    const std::optional<IcdHeader> header = records.next() ? icd_header_in(records) : std::nullopt;
    if (!header) {
        wrongs.fail(1,
                    "the header must name the columns code, three_digit, sub_chapter and chapter");
    }
    TaxonomyBuilder builder(source_name(file), "");
    std::vector<Row> rows;
    while (records.next()) {
        context.check_stop();
        if (records.size() != header->fields) {
            wrongs.add(records.line(), fmt::format("has {} fields; the header has {}",
                                                   records.size(), header->fields));
            continue;
        }
        bool whole = true;
        for (std::size_t part = 0; part < kNeeded; ++part) {
            if (!records[*header->at[part]].empty()) continue;
            whole = false;
            wrongs.add(records.line(), fmt::format("the {} is empty", kIcdColumns[part]));
            break;
        }
        if (!whole) continue;
        const std::string_view code = records[*header->at[kCode]];
        const std::string_view category = records[*header->at[kCategory]];
        if (!code.starts_with(category)) {
            wrongs.add(records.line(),
                       fmt::format("the code {} does not begin with its category {}",
                                   in_quotes(code), in_quotes(category)));
            continue;
        }
        if (builder.find_concept(code) >= 0) {
            wrongs.add(records.line(), fmt::format("the code {} is there twice", in_quotes(code)));
            continue;
        }
        rows.push_back({code, records[*header->at[kChapter]], records[*header->at[kSubChapter]],
                        builder.add_concept(code)});
        add_names(builder, rows.back().number, records, *header);
    }
    wrongs.throw_if_any();
    std::vector<std::int32_t> above;
    for (const Row& row : rows) above.push_back(code_above(builder, row.code));
    Chapters chapters(builder);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        builder.add_is_a(row.number, above[i] >= 0
                                         ? above[i]
                                         : chapters.sub_chapter(row.chapter, row.sub_chapter));
    }
    return {std::move(builder).build(file, context), {}};
}

}  // namespace lethe::readers
