#include "secrets.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <utility>

#include "lethe/language/characters.h"

namespace lethe::test {
namespace {

// Small whole numbers and round shares say nothing: they are everywhere.
bool is_telling(double figure) {
    if (!std::isfinite(figure)) return false;
    const double size = std::abs(figure);
    if (figure == std::round(figure)) return size > 20;
    return size > 1e-6 && std::abs(100 * figure - std::round(100 * figure)) > 1e-9;
}

bool among(const std::set<double>& secrets, double figure, double tolerance) {
    const auto near = secrets.lower_bound(figure - tolerance);
    return near != secrets.end() && *near <= figure + tolerance;
}

std::set<double> without(const std::set<double>& figures, const std::set<double>& open) {
    std::set<double> kept;
    for (const double figure : figures) {
        if (is_telling(figure) && !among(open, figure, 1e-6 * std::abs(figure))) {
            kept.insert(figure);
        }
    }
    return kept;
}

// Four numbers, of which three are different, are no accident.
bool is_telling(const std::vector<double>& list) {
    return list.size() >= 4 && std::set<double>(list.begin(), list.end()).size() >= 3;
}

std::vector<double> as_list(std::span<const double> numbers) {
    std::vector<double> list(numbers.begin(), numbers.end());
    std::erase(list, 0.0);
    std::ranges::sort(list);
    return list;
}

bool is_word_byte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || byte >= 0x80;
}

// A number as it stands in a text, with what it can have been before it was rounded.
struct Written {
    std::string text;
    double value = 0;
    double half = 0;  // of its last digit
    int digits = 0;   // without leading zeros
    bool point = false;
};

// With commas between thousands, as pages have them, or without.
std::vector<Written> numbers_in(std::string_view text, bool thousands) {
    std::vector<Written> numbers;
    const auto digit = [&](std::size_t i) {
        return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    };
    for (std::size_t i = 0; i < text.size();) {
        if (!digit(i) || (i > 0 && is_word_byte(text[i - 1]))) {
            ++i;
            continue;
        }
        Written number;
        int decimals = 0;
        for (; i < text.size(); ++i) {
            if (thousands && text[i] == ',' && digit(i + 1)) continue;
            if (text[i] == '.' && !number.point && digit(i + 1)) {
                number.point = true;
            } else if (digit(i)) {
                number.digits += number.digits == 0 && text[i] == '0' ? 0 : 1;
                decimals += number.point ? 1 : 0;
            } else {
                break;
            }
            number.text += text[i];
        }
        if (i < text.size() && (text[i] == 'e' || text[i] == 'E') &&
            (digit(i + 1) || (i + 1 < text.size() && text[i + 1] == '-' && digit(i + 2)))) {
            for (number.text += text[i++]; i < text.size() && (text[i] == '-' || digit(i)); ++i) {
                number.text += text[i];
            }
        } else if (i < text.size() && is_word_byte(text[i])) {
            continue;  // the beginning of a code
        }
        number.value = std::strtod(number.text.c_str(), nullptr);
        number.half = 0.5 * std::pow(10.0, -decimals);
        numbers.push_back(std::move(number));
    }
    return numbers;
}

bool among_either_way(const std::set<double>& secrets, double figure, double tolerance) {
    return among(secrets, figure, tolerance) || among(secrets, -figure, tolerance);
}

// Who writes numbers: people, who round them, or a program.
enum class Writing { rounded, rounded_by_thousands, exact };

// Rounded figures count from five digits on; single values, of which there are many, and all that
// is exact, from nine.
void look_at_numbers(const Secrets& secrets, std::string_view text, Writing writing,
                     std::vector<std::string>& found) {
    const int least = writing == Writing::exact ? 9 : 5;
    for (const Written& number : numbers_in(text, writing == Writing::rounded_by_thousands)) {
        const bool figure = number.digits >= least && number.point &&
                            among_either_way(secrets.figures, number.value, number.half);
        const bool value =
            number.digits >= 9 && among_either_way(secrets.values, number.value,
                                                   std::min(number.half, 1e-9 * number.value));
        if (figure || value) found.push_back(number.text);
    }
}

void look_at_words(const Secrets& secrets, std::string_view text, std::string_view place,
                   std::vector<std::string>& found) {
    if (secrets.words.empty()) return;
    for (std::string& word : words_of(text)) {
        if (secrets.words.contains(word)) found.push_back(std::string(place) + " " + word);
    }
}

// A walk through a result, with what is looked for along it.
class JsonSearch {
  public:
    explicit JsonSearch(const Secrets& secrets) : secrets_(secrets) {}

