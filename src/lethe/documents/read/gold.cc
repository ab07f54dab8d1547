#include "lethe/documents/read/gold.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lethe/language/token.h"

namespace lethe::documents {

CategoryId category_of_type(std::string_view type) {
    static const std::map<std::string_view, CategoryId> known{
        {"PERSON", kPerson},
        {"person", kPerson},
        {"ORG", kOrganisation},
        {"ORGANIZATION", kOrganisation},
        {"corporation", kOrganisation},
        {"group", kOrganisation},
        {"LOC", kPlace},
        {"GPE", kPlace},
        {"location", kPlace},
        {"DATETIME", kDate},
        {"DATE_TIME", kDate},
        {"QUANTITY", kQuantity},
        {"DEM", kDemographic},
        {"NRP", kDemographic},
        {"CODE", kCode},
        {"STREET_ADDRESS", kAddress},
        {"CREDIT_CARD", kCreditCard},
        {"TITLE", kTitle},
        {"PHONE_NUMBER", kPhone},
        {"AGE", kAge},
        {"EMAIL_ADDRESS", kEmail},
        {"ZIP_CODE", kPostcode},
        {"DOMAIN_NAME", kUrl},
        {"IBAN_CODE", kIban},
        {"US_SSN", kNationalId},
        {"IP_ADDRESS", kIp},
        {"US_DRIVER_LICENSE", kNationalId},
        {"persName", kPerson},
    };
    if (const auto found = known.find(type); found != known.end()) return found->second;
    return Categories().named(type).value_or(kOther);
}

double GoldCount::f(double beta) const {
    const double p = precision();
    const double r = recall();
    const double square = beta * beta;
    return p + r > 0 ? (1 + square) * p * r / (square * p + r) : 0;
}

TypeCount& GoldScore::type(const std::string& name) {
    const auto at = std::lower_bound(
        types_.begin(), types_.end(), name,
        [](const TypeCount& count, const std::string& value) { return count.type < value; });
    if (at != types_.end() && at->type == name) return *at;
    TypeCount fresh;
    fresh.type = name;
    return *types_.insert(at, std::move(fresh));
}

void GoldScore::add(const GoldDocument& document, const std::vector<language::Span>& masked) {
    const std::vector<language::Token> words = language::words_of(document.text);
    std::vector<char> is_masked(words.size(), 0);
    std::vector<char> is_gold(words.size(), 0);
    const auto words_in = [&](language::Span span, auto&& visit) {
        auto at = std::lower_bound(words.begin(), words.end(), span.begin,
                                   [](const language::Token& word, std::int64_t begin) {
                                       return static_cast<std::int64_t>(word.end) <= begin;
                                   });
        for (; at != words.end() && static_cast<std::int64_t>(at->begin) < span.end; ++at) {
            visit(static_cast<std::size_t>(at - words.begin()));
        }
    };
    for (const language::Span& span : masked) {
        words_in(span, [&](std::size_t word) { is_masked[word] = 1; });
    }
    struct GoldEntity {
        Identifying identifying = Identifying::no;
        std::string type;
        bool whole = true;
    };
    std::map<std::string, GoldEntity> entities;
    for (const GoldMention& mention : document.mentions) {
        TypeCount& of_type = type(mention.type);
        bool whole = true;
        words_in(mention.span, [&](std::size_t word) {
            whole = whole && is_masked[word] != 0;
            if (mention.identifying == Identifying::no) {
                ++of_type.harmless;
                of_type.overmasked += is_masked[word];
                return;
            }
            is_gold[word] = 1;
            ++of_type.tokens;
            of_type.masked += is_masked[word];
        });
        if (mention.identifying == Identifying::no) continue;
        const std::string key =
            mention.entity.empty() ? std::to_string(mention.span.begin) : "e" + mention.entity;
        GoldEntity& entity = entities[key];
        entity.identifying = std::max(entity.identifying, mention.identifying);
        if (entity.type.empty()) entity.type = mention.type;
        entity.whole = entity.whole && whole;
    }
    for (std::size_t word = 0; word < words.size(); ++word) {
        count_.gold += is_gold[word];
        count_.found += is_masked[word];
        count_.both += is_gold[word] & is_masked[word];
    }
    for (const auto& [key, entity] : entities) {
        TypeCount& of_type = type(entity.type);
        ++of_type.entities;
        of_type.whole += entity.whole ? 1 : 0;
        const bool direct = entity.identifying == Identifying::direct;
        ++(direct ? count_.direct : count_.quasi);
        (direct ? count_.direct_found : count_.quasi_found) += entity.whole ? 1 : 0;
    }
}

Json GoldScore::to_json() const {
    Json types = Json::array();
    for (const TypeCount& of_type : types_) {
        types.push_back({{"type", of_type.type},
                         {"tokens", of_type.tokens},
                         {"masked", of_type.masked},
                         {"entities", of_type.entities},
                         {"whole", of_type.whole},
                         {"harmless_tokens", of_type.harmless},
                         {"harmless_masked", of_type.overmasked}});
    }
    return {{"tokens", count_.gold},
            {"masked", count_.found},
            {"token_recall", count_.recall()},
            {"token_precision", count_.precision()},
            {"f1", count_.f(1)},
            {"f2", count_.f(2)},
            {"direct_entities", count_.direct},
            {"direct_recall", count_.direct_recall()},
            {"quasi_entities", count_.quasi},
            {"quasi_recall", count_.quasi_recall()},
            {"types", std::move(types)}};
}

std::vector<std::int64_t> alike_documents(const GoldDocuments& documents) {
    std::map<std::string_view, std::int64_t> texts;
    std::map<std::string, std::int64_t> groups;
    std::int64_t next = 0;
    std::vector<std::int64_t> numbers;
    for (const GoldDocument& document : documents) {
        const auto [text, new_text] = texts.emplace(document.text, next);
        std::int64_t number = text->second;
        if (!document.group.empty()) {
            const auto group = groups.emplace(document.source + "/" + document.group, number).first;
            if (new_text) number = text->second = group->second;
        }
        next = std::max(next, number + 1);
        numbers.push_back(number);
    }
    return numbers;
}

}  // namespace lethe::documents
