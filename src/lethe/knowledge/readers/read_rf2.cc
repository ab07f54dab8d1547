// SNOMED CT in release format 2: three tables separated by tabs, without quotation marks. Active
// concepts, their active descriptions and their active is-a relationships are read. The preferred
// name is the fully specified one without its tag: "Diabetes mellitus (disorder)" is called
// "Diabetes mellitus" first.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

constexpr std::string_view kIsA = "116680003";
constexpr std::string_view kFullName = "900000000000003001";
constexpr std::string_view kSynonym = "900000000000013009";

// The rows of one table, by the names of their columns.
template <std::size_t n>
class Rf2Table {
  public:
    Rf2Table(const SourceText& source, const std::array<std::string_view, n>& columns)
        : lines_(source.text), wrongs_(source.file) {
        lines_.next();
        split();
        width_ = fields_.size();
        for (std::size_t i = 0; i < n; ++i) {
            const auto place = std::find(fields_.begin(), fields_.end(), columns[i]);
            if (place == fields_.end()) {
                wrongs_.fail(1, fmt::format("the header of this table of SNOMED CT must name {}, "
                                            "separated by tabs",
                                            fmt::join(columns, ", ")));
            }
            at_[i] = static_cast<std::size_t>(place - fields_.begin());
        }
    }

    bool next() {
        while (lines_.next()) {
            if (lines_.line().empty()) continue;
            split();
            if (fields_.size() == width_) return true;
            wrongs_.add(line(),
                        fmt::format("has {} fields; the header has {}", fields_.size(), width_));
        }
        return false;
    }
    std::string_view operator[](std::size_t column) const { return fields_[at_[column]]; }
    std::int64_t line() const { return lines_.number(); }
    Wrongs& wrongs() { return wrongs_; }

  private:
    void split() {
        fields_.clear();
        std::string_view rest = lines_.line();
        while (true) {
            const std::size_t tab = rest.find('\t');
            fields_.push_back(rest.substr(0, tab));
            if (tab == std::string_view::npos) return;
            rest.remove_prefix(tab + 1);
        }
    }

    Lines lines_;
    Wrongs wrongs_;
    std::vector<std::string_view> fields_;
    std::size_t width_ = 0;
    std::array<std::size_t, n> at_{};
};

// "Diabetes mellitus (disorder)" -> "Diabetes mellitus"
std::string_view without_tag(std::string_view name) {
    const std::size_t open = name.rfind(" (");
    return name.ends_with(')') && open != std::string_view::npos ? name.substr(0, open) : name;
}

// sct2_Relationship_Snapshot_INT_20190731.txt -> 20190731
std::string rf2_version_in(std::string_view file) {
    const std::size_t mark = file.rfind('_');
    if (mark == std::string_view::npos) return {};
    const std::string_view rest = file.substr(mark + 1);
    return std::string(rest.substr(0, std::min(rest.find('.'), rest.size())));
}

std::int64_t add_concepts(const SourceText& source, TaxonomyBuilder& builder) {
    Rf2Table table(source, std::array<std::string_view, 2>{"id", "active"});
    std::int64_t inactive = 0;
    while (table.next()) {
        if (table[0].empty()) {
            table.wrongs().add(table.line(), "has no id");
        } else if (table[1] == "1") {
            builder.add_concept(table[0]);
        } else {
            ++inactive;
        }
    }
    table.wrongs().throw_if_any();
    return inactive;
}

void add_descriptions(const SourceText& source, TaxonomyBuilder& builder, bool full_names) {
    Rf2Table table(source,
                   std::array<std::string_view, 4>{"active", "conceptId", "typeId", "term"});
    while (table.next()) {
        if (table[0] != "1" || table[3].empty()) continue;
        const std::int32_t number = builder.find_concept(table[1]);
        if (number < 0) continue;  // of an inactive concept
        if (full_names && table[2] == kFullName) {
            builder.add_name(number, without_tag(table[3]));
            builder.add_name(number, table[3]);
        }
        if (!full_names && table[2] == kSynonym) builder.add_name(number, table[3], 1);
    }
    table.wrongs().throw_if_any();
}

void add_relationships(const SourceText& source, TaxonomyBuilder& builder) {
    Rf2Table table(
        source, std::array<std::string_view, 4>{"active", "sourceId", "destinationId", "typeId"});
    while (table.next()) {
        if (table[0] != "1" || table[3] != kIsA) continue;
        const std::int32_t child = builder.find_concept(table[1]);
        const std::int32_t parent = builder.find_concept(table[2]);
        if (child < 0) continue;  // inactive
        if (parent >= 0) {
            builder.add_is_a(child, parent);
        } else {
            table.wrongs().add(table.line(), fmt::format("the concept {} is a {}, which is not an "
                                                         "active concept of this release",
                                                         in_quotes(table[1]), in_quotes(table[2])));
        }
    }
    table.wrongs().throw_if_any();
}

}  // namespace

ReadTaxonomy read_rf2(const Context& context, const Rf2Texts& texts) {
    TaxonomyBuilder builder("SNOMED CT", rf2_version_in(texts.relationships.file));
    const std::int64_t inactive = add_concepts(texts.concepts, builder);
    for (const bool full_names : {true, false}) {
        for (const SourceText& source : texts.descriptions) {
            context.check_stop();
            add_descriptions(source, builder, full_names);
        }
    }
    add_relationships(texts.relationships, builder);
    std::vector<std::string> notes;
    if (inactive > 0) notes.push_back(fmt::format("{} inactive concepts were left out", inactive));
    return {std::move(builder).build(texts.relationships.file, context), std::move(notes)};
}

}  // namespace lethe::readers
