// Writing the review, and reading back what a person, a page or an attacker made of it: every field
// is checked for its type and range before it is used.
#include "lethe/documents/review/review_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/json.h"
#include "lethe/documents/review/review.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kMostProblems = 50;
constexpr int kVersion = 1;

template <class Choice, std::size_t size>
using Choices = std::array<Choice, size>;
constexpr Choices<Decision, 3> kDecisions = {Decision::undecided, Decision::accept,
                                             Decision::reject};
constexpr Choices<HitKind, 3> kHitKinds = {HitKind::exact, HitKind::stem, HitKind::misspelt};
constexpr Choices<MentionSource, 5> kSources = {MentionSource::pattern, MentionSource::list,
                                                MentionSource::model, MentionSource::repeat,
                                                MentionSource::user};

// Reads one object after the other, collecting problems.
class ReviewReader {
  public:
    explicit ReviewReader(std::string file) : file_(std::move(file)) {}

    void problem(const std::string& where, std::string message) {
        problems_.push_back({std::move(message), {file_, 0, 0, where}, ErrorKind::input});
    }
    void finish() { throw_if_any(ErrorKind::input, few_of(std::move(problems_))); }
    bool clean() const { return problems_.empty(); }

    Json parse(std::string_view text, std::string_view kind, std::string_view what) {
        Json root = Json::parse(text, nullptr, false);
        if (root.is_discarded()) {
            throw Error(ErrorKind::input, "is not valid JSON", {file_, 0, 0, {}});
        }
        if (!root.is_object() || !root.contains("kind") || root["kind"] != kind) {
            throw Error(ErrorKind::input, fmt::format("is not {}", what), {file_, 0, 0, {}});
        }
        if (!root.contains("version") || root["version"] != kVersion) {
            throw Error(
                ErrorKind::input,
                fmt::format("is of another version; this program reads version {}", kVersion),
                {file_, 0, 0, "version"});
        }
        return root;
    }

    void check_keys(const Json& object, const std::string& where,
                    const std::vector<std::string>& known) {
        for (const auto& [key, value] : object.items()) {
            if (std::find(known.begin(), known.end(), key) == known.end()) {
                problem(where, unknown_name("key", key, known));
            }
        }
    }

    // Each object of a list; other things in it are problems.
    template <class Take>
    void each(const Json& root, const std::string& key, Take take) {
        const auto list = root.find(key);
        if (list == root.end() || !list->is_array()) {
            return problem(key, "must be a list");
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string where = fmt::format("{}[{}]", key, i);
            if ((*list)[i].is_object()) {
                take((*list)[i], where);
            } else {
                problem(where, "must be an object");
            }
        }
    }

    std::string text(const Json& object, const std::string& where, const char* key) {
        const auto value = object.find(key);
        if (value != object.end() && value->is_string()) return value->get<std::string>();
        problem(fmt::format("{}{}{}", where, where.empty() ? "" : ".", key), "must be a text");
        return {};
    }

    std::int64_t whole(const Json& value, const std::string& where, std::int64_t least,
                       std::int64_t most) {
        if (value.is_number_integer() &&
            (!value.is_number_unsigned() ||
             value.get<std::uint64_t>() <=
                 static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))) {
            const auto number = value.get<std::int64_t>();
            if (number >= least && number <= most) return number;
        }
        problem(where, fmt::format("must be a whole number from {} to {}", least, most));
        return least;
    }
    std::int64_t whole(const Json& object, const std::string& where, const char* key,
                       std::int64_t least, std::int64_t most) {
        return whole(object.value(key, Json()), fmt::format("{}.{}", where, key), least, most);
    }

    double number(const Json& object, const std::string& where, const char* key) {
        const Json value = object.value(key, Json());
        if (value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= 0) {
            return value.get<double>();
        }
        problem(fmt::format("{}.{}", where, key), "must be a number of at least 0");
        return 0;
    }

    template <class Choice, std::size_t size>
    Choice choice(const Json& value, const std::string& where,
                  const Choices<Choice, size>& choices) {
        std::vector<std::string_view> names;
        for (const Choice one : choices) {
            names.push_back(name(one));
            if (value.is_string() && value.get_ref<const std::string&>() == names.back()) {
                return one;
            }
        }
        problem(where, fmt::format("must be one of {}", fmt::join(names, ", ")));
        return choices.front();
    }
    template <class Choice, std::size_t size>
    Choice choice(const Json& object, const std::string& where, const char* key,
                  const Choices<Choice, size>& choices) {
        return choice(object.value(key, Json()), fmt::format("{}.{}", where, key), choices);
    }

    // The span [begin, end) of a document, not empty.
    language::Span span(const Json& begin, const Json& end, const std::string& where,
                        std::int64_t size) {
        const std::size_t before = problems_.size();
        const language::Span result{whole(begin, where + ".begin", 0, size),
                                    whole(end, where + ".end", 0, size)};
        if (problems_.size() == before && result.empty()) problem(where, "ends before it begins");
        return result;
    }

  private:
    std::string file_;
    Problems problems_;
};

