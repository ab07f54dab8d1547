#include "table_secrets.h"

#include <memory>
#include <utility>
#include <vector>

#include "lethe/data/groups.h"
#include "support.h"

namespace lethe {
namespace {

std::vector<double> valid_numbers(const Column& column) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.push_back(column.numbers()[static_cast<std::size_t>(row)]);
    }
    return values;
}

std::vector<double> as_numbers(const std::vector<std::int64_t>& counts) {
    return {counts.begin(), counts.end()};
}

ColumnPtr telling_numbers(const Column& column, std::uint64_t seed) {
    const Stream stream = Random(seed).stream(column.name());
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double u = stream.at(static_cast<std::int64_t>(i)).uniform();
        values[i] = 137.31 + 21.7 * values[i] + 40 * u;
    }
    return Column::numeric(column.name(), std::move(values), column.validity());
}

// Short words alone: others are dates, or of people.
bool is_plain(const Column& column) {
    if (column.meaning() || column.kind() == Kind::text) return false;
    for (const std::string& text : column.dictionary()) {
        if (text.size() > 4) return false;
    }
    return true;
}

ColumnPtr telling_words(const Column& column, std::uint64_t seed) {
    Draws draws = Random(seed).stream(column.name()).at(0);
    Dictionary dictionary;
    for (std::size_t i = 0; i < column.dictionary().size(); ++i) {
        dictionary.push_back(test::made_up_word(draws));
    }
    return Column::categories(
        column.name(), column.kind(), {column.codes().begin(), column.codes().end()},
        std::make_shared<const Dictionary>(std::move(dictionary)), column.validity());
}

}  // namespace

Table telling(const Table& table, std::uint64_t seed) {
    const bool of_people = table.find("person") != nullptr || table.find("household") != nullptr;
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : table.columns()) {
        if (column->is_numeric()) {
            columns.push_back(telling_numbers(*column, seed));
        } else {
            columns.push_back(of_people || !is_plain(*column) ? column
                                                              : telling_words(*column, seed));
        }
    }
    return Table(columns);
}

test::Secrets table_secrets(const Table& table, const std::vector<std::string>& names) {
    test::Secrets secrets;
    std::vector<std::string> there;
    for (const std::string& name : names) {
        const Column* column = table.find(name);
        if (column == nullptr || (column->is_numeric() && valid_numbers(*column).empty())) {
            secrets.counts.emplace_back();
            continue;
        }
        there.push_back(name);
        if (column->is_numeric()) {
            secrets.counts.emplace_back();
            const std::vector<double> values = valid_numbers(*column);
            test::add_numbers(values, secrets);
            for (const std::string& other : there) {
                if (other == name || !table.column(other).is_numeric()) continue;
                const std::vector<double> x = valid_numbers(table.column(other));
                if (x.size() == values.size()) test::add_pair(x, values, secrets);
            }
            continue;
        }
        for (std::int64_t row = 0; row < column->size(); ++row) {
            if (column->valid(row)) test::add_words(column->text(row), secrets, 9);
        }
        const Groups groups = group_rows(test::threads(1), table, std::vector<std::string>{name});
        test::add_distribution(as_numbers(groups.sizes), static_cast<double>(table.rows()),
                               secrets);
    }
    if (there.size() == names.size()) {
        const Groups classes = group_rows(test::threads(1), table, there);
        test::add_distribution(as_numbers(classes.sizes), static_cast<double>(table.rows()),
                               secrets);
    }
    return secrets;
}

test::Secrets hidden_by(const Table& original, const Table& released) {
    test::Secrets told = table_secrets(released, original.names());
    for (const ColumnPtr& column : released.columns()) {
        if (column->is_numeric()) continue;
        for (const std::string& text : column->dictionary()) test::add_values_of(text, told);
    }
    return test::hidden(table_secrets(original, original.names()), told);
}

}  // namespace lethe
