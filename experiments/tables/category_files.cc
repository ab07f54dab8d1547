#include "experiments/tables/category_files.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "experiments/support.h"
#include "lethe/core/random.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::reproduction {
namespace {

struct CategoryAttribute {
    std::string name;
    Kind kind = Kind::nominal;
    std::vector<std::string> order = {};  // of an ordinal one that sorting would get wrong
};

struct CategorySource {
    std::string name;
    std::string path;
    std::vector<CategoryAttribute> attributes;
    std::vector<std::string> three;
    std::int64_t records = 0;  // a random sample; 0: all
};

std::vector<CategoryAttribute> ordered(std::initializer_list<const char*> names) {
    std::vector<CategoryAttribute> attributes;
    for (const char* name : names) attributes.push_back({name, Kind::ordinal});
    return attributes;
}

std::vector<CategoryAttribute> plain(std::initializer_list<const char*> names) {
    std::vector<CategoryAttribute> attributes;
    for (const char* name : names) attributes.push_back({name, Kind::nominal});
    return attributes;
}

std::vector<CategoryAttribute> both(std::vector<CategoryAttribute> first,
                                    const std::vector<CategoryAttribute>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::vector<CategorySource> sources() {
    return {
        {"German Credit",
         "uci_german_credit/german.csv",
         both(ordered({"checking_status", "savings", "employment_since", "property", "job"}),
              plain({"credit_history", "purpose", "personal_status_sex", "other_debtors",
                     "other_installment_plans", "housing", "telephone", "foreign_worker"})),
         {"checking_status", "employment_since", "savings"}},
        {"Solar Flare",
         "uci_solar_flare/flare2.csv",
         both(plain({"class", "largest_spot_size", "spot_distribution"}),
              ordered({"activity", "evolution", "previous_24h_activity", "historically_complex",
                       "became_historically_complex", "area", "area_largest_spot", "c_class_flares",
                       "m_class_flares", "x_class_flares"})),
         {"class", "largest_spot_size", "spot_distribution"}},
        {"Adult",
         "uci_adult/adult_train.csv",
         both({{"education",
                Kind::ordinal,
                {"Preschool", "1st-4th", "5th-6th", "7th-8th", "9th", "10th", "11th", "12th",
                 "HS-grad", "Some-college", "Assoc-voc", "Assoc-acdm", "Bachelors", "Masters",
                 "Prof-school", "Doctorate"}}},
              plain({"workclass", "marital-status", "occupation", "relationship", "race", "sex",
                     "native-country"})),
         {"education", "marital-status", "occupation"},
         1000},
        {"Survey (for Housing)",
         "sdcmicro_demo/free1.csv",
         both(ordered({"AGEYOUNG", "EDUC1", "EDUC2", "NUMYOUNG"}),
              plain({"MARSTAT", "KINDPERS", "ETNI", "PRIOCCU", "POSLABM", "POSLABLY", "KINDFACT"})),
         {"AGEYOUNG", "EDUC1", "EDUC2"},
         1000},
    };
}

// The column with the categories that occur and no others.
ColumnPtr without_unused(const Column& column) {
    std::set<std::int32_t> used;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) used.insert(column.codes()[static_cast<std::size_t>(row)]);
    }
    Dictionary dictionary;
    std::map<std::int32_t, std::int32_t> moved;
    for (const std::int32_t code : used) {
        moved[code] = static_cast<std::int32_t>(dictionary.size());
        dictionary.push_back(column.dictionary()[static_cast<std::size_t>(code)]);
    }
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        codes.push_back(column.valid(row) ? moved.at(column.codes()[static_cast<std::size_t>(row)])
                                          : 0);
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              std::make_shared<const Dictionary>(std::move(dictionary)),
                              column.validity());
}

}  // namespace

std::vector<CategoryFile> category_files(const ReproduceOptions& options, const Context& context) {
    std::vector<CategoryFile> files;
    for (const CategorySource& source : sources()) {
        ReadOptions read;
        read.header = true;
        Table table = read_table(context, options.data + "/" + source.path, read);
        if (source.records > 0 && source.records < table.rows()) {
            table = table.gather(
                sample_rows(Random(options.seed).part(9), table.rows(), source.records));
        }
        std::vector<ColumnPtr> columns;
        for (const CategoryAttribute& attribute : source.attributes) {
            const Column& column = table.column(attribute.name);
            columns.push_back(without_unused(attribute.order.empty()
                                                 ? *column.as_kind(attribute.kind)
                                                 : *column.as_ordinal(attribute.order)));
        }
        files.push_back({source.name, Table(std::move(columns)), source.three});
    }
    return files;
}

}  // namespace lethe::reproduction
