#include "lethe/io/key_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/io/file.h"

namespace lethe {
namespace {

constexpr std::string_view kMark = "\"lethe_key\"";
constexpr std::size_t kLargest = std::size_t{1} << 20;
constexpr std::size_t kMostVersions = 1000;
constexpr int kSecretBytes = 32;
constexpr std::size_t kShortestKey = 16;  // of keys that were made elsewhere

const Place& at_key() {
    static const Place place{{}, 0, 0, "key_file"};
    return place;
}

[[noreturn]] void damaged(std::string_view what) {
    throw Error(ErrorKind::input, fmt::format("this key file is damaged: {}", what), at_key());
}

std::string text_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) {
        damaged(fmt::format("\"{}\" is missing or no text", name));
    }
    return found->get<std::string>();
}

std::uint64_t number_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_unsigned()) {
        damaged(fmt::format("\"{}\" is missing or no number", name));
    }
    return found->get<std::uint64_t>();
}

// What is sealed of a version: nobody can give a secret another name, number or day.
std::string sealed_text(const std::string& identifier, int version, const std::string& made,
                        const std::string& secret) {
    return fmt::format("{}\n{}\n{}\n{}", identifier, version, made, secret);
}

// The key that opens the versions; none where the file is in the clear.
std::optional<Secret> key_of_versions(const Json& file, const AskPassphrase& ask) {
    const auto found = file.find("passphrase");
    if (found == file.end()) return std::nullopt;
    if (!found->is_object()) damaged("\"passphrase\" is no object");
    ScryptCost cost;
    cost.n = number_in(*found, "n");
    const std::uint64_t r = number_in(*found, "r"), p = number_in(*found, "p");
    if (r > 32 || p > 16) damaged("the cost of its passphrase is out of bounds");
    cost.r = static_cast<std::uint32_t>(r);
    cost.p = static_cast<std::uint32_t>(p);
    if (!cost.sensible()) damaged("the cost of its passphrase is out of bounds");
    const auto salt = from_base64url(text_in(*found, "salt"));
    if (!salt || salt->size() < 16) damaged("its salt is too short");
    return key_of_passphrase(ask(), *salt, cost);
}

Secret secret_of(const Json& version, const std::string& identifier, int number,
                 const std::string& made, const std::optional<Cipher>& cipher) {
    std::optional<std::string> secret;
    if (cipher) {
        const auto sealed = from_base64url(text_in(version, "sealed"));
        const auto opened = sealed ? cipher->open(*sealed) : std::nullopt;
        if (!opened) {
            throw Error(ErrorKind::input,
                        "the passphrase is not the one of this key file, or the file was changed",
                        {{}, 0, 0, "passphrase_file"});
        }
        const std::string head = sealed_text(identifier, number, made, {});
        if (!opened->starts_with(head)) damaged("its versions were changed");
        secret = from_base64url(opened->substr(head.size()));
    } else {
        secret = from_base64url(text_in(version, "secret"));
    }
    if (!secret || secret->size() < kShortestKey) damaged("a secret is cut off");
    return Secret(std::move(*secret));
}

// Whoever edits one may change the order of what is in it: it is no bare key for that.
bool has_mark(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' &&
           text.find(kMark) != std::string_view::npos;
}

bool one_line(const std::string& text) {
    return text.find_first_of(std::string_view("\n\r\0", 3)) == std::string::npos;
}

}  // namespace

const KeyVersion& KeyFile::version(std::int64_t number) const {
    for (const KeyVersion& one : versions) {
        if (one.version == number) return one;
    }
    throw Error(ErrorKind::usage,
                fmt::format("the key has no version {}; it has 1 to {}", number, versions.size()),
                {{}, 0, 0, "key_version"});
}

std::string key_fingerprint(const Secret& secret) {
    return keyed_digest(secret, "lethe/key-id", 16);
}

