// Keys are made, shown and rotated; releases with pseudonyms are opened and renewed by them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>

#include "lethe/data/formats/table_files.h"
#include "lethe/io/file.h"
#include "lethe/io/key_file.h"
#include "lethe/operation/operation.h"
#include "lethe/release/release_envelope.h"
#include "lethe/release/tables/vault.h"
#include "lethe/table/mask/people/pseudonym_maker.h"
#include "support.h"

namespace lethe::operation {
namespace {

using testing::HasSubstr;
using testing::Not;

// A person who types a passphrase, at a clock that stands.
class TypingDoor : public Door {
  public:
    const Context& context() override { return context_; }
    void say(const std::string& line) override { said += line + "\n"; }
    void show(const Json&) override {}
    bool structured() const override { return true; }
    std::string time() const override { return "2024-05-31T12:00:00Z"; }
    std::optional<std::string> ask_passphrase(const std::string&) override {
        if (typed.empty()) return std::nullopt;
        std::string next = typed.front();
        typed.erase(typed.begin());
        return next;
    }

    std::string said;
    std::vector<std::string> typed;

  protected:
    std::uint64_t random_seed() override { return 7; }

  private:
    Context context_;
};

class Keys : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_.file(name); }

    Answer run(const std::string& name, const Json& options) {
        const Answer answer = find_operation(name)->run(options, door_);
        told_ += answer.result.dump() + answer.text + door_.said;
        return answer;
    }

    std::string problem_of(const std::string& name, const Json& options) {
        try {
            run(name, options);
        } catch (const Error& error) {
            told_ += error.what();
            return error.what();
        }
        ADD_FAILURE() << name << " found nothing wrong";
        return {};
    }

    KeyFile key(const std::string& name = "people.key") const {
        return parse_key_file(read_file(path(name)),
                              []() -> Secret { return Secret("correct horse"); });
    }

    // A release as protect writes one, with pseudonyms by the newest version of the key.
    void write_release(const Json& parameters, const std::vector<std::string>& originals,
                       bool with_vault = false) {
        const KeyFile made_by = key();
        const Secret& secret = made_by.newest().secret;
        Problems problems;
        const auto params = mask::pseudonym_schema().bind(parameters, {}, problems);
        ASSERT_TRUE(problems.empty());
        const mask::PseudonymMaker maker(secret, params);
        std::vector<std::string> made, ages;
        release::Vault vault{{{"patient", {}}}};
        for (const std::string& original : originals) {
            made.push_back(maker.pseudonym(std::vector{original}).value());
            vault.columns[0].pairs.emplace_back(made.back(), std::vector{original});
            ages.push_back("4" + std::to_string(ages.size()));
        }
        write_table(Context(),
                    Table({Column::from_texts("patient", Kind::nominal, made),
                           Column::from_texts("age", Kind::nominal, ages)}),
                    path("release.csv"));
        const std::string digest = file_sha256(path("release.csv"));
        Json record =
            release::record_envelope("release", DataKind::table, {{"release.csv", digest}});
        record["release"] = {{"file", "release.csv"}, {"sha256", digest}};
        record["steps"] = {
            {{"method", "pseudonyms"}, {"columns", {"patient"}}, {"parameters", parameters}}};
        write_file(path("release.csv.lethe.json"), record.dump());
        Json log = release::log_envelope(DataKind::table, "Private", 7, {});
        log["files"] = record["files"];
        log["rows"] = nullptr;
        log["steps"] = {{{"method", "pseudonyms"},
                         {"facts", {{"key_id", key_fingerprint(secret).substr(0, 8)}}}}};
        write_file(path("release.csv.lethe.private.json"), log.dump(), true);
        if (with_vault) {
            write_file(path("people.vault"), release::sealed_vault(vault, secret), true);
        }
    }

    Json with_key(Json options) const {
        options["release"] = path("release.csv");
        options["key_file"] = path("people.key");
        return options;
    }

    test::TemporaryFolder folder_;
    TypingDoor door_;
    std::string told_;  // all that anybody was told
};

