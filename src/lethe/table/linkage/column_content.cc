#include "lethe/table/linkage/column_content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/table/linkage/blanks.h"

namespace lethe::linkage {
namespace {

constexpr std::size_t kLooks = 5000;

class Looker {
  public:
    void look(std::string_view text) {
        ++looked_;
        text = trimmed(text);
        const auto number = parse_number(text);
        if (number && std::isfinite(*number)) {
            ++numbers_;
            look_at_number(text, *number);
        } else if (is_label(text)) {
            ++labels_;
        }
        const auto date = read_date(text, DateOrder::day_first);
        if (date || read_date(text, DateOrder::month_first)) ++dates_;
        if (const auto told = order_told_by(text)) {
            ++(*told == DateOrder::day_first ? day_first_ : month_first_);
        }
        if (date && text.size() >= 8 && text[2] != '/' && text[1] != '/' && text[2] != '.' &&
            text[1] != '.' && text[2] != '-' && text[1] != '-') {
            ++year_first_;
        }
        const bool letter = std::ranges::any_of(text, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                   static_cast<unsigned char>(c) >= 128;
        });
        addresses_ += text.find('@', 1) != std::string_view::npos ? 1 : 0;
        letters_ += letter ? 1 : 0;
        codes_ += !letter && digits_of(text).size() >= 4 ? 1 : 0;
    }

    void finish(ColumnContent& content) const {
        if (looked_ == 0) return;
        const auto share = [&](std::int64_t count) {
            return static_cast<double>(count) / static_cast<double>(looked_);
        };
        content.numbers = share(numbers_);
        content.dates = share(dates_);
        content.labels = share(labels_);
        content.letters = share(letters_);
        content.addresses = share(addresses_);
        content.codes = share(codes_);
        content.whole = numbers_ > 0 && whole_ == numbers_;
        content.years = numbers_ > 0 && years_ == numbers_;
        content.least = least_;
        content.greatest = greatest_;
        const auto most = std::ranges::max_element(lengths_);
        content.usual_digits = static_cast<int>(most - lengths_.begin());
        content.usual_share =
            whole_ > 0 ? static_cast<double>(*most) / static_cast<double>(whole_) : 0;
        content.leading_zeros = share(zeros_) > 0.02;
        content.order = month_first_ > day_first_ ? DateOrder::month_first : DateOrder::day_first;
        content.order_told = day_first_ + month_first_ > 0 || year_first_ == dates_;
    }

  private:
    void look_at_number(std::string_view text, double number) {
        if (std::floor(number) != number || std::fabs(number) > 1e15) return;
        least_ = whole_ == 0 ? number : std::min(least_, number);
        greatest_ = whole_ == 0 ? number : std::max(greatest_, number);
        ++whole_;
        years_ += number >= 1800 && number <= 2100 ? 1 : 0;
        const std::size_t digits = digits_of(text).size();
        ++lengths_[std::min(digits, lengths_.size() - 1)];
        zeros_ += digits > 1 && text.front() == '0' ? 1 : 0;
    }

    std::int64_t looked_ = 0, numbers_ = 0, dates_ = 0, labels_ = 0, letters_ = 0, codes_ = 0;
    std::int64_t addresses_ = 0;
    std::int64_t whole_ = 0, years_ = 0, zeros_ = 0;
    std::int64_t day_first_ = 0, month_first_ = 0, year_first_ = 0;
    std::array<std::int64_t, 17> lengths_{};
    double least_ = 0, greatest_ = 0;
};

}  // namespace

bool is_label(std::string_view text) {
    if (text.size() > 2 && text.front() == '{' && text.back() == '}') return true;
    if (parse_number(text)) return false;
    return interval_of_label(text).has_value();
}

double shared_values(const Column& of, const Column& other) {
    const ColumnPtr a = of.as_kind(Kind::nominal);
    const ColumnPtr b = other.as_kind(Kind::nominal);
    const std::unordered_set<std::string_view> known(b->dictionary().begin(),
                                                     b->dictionary().end());
    double shared = 0;
    for (const std::string& text : a->dictionary()) shared += known.contains(text) ? 1 : 0;
    return a->dictionary().empty() ? 0 : shared / static_cast<double>(a->dictionary().size());
}

ColumnContent content_of(const Column& column) {
    const ColumnPtr categories = column.is_numeric() ? column.as_kind(Kind::nominal) : nullptr;
    const Column& coded = categories ? *categories : column;
    const Dictionary& texts = coded.dictionary();
    std::vector<std::int64_t> counts(texts.size(), 0);
    for (std::int64_t row = 0; row < coded.size(); ++row) {
        if (coded.valid(row)) {
            ++counts[static_cast<std::size_t>(coded.codes()[static_cast<std::size_t>(row)])];
        }
    }
    ColumnContent content;
    content.rows = column.size();
    std::vector<std::string_view> seen;
    bool repeated = false;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (counts[i] == 0 || plain_text(texts[i]).empty()) continue;
        content.present += counts[i];
        repeated = repeated || counts[i] > 1;
        seen.push_back(texts[i]);
    }
    content.distinct = std::ssize(seen);
    content.unique = !repeated && content.present == content.rows && content.rows > 1;
    std::ranges::sort(seen);  // what is looked at does not depend on the order of the rows
    Looker looker;
    const std::size_t step = seen.size() / kLooks + 1;
    for (std::size_t i = 0; i < seen.size(); i += step) looker.look(seen[i]);
    looker.finish(content);
    return content;
}

}  // namespace lethe::linkage
