// Each money column is lognormal with the published mean and deviation. Their logarithms are
// jointly normal (a Gaussian copula): a factor for income, made of education, age and the rest,
// loads on each column. Loadings are chosen to resemble such files: taxable income and tax follow
// gross income closely, employer contributions loosely, the survey weight not at all. Age and
// education are cut from the same normal numbers that enter the factor, which keeps every marginal
// exact.
#include "lethe/data/samples/census.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr std::array<PublishedMoments, 7> kMoments{{
    {"AFNLWGT", 196039.8, 101251.417},
    {"AGI", 56222.76, 24674.843},
    {"EMCONTRB", 3173.135, 1401.832},
    {"FEDTAX", 7544.656, 4905.200},
    {"PTOTVAL", 45230.84, 21323.470},
    {"STATETAX", 2597.184, 1826.436},
    {"TAXINC", 39712.95, 21224.161},
}};

constexpr std::array<double, 7> kIncomeLoading{0.0, 0.97, 0.25, 0.93, 0.80, 0.70, 0.96};

constexpr std::array<std::string_view, 9> kRegions{
    "New England",        "Middle Atlantic", "East North Central",
    "West North Central", "South Atlantic",  "East South Central",
    "West South Central", "Mountain",        "Pacific"};
constexpr std::array<double, 9> kRegionShare{0.05, 0.13, 0.14, 0.07, 0.20, 0.06, 0.12, 0.07, 0.16};

constexpr std::array<std::string_view, 5> kEducation{"primary", "secondary", "college", "bachelor",
                                                     "graduate"};
constexpr std::array<double, 5> kEducationShare{0.10, 0.30, 0.28, 0.20, 0.12};

constexpr std::array<std::string_view, 4> kMarital{"single", "married", "divorced", "widowed"};

constexpr std::array<std::string_view, 10> kOccupation{
    "labourer",     "driver",     "craft worker", "machine operator", "clerk",
    "sales worker", "technician", "teacher",      "manager",          "professional"};

constexpr std::array<std::string_view, 6> kDiagnosis{"none",   "hypertension", "diabetes",
                                                     "asthma", "depression",   "cancer"};

template <std::size_t N>
std::int32_t pick_by_share(const std::array<double, N>& shares, double uniform) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < N; ++i) {
        sum += shares[i];
        if (uniform < sum) return static_cast<std::int32_t>(i);
    }
    return static_cast<std::int32_t>(N - 1);
}

double normal_probability(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

struct Person {
    std::int32_t region, sex, education, marital, occupation, diagnosis;
    double age;
    std::array<double, 7> money;
};

std::int32_t pick_marital(double age, double uniform) {
    const double single = age < 25 ? 0.75 : age < 35 ? 0.40 : 0.15;
    const double widowed = age > 65 ? 0.30 : 0.03;
    const double divorced = age < 25 ? 0.03 : 0.14;
    return pick_by_share(
        std::array<double, 4>{single, 1 - single - widowed - divorced, divorced, widowed}, uniform);
}

// Higher schooling moves the choice up the list, which is in order of usual schooling.
std::int32_t pick_occupation(std::int32_t education, Draws& draws) {
    const double centre = 1.0 + 1.9 * education;
    const double place = centre + 1.8 * draws.normal();
    return static_cast<std::int32_t>(std::min(9.0, std::max(0.0, std::round(place))));
}

std::int32_t pick_diagnosis(double age, double uniform) {
    const double old = (age - 16) / 74;
    const std::array<double, 6> shares{1 - 0.14 - 0.45 * old, 0.02 + 0.22 * old,
                                       0.01 + 0.10 * old,     0.06,
                                       0.045 + 0.03 * old,    0.005 + 0.10 * old};
    return pick_by_share(shares, uniform);
}

Person make_person(Draws draws) {
    Person person{};
    person.region = pick_by_share(kRegionShare, draws.uniform());
    person.sex = draws.uniform() < 0.51 ? 0 : 1;
    const double age_normal = draws.normal();
    const double school_normal = draws.normal();
    person.age = std::floor(16 + 74 * std::pow(normal_probability(age_normal), 1.25));
    person.education = pick_by_share(kEducationShare, normal_probability(school_normal));
    person.marital = pick_marital(person.age, draws.uniform());
    person.occupation = pick_occupation(person.education, draws);
    const double income = 0.45 * school_normal + 0.25 * age_normal +
                          std::sqrt(1 - 0.45 * 0.45 - 0.25 * 0.25) * draws.normal();
    for (std::size_t j = 0; j < kMoments.size(); ++j) {
        const double load = kIncomeLoading[j];
        const double z = load * income + std::sqrt(1 - load * load) * draws.normal();
        const double ratio = kMoments[j].deviation / kMoments[j].mean;
        const double variance = std::log1p(ratio * ratio);
        person.money[j] = std::round(
            std::exp(std::log(kMoments[j].mean) - variance / 2 + std::sqrt(variance) * z));
    }
    person.diagnosis = pick_diagnosis(person.age, draws.uniform());
    return person;
}

template <std::size_t N>
DictionaryPtr census_dictionary(const std::array<std::string_view, N>& words) {
    return std::make_shared<const Dictionary>(words.begin(), words.end());
}

}  // namespace