void read_document(ReviewReader& reader, const Json& object, const std::string& where,
                   Review& review) {
    reader.check_keys(object, where, {"id", "file", "size", "digest"});
    ReviewDocument document;
    document.id = reader.text(object, where, "id");
    document.file = reader.text(object, where, "file");
    document.size =
        reader.whole(object, where, "size", 0, std::numeric_limits<std::uint32_t>::max());
    document.digest = reader.text(object, where, "digest");
    if (document.digest.size() != 64 ||
        document.digest.find_first_not_of("0123456789abcdef") != std::string::npos) {
        reader.problem(where + ".digest", "must be 64 hexadecimal digits");
    }
    review.documents.push_back(std::move(document));
}

// The number of the document, and its size; none where it is wrong.
std::optional<std::int64_t> read_number(ReviewReader& reader, const Json& object,
                                        const std::string& where, const Review& review) {
    const Json value = object.value("document", Json());
    const auto most = std::ssize(review.documents) - 1;
    if (most < 0 || !value.is_number_unsigned() ||
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
        reader.problem(where + ".document", "is not one of the documents");
        return std::nullopt;
    }
    return value.get<std::int64_t>();
}

void read_entity(ReviewReader& reader, const Json& object, const std::string& where,
                 Review& review) {
    reader.check_keys(object, where,
                      {"document", "begin", "end", "category", "entity", "source", "pattern",
                       "score", "decision"});
    const auto number = read_number(reader, object, where, review);
    if (!number) return;
    ReviewEntity entity;
    entity.document = *number;
    entity.span = reader.span(object.value("begin", Json()), object.value("end", Json()), where,
                              review.documents[static_cast<std::size_t>(*number)].size);
    entity.category = reader.text(object, where, "category");
    entity.entity = static_cast<std::int32_t>(
        reader.whole(object, where, "entity", -1, std::numeric_limits<std::int32_t>::max()));
    entity.source = reader.choice(object, where, "source", kSources);
    entity.pattern = reader.text(object, where, "pattern");
    entity.score = reader.number(object, where, "score");
    entity.decision = reader.choice(object, where, "decision", kDecisions);
    review.entities.push_back(std::move(entity));
}

void read_block(ReviewReader& reader, const Json& object, const std::string& where,
                Review& review) {
    reader.check_keys(object, where,
                      {"document", "begin", "end", "score", "words", "relevance", "probability",
                       "hits", "decision"});
    const auto number = read_number(reader, object, where, review);
    if (!number) return;
    ReviewBlock block;
    block.document = *number;
    const std::int64_t size = review.documents[static_cast<std::size_t>(*number)].size;
    block.span =
        reader.span(object.value("begin", Json()), object.value("end", Json()), where, size);
    block.score = reader.number(object, where, "score");
    block.words = reader.whole(object, where, "words", 0, size);
    block.relevance = reader.number(object, where, "relevance");
    if (object.contains("probability")) {
        block.probability = reader.number(object, where, "probability");
    }
    block.decision = reader.choice(object, where, "decision", kDecisions);
    const Json hits = object.value("hits", Json());
    if (!hits.is_array()) return reader.problem(where + ".hits", "must be a list");
    for (std::size_t i = 0; i < hits.size(); ++i) {
        const std::string place = fmt::format("{}.hits[{}]", where, i);
        const Json& hit = hits[i];
        if (!hit.is_array() || hit.size() != 4 || !hit[2].is_string()) {
            reader.problem(place, "must be [begin, end, term, how]");
            continue;
        }
        const language::Span span = reader.span(hit[0], hit[1], place, size);
        if (!block.span.covers(span)) reader.problem(place, "is outside of its block");
        block.hits.push_back(
            {span, hit[2].get<std::string>(), reader.choice(hit[3], place, kHitKinds)});
    }
    review.blocks.push_back(std::move(block));
}

