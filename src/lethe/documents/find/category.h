// What a mention is a mention of. The categories are fixed; entities that a user defines are added
// behind them, in the order in which they are defined.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lethe::documents {

using CategoryId = std::int16_t;

// In the order in which policies and tables list them.
enum : CategoryId {
    kPerson,
    kOrganisation,
    kCountry,   // countries and their inhabitants' adjectives where they stand for the country
    kPlace,     // populated places and regions
    kLocation,  // other places: buildings, parks, rivers, streets without a number
    kAddress,
    kEmail,
    kUrl,
    kIp,
    kPhone,
    kDate,
    kTime,
    kMoney,
    kQuantity,  // other numbers that tell: 40 %, ten plots of land
    kAge,
    kTitle,        // Mr, Dr, Prof. where they stand apart from a name
    kDemographic,  // nationality, ethnicity, religion, occupation, health
    kAccount,      // bank accounts, routing numbers, crypto addresses
    kIban,
    kCreditCard,
    kNationalId,  // identity, tax, insurance, health, passport and licence numbers of a country
    kVehicle,     // plates and chassis numbers
    kCode,        // case numbers, file references, serial numbers, MAC addresses
    kPostcode,
    kOther,  // what only the sequence model knows to identify
    kFixedCategories
};

struct CategoryInfo {
    std::string name;   // as in policies: "person"
    std::string label;  // as in a sanitised text: "Pers" in Pers_1
    std::string text;   // one line for people
};

class Categories {
  public:
    Categories();  // the fixed ones

    // Error(usage) for a name that is taken or is not made of small letters, digits and "-".
    CategoryId add(std::string name, std::string label, std::string text);

    std::int64_t size() const { return static_cast<std::int64_t>(infos_.size()); }
    const CategoryInfo& operator[](CategoryId id) const {
        return infos_[static_cast<std::size_t>(id)];
    }
    std::optional<CategoryId> named(std::string_view name) const;
    std::vector<std::string> names() const;

  private:
    std::vector<CategoryInfo> infos_;
};

}  // namespace lethe::documents
