#include "lethe/table/mask/models/value_order.h"

#include <fmt/format.h>

namespace lethe::mask {

void warn_of_alphabet(const Table& table, std::span<const lattice::Model> models,
                      std::span<const std::string> sensitive, std::vector<std::string>& warnings) {
    for (const std::string& name : sensitive) {
        const Column* column = table.find(name);
        if (column == nullptr || column->is_numeric() || column->kind() == Kind::ordinal) continue;
        for (const lattice::Model& model : models) {
            if (model.kind != lattice::ModelKind::t_ordered) continue;
            if (!model.sensitive.empty() && model.sensitive != name) continue;
            warnings.push_back(fmt::format(
                "{0}: the values of \"{1}\" have no order of their own, and closeness is counted "
                "along the alphabet; give them theirs in the policy ({1} = {{ kind = \"ordinal\", "
                "order = [...] }}), or ask for t-equal",
                lattice::to_text(model), name));
            break;
        }
    }
}

}  // namespace lethe::mask
