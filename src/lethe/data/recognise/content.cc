// Counting values. A column of categories is counted by code. Numbers in a small whole range are
// counted by place, others by a hash table of their bits. Forms are costly and columns may hold a
// million different texts, so they are judged on a sample: the values whose hashes are smallest,
// which are the same whatever the order of the rows.
#include "lethe/data/recognise/content.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "lethe/data/key_numbers.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/data/written/iso_dates.h"
#include "lethe/data/written/notation.h"

namespace lethe::recognise {
namespace {

constexpr std::size_t kSample = 2000;

struct Value {
    std::string text;
    std::int64_t rows = 0;
};

std::uint64_t hash_text(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash_key(hash);
}

// The positions of at most kSample items with the smallest hashes.
template <class HashOf>
std::vector<std::size_t> sample(const std::vector<std::size_t>& items, HashOf&& hash_of) {
    std::vector<std::pair<std::uint64_t, std::size_t>> hashed;
    hashed.reserve(items.size());
    for (const std::size_t item : items) hashed.emplace_back(hash_of(item), item);
    if (hashed.size() > kSample) {
        std::nth_element(hashed.begin(), hashed.begin() + kSample, hashed.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        hashed.resize(kSample);
    }
    std::vector<std::size_t> chosen;
    for (const auto& [hash, item] : hashed) chosen.push_back(item);
    return chosen;
}

void count_frequencies(Content& content, std::int64_t rows) {
    ++content.distinct;
    content.valid += rows;
    content.alone += rows == 1 ? 1 : 0;
    content.most = std::max(content.most, rows);
}

void look_at(Content& content, const std::vector<Value>& values) {
    if (values.empty()) return;
    std::array<bool, 26> letters{};
    std::int64_t rows = 0, common = 0;
    std::size_t words = 0;
    bool same_length = true;
    for (const Value& value : values) {
        const std::string_view text = trimmed(value.text);
        const ValueForm form = form_of(text);
        for (std::size_t f = 0; f < content.shares.size(); ++f)
            content.shares[f] += form.forms[f] ? 1 : 0;
        words += form.words;
        rows += value.rows;
        if (form.is(Form::common_name)) {
            common += value.rows;
            ++content.common_names;
        }
        same_length = same_length && text.size() == trimmed(values.front().text).size();
        if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') {
            letters[static_cast<std::size_t>(text[0] - 'A')] = true;
        }
    }
    const auto count = static_cast<double>(values.size());
    for (double& share : content.shares) share /= count;
    content.words = static_cast<double>(words) / count;
    content.first_letters = static_cast<int>(std::count(letters.begin(), letters.end(), true));
    content.same_length = same_length;
    content.common_rows =
        static_cast<double>(common) / static_cast<double>(std::max<std::int64_t>(rows, 1));
}

void look_at_numbers(Content& content, const std::vector<double>& numbers) {
    content.numeric = true;
    content.whole = true;
    std::size_t fine = 0;
    content.smallest = std::numeric_limits<double>::infinity();
    content.largest = -std::numeric_limits<double>::infinity();
    for (const double value : numbers) {
        content.smallest = std::min(content.smallest, value);
        content.largest = std::max(content.largest, value);
        content.whole = content.whole && value == std::trunc(value);
        const double hundredths = value * 100.0;
        fine +=
            std::abs(hundredths - std::round(hundredths)) > 1e-6 * std::max(1.0, std::abs(value));
    }
    content.fine = 2 * fine > numbers.size();
}

struct Numbers {
    std::vector<double> values;  // different ones, ascending
    std::vector<std::int64_t> rows;
};

Numbers count_numbers(const Column& column) {
    const auto numbers = column.numbers();
    double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
    bool whole = true;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const double value = numbers[static_cast<std::size_t>(row)];
        if (!column.valid(row) || !std::isfinite(value)) continue;
        smallest = std::min(smallest, value);
        largest = std::max(largest, value);
        whole = whole && value == std::trunc(value);
    }
    Numbers counted;
    if (smallest > largest) return counted;
    constexpr double kFewPlaces = 1 << 20;
    if (whole && largest - smallest < kFewPlaces) {
        std::vector<std::int64_t> places(static_cast<std::size_t>(largest - smallest) + 1, 0);
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const double value = numbers[static_cast<std::size_t>(row)];
            if (!column.valid(row) || !std::isfinite(value)) continue;
            ++places[static_cast<std::size_t>(value - smallest)];
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (places[i] == 0) continue;
            counted.values.push_back(smallest + static_cast<double>(i));
            counted.rows.push_back(places[i]);
        }
        return counted;
    }
    KeyNumbers<std::uint64_t> keys;
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const double value = numbers[static_cast<std::size_t>(row)] + 0.0;  // -0 to 0
        if (!column.valid(row) || !std::isfinite(value)) continue;
        const std::uint32_t number = keys.number(std::bit_cast<std::uint64_t>(value));
        if (number == rows.size()) rows.push_back(0);
        ++rows[number];
    }
    std::vector<std::pair<double, std::int64_t>> pairs;
    pairs.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        pairs.emplace_back(std::bit_cast<double>(keys.keys()[i]), rows[i]);
    }
    std::sort(pairs.begin(), pairs.end());
    for (const auto& [value, count] : pairs) {
        counted.values.push_back(value);
        counted.rows.push_back(count);
    }
    return counted;
}