    std::vector<std::string> all(const Json& result) && {
        walk(result, "");
        return std::move(found_);
    }

  private:
    void walk(const Json& in, const std::string& place) {
        if (in.is_string()) {
            const auto& text = in.get_ref<const std::string&>();
            look_at_words(secrets_, text, place, found_);
            look_at_numbers(secrets_, text, Writing::rounded, found_);
        } else if (in.is_number()) {
            look_at(in.get<double>(), place);
        } else if (in.is_structured()) {
            look_at_lists(in, place);
            for (const auto& [key, value] : in.items()) {
                const std::string below = place + "/" + key;
                if (in.is_object()) look_at_words(secrets_, key, below, found_);
                walk(value, below);
            }
        }
    }

    void look_at(double figure, const std::string& place) {
        const double tolerance = 1e-9 * std::abs(figure);
        if (among(secrets_.values, figure, tolerance) ||
            among(secrets_.figures, figure, tolerance)) {
            found_.push_back(place);
        }
    }

    // The numbers of an array or an object, or of one member of each of its items.
    void look_at_lists(const Json& in, const std::string& place) {
        std::map<std::string, std::vector<double>> lists;
        for (const Json& item : in) {
            if (item.is_number()) {
                lists[""].push_back(item.get<double>());
            } else if (item.is_structured()) {
                for (const auto& [key, value] : item.items()) {
                    if (value.is_number()) lists[key].push_back(value.get<double>());
                }
            }
        }
        for (const auto& [key, numbers] : lists) {
            if (secrets_.lists.contains(as_list(numbers))) {
                found_.push_back(place + "/*/" + key + " (a list)");
            }
            for (const std::set<double>& counts : secrets_.counts) {
                if (is_distribution(numbers, counts)) {
                    found_.push_back(place + "/*/" + key + " (a distribution)");
                }
            }
        }
    }

    // A count may be another count by chance, also among hundreds of risks; three different ones of
    // one distribution that are half of what a list tells are not.
    static bool is_distribution(const std::vector<double>& numbers,
                                const std::set<double>& counts) {
        constexpr std::size_t kDistribution = 3;
        std::set<double> telling, found;
        for (const double number : numbers) {
            if (!is_telling(number)) continue;
            telling.insert(number);
            if (among(counts, number, 1e-9 * std::abs(number))) found.insert(number);
        }
        return found.size() >= kDistribution && 2 * found.size() >= telling.size();
    }

    const Secrets& secrets_;
    std::vector<std::string> found_;
};

}  // namespace

bool Secrets::empty() const { return size() == 0; }

std::size_t Secrets::size() const {
    std::size_t all = words.size() + values.size() + figures.size() + lists.size();
    for (const std::set<double>& one : counts) all += one.size();
    return all;
}

std::vector<std::string> words_of(std::string_view text, std::size_t least) {
    std::vector<std::string> words;
    const std::string small = language::lower_case(text);
    for (std::size_t i = 0; i < small.size();) {
        std::size_t end = i;
        while (end < small.size() && is_word_byte(small[end])) ++end;
        if (end - i >= least && end > i) words.push_back(small.substr(i, end - i));
        i = std::max(end, i + 1);
    }
    return words;
}

