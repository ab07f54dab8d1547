// Any lines are a column: what is recognised reads each of its texts, as the fast scanner does, and
// a text that is said to come back comes back.
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "lethe/data/formats/scan_notation.h"
#include "lethe/data/written/recognise_notation.h"

namespace lethe::fuzz::notations {

void check(const lethe::NotationPtr& notation, const std::vector<std::string_view>& texts) {
    const lethe::formats::NotationScanner scanner(notation);
    for (const std::string_view text : texts) {
        const auto value = notation->parse(text);
        const lethe::formats::NumberScan scan = scanner.scan(text);
        if (!value || scan.form == lethe::formats::NumberForm::none || scan.value != *value) {
            std::abort();
        }
        const bool plain = scan.form == lethe::formats::NumberForm::plain;
        if (plain && notation->text(*value, scan.decimals) != text) std::abort();
    }
}

void run(std::string_view bytes) {
    std::vector<std::string_view> texts;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        if (end > 0) texts.push_back(bytes.substr(0, end));
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    const lethe::NotationGuess guess = lethe::recognise_notation(texts);
    if (guess.notation && guess.undecided()) std::abort();
    if (guess.notation) check(guess.notation, texts);
    for (const lethe::NotationPtr& one : guess.candidates) check(one, texts);
}

}  // namespace lethe::fuzz::notations
