// What a file says of a column beside its values: labels, codes that mean missing, how it is shown.
// Nothing in here changes a figure; it is kept so that a release can be written as its original
// came. Read from and written to files of statistics programs, of which each knows some of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lethe {

enum class StoredAs { unknown, truth, int8, int16, int32, int64, float32, float64, text };

enum class MeasurementLevel { unknown, nominal, ordinal, metric };

struct ValueLabel {
    std::string value;  // as Column::text has it, of missing values too
    std::string label;

    friend bool operator==(const ValueLabel&, const ValueLabel&) = default;
};

struct Description {
    std::string label;               // what the column is, in words
    std::string label_set;           // the name of its value labels, where the format has one
    std::vector<ValueLabel> labels;  // in the file's order
    // Values that mean missing, as single ones (from = to) and as ranges. Rows that hold one are
    // missing in the column; their spelling keeps the text.
    std::vector<std::pair<double, double>> missing_ranges;
    std::vector<std::string> missing_texts;  // likewise, of texts
    std::string format;                      // "F8.2", "%td", "DATE9.": in the words of `origin`
    std::string origin;                      // the name of the file format that it was read from
    std::int32_t width = 0;                  // in which it is shown; 0: not told
    MeasurementLevel level = MeasurementLevel::unknown;
    StoredAs stored = StoredAs::unknown;
    std::int32_t stored_width = 0;  // of texts, in bytes

    bool empty() const { return *this == Description{}; }
    friend bool operator==(const Description&, const Description&) = default;
};

using DescriptionPtr = std::shared_ptr<const Description>;

}  // namespace lethe
