#include "lethe/documents/find/category.h"

#include <algorithm>

#include "lethe/core/error.h"

namespace lethe::documents {
namespace {

bool is_category_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

}  // namespace

Categories::Categories() {
    infos_ = {
        {"person", "Pers", "names of people"},
        {"organisation", "Org", "companies, authorities, courts, parties, schools"},
        {"country", "Country", "countries, and adjectives that stand for them"},
        {"place", "Place", "cities, villages, regions"},
        {"location", "Loc", "buildings, parks, rivers and other places"},
        {"address", "Addr", "postal addresses"},
        {"email", "Email", "e-mail addresses"},
        {"url", "Url", "web addresses and domain names"},
        {"ip", "Ip", "IP addresses"},
        {"phone", "Phone", "telephone and fax numbers"},
        {"date", "Date", "dates, years and spans of time"},
        {"time", "Time", "times of day"},
        {"money", "Money", "amounts of money"},
        {"quantity", "Num", "other numbers that tell: percentages, areas, counts"},
        {"age", "Age", "ages"},
        {"title", "Title", "titles that stand apart from a name"},
        {"demographic", "Dem", "nationality, ethnicity, religion, occupation, health"},
        {"account", "Account", "bank accounts, routing numbers, crypto addresses"},
        {"iban", "Iban", "international bank account numbers"},
        {"credit-card", "Card", "payment card numbers"},
        {"national-id", "Id", "identity, tax, insurance, health, passport and licence numbers"},
        {"vehicle", "Vehicle", "plates and chassis numbers of vehicles"},
        {"code", "Code", "case numbers, file references, serial numbers"},
        {"postcode", "Post", "postal codes"},
        {"other", "Other", "what else identifies someone"},
    };
}

CategoryId Categories::add(std::string name, std::string label, std::string text) {
    if (!is_category_name(name)) {
        throw Error(ErrorKind::usage,
                    "the name of an entity is made of small letters, digits and -",
                    {{}, 0, 0, name});
    }
    if (named(name)) {
        throw Error(ErrorKind::usage, "there is an entity of this name already", {{}, 0, 0, name});
    }
    infos_.push_back({std::move(name), std::move(label), std::move(text)});
    return static_cast<CategoryId>(infos_.size() - 1);
}

std::optional<CategoryId> Categories::named(std::string_view name) const {
    for (std::size_t i = 0; i < infos_.size(); ++i) {
        if (infos_[i].name == name) return static_cast<CategoryId>(i);
    }
    return std::nullopt;
}

std::vector<std::string> Categories::names() const {
    std::vector<std::string> names;
    for (const CategoryInfo& info : infos_) names.push_back(info.name);
    return names;
}

}  // namespace lethe::documents