KeyFile parse_key_file(std::string text, const AskPassphrase& ask) {
    KeyFile key;
    if (!has_mark(text)) {
        if (text.size() < kShortestKey) {
            throw Error(ErrorKind::input,
                        fmt::format("a key needs at least {} bytes; lethe key make makes one",
                                    kShortestKey),
                        at_key());
        }
        key.bare = true;
        key.versions.push_back({1, {}, Secret(std::move(text))});
        return key;
    }
    if (text.size() > kLargest) damaged("it is larger than any");
    // What is deeper than a key file is none, and a parser need not follow it.
    const Json file = Json::parse(
        text,
        [](int depth, Json::parse_event_t, Json&) {
            if (depth > 8) damaged("it is nested deeper than any");
            return true;
        },
        false);
    if (file.is_discarded() || !file.is_object()) damaged("it is no JSON");
    if (number_in(file, "lethe_key") != 1) {
        throw Error(ErrorKind::input, "this key file is of a later version of Lethe", at_key());
    }
    key.identifier = text_in(file, "identifier");
    if (!one_line(key.identifier)) damaged("\"identifier\" is no line");
    const auto versions = file.find("versions");
    if (versions == file.end() || !versions->is_array() || versions->empty() ||
        versions->size() > kMostVersions) {
        damaged("\"versions\" is no list of them");
    }
    std::optional<Cipher> cipher;
    if (const std::optional<Secret> opening = key_of_versions(file, ask)) cipher.emplace(*opening);
    key.has_passphrase = cipher.has_value();
    for (const Json& version : *versions) {
        if (!version.is_object()) damaged("\"versions\" is no list of them");
        const auto number = static_cast<int>(key.versions.size() + 1);
        if (number_in(version, "version") != static_cast<std::uint64_t>(number)) {
            damaged("its versions are not 1, 2, ...");
        }
        std::string made = version.contains("made") ? text_in(version, "made") : std::string();
        if (!one_line(made)) damaged("\"made\" is no day");
        Secret secret = secret_of(version, key.identifier, number, made, cipher);
        key.versions.push_back({number, std::move(made), std::move(secret)});
    }
    return key;
}

bool readable_by_others(const std::string& path) {
    struct stat state {};
    return ::stat(path.c_str(), &state) == 0 && S_ISREG(state.st_mode) &&
           (state.st_mode & (S_IRWXG | S_IRWXO)) != 0;
}

KeyFile read_key_file(const std::string& path, const AskPassphrase& ask) {
    std::string text;
    try {
        text = read_file(path);
    } catch (const Error&) {
        throw Error(ErrorKind::io, "the key file cannot be read", at_key());
    }
    if (has_mark(text) && readable_by_others(path)) {
        throw Error(ErrorKind::input,
                    "others than its owner can read or change this key file: chmod 600 on it mends "
                    "that, and if they may have read it, lethe key rotate",
                    at_key());
    }
    return parse_key_file(std::move(text), ask);
}

void add_version(KeyFile& key, std::string made) {
    if (key.versions.size() >= kMostVersions) {
        throw Error(ErrorKind::usage, "the key has as many versions as there can be", at_key());
    }
    const auto number = static_cast<int>(key.versions.size() + 1);
    key.versions.push_back({number, std::move(made), Secret::random(kSecretBytes)});
}

std::string key_file_text(const KeyFile& key, const Secret* passphrase, const ScryptCost& cost) {
    constexpr int kSaltBytes = 16;
    Json file{{"lethe_key", 1}, {"identifier", key.identifier}};
    std::optional<Cipher> cipher;
    if (passphrase != nullptr) {
        const Secret salt = Secret::random(kSaltBytes);
        file["passphrase"] = {{"kdf", "scrypt"},
                              {"n", cost.n},
                              {"r", cost.r},
                              {"p", cost.p},
                              {"salt", base64url(salt.bytes())}};
        cipher.emplace(key_of_passphrase(*passphrase, salt.bytes(), cost));
    }
    file["versions"] = Json::array();
    for (const KeyVersion& one : key.versions) {
        Json version{{"version", one.version}};
        if (!one.made.empty()) version["made"] = one.made;
        const std::string secret = base64url(one.secret.bytes());
        if (cipher) {
            version["sealed"] =
                base64url(cipher->seal(sealed_text(key.identifier, one.version, one.made, secret)));
        } else {
            version["secret"] = secret;
        }
        file["versions"].push_back(std::move(version));
    }
    return file.dump(2) + "\n";
}

}  // namespace lethe
