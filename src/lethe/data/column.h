// A column: a name, a kind, and one value a row, some of them missing. Immutable once made and
// shared by pointer, so that tables that agree on a column hold it once.
//
// Numeric columns hold doubles; all other kinds hold codes into a dictionary of texts. Missing is a
// validity mask, never a sentinel: the number or code stored at a missing row is 0 and means
// nothing. Dates and times are numbers with a notation that says so (data/written/notation.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/data/kind.h"
#include "lethe/data/written/description.h"

namespace lethe {

class Notation;  // data/written/notation.h
using NotationPtr = std::shared_ptr<const Notation>;

// Which rows hold a value. The empty mask says "all of them".
class Validity {
  public:
    Validity() = default;
    explicit Validity(std::int64_t size)
        : words_(static_cast<std::size_t>((size + 63) / 64), ~0ULL) {}
    // Bit row % 64 of word row / 64 says whether the row holds a value.
    explicit Validity(std::vector<std::uint64_t> words) : words_(std::move(words)) {}

    bool all() const { return words_.empty(); }
    bool operator[](std::int64_t row) const {
        if (words_.empty()) return true;
        const auto i = static_cast<std::size_t>(row);
        return ((words_[i / 64] >> (i % 64)) & 1U) != 0;
    }
    // Only on a mask made with a size. Not safe for two threads within the same 64 rows.
    void set_missing(std::int64_t row) {
        const auto i = static_cast<std::size_t>(row);
        words_[i / 64] &= ~(1ULL << (i % 64));
    }
    void set_valid(std::int64_t row) {
        const auto i = static_cast<std::size_t>(row);
        words_[i / 64] |= 1ULL << (i % 64);
    }
    std::int64_t missing(std::int64_t size) const;  // how many of the first `size` rows

    friend bool operator==(const Validity&, const Validity&) = default;

  private:
    std::vector<std::uint64_t> words_;
};

using Dictionary = std::vector<std::string>;
using DictionaryPtr = std::shared_ptr<const Dictionary>;

class Column;
using ColumnPtr = std::shared_ptr<const Column>;

// What the texts of a semantic column mean (knowledge/meaning.h).
class Meaning;
using MeaningPtr = std::shared_ptr<const Meaning>;

class Column {
  public:
    // How a column was written in its file, so that an untouched value is written back byte for
    // byte. Dropped by whatever changes values. Most columns need none of it: it takes memory only
    // for rows whose text follows from nothing else.
    struct Spelling {
        std::string missing;  // text of a missing value, e.g. "NA"
        int decimals = -1;    // each number has so many decimals; -1: number_text gives the text
        // Rows with a text of their own, ascending: numbers such as "1e5" or "+3", and missing
        // values that were written otherwise than `missing`. texts[ends[i - 1], ends[i]) is the
        // text of rows[i].
        std::vector<std::int64_t> rows;
        std::vector<std::int64_t> ends;
        std::string texts;
        // A column of categories that is numeric but for a few rows (at most a tenth): the first of
        // them, counted from 1; otherwise 0.
        std::int64_t first_non_number = 0;

        void add(std::int64_t row, std::string_view text);             // rows in ascending order
        std::string_view own_text(std::size_t i) const;                // of rows[i]
        std::optional<std::string_view> find(std::int64_t row) const;  // logarithmic
    };

    static ColumnPtr numeric(std::string name, std::vector<double> values, Validity validity = {},
                             std::shared_ptr<const Spelling> spelling = nullptr);
    // `kind` is not numeric. For an ordinal column the dictionary is in the column's order.
    static ColumnPtr categories(std::string name, Kind kind, std::vector<std::int32_t> codes,
                                DictionaryPtr dictionary, Validity validity = {},
                                std::shared_ptr<const Spelling> spelling = nullptr);
    // From texts, in order of first appearance; for tests and small tables.
    static ColumnPtr from_texts(std::string name, Kind kind, std::span<const std::string> texts);

