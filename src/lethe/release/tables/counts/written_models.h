// Privacy models as a record has them, read without the parser of the search that enforced them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lethe::release {

// A name, what stands behind the colon, and named parameters as they are written.
struct WrittenModel {
    std::string text;
    std::string name;
    std::string first;
    std::map<std::string, std::string> named;

    double value() const;
    double number(const std::string& key, double otherwise = 0) const;
    // Parted by |, without quotation marks; empty where it is not there.
    std::vector<std::string> names(const std::string& key) const;
    bool has(const std::string& key, const std::string& value) const;
};

std::vector<WrittenModel> written_models(const std::string& text);

}  // namespace lethe::release
