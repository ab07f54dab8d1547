#include "lethe/table/linkage/category_codes.h"

#include <set>
#include <utility>
#include <vector>

#include "lethe/table/linkage/standardise.h"

namespace lethe::linkage {
namespace {

constexpr std::size_t kMostCategories = 64;

std::set<std::string> plain_values(const Column& column) {
    const ColumnPtr coded = column.as_kind(Kind::nominal);
    std::set<std::string> plain;
    for (std::int64_t row = 0; row < coded->size(); ++row) {
        if (coded->valid(row)) plain.insert(plain_text(coded->text(row)));
        if (plain.size() > kMostCategories) break;
    }
    plain.erase(std::string());
    return plain;
}

}  // namespace

std::map<std::string, std::string> codes_by_prefix(const Column& left, const Column& right) {
    const std::set<std::string> a = plain_values(left);
    const std::set<std::string> b = plain_values(right);
    std::map<std::string, std::string> found;
    std::set<std::string> taken;
    for (const std::string& x : a) {
        if (b.contains(x)) return {};
        std::vector<std::string> fits;
        for (const std::string& y : b) {
            if (x.starts_with(y) || y.starts_with(x)) fits.push_back(y);
        }
        if (fits.size() != 1 || !taken.insert(fits[0]).second) return {};
        found[x] = fits[0];
    }
    return found;
}

}  // namespace lethe::linkage
