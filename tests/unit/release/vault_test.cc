#include "lethe/release/tables/vault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/io/key_file.h"

namespace lethe::release {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Secret a_key(char letter = 'k') { return Secret(std::string(32, letter)); }

Vault example() {
    return {{{"patient", {{"03", {"1234567"}}, {"07", {"clinic", std::string("a\0b\n", 4)}}}},
             {"empty", {}},
             {"number", {{"", {""}}, {"\xff", {}}}}}};
}

std::string vault_error_of(std::string_view bytes, const Secret& key) {
    try {
        open_vault(bytes, key);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return error.what();
    }
    return {};
}

TEST(Vault, OpensAsItWasSealed) {
    const Secret key = a_key();
    const std::string bytes = sealed_vault(example(), key);
    const Vault opened = open_vault(bytes, key);
    ASSERT_EQ(opened.columns.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(opened.columns[i].column, example().columns[i].column);
        EXPECT_EQ(opened.columns[i].pairs, example().columns[i].pairs);
    }
    EXPECT_EQ(vault_fingerprint(bytes), key_fingerprint(key));
    EXPECT_EQ(bytes, sealed_vault(example(), key));
    EXPECT_THAT(bytes, Not(HasSubstr("1234567")));
    EXPECT_THAT(bytes, Not(HasSubstr("clinic")));
    EXPECT_TRUE(open_vault(sealed_vault({}, key), key).columns.empty());
}

TEST(Vault, AnotherKeyIsTold) {
    const std::string bytes = sealed_vault(example(), a_key());
    const std::string told = vault_error_of(bytes, a_key('l'));
    EXPECT_THAT(told, HasSubstr("another key"));
    EXPECT_THAT(told, HasSubstr(key_fingerprint(a_key())));
}

TEST(Vault, EveryChangedByteIsNoticed) {
    const Secret key = a_key();
    const std::string bytes = sealed_vault(example(), key);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_FALSE(vault_error_of(changed, key).empty()) << i;
        EXPECT_FALSE(vault_error_of(bytes.substr(0, i), key).empty()) << i;
    }
    EXPECT_FALSE(vault_error_of(bytes + "x", key).empty());
    EXPECT_THAT(vault_error_of(bytes.substr(0, bytes.size() - 16), key), HasSubstr("was changed"));
    EXPECT_THAT(vault_error_of("patient,age\n", key), HasSubstr("no vault"));
    std::string later = bytes;
    later.replace(later.find(" 1 "), 3, " 2 ");
    EXPECT_THAT(vault_error_of(later, key), HasSubstr("later version"));
}

// What only the key's holder can seal is still read with care.
TEST(Vault, CountsThatCannotBeAreRefused) {
    const Secret key = a_key();
    const std::string line = "lethe-vault 1 " + key_fingerprint(key) + "\n";
    const Cipher cipher(derived_key(key, "lethe/vault/v1"));
    for (const std::string& inside :
         {std::string(), std::string("\xff\xff\xff\xff"),
          std::string("\0\0\0\1\xff\xff\xff\xff", 8),
          std::string("\0\0\0\1\0\0\0\1a\xff\xff\xff\xff", 13), std::string("\0\0\0\0more", 8)}) {
        EXPECT_THAT(vault_error_of(line + cipher.seal(line + inside + '\1'), key),
                    HasSubstr("damaged"));
    }
}

}  // namespace
}  // namespace lethe::release