std::span<const PublishedMoments> census_moments() { return kMoments; }

Table sample_census(const Context& context, const Random& random, std::int64_t rows) {
    const auto count = static_cast<std::size_t>(rows);
    std::array<std::vector<std::int32_t>, 6> codes;
    for (auto& column : codes) column.resize(count);
    std::vector<double> age(count);
    std::array<std::vector<double>, 7> money;
    for (auto& column : money) column.resize(count);
    auto identifiers = std::make_shared<Dictionary>(count);
    std::vector<std::int32_t> identifier_codes(count);

    const Stream stream = random.stream("census");
    parallel_chunks(context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto i = static_cast<std::size_t>(row);
            const Person person = make_person(stream.at(row));
            (*identifiers)[i] = fmt::format("P{:08}", row + 1);
            identifier_codes[i] = static_cast<std::int32_t>(row);
            codes[0][i] = person.region;
            codes[1][i] = person.sex;
            codes[2][i] = person.education;
            codes[3][i] = person.marital;
            codes[4][i] = person.occupation;
            codes[5][i] = person.diagnosis;
            age[i] = person.age;
            for (std::size_t j = 0; j < money.size(); ++j) money[j][i] = person.money[j];
        }
    });

    constexpr std::array<std::string_view, 2> kSex{"female", "male"};
    std::vector<ColumnPtr> columns;
    const auto add = [&](std::string_view name, Kind kind, std::vector<std::int32_t>& values,
                         DictionaryPtr dictionary) {
        columns.push_back(
            Column::categories(std::string(name), kind, std::move(values), std::move(dictionary)));
    };
    add("person_id", Kind::nominal, identifier_codes, std::move(identifiers));
    add("region", Kind::nominal, codes[0], census_dictionary(kRegions));
    add("sex", Kind::nominal, codes[1], census_dictionary(kSex));
    columns.push_back(Column::numeric("age", std::move(age)));
    add("education", Kind::ordinal, codes[2], census_dictionary(kEducation));
    add("marital_status", Kind::nominal, codes[3], census_dictionary(kMarital));
    add("occupation", Kind::nominal, codes[4], census_dictionary(kOccupation));
    for (std::size_t j = 0; j < money.size(); ++j) {
        columns.push_back(Column::numeric(std::string(kMoments[j].column), std::move(money[j])));
    }
    add("diagnosis", Kind::nominal, codes[5], census_dictionary(kDiagnosis));
    return Table(std::move(columns));
}

}  // namespace lethe
