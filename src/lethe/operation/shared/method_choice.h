// Which attacks or loss measures of vectors and graphs are run, and where their results go.
#pragma once

#include <string>
#include <vector>

#include "lethe/method/data_kind.h"
#include "lethe/method/method.h"
#include "lethe/operation/operation.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::operation {

struct MethodChoice {
    std::vector<std::string> names;
    Json set = Json::object();
    std::string output;

    static Schema<MethodChoice> schema(Family family, DataKind data);
    std::vector<release::Choice> choices() const;  // none named: none
    void check_output(const std::vector<std::string>& inputs) const;
    // Writes the result where that was asked for.
    Answer answer(Json result) const;
};

}  // namespace lethe::operation