TEST_F(Keys, MadeShownAndRotated) {
    const Json made = run("make-key", {{"output", path("people.key")}}).result;
    EXPECT_EQ(made["versions"].size(), 1U);
    EXPECT_EQ(made["versions"][0]["made"], "2024-05-31");
    struct stat state {};
    ASSERT_EQ(::stat(path("people.key").c_str(), &state), 0);
    EXPECT_EQ(state.st_mode & 0777U, 0600U);
    const KeyFile first = key();
    problem_of("make-key", {{"output", path("people.key")}});
    EXPECT_EQ(key().newest().secret.bytes(), first.newest().secret.bytes());

    const Json rotated = run("rotate-key", {{"key_file", path("people.key")}}).result;
    EXPECT_EQ(rotated["versions"].size(), 2U);
    const KeyFile second = key();
    EXPECT_EQ(second.version(1).secret.bytes(), first.version(1).secret.bytes());
    EXPECT_NE(second.version(2).secret.bytes(), first.version(1).secret.bytes());

    const Json shown = run("show-key", {{"key_file", path("people.key")}}).result;
    EXPECT_EQ(shown["identifier"], made["identifier"]);
    EXPECT_EQ(shown["versions"][1]["fingerprint"], key_fingerprint(second.newest().secret));

    ::chmod(path("people.key").c_str(), 0644);
    EXPECT_THAT(problem_of("show-key", {{"key_file", path("people.key")}}), HasSubstr("chmod 600"));
    EXPECT_THAT(problem_of("rotate-key", {{"key_file", path("people.key")}}),
                HasSubstr("chmod 600"));
    for (const KeyVersion& version : second.versions) {
        EXPECT_THAT(told_, Not(HasSubstr(base64url(version.secret.bytes()))));
    }
    EXPECT_THAT(told_, Not(HasSubstr("people.key")));
}

TEST_F(Keys, PassphrasesAreTypedOrRead) {
    write_file(path("passphrase"), "correct horse\nnot this\n", true);
    door_.typed = {"correct horse", "correct hose"};
    problem_of("make-key", {{"output", path("people.key")}, {"passphrase", true}});
    door_.typed = {"correct horse", "correct horse"};
    run("make-key", {{"output", path("people.key")}, {"passphrase", true}});
    EXPECT_TRUE(key().has_passphrase);
    problem_of("show-key", {{"key_file", path("people.key")}});  // nobody to ask
    door_.typed = {"wrong"};
    EXPECT_THAT(problem_of("show-key", {{"key_file", path("people.key")}}),
                HasSubstr("passphrase"));
    run("rotate-key", {{"key_file", path("people.key")}, {"passphrase_file", path("passphrase")}});
    EXPECT_EQ(key().versions.size(), 2U);
    EXPECT_TRUE(key().has_passphrase);
    EXPECT_THAT(told_, Not(HasSubstr("correct horse")));
    EXPECT_THAT(told_, Not(HasSubstr("wrong")));
}

TEST_F(Keys, BareKeysBecomeKeyFilesWhenTheyAreRotated) {
    write_file(path("people.key"), "0123456789abcdef0123456789abcdef", true);
    EXPECT_EQ(run("show-key", {{"key_file", path("people.key")}}).result["versions"].size(), 1U);
    run("rotate-key", {{"key_file", path("people.key")}});
    EXPECT_EQ(key().version(1).secret.bytes(), "0123456789abcdef0123456789abcdef");
    EXPECT_EQ(key().versions.size(), 2U);
}

const std::vector<std::string>& patients() {
    static const std::vector<std::string> numbers{"9434765919", "9876543210", "9000000009"};
    return numbers;
}

