#include "lethe/release/tables/vault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>

#include "lethe/core/error.h"
#include "lethe/io/key_file.h"

namespace lethe::release {
namespace {

constexpr std::string_view kMagic = "lethe-vault ";
constexpr std::string_view kVersion = "1";
constexpr std::size_t kFingerprint = 16;
constexpr std::size_t kLargest = std::size_t{1} << 30;  // OpenSSL counts bytes as int
constexpr std::string_view kPurpose = "lethe/vault/v1";

std::string first_line(std::string_view fingerprint) {
    return fmt::format("{}{} {}\n", kMagic, kVersion, fingerprint);
}

const Place& at_vault() {
    static const Place place{{}, 0, 0, "vault"};
    return place;
}

// Numbers of 32 bits, the highest byte first; texts with their length before them.
class Writer {
  public:
    explicit Writer(std::string bytes) : bytes_(std::move(bytes)) {}

    void number(std::size_t value) {
        if (value > 0xFFFFFFFFU || bytes_.size() > kLargest) {
            throw Error(ErrorKind::unmet, "a vault holds at most a gigabyte of values", at_vault());
        }
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes_ += static_cast<char>(value >> shift & 0xFFU);
        }
    }
    void text(const std::string& value) {
        number(value.size());
        bytes_ += value;
    }
    std::string& bytes() { return bytes_; }

  private:
    std::string bytes_;
};

class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    std::size_t number() {
        const std::string_view four = take(4);
        std::size_t value = 0;
        for (const char c : four) value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }
    // Of so many things of at least four bytes each.
    std::size_t count() {
        const std::size_t many = number();
        if (many > rest_.size() / 4) cut_off();
        return many;
    }
    std::string text() { return std::string(take(number())); }
    bool at_end() const { return rest_.empty(); }

    [[noreturn]] static void cut_off() {
        throw Error(ErrorKind::input, "this vault is damaged: what is in it ends too early",
                    at_vault());
    }

  private:
    std::string_view take(std::size_t bytes) {
        if (bytes > rest_.size()) cut_off();
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }

    std::string_view rest_;
};

const std::string& written_text(const Column& written, std::int64_t row) {
    return written
        .dictionary()[static_cast<std::size_t>(written.codes()[static_cast<std::size_t>(row)])];
}

VaultColumn column_of(const Plan& plan, const Execution& execution, const std::string& name,
                      const std::vector<std::string>& parts) {
    const Column& after = execution.release.column(name);
    const ColumnPtr pseudonyms = after.as_written(Kind::nominal);
    std::vector<ColumnPtr> originals{plan.table.column(name).as_written(Kind::nominal)};
    for (const std::string& part : parts) {
        originals.push_back(plan.table.column(part).as_written(Kind::nominal));
    }
    // By codes, so that each person is looked at once and not in every row.
    std::unordered_set<std::int32_t> seen;
    std::map<std::string, std::vector<std::string>> pairs;
    for (std::int64_t row = 0; row < after.size(); ++row) {
        if (!after.valid(row)) continue;
        if (!seen.insert(pseudonyms->codes()[static_cast<std::size_t>(row)]).second) continue;
        const std::int64_t from =
            execution.origin.empty() ? row : execution.origin[static_cast<std::size_t>(row)];
        std::vector<std::string> values;
        for (const ColumnPtr& original : originals) {
            values.push_back(original->valid(from) ? written_text(*original, from) : std::string());
        }
        pairs.emplace(written_text(*pseudonyms, row), std::move(values));
    }
    VaultColumn column{name, {}};
    for (auto& [pseudonym, values] : pairs) column.pairs.emplace_back(pseudonym, std::move(values));
    return column;
}

}  // namespace

Vault vault_of(const Plan& plan, const Execution& execution) {
    Vault vault;
    for (const PlannedStep& step : plan.steps) {
        if (!step.method->has(Purpose::pseudonyms)) continue;
        const Json parts = step.parameters.value("parts", Json::array());
        for (const std::string& name : step.columns) {
            if (execution.release.find(name) == nullptr) continue;
            vault.columns.push_back(
                column_of(plan, execution, name, parts.get<std::vector<std::string>>()));
        }
    }
    return vault;
}

std::string sealed_vault(const Vault& vault, const Secret& key) {
    const std::string line = first_line(key_fingerprint(key));
    Writer writer(line);
    writer.number(vault.columns.size());
    for (const VaultColumn& column : vault.columns) {
        writer.text(column.column);
        writer.number(column.pairs.size());
        for (const auto& [pseudonym, values] : column.pairs) {
            writer.text(pseudonym);
            writer.number(values.size());
            for (const std::string& value : values) writer.text(value);
        }
    }
    writer.bytes() += '\1';  // what is sealed does not end in a zero byte (io/secret.h)
    return line + Cipher(derived_key(key, kPurpose)).seal(writer.bytes());
}

std::string vault_fingerprint(std::string_view bytes) {
    const std::size_t length = kMagic.size() + kVersion.size() + 1 + kFingerprint + 1;
    if (!bytes.starts_with(kMagic)) {
        throw Error(ErrorKind::input, "this is no vault", at_vault());
    }
    if (!bytes.substr(kMagic.size()).starts_with(std::string(kVersion) + ' ')) {
        throw Error(ErrorKind::input, "this vault is of a later version of Lethe, or damaged",
                    at_vault());
    }
    std::string fingerprint(bytes.substr(0, length)
                                .substr(kMagic.size() + kVersion.size() + 1)
                                .substr(0, kFingerprint));
    if (bytes.size() < length || bytes[length - 1] != '\n') Reader::cut_off();
    return fingerprint;
}

Vault open_vault(std::string_view bytes, const Secret& key) {
    if (bytes.size() > 2 * kLargest) {
        throw Error(ErrorKind::input, "this vault is larger than any", at_vault());
    }
    const std::string fingerprint = vault_fingerprint(bytes);
    if (fingerprint != key_fingerprint(key)) {
        throw Error(ErrorKind::input,
                    fmt::format("another key sealed this vault: its fingerprint is {}, and that of "
                                "this key {}",
                                fingerprint, key_fingerprint(key)),
                    at_vault());
    }
    const std::string line = first_line(fingerprint);
    const auto opened = Cipher(derived_key(key, kPurpose)).open(bytes.substr(line.size()));
    if (!opened || !opened->starts_with(line) || !opened->ends_with('\1')) {
        throw Error(ErrorKind::input,
                    "this vault was changed or is cut off: it does not open with the key that made "
                    "it",
                    at_vault());
    }
    Reader reader(std::string_view(*opened).substr(line.size(), opened->size() - line.size() - 1));
    Vault vault;
    for (std::size_t columns = reader.count(); columns > 0; --columns) {
        VaultColumn column{reader.text(), {}};
        for (std::size_t pairs = reader.count(); pairs > 0; --pairs) {
            std::string pseudonym = reader.text();
            std::vector<std::string> values;
            for (std::size_t many = reader.count(); many > 0; --many) {
                values.push_back(reader.text());
            }
            column.pairs.emplace_back(std::move(pseudonym), std::move(values));
        }
        vault.columns.push_back(std::move(column));
    }
    if (!reader.at_end()) Reader::cut_off();
    return vault;
}

}  // namespace lethe::release
