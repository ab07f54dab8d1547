// knowledge hierarchy: a value hierarchy made from the values of a column.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/operation/operation.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/tables/hierarchies/column_hierarchy.h"

namespace lethe::operation {
namespace {

struct HierarchyOptions {
    std::string data;
    std::string column;
    release::HierarchyRequest request;
    std::int64_t preview = 0;
    std::string output;
    Replacing replace;
    TableReading read;
};

const std::vector<std::pair<std::string, release::HierarchyBy>>& hierarchy_ways() {
    static const std::vector<std::pair<std::string, release::HierarchyBy>> ways{
        {"intervals", release::HierarchyBy::intervals},
        {"order", release::HierarchyBy::order},
        {"prefixes", release::HierarchyBy::prefixes},
        {"dates", release::HierarchyBy::dates},
        {"frequency", release::HierarchyBy::frequency},
        {"priority", release::HierarchyBy::priority},
        {"groups", release::HierarchyBy::groups},
        {"table", release::HierarchyBy::table}};
    return ways;
}

Schema<release::HierarchyRequest> request_schema() {
    using R = release::HierarchyRequest;
    using Order = std::optional<linkage::DateOrder>;
    return Schema<R>()
        .choice("by", &R::by,
                "intervals of numbers, an order of categories, prefixes of codes, dates, the "
                "frequency or priority of values, groups that you give, or a whole table of levels",
                hierarchy_ways())
        .shown("WAY")
        .required()
        .field("width", &R::width, "intervals: width of the first level", above(0))
        .field("cuts", &R::cuts, "intervals: where they begin and end, instead of a width")
        .separated("NUMBER")
        .field("from", &R::from,
               "intervals: where those of a width begin; numbers below it are joined (default: "
               "counted from 0, without an end)")
        .field("to", &R::to, "intervals: where those of a width end; numbers from it on are joined")
        .field("lower", &R::lower,
               "intervals that repeat: numbers beyond the first join its interval, those beyond a "
               "second are one label, and there are none beyond a third")
        .separated("NUMBER")
        .field("upper", &R::upper, "intervals that repeat: the same at the upper end")
        .separated("NUMBER")
        .field("labels", &R::labels, "intervals that repeat: names of those that were given")
        .separated("LABEL")
        .field("join", &R::join,
               "intervals that repeat, order: how many of the level before are one group, such as "
               "2,1 or 2=low,1=high; once for each level")
        .shown("GROUPS")
        .field("fan", &R::fan, "intervals, order: each level joins so many of the one before",
               between(2, 1000))
        .usually(2)
        .field("levels", &R::levels,
               "intervals, order, priority: at most so many levels below * (default: until nothing "
               "is left to join; with priority 10 in all)",
               at_least(1))
        .field(
            "order", &R::order,
            "order, priority: all categories, in their order or the most important first (default: "
            "numbers by size, text by letters; with priority the most frequent first)")
        .separated("VALUE")
        .choice("runs", &R::runs,
                "order: how groups are written, range (a to c), set ({a, b, c}), bounds ([a, c]) "
                "or prefix (what they begin with)",
                {{"range", RunLabel::range},
                 {"set", RunLabel::set},
                 {"bounds", RunLabel::bounds},
                 {"prefix", RunLabel::prefix}})
        .shown("FORM")
        .field("lengths", &R::lengths,
               "prefixes: characters that each level keeps (default: one less a level)",
               at_least(1))
        .separated("N")
        .field("steps", &R::steps, "prefixes: instead, characters that each level masks more",
               at_least(1))
        .separated("N")
        .choice("align", &R::align, "prefixes: where short values stand, left or right",
                {{"left", TextSide::left}, {"right", TextSide::right}})
        .shown("SIDE")
        .choice("mask_from", &R::mask_from, "prefixes: where masking begins, right or left",
                {{"right", TextSide::right}, {"left", TextSide::left}})
        .shown("SIDE")
        .field("mask", &R::mask, "prefixes: the character that masks")
        .shown("CHARACTER")
        .usually("*")
        .field("pad", &R::pad,
               "prefixes: the character beside short values (default: that which masks)")
        .shown("CHARACTER")
        .field("units", &R::units,
               "dates: the levels, of second, minute, hour, day, week, month, quarter, year, "
               "decade, century, millennium, weekday, week-of-year and quarter-of-year, each "
               "within the next (default: month,quarter,year,decade)")
        .separated("UNIT")
        .choice("date_order", &R::date_order,
                "dates: what comes first in 03/04/1985, day-first or month-first (default: as "
                "other dates of the column tell)",
                {{"day-first", Order(linkage::DateOrder::day_first)},
                 {"month-first", Order(linkage::DateOrder::month_first)}})
        .shown("ORDER")
        .field("least", &R::least,
               "frequency: values that fewer people have are joined, level by level (default: 5)",
               at_least(2))
        .separated("N")
        .field("other", &R::other, "frequency: what they become")
        .shown("TEXT")
        .usually("other")
        .field("counts", &R::counts,
               "frequency, priority: a CSV file with the columns value and count, people of the "
               "population or any priority (default: the rows of the data)")
        .shown("FILE")
        .field("groups", &R::groups,
               "groups: a CSV file with the columns value and group; a further one for each level, "
               "whose values are the groups of the level before")
        .shown("FILE")
        .field("table", &R::table,
               "table: a CSV file without a header, a line a value with its labels level by level; "
               "it is checked against the data and written as it is")
        .shown("FILE");
}

void check_hierarchy_options(const HierarchyOptions& options, const Door&, Problems& problems) {
    for (Problem& problem : release::problems_of(options.request))
        problems.push_back(std::move(problem));
    if (!options.output.ends_with(".csv")) {
        problems.push_back(
            {"must end in .csv: the hierarchy is read back as such a file", {{}, 0, 0, "output"}});
    }
}

Answer write_column_hierarchy(const HierarchyOptions& options, Door& door) {
    std::vector<std::string> inputs = options.request.groups;
    for (const std::string& file : {options.request.counts, options.request.table}) {
        if (!file.empty()) inputs.push_back(file);
    }
    inputs.push_back(options.data);
    release::refuse_overwrite(options.output, inputs);
    const Table table = read_source(door, options.data, options.read.options());
    const Column& column = table.column(options.column);
    const release::ColumnHierarchy made =
        release::make_hierarchy(door.context(), column, options.request);
    const std::string text = level_table_text(made.table);
    options.replace.check(options.output, OutputKind::table,
                          std::string_view(text).substr(0, text.find('\n') + 1));
    std::vector<std::string> notes = made.notes;
    for (std::string& note :
         release::check_reading(door.context(), options.output, made.table, text)) {
        notes.push_back(std::move(note));
    }
    // It holds the values of the data.
    write_file(options.output, text, true);
    door.warn(notes);
    Json levels = Json::array();
    for (const LevelCount& count : count_levels(made.table, made.people)) {
        levels.push_back({{"level", levels.size()},
                          {"groups", count.groups},
                          {"smallest", count.smallest},
                          {"unique", count.unique}});
    }
    const auto way =
        std::find_if(hierarchy_ways().begin(), hierarchy_ways().end(),
                     [&](const auto& one) { return one.second == options.request.by; });
    Json result{{"kind", "hierarchy"},
                {"about", "original"},
                {"output", options.output},
                {"holds_original_values", true},
                {"column", options.column},
                {"by", way->first},
                {"values", made.table.lines.size()},
                {"people", column.size() - made.missing},
                {"missing", made.missing},
                {"levels", std::move(levels)},
                {"notes", notes}};
    if (options.preview > 0) {
        Json& lines = result["private_preview"] = Json::array();
        for (const auto& line : made.table.lines) {
            if (std::ssize(lines) < options.preview) lines.push_back(line);
        }
    }
    return {std::move(result)};
}

}  // namespace

Operation knowledge_hierarchy() {
    using O = HierarchyOptions;
    return make_operation(
        {.name = "hierarchy",
         .words = {"knowledge", "hierarchy"},
         .summary = "Make a value hierarchy from the values of a column",
         .notes = "Each line is a value with its label at each level, up to *; missing values have "
                  "none. The file holds values of the original data: only you can read it, and it "
                  "should stay as private as the data. Use it as the taxonomy of the column "
                  "(--knowledge COLUMN=FILE, or knowledge in a policy).",
         .examples =
             {"lethe sample census --rows 1000 --seed 1 -o people.csv",
              "lethe knowledge hierarchy people.csv --column age --by intervals --width 5 --from "
              "20 "
              "--to 80 --preview 3 -o age.csv",
              "lethe knowledge hierarchy people.csv --column education --by order --order "
              "primary,secondary,college,bachelor,graduate -o "
              "education.csv",
              "lethe knowledge hierarchy people.csv --column occupation --by frequency --least 20 "
              "-o "
              "occupation.csv",
              "lethe protect people.csv --method generalisation --set k=5 --columns age,occupation "
              "--knowledge age=age.csv --knowledge occupation=occupation.csv -o release.csv"}},
        Schema<O>()
            .field("data", &O::data, "CSV, TSV, Parquet or JSON file, a SELECT, or -")
            .at_place("DATA")
            .required()
            .field("column", &O::column, "The column")
            .shown("NAME")
            .required()
            .include(&O::request, request_schema())
            .field("preview", &O::preview,
                   "Also show the first lines of the hierarchy, which hold values of the data",
                   at_least(0))
            .shown("N")
            .field("output", &O::output, "The hierarchy (CSV)")
            .output(OutputKind::own)
            .letter('o')
            .shown("FILE")
            .required()
            .include(&O::replace, Replacing::schema())
            .include(&O::read, TableReading::schema()),
        write_column_hierarchy, check_hierarchy_options);
}

}  // namespace lethe::operation
