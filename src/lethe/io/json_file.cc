#include "lethe/io/json_file.h"

#include "lethe/core/error.h"
#include "lethe/io/file.h"

namespace lethe {

Json read_json(const std::string& path) {
    Json value = Json::parse(read_file(path), nullptr, false);
    if (value.is_discarded()) throw Error(ErrorKind::input, "is not valid JSON", {path, 0, 0, {}});
    return value;
}

}  // namespace lethe
