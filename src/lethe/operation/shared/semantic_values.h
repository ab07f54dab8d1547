// Values that mean something: of a column of a table, or given one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/method/measure_params.h"
#include "lethe/operation/shared/knowledge_source.h"
#include "lethe/operation/shared/table_source.h"
#include "lethe/release/tables/column_knowledge.h"
#include "lethe/space/tuple_space.h"

namespace lethe::operation {

// What was read: a space of one column, whose tuples are the concepts of the values.
struct ValueSet {
    std::string column;
    std::string taxonomy;  // its name
    std::unique_ptr<TupleSpace> space;
    // Of each tuple: the values that mean it, with their counts, the most frequent first.
    std::vector<std::vector<std::pair<std::string, std::int64_t>>> texts;
    std::int64_t values = 0;  // with repetitions
    std::int64_t missing = 0;

    // How a tuple, or a point of the space, is written.
    std::string text(const TupleSpace::Point& point) const;
    std::string text(std::int32_t tuple) const { return text(space->tuple_point(tuple)); }
    std::string id(const TupleSpace::Point& point) const;  // empty: no concept
    // The sum of the distances from a point to all values.
    double sum(const TupleSpace::Point& point) const;
};

struct SemanticValues : MeasureParams {
    std::string data;
    std::string column;
    std::vector<std::string> values;
    KnowledgeSource source;
    std::string map;
    SensePolicy senses = SensePolicy::attribute_context;
    Unmapped unmapped = Unmapped::fail;
    std::optional<double> phrases;
    std::string content;
    TableReading read;

    static Schema<SemanticValues> schema();
    // Either data and a column, or values.
    void check(Problems& problems) const;
    // Says what is to be said of the taxonomy and the senses.
    ValueSet open(Door& door) const;
    std::vector<std::string> inputs() const;  // files that must not be overwritten
};

// Lines of texts as CSV, for the owner of the data alone.
void write_value_table(const std::string& path, const std::vector<std::vector<std::string>>& lines);

}  // namespace lethe::operation
