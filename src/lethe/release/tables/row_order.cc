#include "lethe/release/tables/row_order.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string_view>

#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
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

bool sorts_rows(const Column& column) {
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

std::vector<std::string> telling_order(const Plan& plan, const std::set<std::string>& changed) {
    std::vector<std::string> names;
    for (const ColumnPtr& column : plan.table.columns()) {
        const bool hidden =
            plan.roles.of(column->name()) == Role::identifier || changed.contains(column->name());
        if (hidden && sorts_rows(*column)) names.push_back(column->name());
    }
    return names;
}

void shuffle_rows(Execution& execution, std::uint64_t seed, const std::string& source_digest) {
    constexpr std::size_t kDigits = 15;  // hexadecimal ones, of 60 bits
    constexpr int kHexadecimal = 16;
    const std::uint64_t digest =
        source_digest.empty()
            ? 0
            : std::stoull(source_digest.substr(0, kDigits), nullptr, kHexadecimal);
    const std::vector<std::int64_t> order = random_permutation(
        Random(seed).part(digest).stream("order of a release"), execution.release.rows());
    execution.release = execution.release.gather(order);
    std::vector<std::int64_t> origin = order;
    if (!execution.origin.empty()) {
        for (std::int64_t& row : origin) row = execution.origin[static_cast<std::size_t>(row)];
    }
    execution.origin = std::move(origin);
}

void undo_order(Table& release, std::vector<std::int64_t>& origin, std::int64_t original_rows) {
    if (static_cast<std::int64_t>(origin.size()) != release.rows()) return;
    if (!std::is_sorted(origin.begin(), origin.end())) {
        std::vector<std::int64_t> order(origin.size());
        std::iota(order.begin(), order.end(), std::int64_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return origin[static_cast<std::size_t>(a)] < origin[static_cast<std::size_t>(b)];
        });
        release = release.gather(order);
        std::sort(origin.begin(), origin.end());
    }
    bool same = release.rows() == original_rows;
    for (std::size_t row = 0; same && row < origin.size(); ++row) {
        same = origin[row] == static_cast<std::int64_t>(row);
    }
    if (same) origin.clear();
}

void check_order_known(const Json& record, const std::vector<std::int64_t>& origin) {
    if (!record.is_object() || !origin.empty()) return;
    const Json release = record.value("release", Json::object());
    if (!release.is_object() || release.value("order", Json()) != "random") return;
    throw Error(ErrorKind::input,
                "the rows of the release are in a random order, and its private log, which tells "
                "whose they are, is not beside it: --log names it");
}

}  // namespace lethe
