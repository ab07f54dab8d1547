#include "lethe/space/attribute/coded_texts.h"

#include <utility>

namespace lethe {

std::int32_t CodedTexts::missing_code() {
    if (missing_ == kNoCode) {
        missing_ = static_cast<std::int32_t>(texts_.size());
        texts_.emplace_back();
    }
    return missing_;
}

std::int32_t CodedTexts::code(const std::string& text) {
    const auto [entry, added] =
        code_of_.try_emplace(text, static_cast<std::int32_t>(texts_.size()));
    if (added) texts_.push_back(text);
    return entry->second;
}

std::vector<std::int32_t> CodedTexts::codes(const Column& column) {
    std::vector<std::int32_t> code_of_entry(column.dictionary().size(), kNoCode);
    std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()));
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!column.valid(row)) {
            codes[i] = missing_code();
            continue;
        }
        const auto entry = static_cast<std::size_t>(column.codes()[i]);
        if (code_of_entry[entry] == kNoCode) {
            code_of_entry[entry] = code(column.dictionary()[entry]);
        }
        codes[i] = code_of_entry[entry];
    }
    return codes;
}

ColumnPtr text_column(const Column& like, std::span<const std::int32_t> codes,
                      std::span<const std::string> texts, std::int32_t missing,
                      std::shared_ptr<const Column::Spelling> spelling) {
    const bool kept_order = like.kind() == Kind::ordinal;
    Dictionary dictionary = kept_order ? like.dictionary() : Dictionary{};
    std::unordered_map<std::string, std::int32_t> place;
    for (const std::string& text : dictionary) {
        place.emplace(text, static_cast<std::int32_t>(place.size()));
    }
    std::vector<std::int32_t> place_of(texts.size(), CodedTexts::kNoCode);
    std::vector<std::int32_t> places(codes.size(), 0);
    Validity validity(std::ssize(codes));
    for (std::size_t row = 0; row < codes.size(); ++row) {
        if (codes[row] == missing) {
            validity.set_missing(static_cast<std::int64_t>(row));
            continue;
        }
        const auto code = static_cast<std::size_t>(codes[row]);
        if (place_of[code] == CodedTexts::kNoCode) {
            const auto [entry, added] =
                place.try_emplace(texts[code], static_cast<std::int32_t>(dictionary.size()));
            if (added) dictionary.push_back(texts[code]);
            place_of[code] = entry->second;
        }
        places[row] = place_of[code];
    }
    const ColumnPtr column =
        Column::categories(like.name(), like.kind(), std::move(places),
                           std::make_shared<const Dictionary>(std::move(dictionary)),
                           std::move(validity), std::move(spelling));
    return like.meaning() != nullptr ? column->with_meaning(like.meaning()) : column;
}

}  // namespace lethe