TEST_F(Keys, PseudonymsOfAReleaseAreResolved) {
    run("make-key", {{"output", path("people.key")}});
    write_release({{"label", "patient"}, {"form", "reversible"}}, patients());
    run("resolve", with_key({{"output", path("originals.csv")}}));
    const std::string originals = read_file(path("originals.csv"));
    for (const std::string& patient : patients()) EXPECT_THAT(originals, HasSubstr(patient));
    EXPECT_THAT(told_, Not(HasSubstr(patients()[0])));

    // One of them, and one that is nobody's.
    const Table table = read_table(Context(), path("release.csv"));
    const std::string one = table.column("patient").text(1);
    const Json some =
        run("resolve", with_key({{"output", path("some.csv")}, {"only", {one, "nobody"}}})).result;
    EXPECT_EQ(some["found"], 1);
    EXPECT_EQ(some["unknown"], 1);
    EXPECT_EQ(read_file(path("some.csv")),
              "column,pseudonym,original\npatient," + one + "," + patients()[1] + "\n");
    problem_of("resolve", with_key({{"output", path("x.csv")}, {"columns", {"age"}}}));

    // After a rotation the version that made it is still found.
    run("rotate-key", {{"key_file", path("people.key")}});
    EXPECT_EQ(run("resolve", with_key({{"output", path("again.csv")}})).result["found"], 3);
    // Another key is told, and so is a release without its log where there are two versions.
    run("make-key", {{"output", path("other.key")}});
    Json other = with_key({{"output", path("x.csv")}});
    other["key_file"] = path("other.key");
    EXPECT_THAT(problem_of("resolve", other), HasSubstr("another key"));
    std::remove(path("release.csv.lethe.private.json").c_str());
    problem_of("resolve", with_key({{"output", path("x.csv")}}));
    EXPECT_EQ(
        run("resolve", with_key({{"output", path("old.csv")}, {"key_version", 1}})).result["found"],
        3);
}

TEST_F(Keys, HashesNeedTheVault) {
    run("make-key", {{"output", path("people.key")}});
    write_release({{"label", "patient"}}, patients(), true);
    EXPECT_THAT(problem_of("resolve", with_key({{"output", path("x.csv")}})), HasSubstr("vault"));
    const Json vault{{"vault", path("people.vault")}, {"output", path("originals.csv")}};
    EXPECT_EQ(run("resolve", with_key(vault)).result["found"], 3);
    struct stat state {};
    ASSERT_EQ(::stat(path("originals.csv").c_str(), &state), 0);
    EXPECT_EQ(state.st_mode & 0777U, 0600U);

    std::string bytes = read_file(path("people.vault"));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_file(path("people.vault"), bytes, true);
    EXPECT_THAT(problem_of("resolve",
                           with_key({{"vault", path("people.vault")}, {"output", path("x.csv")}})),
                HasSubstr("was changed"));
}

// The same pseudonyms as if the original had been released with the newest version.
TEST_F(Keys, RenewedReleasesHaveThePseudonymsOfTheNewestVersion) {
    run("make-key", {{"output", path("people.key")}});
    for (const Json& parameters :
         std::vector<Json>{{{"label", "patient"}, {"form", "reversible"}},
                           {{"label", "patient"}, {"form", "digits"}},
                           {{"label", "patient"}, {"form", "number"}, {"number", "uk-nhs"}},
                           {{"label", "patient"}}}) {
        const bool hash = !parameters.contains("form");
        write_release(parameters, patients(), true);
        EXPECT_THAT(problem_of("renew", with_key({{"output", path("renewed.csv")}})),
                    HasSubstr("newest"));
        run("rotate-key", {{"key_file", path("people.key")}});
        Json options = with_key(
            {{"output", path("renewed.csv")}, {"new_vault", path("new.vault")}, {"force", true}});
        if (hash) {
            problem_of("renew", options);
            options["vault"] = path("people.vault");
        }
        const std::string old = read_file(path("release.csv"));
        run("renew", options);
        EXPECT_EQ(read_file(path("release.csv")), old);
        const std::string renewed = read_file(path("renewed.csv"));
        const Json record = Json::parse(read_file(path("renewed.csv.lethe.json")));
        EXPECT_EQ(record["release"]["sha256"], file_sha256(path("renewed.csv")));
        const Json log = Json::parse(read_file(path("renewed.csv.lethe.private.json")));
        EXPECT_EQ(log["steps"][0]["facts"]["key_id"],
                  key_fingerprint(key().newest().secret).substr(0, 8));
        write_release(parameters, patients(), true);  // of the original, by the newest
        EXPECT_EQ(renewed, read_file(path("release.csv"))) << parameters.dump();
        EXPECT_NE(renewed, old);
        const release::Vault vault =
            release::open_vault(read_file(path("new.vault")), key().newest().secret);
        std::set<std::string> people;
        for (const auto& [pseudonym, values] : vault.columns.at(0).pairs) {
            EXPECT_THAT(renewed, HasSubstr(pseudonym));
            people.insert(values.at(0));
        }
        EXPECT_EQ(people, std::set<std::string>(patients().begin(), patients().end()));
    }
}

}  // namespace
}  // namespace lethe::operation
