#include "lethe/data/paired_codes.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/data/group_keys.h"

namespace lethe {
namespace {

// codes[row] = code(row), or missing.
template <class Code>
std::vector<std::int32_t> codes_of(const Column& column, Code&& code) {
    std::vector<std::int32_t> codes;
    codes.reserve(static_cast<std::size_t>(column.size()));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        codes.push_back(column.valid(row) ? code(static_cast<std::size_t>(row))
                                          : PairedCodes::kMissing);
    }
    return codes;
}

PairedCodes paired_numbers(const Context& context, const Column& x, const Column& y) {
    std::vector<std::uint64_t> keys;
    keys.reserve(static_cast<std::size_t>(x.size() + y.size()));
    for (const Column* column : {&x, &y}) {
        for (const double number : column->numbers()) {
            keys.push_back(std::bit_cast<std::uint64_t>(number + 0.0));  // -0 to 0
        }
    }
    const Groups groups = group_keys(context, keys);
    const auto rows_x = static_cast<std::size_t>(x.size());
    return {codes_of(x, [&](std::size_t row) { return groups.class_of[row]; }),
            codes_of(y, [&](std::size_t row) { return groups.class_of[rows_x + row]; })};
}

PairedCodes paired_categories(const Column& x, const Column& y) {
    std::unordered_map<std::string_view, std::int32_t> known;
    std::vector<std::vector<std::int32_t>> moved;
    for (const Column* column : {&x, &y}) {
        moved.emplace_back();
        for (const std::string& text : column->dictionary()) {
            const auto next = static_cast<std::int32_t>(known.size());
            moved.back().push_back(known.try_emplace(text, next).first->second);
        }
    }
    const auto code = [](const Column& column, const std::vector<std::int32_t>& to) {
        return [&](std::size_t row) { return to[static_cast<std::size_t>(column.codes()[row])]; };
    };
    return {codes_of(x, code(x, moved[0])), codes_of(y, code(y, moved[1]))};
}

}  // namespace

PairedCodes paired_codes(const Context& context, const Column& x, const Column& y) {
    if (x.is_numeric() != y.is_numeric()) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\" is {} in one file and \"{}\" is {} in the other; "
                                "their values cannot be compared",
                                x.name(), name(x.kind()), y.name(), name(y.kind())));
    }
    return x.is_numeric() ? paired_numbers(context, x, y) : paired_categories(x, y);
}

}  // namespace lethe
