#include "document_cases.h"

#include <fmt/format.h>

#include <optional>

#include "lethe/core/error.h"
#include "lethe/documents/document_method.h"
#include "lethe/documents/find/detect.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/read/gold.h"
#include "lethe/documents/treat/sealed_mentions.h"
#include "lethe/documents/treat/text_policy.h"
#include "support.h"
#include "taxonomies.h"
#include "vector_cases.h"

namespace lethe::test {
namespace {

TaxonomyPtr case_taxonomy(const Json& body) {
    if (!body.contains("knowledge")) return nullptr;
    const auto name = body["knowledge"].get<std::string>();
    return name == "wordnet" ? wordnet() : taxonomy_named(name);
}

Json run_treatment(const Json& body, const Method& method) {
    const documents::TextPolicy policy = documents::profile_policy("court");
    const std::vector<documents::CategoryInfo> infos = policy.infos();
    const auto category = *policy.categories.named(body.value("category", "person"));
    const auto mention = body.at("mention").get<std::string>();
    const auto entity = body.value("entity", mention);
    const Secret secret(body.value("secret", "0123456789abcdef"));
    const Cipher cipher(secret);
    const TaxonomyPtr taxonomy = case_taxonomy(body);
    Problems problems;
    const documents::Treatment treatment =
        documents::bound_treatment(method, body.value("parameters", Json::object()),
                                   policy.categories[category], category, {}, problems);
    throw_if_any(ErrorKind::usage, std::move(problems));
    const documents::TreatOutput output =
        documents::treat(treatment, {mention,
                                     category,
                                     infos[static_cast<std::size_t>(category)],
                                     entity,
                                     body.value("number", std::int64_t{1}),
                                     {&secret, &cipher, taxonomy.get()}});
    return {{"text", output.text},
            {"fallen_back", output.fallen_back},
            {"restored", documents::decrypt(output.text, cipher, false).text}};
}

documents::TextCollection collection(const std::vector<std::string>& texts) {
    documents::TextCollection result;
    for (std::size_t d = 0; d < texts.size(); ++d) {
        result.ids.push_back(fmt::format("document-{}", d + 1));
        result.texts.push_back(texts[d]);
    }
    return result;
}

documents::GoldDocuments marked_documents(const documents::TextCollection& original,
                                          const Json& marked) {
    documents::GoldDocuments gold;
    for (std::size_t d = 0; d < marked.size(); ++d) {
        gold.push_back({original.ids[d], std::string(original.texts[d]), {}, {}, {}});
        for (const Json& one : marked[d]) {
            const auto text = one.get<std::string>();
            const auto at = static_cast<std::int64_t>(original.texts[d].find(text));
            documents::GoldMention mention;
            mention.span = {at, at + std::ssize(text)};
            mention.entity = text;
            gold.back().mentions.push_back(std::move(mention));
        }
    }
    return gold;
}

Json run_document_assessment(const Json& body, const Method& method) {
    const auto before = body.at("original").get<std::vector<std::string>>();
    const auto after = body.at("released").get<std::vector<std::string>>();
    const documents::TextCollection original = collection(before), released = collection(after);
    const Context context = threads(2);
    const documents::Finders finders{};
    documents::AssessInput input{.original = original,
                                 .released = released,
                                 .finders = finders,
                                 .random = Random(1),
                                 .context = context,
                                 .taxonomy = case_taxonomy(body)};
    std::optional<documents::QueryFile> queries;
    if (body.contains("queries")) {
        queries = documents::parse_queries(body["queries"].get<std::string>(), "queries");
        input.queries = &*queries;
    }
    documents::GoldDocuments gold;
    if (body.contains("marked")) {
        gold = marked_documents(original, body["marked"]);
        input.gold = &gold;
    }
    Problems problems;
    const Json parameters = method.bind(body.value("parameters", Json::object()), {}, problems);
    throw_if_any(std::move(problems));
    const Measurement found = method.assess_documents(input, parameters);
    return {{"value", found.value},
            {"details", found.details},
            {"about_original", found.about_original}};
}

}  // namespace

Json run_document_case(const Json& body, const Method& method) {
    return method.info.family == Family::mask ? run_treatment(body, method)
                                              : run_document_assessment(body, method);
}

}  // namespace lethe::test