std::optional<Decision> decision_of(char letter) {
    for (const Decision decision : kDecisions) {
        if (name(decision).front() == letter) return decision;
    }
    return std::nullopt;
}

template <class Items>
void take_letters(ReviewReader& reader, const Json& root, const char* key, Items& items) {
    const std::string letters = reader.text(root, "", key);
    if (letters.size() != items.size()) {
        return reader.problem(
            key, fmt::format("must be one letter for each of the {} {}", items.size(), key));
    }
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (const auto decision = decision_of(letters[i])) {
            items[i].decision = *decision;
        } else {
            reader.problem(fmt::format("{}[{}]", key, i), "must be a, r or u");
        }
    }
}

}  // namespace

Problems few_of(Problems problems) {
    if (problems.size() <= kMostProblems) return problems;
    const std::size_t more = problems.size() - kMostProblems;
    problems.resize(kMostProblems);
    problems.push_back({fmt::format("and {} more", more)});
    return problems;
}

std::string review_json(const Review& review) {
    Json root{{"kind", "text-review"}, {"version", kVersion}, {"policy", review.policy}};
    if (!review.policy_folder.empty()) root["policy_folder"] = review.policy_folder;
    Json& documents = root["documents"] = Json::array();
    for (const ReviewDocument& document : review.documents) {
        documents.push_back({{"id", document.id},
                             {"file", document.file},
                             {"size", document.size},
                             {"digest", document.digest}});
    }
    Json& entities = root["entities"] = Json::array();
    for (const ReviewEntity& entity : review.entities) {
        entities.push_back({{"document", entity.document},
                            {"begin", entity.span.begin},
                            {"end", entity.span.end},
                            {"category", entity.category},
                            {"entity", entity.entity},
                            {"source", name(entity.source)},
                            {"pattern", entity.pattern},
                            {"score", entity.score},
                            {"decision", name(entity.decision)}});
    }
    Json& blocks = root["blocks"] = Json::array();
    for (const ReviewBlock& block : review.blocks) {
        Json hits = Json::array();
        for (const ReviewHit& hit : block.hits) {
            hits.push_back({hit.span.begin, hit.span.end, hit.term, name(hit.kind)});
        }
        blocks.push_back({{"document", block.document},
                          {"begin", block.span.begin},
                          {"end", block.span.end},
                          {"score", block.score},
                          {"words", block.words},
                          {"relevance", block.relevance},
                          {"hits", std::move(hits)},
                          {"decision", name(block.decision)}});
        if (block.probability > 0) blocks.back()["probability"] = block.probability;
    }
    return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Review parse_review(std::string_view json, const std::string& file) {
    ReviewReader reader(file);
    const Json root = reader.parse(json, "text-review", "a review that lethe text review wrote");
    reader.check_keys(
        root, "",
        {"kind", "version", "policy", "policy_folder", "documents", "entities", "blocks"});
    Review review;
    review.policy = reader.text(root, "", "policy");
    if (root.contains("policy_folder")) {
        review.policy_folder = reader.text(root, "", "policy_folder");
    }
    reader.each(root, "documents", [&](const Json& object, const std::string& where) {
        read_document(reader, object, where, review);
    });
    if (reader.clean()) {  // otherwise numbers of documents would not mean what they say
        reader.each(root, "entities", [&](const Json& object, const std::string& where) {
            read_entity(reader, object, where, review);
        });
        reader.each(root, "blocks", [&](const Json& object, const std::string& where) {
            read_block(reader, object, where, review);
        });
    }
    reader.finish();
    return review;
}

void take_decisions(Review& review, std::string_view json, const std::string& file) {
    ReviewReader reader(file);
    const Json root =
        reader.parse(json, "text-decisions", "a file of decisions that the review page saved");
    reader.check_keys(root, "", {"kind", "version", "review", "entities", "blocks"});
    if (reader.text(root, "", "review") != fingerprint(review) && reader.clean()) {
        throw Error(ErrorKind::input, "belongs to another review", {file, 0, 0, "review"});
    }
    take_letters(reader, root, "entities", review.entities);
    take_letters(reader, root, "blocks", review.blocks);
    reader.finish();
}

}  // namespace lethe::documents
