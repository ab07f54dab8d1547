#include "lethe/table/mask/models/released_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lethe/space/attribute/coded_texts.h"
#include "lethe/table/mask/models/column_levels.h"

namespace lethe::mask {

ColumnPtr column_at_level(const Column& old, const lattice::Levels& levels, int level,
                          const std::vector<std::int32_t>& lines, const std::vector<char>& to_top) {
    std::vector<std::string> texts = levels.labels[static_cast<std::size_t>(level)];
    const auto place = [&](std::string_view text) {
        const auto found = std::find(texts.begin(), texts.end(), text);
        return static_cast<std::int32_t>(found - texts.begin());
    };
    const auto& label_of = levels.label_of[static_cast<std::size_t>(level)];
    std::vector<std::int32_t> labels;
    labels.reserve(lines.size());
    for (const std::int32_t line : lines)
        labels.push_back(label_of[static_cast<std::size_t>(line)]);
    std::int32_t missing = place(kMissingLabel);
    if (missing == std::ssize(texts)) missing = CodedTexts::kNoCode;
    if (!to_top.empty()) {
        const std::string& top = levels.labels.back().front();
        const std::int32_t code = place(top);
        if (code == std::ssize(texts)) texts.push_back(top);
        for (std::size_t row = 0; row < labels.size(); ++row) {
            if (to_top[row] != 0) labels[row] = code;
        }
    }
    return text_column(old, labels, texts, missing, old.spelling_of_missing());
}

ColumnPtr column_at_levels(const Column& old, const lattice::Levels& levels,
                           const std::vector<int>& level_of_row,
                           const std::vector<std::int32_t>& lines) {
    std::vector<std::string> texts;
    CodedTexts coded(texts);
    std::int32_t missing = CodedTexts::kNoCode;
    std::vector<std::vector<std::int32_t>> code_of(levels.labels.size());  // [level][label]
    for (std::size_t level = 0; level < levels.labels.size(); ++level) {
        for (const std::string& label : levels.labels[level]) {
            const std::int32_t code = coded.code(label);
            if (label == kMissingLabel) missing = code;
            code_of[level].push_back(code);
        }
    }
    std::vector<std::int32_t> codes;
    codes.reserve(lines.size());
    for (std::size_t row = 0; row < lines.size(); ++row) {
        const auto level = static_cast<std::size_t>(level_of_row[row]);
        const auto label = levels.label_of[level][static_cast<std::size_t>(lines[row])];
        codes.push_back(code_of[level][static_cast<std::size_t>(label)]);
    }
    return text_column(old, codes, texts, missing, old.spelling_of_missing());
}

void check_labels_differ(const lattice::Levels& levels, Problems& problems) {
    // Of each label the lines that it stands for, at the first level that has it.
    std::map<std::string, std::pair<std::size_t, std::vector<std::size_t>>> first;
    for (std::size_t level = 0; level < levels.labels.size(); ++level) {
        std::vector<std::vector<std::size_t>> lines(levels.labels[level].size());
        for (std::size_t line = 0; line < levels.label_of[level].size(); ++line) {
            lines[static_cast<std::size_t>(levels.label_of[level][line])].push_back(line);
        }
        for (std::size_t w = 0; w < lines.size(); ++w) {
            const auto [place, is_new] =
                first.try_emplace(levels.labels[level][w], level, lines[w]);
            if (is_new || place->second.second == lines[w]) continue;
            problems.push_back(
                {fmt::format(
                     "column \"{}\": a label of level {} of its hierarchy is one of level {} "
                     "too and stands for other values there; by rounds rows of both levels "
                     "are released, and nobody could tell them apart: give it two names",
                     levels.column, level, place->second.first),
                 {},
                 ErrorKind::input});
            return;
        }
    }
}

}  // namespace lethe::mask
