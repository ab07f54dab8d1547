#include "lethe/table/linkage/linkage_truth.h"

#include <algorithm>
#include <unordered_map>

namespace lethe::linkage {
namespace {

std::uint64_t row_pair_key(std::int64_t left, std::int64_t right) {
    return static_cast<std::uint64_t>(left) << 32U | static_cast<std::uint64_t>(right);
}

std::string trimmed_text(std::string text) {
    text.erase(0, text.find_first_not_of(' ') == std::string::npos ? text.size()
                                                                   : text.find_first_not_of(' '));
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace

Truth Truth::of_columns(const Column& left, const Column& right, bool self) {
    Truth truth;
    std::unordered_map<std::string, std::int64_t> numbers;
    std::vector<double> lefts, rights;
    const auto number = [&](const Column& column, std::vector<std::int64_t>& out) {
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const std::string text = column.valid(row) ? trimmed_text(column.text(row)) : "";
            out.push_back(
                text.empty() ? -1 : numbers.try_emplace(text, std::ssize(numbers)).first->second);
        }
    };
    number(left, truth.left_);
    if (self) {
        truth.right_ = truth.left_;
    } else {
        number(right, truth.right_);
    }
    lefts.assign(numbers.size(), 0);
    rights.assign(numbers.size(), 0);
    for (const std::int64_t id : truth.left_) {
        if (id >= 0) ++lefts[static_cast<std::size_t>(id)];
    }
    for (const std::int64_t id : truth.right_) {
        if (id >= 0) ++rights[static_cast<std::size_t>(id)];
    }
    for (std::size_t id = 0; id < numbers.size(); ++id) {
        truth.pairs_ += self ? lefts[id] * (lefts[id] - 1) / 2 : lefts[id] * rights[id];
    }
    return truth;
}

Truth Truth::of_pairs(std::span<const std::pair<std::int64_t, std::int64_t>> pairs) {
    Truth truth;
    for (const auto& [left, right] : pairs) truth.listed_.insert(row_pair_key(left, right));
    truth.pairs_ = static_cast<double>(truth.listed_.size());
    return truth;
}

bool Truth::together(std::int64_t left, std::int64_t right) const {
    if (left_.empty()) return listed_.contains(row_pair_key(left, right));
    const std::int64_t a = left_[static_cast<std::size_t>(left)];
    return a >= 0 && a == right_[static_cast<std::size_t>(right)];
}

std::vector<std::int64_t> Truth::left_of_right(std::int64_t right_rows) const {
    std::vector<std::int64_t> result(static_cast<std::size_t>(right_rows), -1);
    const auto take = [&](std::int64_t left, std::int64_t right) {
        std::int64_t& first = result[static_cast<std::size_t>(right)];
        if (first < 0 || left < first) first = left;
    };
    for (const std::uint64_t pair : listed_) {
        take(static_cast<std::int64_t>(pair >> 32U), static_cast<std::int64_t>(pair & 0xFFFFFFFFU));
    }
    std::unordered_map<std::int64_t, std::int64_t> first_of;
    for (std::int64_t row = 0; row < std::ssize(left_); ++row) {
        first_of.try_emplace(left_[static_cast<std::size_t>(row)], row);
    }
    for (std::int64_t row = 0; row < std::ssize(right_); ++row) {
        const std::int64_t id = right_[static_cast<std::size_t>(row)];
        const auto found = first_of.find(id);
        if (id >= 0 && found != first_of.end()) take(found->second, row);
    }
    return result;
}

std::int64_t Truth::left_with_partner() const {
    std::unordered_set<std::int64_t> with;
    for (const std::uint64_t pair : listed_) with.insert(static_cast<std::int64_t>(pair >> 32U));
    if (left_.empty()) return std::ssize(with);
    const std::unordered_set<std::int64_t> rights(right_.begin(), right_.end());
    return std::count_if(left_.begin(), left_.end(),
                         [&](std::int64_t id) { return id >= 0 && rights.contains(id); });
}

double LinkageScore::precision() const {
    return links > 0 ? static_cast<double>(right) / static_cast<double>(links) : 0;
}

double LinkageScore::recall() const {
    return true_pairs > 0 ? static_cast<double>(right) / true_pairs : 0;
}

double LinkageScore::f1() const {
    const double sum = static_cast<double>(links) + true_pairs;
    return sum > 0 ? 2 * static_cast<double>(right) / sum : 0;
}

double right_guesses(const LinkageResult& result, const Truth& truth) {
    double right = 0;
    for (const Guess& guess : result.likeliest) {
        if (truth.together(guess.left, guess.right)) right += 1 / static_cast<double>(guess.equals);
    }
    return right;
}

LinkageScore score(const std::vector<Link>& links, const Truth& truth, bool with_possible) {
    LinkageScore score;
    score.true_pairs = truth.pairs();
    for (const Link& link : links) {
        if (!link.sure && !with_possible) continue;
        ++score.links;
        score.right += truth.together(link.left, link.right) ? 1 : 0;
    }
    return score;
}

}  // namespace lethe::linkage