    const std::string& name() const { return name_; }
    Kind kind() const { return kind_; }
    bool is_numeric() const { return kind_ == Kind::numeric; }
    std::int64_t size() const { return size_; }
    const Validity& validity() const { return validity_; }
    bool valid(std::int64_t row) const { return validity_[row]; }
    bool has_missing() const { return missing_ > 0; }
    std::int64_t missing() const { return missing_; }

    std::span<const double> numbers() const;      // numeric only, otherwise Error(internal)
    std::span<const std::int32_t> codes() const;  // categories only, otherwise Error(internal)
    const Dictionary& dictionary() const;
    const DictionaryPtr& dictionary_ptr() const { return dictionary_; }
    const std::shared_ptr<const Spelling>& spelling() const { return spelling_; }
    // Of a semantic column whose texts are concepts of a taxonomy; null otherwise.
    const MeaningPtr& meaning() const { return meaning_; }
    // How numbers are written, where not as "1234.5"; null otherwise and of categories.
    const NotationPtr& notation() const { return notation_; }
    // What its file says of it beside its values; null where it says nothing.
    const DescriptionPtr& description() const { return description_; }
    // What is left of the spelling for a column with the same missing rows and other values.
    std::shared_ptr<const Spelling> spelling_of_missing() const;
    // Why a column that looks numeric was read as categories: the first row (from 1) that is not a
    // number, where at least nine in ten are; 0 otherwise.
    std::int64_t first_non_number() const { return spelling_ ? spelling_->first_non_number : 0; }

    // The value as it is written to a text file; the spelling of missing where it is missing.
    std::string text(std::int64_t row) const;
    // A number as a column of this notation writes it: of a numeric column, or of one that was
    // made from it.
    std::string number_as_text(double value) const;

    ColumnPtr renamed(std::string name) const;
    ColumnPtr gather(std::span<const std::int64_t> rows) const;
    // The same values seen as another kind. A numeric column as categories: one category a distinct
    // number, ordered by value. Categories as numeric: Error(input) naming the first row that is
    // not a number. Ordinal from nominal: the dictionary sorted (as numbers where all are).
    ColumnPtr as_kind(Kind kind) const;
    // As categories by the text of each value as it is written: "250.0" and "250.00" are two, where
    // as_kind sees one number.
    ColumnPtr as_written(Kind kind) const;
    ColumnPtr with_meaning(MeaningPtr meaning) const;     // as semantic, by the texts as written
    ColumnPtr with_notation(NotationPtr notation) const;  // of a numeric column, values unchanged
    ColumnPtr with_description(DescriptionPtr description) const;
    // Texts as the numbers that they are in a notation. Error(input) naming the first row that is
    // not written so. Of a numeric column, by its texts too.
    ColumnPtr as_numbers(NotationPtr notation) const;
    // With what the column that it replaces knows beside its values, where this one does not know
    // it itself: the meaning of concepts, the notation of numbers, the description.
    static ColumnPtr in_place_of(const Column& replaced, const ColumnPtr& column);
    // As ordinal with the categories in the given order; Error(input) if a category is not listed.
    ColumnPtr as_ordinal(std::span<const std::string> order) const;

  private:
    Column() = default;
    ColumnPtr with_own_knowledge(ColumnPtr made) const;
    ColumnPtr as_other_kind(Kind kind) const;
    ColumnPtr categories_as_numbers() const;
    ColumnPtr numbers_as_categories(Kind kind) const;

    std::string name_;
    Kind kind_ = Kind::numeric;
    std::int64_t size_ = 0;
    std::int64_t missing_ = 0;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    DictionaryPtr dictionary_;
    Validity validity_;
    std::shared_ptr<const Spelling> spelling_;
    MeaningPtr meaning_;
    NotationPtr notation_;
    DescriptionPtr description_;
};

}  // namespace lethe
