#include "lethe/operation/shared/table_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>

#include "lethe/core/error.h"
#include "lethe/core/redacted.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/io/file.h"
#include "lethe/io/file_digest.h"
#include "lethe/io/json_file.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/space/attribute/topic_list.h"

namespace lethe::operation {
namespace {

std::string separator_of(const std::string& given) {
    return given == "\\t" || given == "tab" ? "\t" : given;
}

std::string wrong_mark(const Json& value) {
    NotationWishes wishes;
    wishes.decimal = value.get<std::string>();
    try {
        wishes.check();
    } catch (const Error& error) {
        return "must be a mark, such as \",\": neither a digit nor a sign";
    }
    return "";
}

std::string wrong_dates(const Json& value) {
    NotationWishes wishes;
    try {
        wishes.read_dates(value.get<std::string>());
    } catch (const Error& error) {
        return error.problems().front().message;
    }
    return "";
}

// All that methods go by: the concepts and what is above them, how much each says, those of the
// values (or of the topics of lists), and what becomes of the others.
template <class Add>
void add_meaning(const Column& column, const Add& add) {
    const Meaning& meaning = *column.meaning();
    const TaxonomyParts& parts = meaning.taxonomy().parts_of_it();
    const auto add_all = [&](const auto& items) {
        add(items.data(), items.size() * sizeof *items.data());
    };
    add_all(parts.ids.lists.items);
    add_all(parts.parents.begin);
    add_all(parts.parents.items);
    MeasureOptions resnik;
    resnik.kind = MeasureKind::resnik;
    const auto content = meaning.measure(resnik);
    for (ConceptId c = 0; c < meaning.taxonomy().size(); ++c) {
        const double said = content->published(c, c);
        add(&said, sizeof said);
    }
    const auto add_concept = [&](const std::string& text) {
        const ConceptId c = meaning.concept_of(text);
        add(&c, sizeof c);
    };
    for (const std::string& text : column.dictionary()) {
        add_concept(text);
        if (text.find(';') == std::string::npos) continue;
        for (const std::string& topic : topics_of_list(text, column.name())) add_concept(topic);
    }
    const Unmapped others = meaning.unmapped();
    add(&others, sizeof others);
}

// MySQL's dates that are none.
void note_zero_dates(Door& door, const Table& table) {
    for (const ColumnPtr& column : table.columns()) {
        if (!column->spelling() || !column->spelling()->missing.starts_with("0000-00-00")) continue;
        door.say(
            fmt::format("note: column \"{}\" has dates 0000-00-00, which are no dates: they "
                        "count as missing",
                        column->name()));
    }
}

}  // namespace

Schema<TableReading> TableReading::schema() {
    return Schema<TableReading>()
        .field("separator", &TableReading::separator,
               "Field separator of a text file (default: detected)")
        .shown("CHAR")
        .must([](const Json& value) {
            return separator_of(value.get<std::string>()).size() > 1 ? "must be one character" : "";
        })
        .field("header", &TableReading::header, "The first row holds the names (default: detected)")
        .excludes({"no_header"})
        .field("no_header", &TableReading::no_header, "The first row is data, not names")
        .field("encoding", &TableReading::encoding,
               "Encoding of a text file: utf-8, latin-1, utf-16")
        .shown("NAME")
        .field("missing", &TableReading::missing,
               "Texts that mean a missing value, besides the empty field")
        .separated("TEXT")
        .field("sheet", &TableReading::sheet,
               "Sheet of an Excel file (default: the first that is visible and holds anything)")
        .shown("NAME")
        .field(
            "data_format", &TableReading::data_format,
            "Format of the data, such as csv or xlsx (default: by the name, of standard input by "
            "the first bytes)")
        .shown("NAME")
        .must([](const Json& value) {
            const auto name = value.get<std::string>();
            if (name.empty() || format_named(name)) return std::string();
            return fmt::format("must be one of {}", fmt::join(format_names(), ", "));
        })
        .field("decimal", &TableReading::decimal,
               "Decimal mark of the numbers in a text file (default: as they tell)")
        .shown("CHAR")
        .must(wrong_mark)
        .field("group", &TableReading::group,
               "What stands between groups of thousands in a text file (default: as they tell)")
        .shown("CHAR")
        .must(wrong_mark)
        .field("dates", &TableReading::dates,
               "Order of day and month where the dates of a text file do not tell: day first, "
               "month first, or their pattern")
        .shown("ORDER")
        .must(wrong_dates)
        .field("skip", &TableReading::skip, "Lines above the table in a text file", at_least(0))
        .shown("LINES")
        .field("last", &TableReading::last,
               "The last line of the table in a text file (default: of the file)", at_least(0))
        .shown("LINE");
}

ReadOptions TableReading::options(ReadOptions base) const {
    if (!separator.empty()) base.separator = separator_of(separator).front();
    if (header) base.header = true;
    if (no_header) base.header = false;
    if (!encoding.empty()) base.encoding = encoding;
    for (const std::string& text : missing) base.missing.push_back(text);
    if (!sheet.empty()) base.sheet = sheet;
    if (!data_format.empty()) base.format = format_named(data_format);
    if (!decimal.empty()) base.notations.decimal = decimal;
    if (!group.empty()) base.notations.group = group;
    base.notations.check();
    if (!dates.empty()) base.notations.read_dates(dates);
    if (skip > 0) base.skip = skip;
    if (last > 0) base.last = last;
    return base;
}

Table read_source(Door& door, const std::string& source, const ReadOptions& options) {
    if (in_memory(door, source)) return door.memory_table(source, options);
    const Context& context = door.context();
    std::vector<std::string> notes;
    ReadOptions noted = options;
    noted.notes = &notes;
    std::shared_ptr<const std::string> input;  // kept until it is read
    if (source == "-") {
        input = door.input_copy();
        if (!noted.format) noted.format = guessed_format(*input);
    }
    const Table table = read_table(context, input ? *input : source, noted);
    door.warn(notes);
    if (is_database(source)) {
        note_zero_dates(door, table);
        return table;
    }
    if (!options.header && table.columns().front()->name() == "column1") {
        door.say(fmt::format(
            "note: no header was found, so the columns are column1, column2, ...; {} if the first "
            "row holds their names",
            door.option_name("header")));
    }
    const std::string& first = table.columns().front()->name();
    if (options.separator && table.columns().size() == 1 &&
        first.find_first_of(",;|\t") != std::string::npos) {
        door.say(fmt::format(
            "note: with this separator the file has one column, and its name looks like "
            "the names of several; without {} the separator is detected",
            door.option_name("separator")));
    }
    return table;
}

std::string source_digest(const Door& door, const std::string& source) {
    const bool no_file = source == "-" || is_no_file(source) || in_memory(door, source);
    if (no_file) return {};
    const std::vector<std::string> files = table_files(source);
    if (files.size() == 1) return file_sha256(files.front());
    std::string digests;  // of several files, in their order
    for (const std::string& file : files) digests += file_sha256(file) + "\n";
    return sha256(digests);
}

bool in_memory(const Door& door, const std::string& path) {
    return door.has_memory() && is_memory(path);
}

std::string read_text(const Door& door, const std::string& path) {
    return in_memory(door, path) ? door.memory_text(path) : read_file(path);
}

void write_text(Door& door, const std::string& path, const std::string& text, bool is_private) {
    if (in_memory(door, path)) return door.keep_text(path, text);
    write_file(path, text, is_private);
}

Json read_json_text(const Door& door, const std::string& path) {
    if (!in_memory(door, path)) return read_json(path);
    Json value = Json::parse(door.memory_text(path), nullptr, false);
    if (value.is_discarded()) throw Error(ErrorKind::input, "is not JSON", {path, 0, 0, {}});
    return value;
}

release::Policy read_policy_text(const Door& door, const std::string& path, Problems& problems) {
    if (!in_memory(door, path)) return release::read_policy(path, problems);
    return release::policy_in_folder(door.memory_text(path), path, {}, problems);
}

std::string shown_source(const std::string& source) {
    return is_memory(source) ? source.substr(source.find(':') + 1) : without_passwords(source);
}

Json file_entry(const std::string& source, std::int64_t rows) {
    return {{"file", source_name(shown_source(source))}, {"rows", rows}};
}

std::string table_fingerprint(const Table& table) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&](const void* data, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3ULL;
        }
    };
    for (const ColumnPtr& column : table.columns()) {
        add(column->name().data(), column->name().size() + 1);
        const Kind kind = column->kind();
        add(&kind, sizeof kind);
        for (std::int64_t row = 0; row < column->size() && column->has_missing(); ++row) {
            const char valid = column->valid(row) ? 1 : 0;
            add(&valid, 1);
        }
        if (column->is_numeric()) {
            add(column->numbers().data(), column->numbers().size_bytes());
        } else {
            add(column->codes().data(), column->codes().size_bytes());
            for (const std::string& text : column->dictionary()) add(text.data(), text.size() + 1);
        }
        if (column->meaning() != nullptr) add_meaning(*column, add);
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace lethe::operation
