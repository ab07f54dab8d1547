#include "lethe/operation/shared/semantic_values.h"

#include <algorithm>
#include <map>

#include "lethe/core/error.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/knowledge/readers/combined_source.h"
#include "lethe/operation/shared/named_choices.h"

namespace lethe::operation {
namespace {

// The values that are there, as a column of their own.
ColumnPtr values_that_are_there(const Column& column) {
    std::vector<std::string> texts;
    const ColumnPtr written = column.as_written(Kind::semantic);
    for (std::int64_t row = 0; row < written->size(); ++row) {
        if (written->valid(row)) texts.push_back(written->text(row));
    }
    return Column::from_texts(column.name(), Kind::semantic, texts);
}

}  // namespace

Schema<SemanticValues> SemanticValues::schema() {
    using O = SemanticValues;
    return with_measure_params(
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .field("column", &O::column, "The column of the data")
            .shown("NAME")
            .goes_with("data")
            .field("values", &O::values, "Values instead of data; a value may be repeated")
            .separated("VALUE")
            .include(&O::source, KnowledgeSource::schema())
            .field("map", &O::map, "The concepts of the values, as lethe knowledge map writes them")
            .shown("FILE")
            .choice("senses", &O::senses, "How one of several senses is chosen",
                    named_choices<SensePolicy>(sense_policy_names(), sense_policy_named))
            .shown("POLICY")
            .choice("unmapped", &O::unmapped, "What becomes of values that the taxonomy lacks",
                    named_choices<Unmapped>(unmapped_names(), unmapped_named))
            .shown("POLICY")
            .field("phrases", &O::phrases,
                   "Also understand values that are phrases, from this confidence on",
                   between(0, 1))
            .shown("LEAST")
            .field("content", &O::content,
                   "Counts of a corpus (a WordNet-InfoContent file) for the measures resnik, lin "
                   "and jiang-conrath")
            .shown("FILE")
            .include(&O::read, TableReading::schema()));
}

void SemanticValues::check(Problems& problems) const {
    if (data.empty() == values.empty()) {
        problems.push_back({"give data with a column, or values", {{}, 0, 0, "values"}});
    }
    if (!data.empty() && column.empty()) {
        problems.push_back({"name the column of the data", {{}, 0, 0, "column"}});
    }
}

std::vector<std::string> SemanticValues::inputs() const {
    std::vector<std::string> files = source_paths(source.source);
    files.insert(files.end(), {data, map, content});
    std::erase(files, std::string());
    return files;
}

ValueSet SemanticValues::open(Door& door) const {
    ColumnPtr column_read;
    std::int64_t rows = std::ssize(values);
    if (data.empty()) {
        column_read = Column::from_texts("values", Kind::semantic, values);
    } else {
        const Table table = read_source(door, data, read.options());
        rows = table.rows();
        column_read = values_that_are_there(table.column(column));
    }
    if (column_read->size() == 0) {
        throw Error(ErrorKind::input, "there is no value", {data, 0, 0, {}});
    }
    release::KnowledgeShelf shelf(source.no_cache ? std::string() : door.cache_folder());
    release::ColumnKnowledge knowledge;
    knowledge.source = source.source;
    knowledge.format = source.format;
    knowledge.map = map;
    knowledge.senses = senses;
    knowledge.unmapped = unmapped;
    knowledge.phrases = phrases;
    knowledge.content = content;
    const MeaningPtr meaning = shelf.meaning(door.context(), *column_read, knowledge);
    door.warn(shelf.take_notes());
    const Table table({column_read->with_meaning(meaning)});
    ValueSet set;
    set.column = column_read->name();
    set.taxonomy = meaning->taxonomy().name();
    set.values = table.rows();
    set.missing = rows - table.rows();
    const std::vector<std::string> names{set.column};
    set.space = std::make_unique<TupleSpace>(door.context(), table, names,
                                             TupleSpace::Options{.measure = options()});
    std::vector<std::map<std::string, std::int64_t>> counts(
        static_cast<std::size_t>(set.space->tuples()));
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        const std::int32_t tuple = set.space->tuple_of_row()[static_cast<std::size_t>(row)];
        ++counts[static_cast<std::size_t>(tuple)][table.column(set.column).text(row)];
    }
    for (const auto& of_tuple : counts) {
        auto& texts = set.texts.emplace_back(of_tuple.begin(), of_tuple.end());
        std::ranges::stable_sort(texts, std::greater(), [](const auto& one) { return one.second; });
    }
    return set;
}

std::string ValueSet::text(const TupleSpace::Point& point) const {
    return space->domain(0)->text(static_cast<std::int32_t>(point[0])).value_or("");
}

std::string ValueSet::id(const TupleSpace::Point& point) const {
    const ConceptId c = space->domain(0)->concept_of(static_cast<std::int32_t>(point[0]));
    return c == kNoConcept ? std::string() : std::string(space->domain(0)->taxonomy().id(c));
}

double ValueSet::sum(const TupleSpace::Point& point) const {
    std::int64_t parts = 0;
    for (std::int32_t tuple = 0; tuple < space->tuples(); ++tuple) {
        parts += space->count(tuple) * space->parts(point, tuple);
    }
    return space->mean(parts);
}

void write_value_table(const std::string& path,
                       const std::vector<std::vector<std::string>>& lines) {
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < lines.front().size(); ++j) {
        std::vector<std::string> texts;
        for (std::size_t i = 1; i < lines.size(); ++i) texts.push_back(lines[i][j]);
        columns.push_back(Column::from_texts(lines.front()[j], Kind::nominal, texts));
    }
    write_file(path, table_text(Table(std::move(columns)), Format::csv), true);
}

}  // namespace lethe::operation
