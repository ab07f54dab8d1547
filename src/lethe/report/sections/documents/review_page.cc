#include "lethe/report/sections/documents/review_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "lethe/core/json.h"
#include "lethe/io/file_digest.h"
#include "lethe/language/characters.h"
#include "lethe/report/base/markup.h"
#include "lethe/report/base/style.h"

namespace lethe::report {
namespace {

using language::Span;

// JavaScript counts in units of UTF-16.
class Units {
  public:
    Units(std::string_view text, std::vector<std::int64_t> bytes) : bytes_(std::move(bytes)) {
        std::sort(bytes_.begin(), bytes_.end());
        bytes_.erase(std::unique(bytes_.begin(), bytes_.end()), bytes_.end());
        std::int64_t unit = 0;
        std::size_t at = 0;
        for (const std::int64_t byte : bytes_) {
            while (at < text.size() && static_cast<std::int64_t>(at) < byte) {
                const language::Character c = language::character_at(text, at);
                unit += c.code > 0xFFFF ? 2 : 1;
                at += static_cast<std::size_t>(c.length);
            }
            units_.push_back(unit);
        }
    }
    std::int64_t operator()(std::int64_t byte) const {
        const auto place = std::lower_bound(bytes_.begin(), bytes_.end(), byte);
        return units_[static_cast<std::size_t>(place - bytes_.begin())];
    }

  private:
    std::vector<std::int64_t> bytes_;
    std::vector<std::int64_t> units_;
};

// JSON that may stand in a script element.
std::string embedded(const Json& json) {
    const std::string plain = json.dump(-1, ' ', true, Json::error_handler_t::replace);
    std::string safe;
    safe.reserve(plain.size());
    for (const char c : plain) {
        switch (c) {
            case '<':
            case '>':
            case '&':
                safe += fmt::format("\\u{:04x}", static_cast<int>(c));
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

// Of the digest of a script, as a content security policy names it.
std::string base64_of_hex(std::string_view hex) {
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto value = [](char c) {
        return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    };
    std::string result;
    unsigned bits = 0;
    int held = 0;
    for (const char c : hex) {
        bits = bits << 4 | value(c);
        held += 4;
        if (held < 6) continue;
        held -= 6;
        result += kLetters[bits >> held & 63];
    }
    if (held > 0) result += kLetters[bits << (6 - held) & 63];
    while (result.size() % 4 != 0) result += '=';
    return result;
}

std::string letter(documents::Decision decision) { return std::string(1, name(decision).front()); }

std::vector<bool> shown_documents(const documents::Documents& documents, std::int64_t most_bytes) {
    std::vector<bool> shown;
    for (const documents::Document& document : documents) {
        shown.push_back(std::ssize(document.text) <= most_bytes);
        if (shown.back()) most_bytes -= std::ssize(document.text);
    }
    return shown;
}

Json page_data(const documents::Review& review, const documents::Documents& documents,
               const std::vector<bool>& shown, const ReviewPageOptions& options) {
    std::vector<std::vector<std::int64_t>> places(documents.size());
    const auto mark = [&](std::int64_t document, Span span) {
        auto& of_document = places[static_cast<std::size_t>(document)];
        of_document.push_back(span.begin);
        of_document.push_back(span.end);
    };
    for (const auto& entity : review.entities) mark(entity.document, entity.span);
    for (const auto& block : review.blocks) {
        mark(block.document, block.span);
        for (const auto& hit : block.hits) mark(block.document, hit.span);
    }
    std::vector<Units> units;
    Json texts = Json::array();
    for (std::size_t i = 0; i < documents.size(); ++i) {
        units.emplace_back(documents[i].text, std::move(places[i]));
        texts.push_back({documents[i].id, shown[i] ? Json(documents[i].text) : Json()});
    }
    std::map<std::string, std::size_t> numbers;
    Json categories = Json::array();
    Json entities = Json::array();
    for (const auto& entity : review.entities) {
        const auto [place, fresh] = numbers.emplace(entity.category, numbers.size());
        if (fresh) categories.push_back(entity.category);
        const Units& of = units[static_cast<std::size_t>(entity.document)];
        entities.push_back({entity.document, of(entity.span.begin), of(entity.span.end),
                            place->second, entity.entity, name(entity.source), entity.score,
                            letter(entity.decision)});
    }
    Json blocks = Json::array();
    for (const auto& block : review.blocks) {
        const Units& of = units[static_cast<std::size_t>(block.document)];
        Json hits = Json::array();
        for (const auto& hit : block.hits) {
            hits.push_back({of(hit.span.begin), of(hit.span.end), hit.term, name(hit.kind)});
        }
        blocks.push_back({block.document, of(block.span.begin), of(block.span.end), block.score,
                          block.words, block.relevance, std::move(hits), letter(block.decision),
                          block.probability});
    }
    Json treatments = Json::object();
    for (const auto& [category, treatment] : options.treatments) treatments[category] = treatment;
    return {{"review", fingerprint(review)},
            {"title", options.title},
            {"documents", texts},
            {"categories", categories},
            {"treatments", treatments},
            {"entities", entities},
            {"blocks", blocks}};
}

}  // namespace

ReviewPage review_page(const documents::Review& review, const documents::Documents& documents,
                       const ReviewPageOptions& options) {
    const std::vector<bool> shown = shown_documents(documents, options.most_bytes);
    const std::string script(review_script());
    Markup out;
    out.raw("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).open("head");
    out.empty("meta", {{"charset", "utf-8"}});
    out.empty("meta", {{"http-equiv", "Content-Security-Policy"},
                       {"content", fmt::format("default-src 'none'; style-src 'unsafe-inline'; "
                                               "script-src 'sha256-{}'; base-uri 'none'; "
                                               "form-action 'none'",
                                               base64_of_hex(sha256(script)))}});
    out.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    out.empty("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
    out.leaf("title", options.title);
    out.open("style").raw(page_css()).raw(review_css()).close().close();
    out.open("body");
    out.leaf("noscript", "This page needs scripts; it works without a network.");
    out.open("main", {{"id", "page"}}).close();
    out.open("script", {{"type", "application/json"}, {"id", "data"}})
        .raw(embedded(page_data(review, documents, shown, options)))
        .close();
    out.open("script").raw(script).close();
    out.close().close();
    return {std::move(out).finish() + "\n", std::count(shown.begin(), shown.end(), false)};
}

}  // namespace lethe::report
