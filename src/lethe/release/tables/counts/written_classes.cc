#include "lethe/release/tables/counts/written_classes.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "lethe/knowledge/meaning.h"

namespace lethe::release {
namespace {

std::optional<bool> yes_or_no(std::string text) {
    const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (!text.empty() && blank(text.back())) text.pop_back();
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), blank));
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const char* yes : {"yes", "y", "true", "t"}) {
        if (text == yes) return true;
    }
    for (const char* no : {"no", "n", "false", "f"}) {
        if (text == no) return false;
    }
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || (number != 0 && number != 1)) return std::nullopt;
    return number == 1;
}

}  // namespace

RowLists equal_rows(const Context& context, const Table& table,
                    const std::vector<std::string>& columns) {
    std::vector<ColumnPtr> texts;
    for (const std::string& name : columns) {
        context.check_stop();
        texts.push_back(table.column(name).as_written(Kind::nominal));
    }
    std::vector<std::int64_t> rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    const auto before = [&](std::int64_t a, std::int64_t b) {
        for (const ColumnPtr& column : texts) {
            const auto code = [&](std::int64_t row) {
                return column->valid(row) ? column->codes()[static_cast<std::size_t>(row)] : -1;
            };
            if (code(a) != code(b)) return code(a) < code(b);
        }
        return false;
    };
    std::stable_sort(rows.begin(), rows.end(), before);
    RowLists lists;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == 0 || before(rows[i - 1], rows[i])) lists.emplace_back();
        lists.back().push_back(rows[i]);
    }
    return lists;
}

std::optional<std::vector<std::int64_t>> people_to_release(const Table& found,
                                                           const std::string& column) {
    std::vector<std::int64_t> rows;
    const Column* flag = column.empty() ? nullptr : found.find(column);
    if (flag == nullptr && !column.empty()) return std::nullopt;
    for (std::int64_t row = 0; row < found.rows(); ++row) {
        if (flag != nullptr) {
            if (!flag->valid(row)) continue;
            const auto said = yes_or_no(flag->text(row));
            if (!said) return std::nullopt;
            if (!*said) continue;
        }
        rows.push_back(row);
    }
    return rows;
}

std::map<std::string, LabelLine> lines_of_values(const Column& column) {
    std::map<std::string, LabelLine> lines;
    if (!column.meaning()) return lines;
    const Meaning& meaning = *column.meaning();
    std::size_t longest = 2;
    if (meaning.levels()) {
        for (const LabelLine& line : meaning.levels()->lines) lines[line.front()] = line;
    } else {
        const Taxonomy& taxonomy = meaning.taxonomy();
        for (const std::string& value : column.dictionary()) {
            LabelLine& line = lines[value];
            line.push_back(value);
            for (ConceptId at = meaning.value_of(value);
                 at != kNoConcept && at != taxonomy.root();) {
                at = taxonomy.parents(at).front();
                line.push_back(meaning.label_of(at));
            }
        }
    }
    for (const auto& [value, line] : lines) longest = std::max(longest, line.size());
    const std::string top = meaning.levels() ? meaning.levels()->lines.front().back()
                                             : meaning.label_of(meaning.taxonomy().root());
    for (auto& [value, line] : lines) line.resize(longest, top);
    LabelLine& missing = lines[kWithout];
    missing.assign(longest, kWithout);
    missing.back() = top;
    return lines;
}

LabelLine labels_shown(const Table& table, const std::vector<std::string>& columns,
                       std::int64_t row) {
    LabelLine labels;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        labels.push_back(column.valid(row) ? column.text(row) : kWithout);
    }
    return labels;
}

Json not_counted(const WrittenModel& model, const std::string& reason) {
    return {{"model", model.text}, {"counted", nullptr}, {"holds", nullptr}, {"reason", reason}};
}

}  // namespace lethe::release
