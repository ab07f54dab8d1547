#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lethe/core/error.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/find/model/model_file.h"
#include "lethe/documents/find/model/sequence_trainer.h"

namespace lethe::documents {
namespace {

using ::testing::HasSubstr;

// Letters in which people and towns follow telling words; the towns do not identify.
GoldDocuments model_letters(int count) {
    const std::vector<std::string> people{"Anker",  "Brandt", "Castell", "Dorn",   "Egger", "Falk",
                                          "Gruber", "Haller", "Imhof",   "Jansen", "Kern",  "Lang"};
    const std::vector<std::string> towns{"Aldorf", "Brenn", "Cassel", "Dell", "Elm", "Forst"};
    GoldDocuments documents;
    for (int i = 0; i < count; ++i) {
        GoldDocument document;
        document.id = "letter-" + std::to_string(i);
        document.source = "letters";
        const auto put = [&](const std::string& text) { document.text += text; };
        const auto mark = [&](const std::string& name, CategoryId category, Identifying how) {
            GoldMention mention;
            mention.span = {std::ssize(document.text), std::ssize(document.text + name)};
            mention.category = category;
            mention.identifying = how;
            mention.type = category == kPerson ? "PERSON" : "LOC";
            mention.entity = name;
            document.mentions.push_back(mention);
            put(name);
        };
        const auto at = static_cast<std::size_t>(i);
        put("Dear Mrs ");
        mark(people[at % people.size()], kPerson, Identifying::direct);
        put(",\nwe met in ");
        mark(towns[at % towns.size()], kPlace, Identifying::no);
        put(" and spoke of the weather.\nYours, Mr ");
        mark(people[(at * 5 + 3) % people.size()], kPerson, Identifying::quasi);
        put("\n");
        documents.push_back(std::move(document));
    }
    return documents;
}

TrainingOptions quick() {
    TrainingOptions options;
    options.folds = 3;
    options.crf.epochs = 6;
    options.crf.rate = 0.1;
    return options;
}

SequenceModel small_model() {
    const TrainingSet set{"letters", model_letters(36)};
    std::vector<Register> registers{train_register(Context{}, set, {}, quick()).trained};
    learn_cues({set}, registers);
    return {{}, std::move(registers)};
}

TEST(SequenceModel, learns_who_identifies_and_leaves_the_rest) {
    const SequenceModel model = small_model();
    const std::string text = "Dear Mrs Zobel,\nwe met in Brenn and spoke of the weather.\n";
    const std::vector<language::Token> tokens = language::tokenise(text);
    const Mentions mentions =
        model.find(model.registers().front(), text, tokens, Setting::balanced);
    ASSERT_EQ(mentions.size(), 1U);
    EXPECT_EQ(mentions[0].span.of(text), "Zobel");
    EXPECT_EQ(mentions[0].category, kPerson);
    EXPECT_TRUE(model.registers().front().knows(kPerson));
    EXPECT_FALSE(model.registers().front().knows(kPlace));
}

TEST(SequenceModel, is_the_same_after_writing_and_reading_and_on_any_number_of_threads) {
    const SequenceModel model = small_model();
    const std::string bytes = model.bytes();
    EXPECT_EQ(SequenceModel::from_bytes(bytes, "model").bytes(), bytes);
    Context context;
    context.threads = 2;
    const TrainingSet set{"letters", model_letters(36)};
    std::vector<Register> registers{train_register(context, set, {}, quick()).trained};
    learn_cues({set}, registers);
    EXPECT_EQ(SequenceModel({}, std::move(registers)).bytes(), bytes);
}

// The features of a lone word that a word of the same shape and length does not have.
std::set<std::uint32_t> lexical_features(const std::string& word, const std::string& other) {
    const auto all = [](const std::string& text) {
        std::set<std::uint32_t> features;
        for_each_feature(make_features(text, language::tokenise(text), {}), 0,
                         [&](std::uint32_t feature) { features.insert(feature); });
        return features;
    };
    std::set<std::uint32_t> lexical = all(word);
    for (const std::uint32_t feature : all(other)) lexical.erase(feature);
    return lexical;
}

TEST(SequenceModel, a_word_of_one_document_leaves_no_trace) {
    TrainingSet set{"letters", model_letters(36)};
    set.documents[0].text += "Qwxzv\n";
    const std::set<std::uint32_t> lexical = lexical_features("Qwxzv", "Jpkfy");
    ASSERT_GE(lexical.size(), 5U);
    const auto traces = [&] {
        const Register in = train_register(Context{}, set, {}, quick()).trained;
        return std::count_if(in.features.begin(), in.features.end(),
                             [&](std::uint32_t feature) { return lexical.contains(feature); });
    };
    EXPECT_EQ(traces(), 0);
    for (GoldDocument& document : set.documents) document.text += "Qwxzv\n";
    EXPECT_GT(traces(), 0);  // the test can fail
}

TEST(SequenceModel, damaged_files_are_refused) {
    const std::string bytes = small_model().bytes();
    const auto message = [](const std::string& damaged) -> std::string {
        try {
            SequenceModel::from_bytes(damaged, "m");
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_THAT(message(""), HasSubstr("no model"));
    EXPECT_THAT(message("hello"), HasSubstr("no model"));
    EXPECT_THAT(message(bytes.substr(0, bytes.size() / 2)), HasSubstr("damaged"));
    for (std::size_t i = 0; i < bytes.size(); i += 37) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 0x15);
        EXPECT_NE(message(changed), "accepted") << i;
    }
}

TEST(SequenceModel, the_shipped_model_works) {
    const SequenceModel& model = SequenceModel::shipped();
    const std::string court =
        "The case originated in an application (no. 12345/99) against the Republic of Poland "
        "lodged "
        "with the Court by a Polish national, Mr Zenon Przybylny (“the applicant”), on 3 March "
        "1999.";
    const std::vector<language::Token> tokens = language::tokenise(court);
    const Register& in = model.register_of(court, tokens);
    EXPECT_EQ(in.name, "court");
    std::string found;
    for (const Mention& mention : model.find(in, court, tokens, Setting::balanced)) {
        found += std::string(mention.span.of(court)) + "|";
    }
    EXPECT_THAT(found, HasSubstr("12345/99"));
    EXPECT_THAT(found, HasSubstr("Zenon Przybylny"));
    EXPECT_THAT(found, HasSubstr("3 March 1999"));
    EXPECT_TRUE(model.find(in, "", {}, Setting::recall).empty());
}

TEST(SequenceModel, too_few_documents_and_no_mentions_are_said) {
    TrainingSet few{"few", model_letters(2)};
    EXPECT_THROW(train_register(Context{}, few, {}, quick()), Error);
    TrainingSet unmarked{"unmarked", model_letters(9)};
    for (GoldDocument& document : unmarked.documents) document.mentions.clear();
    EXPECT_THROW(train_register(Context{}, unmarked, {}, quick()), Error);
}

TEST(GoldScore, counts_words_and_whole_entities) {
    GoldDocument document;
    document.text = "Anna Berg met Anna in Rome on Monday.";
    const auto mention = [](std::int64_t begin, std::int64_t end, Identifying how, std::string type,
                            std::string entity) {
        GoldMention one;
        one.span = {begin, end};
        one.identifying = how;
        one.type = std::move(type);
        one.entity = std::move(entity);
        return one;
    };
    document.mentions = {mention(0, 9, Identifying::direct, "PERSON", "1"),
                         mention(14, 18, Identifying::direct, "PERSON", "1"),
                         mention(22, 26, Identifying::no, "LOC", "2"),
                         mention(30, 36, Identifying::quasi, "DATE", "3")};
    GoldScore partly;
    partly.add(document, {{0, 9}, {22, 36}});
    EXPECT_EQ(partly.count().gold, 4);
    EXPECT_EQ(partly.count().found, 5);  // Anna Berg, Rome on Monday
    EXPECT_EQ(partly.count().both, 3);
    EXPECT_EQ(partly.count().direct_recall(), 0);
    EXPECT_EQ(partly.count().quasi_recall(), 1);
    GoldScore wholly;
    wholly.add(document, {{0, 9}, {14, 18}});
    EXPECT_EQ(wholly.count().direct_recall(), 1);
    EXPECT_EQ(wholly.count().precision(), 1);
    EXPECT_NEAR(wholly.count().f(2), 5 * 0.75 / (4 + 0.75), 1e-12);
}

}  // namespace
}  // namespace lethe::documents
