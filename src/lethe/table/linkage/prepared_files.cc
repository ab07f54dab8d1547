#include "lethe/table/linkage/prepared_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "lethe/core/limits.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/data/numbers/number_text.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/table/linkage/blanks.h"
#include "lethe/table/linkage/category_codes.h"
#include "lethe/table/linkage/column_content.h"

namespace lethe::linkage {
namespace {

std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31U);
}

std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return mixed(hash);
}

// The interval that a label stands for, ends that do not belong to it moved inwards.
std::optional<NumberInterval> closed_interval(std::string_view text) {
    std::optional<NumberInterval> interval = interval_of_label(text);
    const auto dash = text.find('-', 1);
    if (!interval && dash != std::string_view::npos) {
        const auto low = parse_number(trimmed(text.substr(0, dash)));
        const auto high = parse_number(trimmed(text.substr(dash + 1)));
        if (low && high && *low <= *high) interval = NumberInterval{*low, *high};
    }
    if (!interval) return std::nullopt;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool open_low =
        text.front() == '(' || (text.front() == '>' && text.size() > 1 && text[1] != '=');
    const bool open_high =
        text.back() == ')' || (text.front() == '<' && text.size() > 1 && text[1] != '=');
    if (open_low) interval->low = std::nextafter(interval->low, kInfinity);
    if (open_high) interval->high = std::nextafter(interval->high, -kInfinity);
    if (interval->low > interval->high) return std::nullopt;
    return interval;
}

// "{a,b}" -> a, b; a member with a comma stands in double quotes.
std::vector<std::string> members_of(std::string_view text) {
    std::vector<std::string> members(1);
    bool quoted = false;
    for (const char c : text.substr(1, text.size() - 2)) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            members.emplace_back();
        } else {
            members.back().push_back(c);
        }
    }
    for (std::string& member : members) member = plain_text(member);
    std::erase(members, std::string());
    return members;
}

// Standardises the values of one pair of columns and numbers them.
class FieldMaker {
  public:
    FieldMaker(Field& field, const Column& left, const Column& right)
        : field_(field), meaning_(right.meaning() ? right.meaning() : left.meaning()) {
        field_.levels = static_cast<int>(level_names(field.pair.comparator).size());
        for (const auto& [from, to] : field.pair.codes) recoded_[plain_text(from)] = to;
        if (field.pair.comparator == Comparator::exact && field.pair.codes.empty()) {
            recoded_ = codes_by_prefix(left, right);
            if (!recoded_.empty()) {
                field_.pair.why_compared += "; codes of one file begin the words of the other";
            }
        }
        if (meaning_) field_.taxonomy = meaning_->taxonomy_ptr();
    }