Content content_of_numbers(const Column& column) {
    Content content;
    Numbers counted = count_numbers(column);
    const bool dates = column.notation() && !column.notation()->is_number();
    if (!dates) content.missing_codes = missing_numbers(counted.values, counted.rows);
    content.missing_is_certain = content.missing_codes.empty();
    std::vector<std::size_t> items;
    std::vector<double> left;
    for (std::size_t i = 0; i < counted.values.size(); ++i) {
        const bool code = std::any_of(content.missing_codes.begin(), content.missing_codes.end(),
                                      [&](const MissingCode& known) {
                                          return parse_number(known.code) == counted.values[i];
                                      });
        if (code) continue;
        count_frequencies(content, counted.rows[i]);
        items.push_back(i);
        left.push_back(counted.values[i]);
    }
    std::vector<Value> values;
    for (const std::size_t i : sample(items, [&](std::size_t item) {
             return hash_key(std::bit_cast<std::uint64_t>(counted.values[item]));
         })) {
        const double value = counted.values[i];
        values.push_back(
            {dates ? column.notation()->text(value) : number_text(value), counted.rows[i]});
    }
    look_at(content, values);
    if (!dates) look_at_numbers(content, left);
    return content;
}

Content content_of_texts(const Column& column) {
    Content content;
    const Dictionary& dictionary = column.dictionary();
    std::vector<std::int64_t> rows(dictionary.size(), 0);
    const auto codes = column.codes();
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row))
            ++rows[static_cast<std::size_t>(codes[static_cast<std::size_t>(row)])];
    }
    std::vector<std::size_t> items;
    for (std::size_t i = 0; i < dictionary.size(); ++i) {
        if (rows[i] == 0) continue;
        const MissingText missing = missing_text(dictionary[i]);
        if (missing == MissingText::none) {
            count_frequencies(content, rows[i]);
            items.push_back(i);
            continue;
        }
        content.missing_codes.push_back({dictionary[i], rows[i], missing == MissingText::certain});
        content.missing_is_certain = content.missing_is_certain && missing == MissingText::certain;
    }
    std::vector<Value> values;
    for (const std::size_t i :
         sample(items, [&](std::size_t item) { return hash_text(dictionary[item]); })) {
        values.push_back({dictionary[i], rows[i]});
    }
    look_at(content, values);
    if (content.distinct > 0 && content.share(Form::number) == 1.0) {
        std::vector<double> numbers;
        for (const std::size_t i : items) {
            const auto number = parse_number(trimmed(dictionary[i]));
            if (!number || !std::isfinite(*number)) break;
            numbers.push_back(*number);
        }
        if (numbers.size() == items.size()) look_at_numbers(content, numbers);
    }
    return content;
}

// Dates by the texts of ISO 8601, whatever the column writes: their numbers would be counts of
// days.
Content content_of_dates(const Column& column) {
    const auto numbers = column.numbers();
    const ColumnPtr iso =
        Column::numeric(column.name(), {numbers.begin(), numbers.end()}, column.validity())
            ->with_notation(iso_notation(column.notation()->quantity()));
    return content_of_texts(*iso->as_written(Kind::nominal));
}

}  // namespace

Content content_of(const Column& column) {
    const bool dates = column.notation() && column.notation()->is_of_calendar();
    Content content = dates                 ? content_of_dates(column)
                      : column.is_numeric() ? content_of_numbers(column)
                                            : content_of_texts(column);
    content.rows = column.size();
    if (column.notation()) content.quantity = column.notation()->quantity();
    std::sort(content.missing_codes.begin(), content.missing_codes.end(),
              [](const MissingCode& a, const MissingCode& b) {
                  return a.rows != b.rows ? a.rows > b.rows : a.code < b.code;
              });
    return content;
}

}  // namespace lethe::recognise
