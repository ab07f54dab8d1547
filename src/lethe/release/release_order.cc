#include "lethe/release/release_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <numeric>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/io/file.h"

namespace lethe::release {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Below, at or above zero: a before, like or after b. "P-9" is before "p-10".
int compare_texts(std::string_view a, std::string_view b) {
    const auto number = [](std::string_view& text) {
        std::size_t end = 0;
        while (end < text.size() && is_digit(text[end])) ++end;
        std::string_view digits = text.substr(0, end);
        text.remove_prefix(end);
        while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
        return digits;
    };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view x = number(a), y = number(b);
            if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
            if (const int order = x.compare(y); order != 0) return order;
            continue;
        }
        const int x = std::tolower(static_cast<unsigned char>(a.front()));
        const int y = std::tolower(static_cast<unsigned char>(b.front()));
        if (x != y) return x - y;
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

int compare_rows(const Column& column, std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
    if (column.is_numeric()) {
        const double left = column.numbers()[x], right = column.numbers()[y];
        return left < right ? -1 : static_cast<int>(right < left);
    }
    const std::int32_t left = column.codes()[x], right = column.codes()[y];
    if (left == right) return 0;
    if (column.kind() == Kind::ordinal) return left < right ? -1 : 1;
    return compare_texts(column.dictionary()[static_cast<std::size_t>(left)],
                         column.dictionary()[static_cast<std::size_t>(right)]);
}

// Fewer rows are sorted by chance.
constexpr std::int64_t kFewestRows = 10;

bool sorts_records(const Column& column) {
    if (column.size() - column.missing() < kFewestRows) return false;
    bool up = false, down = false;
    std::int64_t last = -1;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        const int order = last < 0 ? 0 : compare_rows(column, last, row);
        up = up || order < 0;
        down = down || order > 0;
        if (up && down) return false;
        last = row;
    }
    return up || down;
}

}  // namespace

std::vector<std::int64_t> release_order(std::uint64_t seed, const std::string& source,
                                        std::int64_t size) {
    return digest_order(seed, file_sha256(source), size);
}

Random chance_of(std::uint64_t seed, const std::string& digest) {
    constexpr std::size_t kDigits = 15;  // hexadecimal ones, of 60 bits
    constexpr int kHexadecimal = 16;
    const std::uint64_t part =
        digest.empty() ? 0 : std::stoull(digest.substr(0, kDigits), nullptr, kHexadecimal);
    return Random(seed).part(part);
}

std::vector<std::int64_t> digest_order(std::uint64_t seed, const std::string& digest,
                                       std::int64_t size) {
    return random_permutation(chance_of(seed, digest).stream("order of a release"), size);
}

std::vector<std::int64_t> same_order(std::int64_t size) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<std::string> sorted_by(std::span<const ColumnPtr> columns) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : columns) {
        if (sorts_records(*column)) names.push_back(column->name());
    }
    return names;
}

std::string kept_order_warning(const RecordWords& words, const std::vector<std::string>& sorted,
                               std::string_view remedy) {
    const std::string order =
        sorted.empty() ? fmt::format("the {} keep the order of the original", words.several)
                       : fmt::format(
                             "the {} are sorted by {}, which the release does not show, "
                             "and keep their order",
                             words.several, fmt::join(sorted, ", "));
    return fmt::format("{}: the place of a {} tells who it is to one who knows that order; {}",
                       order, words.one, remedy);
}

std::string found_order_warning(const RecordWords& words, const std::vector<std::string>& sorted) {
    const std::string by =
        sorted.empty() ? std::string()
                       : fmt::format(", which is sorted by {}, which the release does not show",
                                     fmt::join(sorted, ", "));
    return fmt::format(
        "the {} of the release are in the order of the original{}: the place of a {} tells who it "
        "is to one who knows that order, and no figure here counts that",
        words.several, by, words.one);
}

void check_order_known(const Json& record, const RecordWords& words, bool known) {
    if (!record.is_object() || known) return;
    const Json& part =
        record.contains("release") && record["release"].is_object() ? record["release"] : record;
    if (part.value("order", Json()) != "random") return;
    throw Error(ErrorKind::input,
                fmt::format("the {} of the release are in a random order, and its private log, "
                            "which tells whose they are, is not beside it: the option log names it",
                            words.several));
}

}  // namespace lethe::release
