#include "lethe/io/secret.h"

#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe {
namespace {

TEST(Secret, DigestAsInRfc4231) {
    // Test case 2 of RFC 4231.
    EXPECT_EQ(keyed_digest(Secret("Jefe"), "what do ya want for nothing?", 64),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(keyed_digest(Secret("Jefe"), "what do ya want for nothing?", 8), "5bdcc146");
}

TEST(Secret, EqualInConstantTime) {
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_TRUE(equal_in_constant_time(std::string("a\0b", 3), std::string("a\0b", 3)));
    EXPECT_FALSE(equal_in_constant_time(std::string("a\0b", 3), std::string("a\0c", 3)));
    EXPECT_FALSE(equal_in_constant_time("abc", "abcd"));
    EXPECT_FALSE(equal_in_constant_time("abc", ""));
}

TEST(Secret, SealAndOpen) {
    const Cipher cipher(Secret("0123456789abcdef"));
    for (const std::string& text :
         {std::string(), std::string("Smith"), std::string(16, 'x'),
          std::string("J\xC3\xB6rg M\xC3\xBCller"), std::string(999, 'y')}) {
        const std::string sealed = cipher.seal(text);
        EXPECT_EQ(sealed, cipher.seal(text));
        EXPECT_EQ(sealed.size() % 16, 0U);
        EXPECT_EQ(cipher.open(sealed), text);
        std::string changed = sealed;
        changed[sealed.size() / 2] = static_cast<char>(changed[sealed.size() / 2] ^ 1);
        EXPECT_FALSE(cipher.open(changed));
        EXPECT_FALSE(Cipher(Secret("0123456789abcdeF")).open(sealed));
    }
    // The length of a short name does not show.
    EXPECT_EQ(cipher.seal("Li").size(), cipher.seal("Featherstone").size());
    EXPECT_FALSE(cipher.open("short"));
}

TEST(Secret, Base64) {
    EXPECT_EQ(base64url(""), "");
    EXPECT_EQ(base64url("f"), "Zg");
    EXPECT_EQ(base64url("fo"), "Zm8");
    EXPECT_EQ(base64url("foo"), "Zm9v");
    EXPECT_EQ(base64url("\xFB\xFF"), "-_8");
    const Random random(1);
    for (int size = 0; size < 200; ++size) {
        std::string bytes;
        Draws draws = random.stream("bytes").at(size);
        for (int i = 0; i < size; ++i) bytes += static_cast<char>(draws.below(256));
        EXPECT_EQ(from_base64url(base64url(bytes)), bytes);
    }
    EXPECT_FALSE(from_base64url("Zg="));
    EXPECT_FALSE(from_base64url("Zh"));
    EXPECT_FALSE(from_base64url("Z"));
}

TEST(Secret, FromAFile) {
    const test::TemporaryFolder folder;
    write_file(folder.file("short"), "too short");
    EXPECT_THROW(Secret::read(folder.file("short")), Error);
    write_file(folder.file("key"), std::string("0123456789abcdef\n"));
    EXPECT_EQ(Secret::read(folder.file("key")).bytes(), "0123456789abcdef\n");
    EXPECT_NE(Secret::random(32).bytes(), Secret::random(32).bytes());
}

}  // namespace
}  // namespace lethe