    // The number of the value of each row.
    std::vector<std::int32_t> codes_of(const Column& column, bool of_left) {
        const ColumnPtr made = column.is_numeric() ? column.as_kind(Kind::nominal) : nullptr;
        const Column& coded = made ? *made : column;
        const Dictionary& dictionary = coded.dictionary();
        std::vector<std::int32_t> value(dictionary.size());
        for (std::size_t i = 0; i < dictionary.size(); ++i) {
            value[i] = number_of(dictionary[i], of_left);
        }
        std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()), kMissing);
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!coded.valid(row)) continue;
            const auto at = static_cast<std::size_t>(row);
            codes[at] = value[static_cast<std::size_t>(coded.codes()[at])];
        }
        return codes;
    }

    void finish() {
        const auto count = keys_.size();
        field_.left_counts.assign(count, 0);
        field_.right_counts.assign(count, 0);
        switch (field_.pair.comparator) {
            case Comparator::exact:
                break;
            case Comparator::text:
            case Comparator::edit:
                field_.texts = one_byte_texts();
                break;
            case Comparator::number:
                make_numbers();
                break;
            case Comparator::date:
                make_dates();
                break;
            case Comparator::label:
                make_labels();
                break;
            case Comparator::taxonomy:
                for (const std::string& key : keys_) {
                    field_.concepts.push_back(meaning_->value_of(key));
                }
                break;
        }
        for (const std::string& text : field_.texts) {
            std::uint64_t letters = 0;
            for (const char c : text) {
                letters |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64U);
            }
            field_.letters.push_back(letters);
        }
    }

    const std::vector<std::uint64_t>& hashes() {
        if (hashes_.empty()) {
            for (const std::string& key : keys_) hashes_.push_back(hash_of(key));
        }
        return hashes_;
    }

  private:
    std::int32_t number_of(std::string_view text, bool of_left) {
        std::string recoded;
        if (of_left && !recoded_.empty()) {
            const auto place = recoded_.find(plain_text(text));
            if (place != recoded_.end()) {
                recoded = place->second;
                text = recoded;
            }
        }
        std::string key = key_of(trimmed(text));
        if (key.empty()) return kMissing;
        const auto [place, added] =
            numbers_.try_emplace(std::move(key), static_cast<std::int32_t>(keys_.size()));
        if (added) keys_.push_back(place->first);
        return place->second;
    }

    std::string key_of(std::string_view text) const {
        if (text.empty()) return {};
        switch (field_.pair.comparator) {
            case Comparator::exact:
            case Comparator::text:
            case Comparator::edit:
                return plain_text(text);
            case Comparator::number: {
                const auto number = parse_number(text);
                return number && std::isfinite(*number) ? number_text(*number) : std::string();
            }
            case Comparator::date: {
                auto date = read_date(text, field_.pair.left_order);
                if (!date) date = read_date(text, field_.pair.right_order);
                return date ? fmt::format("{:04}{:02}{:02}", date->year, date->month, date->day)
                            : digits_of(text);
            }
            case Comparator::label: {
                if (text.size() > 2 && text.front() == '{' && text.back() == '}') {
                    std::vector<std::string> members = members_of(text);
                    std::ranges::sort(members);
                    return fmt::format("{{{}}}", fmt::join(members, ","));
                }
                if (const auto interval = closed_interval(text)) return std::string(text);
                return plain_text(text);
            }
            case Comparator::taxonomy:
                return plain_text(text).empty() ? std::string() : std::string(text);
        }
        return {};
    }

    // Every character in one byte, so that edits count characters. Those beyond ASCII take the
    // numbers from 128 on, in their order; a column with more than 128 of them shares some.
    std::vector<std::string> one_byte_texts() const {
        const auto decode = [](std::string_view text, auto&& take) {
            for (std::size_t i = 0; i < text.size();) {
                const auto first = static_cast<unsigned char>(text[i]);
                std::size_t length = first < 0x80U ? 1 : first < 0xE0U ? 2 : first < 0xF0U ? 3 : 4;
                length = std::min(length, text.size() - i);
                std::uint32_t code = 0;
                for (const char c : text.substr(i, length)) {
                    code = code << 8U | static_cast<unsigned char>(c);
                }
                take(code);
                i += length;
            }
        };
        std::set<std::uint32_t> beyond;
        for (const std::string& key : keys_) {
            decode(key, [&](std::uint32_t code) {
                if (code >= 128) beyond.insert(code);
            });
        }
        if (beyond.empty()) return keys_;
        std::map<std::uint32_t, char> bytes;
        for (const std::uint32_t code : beyond) {
            bytes.emplace(code, static_cast<char>(128 + bytes.size() % 128));
        }
        std::vector<std::string> texts;
        for (const std::string& key : keys_) {
            std::string text;
            decode(key, [&](std::uint32_t code) {
                text.push_back(code < 128 ? static_cast<char>(code) : bytes.at(code));
            });
            texts.push_back(std::move(text));
        }
        return texts;
    }

    void make_numbers() {
        for (const std::string& key : keys_) {
            const double number = *parse_number(key);
            field_.low.push_back(number);
            // Slips of the pen count where a number has enough digits to be misspelt.
            const bool slips = std::floor(number) == number && key.size() >= 3;
            field_.texts.push_back(slips ? key : std::string());
        }
    }

    void make_dates() {
        field_.texts = keys_;
        for (const std::string& key : keys_) {
            const auto date = read_date(key, DateOrder::day_first);
            field_.dates.push_back(date.value_or(Date{}));
            field_.low.push_back(date ? static_cast<double>(date->day_number()) : kNaN);
        }
    }

    void make_labels() {
        // Members of sets are values themselves where one of the files has them alone.
        std::map<std::string, std::int32_t> numbers;
        const auto number_of_member = [&](const std::string& member) {
            return numbers.try_emplace(member, static_cast<std::int32_t>(numbers.size()))
                .first->second;
        };
        for (const std::string& key : keys_) {
            const auto interval = closed_interval(key);
            field_.low.push_back(interval ? interval->low : kNaN);
            field_.high.push_back(interval ? interval->high : kNaN);
            std::vector<std::int32_t> members;
            if (key.front() == '{') {
                for (const std::string& member : members_of(key)) {
                    members.push_back(number_of_member(member));
                }
            } else if (!interval) {
                members.push_back(number_of_member(key));
            } else {
                // A plain number may be a member of a set of numbers.
                members.push_back(number_of_member(plain_text(key)));
            }
            std::ranges::sort(members);
            field_.members.push_back(std::move(members));
        }
        // Numbers and intervals alone are compared as such.
        if (std::ranges::none_of(keys_, [](const std::string& key) { return key[0] == '{'; })) {
            for (std::size_t i = 0; i < keys_.size(); ++i) {
                if (!std::isnan(field_.low[i])) field_.members[i].clear();
            }
        }
    }

    Field& field_;
    MeaningPtr meaning_;
    std::map<std::string, std::string> recoded_;
    std::unordered_map<std::string, std::int32_t> numbers_;
    std::vector<std::string> keys_;
    std::vector<std::uint64_t> hashes_;
};

