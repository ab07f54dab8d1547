#include "lethe/table/mask/models/released_levels.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lethe/space/attribute/coded_texts.h"
#include "lethe/table/mask/models/column_levels.h"

namespace lethe::mask {

std::vector<char> suppressed_rows(const lattice::Evaluation& evaluation,
                                  const lattice::Node& node) {
    const lattice::Classes& classes = evaluation.classes();
    const auto list = classes.raised(classes.tuples(), node, evaluation.needs_values());
    std::vector<char> gone;
    evaluation.judged(*list, gone);
    const std::size_t words = classes.packing().words();
    std::map<std::vector<std::uint64_t>, std::size_t> class_of;
    for (std::size_t c = 0; c < list->size(); ++c) {
        const auto begin = list->keys.begin() + static_cast<std::ptrdiff_t>(c * words);
        class_of.emplace(
            std::vector<std::uint64_t>(begin, begin + static_cast<std::ptrdiff_t>(words)), c);
    }
    std::vector<char> gone_tuple;
    std::vector<std::uint64_t> key(words);
    for (std::size_t t = 0; t < classes.tuples().size(); ++t) {
        classes.key_at(t, node, key.data());
        gone_tuple.push_back(gone[class_of.at(key)]);
    }
    std::vector<char> rows;
    rows.reserve(classes.tuple_of_row().size());
    for (const std::int32_t tuple : classes.tuple_of_row()) {
        rows.push_back(gone_tuple[static_cast<std::size_t>(tuple)]);
    }
    return rows;
}

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

}  // namespace lethe::mask
