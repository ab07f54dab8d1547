#include "lethe/core/json.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;
template class std::vector<nlohmann::ordered_json>;
template class nlohmann::detail::serializer<nlohmann::ordered_json>;
template class nlohmann::detail::lexer<
    nlohmann::ordered_json, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>>;
template class nlohmann::detail::parser<
    nlohmann::ordered_json, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>>;
