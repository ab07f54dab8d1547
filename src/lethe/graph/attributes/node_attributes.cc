#include "lethe/graph/attributes/node_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/attribute_kinds.h"
#include "lethe/graph/attributes/default_attributes.h"

namespace lethe::graph {
namespace {

std::vector<std::string> chosen_columns(const Table& attributes, const AttributeChoice& choice) {
    for (const std::string& name : choice.topics) {
        if (attributes.column(name).is_numeric()) {
            throw Error(ErrorKind::usage,
                        fmt::format("the column '{}' holds numbers, not lists of topics", name));
        }
        if (!choice.columns.empty() &&
            std::ranges::find(choice.columns, name) == choice.columns.end()) {
            throw Error(ErrorKind::usage,
                        fmt::format("the column '{}' of topics is not among the attributes", name));
        }
    }
    if (!choice.columns.empty()) return choice.columns;
    std::vector<std::string> names;
    for (const ColumnPtr& column : attributes.columns()) {
        if (column->kind() != Kind::text || holds_topics(*column, choice)) {
            names.push_back(column->name());
        }
    }
    return names;
}

// The masked column as the same sort of values as the original one.
ColumnPtr comparable(const Column& original, const ColumnPtr& masked) {
    if (masked->is_numeric() == original.is_numeric()) return masked;
    return original.is_numeric() ? masked->as_kind(Kind::numeric)
                                 : masked->as_written(Kind::nominal);
}

std::unique_ptr<NodeAttribute> make_attribute(const Column& column, const Column* masked,
                                              bool topics) {
    if (topics) return topics_attribute(column, masked);
    switch (column.kind()) {
        case Kind::numeric:
            return numeric_attribute(column, masked);
        case Kind::ordinal:
            return ordinal_attribute(column, masked);
        case Kind::semantic:
            if (column.meaning() != nullptr) return semantic_attribute(column, masked);
            break;
        case Kind::nominal:
        case Kind::text:
            break;
    }
    return nominal_attribute(column, masked);
}

}  // namespace

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
                      const std::vector<std::string>& texts, std::int32_t missing) {
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
    const ColumnPtr column = Column::categories(
        like.name(), like.kind(), std::move(places),
        std::make_shared<const Dictionary>(std::move(dictionary)), std::move(validity));
    return like.meaning() != nullptr ? column->with_meaning(like.meaning()) : column;
}

NodeAttributes node_attributes(const Context& context, const Table& attributes,
                               const AttributeChoice& choice, const Table* masked) {
    if (masked != nullptr && masked->rows() != attributes.rows()) {
        throw Error(ErrorKind::input, fmt::format("there are {} nodes, and {} masked ones",
                                                  attributes.rows(), masked->rows()));
    }
    NodeAttributes made;
    for (const std::string& name : chosen_columns(attributes, choice)) {
        context.check_stop();
        const Column& column = attributes.column(name);
        const ColumnPtr other =
            masked != nullptr ? comparable(column, masked->column_ptr(name)) : nullptr;
        made.push_back(make_attribute(column, other.get(), holds_topics(column, choice)));
    }
    if (made.empty()) throw Error(ErrorKind::usage, "the nodes have no attribute to compare");
    return made;
}

double node_distance(const NodeAttributes& attributes, std::int64_t a, std::int64_t b) {
    double sum = 0;
    for (const auto& attribute : attributes) {
        sum += attribute->distance(attribute->code(a), attribute->code(b));
    }
    return sum / static_cast<double>(attributes.size());
}

}  // namespace lethe::graph