// A deviation that a few extreme values do not change: of the middle half of the records.
double robust_spread(const Field& field) {
    std::vector<std::pair<double, std::int64_t>> values;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < field.low.size(); ++i) {
        double value = field.low[i];
        if (!field.high.empty() && std::isfinite(field.high[i])) {
            value = std::isfinite(value) ? (value + field.high[i]) / 2 : field.high[i];
        }
        if (!std::isfinite(value)) continue;
        const std::int64_t count = field.left_counts[i] + field.right_counts[i];
        values.emplace_back(value, count);
        total += count;
    }
    if (total == 0) return 1;
    std::ranges::sort(values);
    const auto quantile = [&](double share) {
        std::int64_t wanted = static_cast<std::int64_t>(share * static_cast<double>(total));
        for (const auto& [value, count] : values) {
            if (wanted < count) return value;
            wanted -= count;
        }
        return values.back().first;
    };
    double spread = (quantile(0.75) - quantile(0.25)) / 1.349;
    if (spread <= 0) spread = (quantile(0.99) - quantile(0.01)) / 4.65;
    if (spread <= 0) spread = (values.back().first - values.front().first) / 4;
    return spread > 0 ? spread : 1;
}

// Records in the order of their hashes.
void order_records(const Context& context, PreparedFile& file,
                   const std::vector<std::vector<std::int32_t>>& columns,
                   const std::vector<std::vector<std::uint64_t>>& hashes) {
    const std::size_t fields = columns.size();
    std::vector<std::pair<std::uint64_t, std::int64_t>> order(static_cast<std::size_t>(file.rows));
    parallel_chunks(context, file.rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto at = static_cast<std::size_t>(row);
            std::uint64_t hash = 0;
            for (std::size_t f = 0; f < fields; ++f) {
                const std::int32_t code = columns[f][at];
                hash = mixed(hash ^
                             (code < 0 ? 0x5bd1e995U : hashes[f][static_cast<std::size_t>(code)]));
            }
            order[at] = {hash, row};
        }
    });
    parallel_sort(context, order.begin(), order.end(), std::less<>());
    file.origin.resize(order.size());
    file.codes.resize(order.size() * fields);
    parallel_chunks(context, file.rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t place = begin; place < end; ++place) {
            const auto at = static_cast<std::size_t>(place);
            file.origin[at] = order[at].second;
            for (std::size_t f = 0; f < fields; ++f) {
                file.codes[at * fields + f] =
                    columns[f][static_cast<std::size_t>(order[at].second)];
            }
        }
    });
}

}  // namespace

double PreparedFiles::all_pairs() const {
    const auto n = static_cast<double>(left.rows);
    return self ? n * (n - 1) / 2 : n * static_cast<double>(right.rows);
}

PreparedFiles prepare(const Context& context, const Table& left, const Table& right,
                      const LinkagePlan& plan, bool self) {
    PreparedFiles files;
    files.self = self;
    files.left.rows = left.rows();
    files.right.rows = self ? 0 : right.rows();
    const std::size_t fields = plan.pairs.size();
    files.fields.resize(fields);
    std::vector<std::vector<std::int32_t>> left_codes(fields), right_codes(fields);
    std::vector<std::vector<std::uint64_t>> hashes(fields);
    parallel_tasks(context, static_cast<std::int64_t>(fields), [&](std::int64_t task) {
        const auto f = static_cast<std::size_t>(task);
        Field& field = files.fields[f];
        field.pair = plan.pairs[f];
        const Column& a = left.column(field.pair.left);
        const Column& b = right.column(field.pair.right);
        FieldMaker maker(field, a, b);
        left_codes[f] = maker.codes_of(a, true);
        if (!self) right_codes[f] = maker.codes_of(b, false);
        maker.finish();
        for (const std::int32_t code : left_codes[f]) {
            if (code >= 0) ++field.left_counts[static_cast<std::size_t>(code)];
        }
        for (const std::int32_t code : right_codes[f]) {
            if (code >= 0) ++field.right_counts[static_cast<std::size_t>(code)];
        }
        if (self) field.right_counts = field.left_counts;
        if (!field.low.empty()) field.spread = robust_spread(field);
        hashes[f] = maker.hashes();
    });
    files.exchangeable = find_exchangeable(files.fields);
    order_records(context, files.left, left_codes, hashes);
    if (!self) order_records(context, files.right, right_codes, hashes);
    return files;
}

}  // namespace lethe::linkage