void add_words(std::string_view text, Secrets& to, std::size_t least) {
    for (std::string& word : words_of(text, least)) to.words.insert(std::move(word));
}

void add_values_of(std::string_view text, Secrets& to) {
    for (const Written& number : numbers_in(text, false)) {
        to.values.insert({number.value, -number.value});
    }
}

void add_figure(double figure, Secrets& to) {
    if (std::isfinite(figure)) to.figures.insert(figure);
}

void add_numbers(std::span<const double> values, Secrets& to) {
    if (values.empty()) return;
    const auto n = static_cast<double>(values.size());
    double sum = 0, squares = 0, raw = 0;
    for (const double value : values) sum += value;
    const double mean = sum / n;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
        raw += value * value;
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    to.values.insert(sorted.begin(), sorted.end());
    for (const double figure : {sum, mean, squares, squares / n, squares / (n - 1),
                                std::sqrt(squares / n), std::sqrt(squares / (n - 1)), raw,
                                sorted.front(), sorted.back(), sorted[sorted.size() / 2]}) {
        add_figure(figure, to);
    }
}

void add_pair(std::span<const double> x, std::span<const double> y, Secrets& to) {
    const auto n = static_cast<double>(x.size());
    double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / n;
        mean_y += y[i] / n;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (xx <= 0 || yy <= 0) return;
    for (const double figure : {xy / n, xy / (n - 1), xy / std::sqrt(xx * yy)}) {
        add_figure(figure, to);
    }
}

void add_distribution(std::span<const double> counts, double whole, Secrets& to) {
    std::set<double>& all = to.counts.emplace_back();
    for (const double count : counts) {
        // As a share of few people a small count is any share of them.
        if (is_telling(count)) all.insert({count, count / whole, 100 * count / whole});
    }
    to.lists.insert(as_list(counts));
}

Secrets hidden(Secrets original, const Secrets& released) {
    std::set<std::string> words;
    std::ranges::set_difference(original.words, released.words, std::inserter(words, words.end()));
    original.words = std::move(words);
    // A released value can be what a figure of the original is, such as its median.
    for (const auto* open : {&released.values, &released.figures}) {
        original.values = without(original.values, *open);
        original.figures = without(original.figures, *open);
    }
    for (std::size_t i = 0; i < original.counts.size(); ++i) {
        const std::set<double> none;
        original.counts[i] =
            without(original.counts[i], i < released.counts.size() ? released.counts[i] : none);
    }
    std::erase_if(original.lists, [&](const std::vector<double>& list) {
        return !is_telling(list) || released.lists.contains(list);
    });
    return original;
}

std::vector<std::string> found_in(const Secrets& secrets, const Json& result) {
    return JsonSearch(secrets).all(result);
}

std::vector<std::string> found_in_page(const Secrets& secrets, std::string_view page) {
    std::vector<std::string> found;
    look_at_words(secrets, page, "page:", found);  // in attributes and comments too
    look_at_numbers(secrets, without_tags(page), Writing::rounded_by_thousands, found);
    return found;
}

std::vector<std::string> found_in_file(const Secrets& secrets, std::string_view name,
                                       std::string_view bytes) {
    std::vector<std::string> found;
    look_at_words(secrets, name, "name of a file:", found);
    look_at_words(secrets, bytes, name, found);
    look_at_numbers(secrets, bytes, Writing::exact, found);
    return found;
}

std::string listed(const std::vector<std::string>& found) {
    std::string text;
    for (const std::string& one : found) text += one + "\n";
    return text;
}

std::string without_tags(std::string_view page) {
    std::string text;
    bool within = false;
    for (const char c : page) {
        within = c == '<' || (within && c != '>');
        text += within || c == '>' ? ' ' : c;
    }
    return text;
}

std::string made_up_word(Draws& draws) {
    std::string word;
    for (int i = 0; i < 8; ++i) word += static_cast<char>('a' + draws.below(26));
    return word + static_cast<char>('0' + draws.below(10));
}

}  // namespace lethe::test
