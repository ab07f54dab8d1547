#include "lethe/release/tables/linked/row_keys.h"

#include <string_view>
#include <unordered_map>

namespace lethe::release {
namespace {

// The values of a column, each as a text: of numbers in one spelling where `as_numbers`.
std::vector<std::string> texts_of(const Column& column, bool as_numbers) {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(column.size()));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) {
            texts.emplace_back();
        } else if (as_numbers) {
            const double value = column.numbers()[static_cast<std::size_t>(row)];
            texts.push_back(column.number_as_text(value == 0 ? 0 : value));
        } else {
            texts.push_back(column.text(row));
        }
    }
    return texts;
}

using FirstRows = std::unordered_map<std::string_view, std::int64_t>;

}  // namespace

KeyFaults key_faults(const Column& key) {
    KeyFaults faults;
    const std::vector<std::string> texts = texts_of(key, key.is_numeric());
    FirstRows known;
    for (std::int64_t row = 0; row < key.size(); ++row) {
        if (!key.valid(row)) {
            ++faults.missing;
        } else if (!known.try_emplace(texts[static_cast<std::size_t>(row)], row).second) {
            ++faults.repeated;
        }
    }
    return faults;
}

std::vector<std::int64_t> rows_named(const Column& names, const Column& key) {
    const bool numbers = names.is_numeric() && key.is_numeric();
    const std::vector<std::string> keys = texts_of(key, numbers);
    FirstRows known;
    for (std::int64_t row = 0; row < key.size(); ++row) {
        if (key.valid(row)) known.try_emplace(keys[static_cast<std::size_t>(row)], row);
    }
    const std::vector<std::string> texts = texts_of(names, numbers);
    std::vector<std::int64_t> rows;
    rows.reserve(texts.size());
    for (std::int64_t row = 0; row < names.size(); ++row) {
        if (!names.valid(row)) {
            rows.push_back(kWithoutName);
            continue;
        }
        const auto found = known.find(texts[static_cast<std::size_t>(row)]);
        rows.push_back(found == known.end() ? kNamesNone : found->second);
    }
    return rows;
}

}  // namespace lethe::release
