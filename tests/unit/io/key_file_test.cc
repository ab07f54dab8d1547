#include "lethe/io/key_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/io/file.h"
#include "support.h"

namespace lethe {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr ScryptCost kCheap{1U << 10, 8, 1};

Secret no_passphrase() { throw Error(ErrorKind::usage, "nobody was to be asked"); }
AskPassphrase answers(std::string passphrase) {
    return [passphrase] { return Secret(passphrase); };
}

KeyFile two_versions() {
    KeyFile key;
    key.identifier = "people";
    add_version(key, "2024-05-31");
    add_version(key, "");
    return key;
}

void expect_same(const KeyFile& one, const KeyFile& other) {
    EXPECT_EQ(one.identifier, other.identifier);
    ASSERT_EQ(one.versions.size(), other.versions.size());
    for (std::size_t i = 0; i < one.versions.size(); ++i) {
        EXPECT_EQ(one.versions[i].version, other.versions[i].version);
        EXPECT_EQ(one.versions[i].made, other.versions[i].made);
        EXPECT_EQ(one.versions[i].secret.bytes(), other.versions[i].secret.bytes());
    }
}

TEST(KeyFile, ReadAsItIsWritten) {
    const KeyFile key = two_versions();
    expect_same(key, parse_key_file(key_file_text(key, nullptr), no_passphrase));
    EXPECT_EQ(key.newest().version, 2);
    EXPECT_THROW((void)key.version(3), Error);
    EXPECT_NE(key_fingerprint(key.version(1).secret), key_fingerprint(key.version(2).secret));
}

TEST(KeyFile, APassphraseHidesTheSecrets) {
    const KeyFile key = two_versions();
    const Secret passphrase("correct horse");
    const std::string text = key_file_text(key, &passphrase, kCheap);
    for (const KeyVersion& version : key.versions) {
        EXPECT_THAT(text, Not(HasSubstr(base64url(version.secret.bytes()))));
    }
    expect_same(key, parse_key_file(text, answers("correct horse")));
    EXPECT_THROW(parse_key_file(text, answers("correct horsf")), Error);
    EXPECT_NE(text, key_file_text(key, &passphrase, kCheap));  // another salt
}

// What is sealed knows its place: versions and names cannot be exchanged.
TEST(KeyFile, WhatIsSealedCannotBeMoved) {
    const KeyFile key = two_versions();
    const Secret passphrase("p");
    const Json file = Json::parse(key_file_text(key, &passphrase, kCheap));
    Json exchanged = file;
    std::swap(exchanged["versions"][0]["sealed"], exchanged["versions"][1]["sealed"]);
    EXPECT_THROW(parse_key_file(exchanged.dump(), answers("p")), Error);
    Json named = file;
    named["identifier"] = "others";
    EXPECT_THROW(parse_key_file(named.dump(), answers("p")), Error);
    Json dated = file;
    dated["versions"][0]["made"] = "2020-01-01";
    EXPECT_THROW(parse_key_file(dated.dump(), answers("p")), Error);
}

TEST(KeyFile, OrderAndSpaceAreTheOwners) {
    const KeyFile key = two_versions();
    const Json file = Json::parse(key_file_text(key, nullptr));
    const std::string turned = " \n{\"versions\":" + file["versions"].dump() +
                               ",\"identifier\":\"people\",\"lethe_key\":1}";
    expect_same(key, parse_key_file(turned, no_passphrase));
}

TEST(KeyFile, BareKeysAreTakenWithAllTheirBytes) {
    const KeyFile key = parse_key_file(std::string("0123456789abcdef\n"), no_passphrase);
    EXPECT_TRUE(key.bare);
    EXPECT_EQ(key.newest().secret.bytes(), "0123456789abcdef\n");
    EXPECT_THROW(parse_key_file("too short", no_passphrase), Error);
    // A bare key gets versions as any other.
    KeyFile rotated = parse_key_file(std::string(32, '\xff'), no_passphrase);
    add_version(rotated, "2024-05-31");
    expect_same(rotated, parse_key_file(key_file_text(rotated, nullptr), no_passphrase));
}

TEST(KeyFile, DamageIsTold) {
    const std::string good = key_file_text(two_versions(), nullptr);
    for (std::size_t end = good.find("lethe_key") + 10; end + 3 < good.size(); end += 7) {
        EXPECT_THROW(parse_key_file(good.substr(0, end), no_passphrase), Error) << end;
    }
    const auto refused = [](const std::string& text) {
        EXPECT_THROW(parse_key_file(text, answers("p")), Error) << text;
    };
    refused(R"({"lethe_key": 2, "identifier": "a", "versions": []})");
    refused(R"({"lethe_key": 1, "identifier": "a", "versions": []})");
    refused(R"({"lethe_key": 1, "identifier": 1, "versions": [{}]})");
    refused(R"({"lethe_key": 1, "identifier": "a", "versions": [1]})");
    refused(R"({"lethe_key": 1, "identifier": "a", "versions": [{"version": 2, "secret": ""}]})");
    refused(R"({"lethe_key": 1, "identifier": "a", "versions": [{"version": 1, "secret": "QQ"}]})");
    // What would take all of the memory, or no time at all.
    for (const char* n : {"1", "1000", "1048577", "4294967296"}) {
        refused(
            std::string(R"({"lethe_key": 1, "identifier": "a", "passphrase": {"n": )") + n +
            R"(, "r": 8, "p": 1, "salt": "AAAAAAAAAAAAAAAAAAAAAA"}, "versions": [{"version": 1}]})");
    }
    refused("{\"lethe_key\": 1, \"x\": " + std::string(100000, '[') + "}");
}

TEST(KeyFile, OthersMayNotReadIt) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("people.key");
    write_file(path, key_file_text(two_versions(), nullptr), true);
    EXPECT_EQ(read_key_file(path, no_passphrase).versions.size(), 2U);
    for (const mode_t mode : {0640, 0604, 0660, 0611}) {
        ::chmod(path.c_str(), mode);
        try {
            read_key_file(path, no_passphrase);
            FAIL() << mode;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr("chmod 600"));
            EXPECT_THAT(error.what(), Not(HasSubstr("people.key")));
        }
    }
    try {
        read_key_file(folder.file("nothing"), no_passphrase);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::io);
        EXPECT_THAT(error.what(), Not(HasSubstr("nothing")));
    }
}

// RFC 7914, section 12.
TEST(KeyFile, ScryptAsInRfc7914) {
    const Secret key = key_of_passphrase(Secret("password"), "NaCl", {1024, 8, 16});
    std::string hex;
    for (const char byte : key.bytes().substr(0, 8)) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        hex += kDigits[static_cast<unsigned char>(byte) >> 4];
        hex += kDigits[static_cast<unsigned char>(byte) & 15];
    }
    EXPECT_EQ(hex, "fdbabe1c9d347200");
    EXPECT_FALSE((ScryptCost{1000, 8, 1}.sensible()));
    EXPECT_TRUE(ScryptCost{}.sensible());
}

}  // namespace
}  // namespace lethe
