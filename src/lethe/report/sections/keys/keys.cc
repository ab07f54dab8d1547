// What is said of keys and of pseudonyms that they open.
#include <fmt/format.h>

#include "lethe/report/base/counted.h"
#include "lethe/report/base/result.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string key_file_text(const Json& result) {
    const Json versions = result.value("versions", Json::array());
    std::string out =
        fmt::format("Key {}: {}{}.\n",
                    text(result, "identifier").empty() ? "(bare)" : text(result, "identifier"),
                    counted(static_cast<std::int64_t>(versions.size()), "version", "versions"),
                    result.value("passphrase", false) ? ", protected by a passphrase" : "");
    for (const Json& version : versions) {
        const std::string made = text(version, "made");
        out += fmt::format("  version {}{}: fingerprint {}\n", version.value("version", 0),
                           made.empty() ? "" : " of " + made, text(version, "fingerprint"));
    }
    if (result.value("new", false)) {
        out +=
            "Keep the file apart from the releases, and a copy of it: nobody can make it again.\n";
    }
    return out;
}

std::string resolved_text(const Json& result) {
    std::string out = fmt::format("{}: {} (private).\n", text(result, "output"),
                                  counted_field(result, "found", "original", "originals"));
    if (result.value("unknown", 0) > 0) {
        out += fmt::format("{} not known in the release.\n",
                           counted_field(result, "unknown", "pseudonym is", "pseudonyms are"));
    }
    return out;
}

std::string renewed_text(const Json& result) {
    return fmt::format(
        "{}: pseudonyms of version {} of the key in place of those of version {}, in "
        "{}.\n",
        text(result, "output"), result.value("to_version", 0), result.value("from_version", 0),
        counted_field(result, "columns", "column", "columns"));
}

}  // namespace

Section key_file_section() { return {.kinds = {"key"}, .terminal = key_file_text}; }
Section resolved_section() { return {.kinds = {"key-resolved"}, .terminal = resolved_text}; }
Section renewed_section() { return {.kinds = {"key-renewed"}, .terminal = renewed_text}; }

}  // namespace lethe::report
