// The JSON type used for parameters, records and results; keys keep their order.
#pragma once

#include <nlohmann/json.hpp>

// Compiled once, in json.cc: every source that says Json would compile all of it again, a fifth of
// the time that the house takes.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class std::vector<nlohmann::ordered_json>;
extern template class nlohmann::detail::serializer<nlohmann::ordered_json>;
extern template class nlohmann::detail::lexer<
    nlohmann::ordered_json, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>>;
extern template class nlohmann::detail::parser<
    nlohmann::ordered_json, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>>;

namespace lethe {

using Json = nlohmann::ordered_json;

}  // namespace lethe
