// OBO flat files, versions 1.2 and 1.4: stanzas of lines "tag: value", of which the [Term] ones are
// read. A value ends at an unescaped "!" (a comment) or at trailing modifiers in braces; texts in
// quotation marks may hold both.
#include <fmt/format.h>

#include <unordered_map>

#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

// What a name counts among the concepts that share it.
enum Sense : std::int32_t { kName, kExact, kOther };

// The value up to a comment or trailing modifiers, with its escapes undone.
std::string plain_value(std::string_view text) {
    std::string value;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '!' || text[i] == '{') break;
        if (text[i] != '\\' || i + 1 == text.size()) {
            value += text[i];
            continue;
        }
        const char next = text[++i];
        value += next == 'n' ? '\n' : next == 't' ? '\t' : next == 'W' ? ' ' : next;
    }
    return std::string(trimmed(value));
}

// The text in quotation marks at the front, and what follows it; false where there is none.
bool quoted_value(std::string_view& text, std::string& value) {
    text = trimmed(text);
    if (!text.starts_with('"')) return false;
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size()) return false;
    value.clear();
    for (std::size_t i = 1; i < end; ++i) {
        const bool escape = text[i] == '\\';
        const char c = escape ? text[++i] : text[i];
        value += escape && (c == 'n' || c == 't' || c == 'W') ? ' ' : c;
    }
    value = trimmed(value);
    text.remove_prefix(end + 1);
    return true;
}

// The first word, up to a space, with its escapes undone: an identifier.
std::string identifier(std::string_view text) {
    text = trimmed(text);
    std::size_t end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '\t') {
        end += text[end] == '\\' ? 2 : 1;
    }
    return plain_value(text.substr(0, end));
}

struct Term {
    std::string id;
    std::int64_t line = 0;
    bool obsolete = false;
    std::string name;
    std::string gloss;
    std::vector<std::pair<std::string, std::int32_t>> names;
    std::vector<std::string> aliases;
    std::vector<std::pair<std::string, std::int64_t>> parents;  // with the line
    std::vector<std::string> wholes;
};

class OboReader {
  public:
    explicit OboReader(const SourceText& source) : wrongs_(source.file) {
        Lines lines(source.text);
        while (lines.next()) read_line(lines.line(), lines.number());
        end_term();
        wrongs_.throw_if_any();
        if (terms_.empty()) {
            wrongs_.fail(0, "is not an OBO file, or has no term: there is no [Term] line");
        }
    }

    ReadTaxonomy build(const Context& context, const std::string& file) {
        TaxonomyBuilder builder(name_.empty() ? source_name(file) : name_, version_);
        std::int64_t obsolete = 0;
        std::unordered_map<std::string_view, const Term*> dropped;
        for (const Term& term : terms_) {
            if (term.obsolete) {
                dropped.emplace(term.id, &term);
                ++obsolete;
            } else {
                add(builder, term);
            }
        }
        std::int64_t outside = 0;
        for (const Term& term : terms_) {
            if (term.obsolete) continue;
            const std::int32_t child = builder.find_concept(term.id);
            for (const auto& [parent, line] : term.parents) {
                const std::int32_t above = builder.find_concept(parent);
                if (above >= 0) {
                    builder.add_is_a(child, above);
                } else {
                    wrongs_.add(line,
                                fmt::format("the term {} is a {}, which is {}", in_quotes(term.id),
                                            in_quotes(parent),
                                            dropped.count(parent) > 0 ? "obsolete"
                                                                      : "not a term of this file"));
                }
            }
            for (const std::string& whole : term.wholes) {
                const std::int32_t other = builder.find_concept(whole);
                if (other >= 0) builder.add_part_of(child, other);
                outside += other >= 0 ? 0 : 1;
            }
        }
        wrongs_.throw_if_any();
        std::vector<std::string> notes;
        if (obsolete > 0) notes.push_back(fmt::format("{} obsolete terms were left out", obsolete));
        if (outside > 0) {
            notes.push_back(
                fmt::format("{} part-of relations to terms of other files were left out", outside));
        }
        return {std::move(builder).build(file, context), std::move(notes)};
    }

  private:
    void read_line(std::string_view raw, std::int64_t number) {
        const std::string_view line = trimmed(raw);
        if (line.empty() || line.front() == '!') return;
        if (line.front() == '[') {
            end_term();
            in_header_ = false;
            in_term_ = line.starts_with("[Term]");
            term_.line = number;
            return;
        }
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) {
            return wrongs_.add(number, fmt::format("{} is neither \"tag: value\" nor a stanza such "
                                                   "as [Term]",
                                                   in_quotes(line)));
        }
        const std::string_view tag = line.substr(0, colon);
        const std::string_view value = trimmed(line.substr(colon + 1));
        if (in_header_) read_header(tag, value);
        if (in_term_) read_term(tag, value, number);
    }

    void read_header(std::string_view tag, std::string_view value) {
        if (tag == "ontology") name_ = plain_value(value);
        if (tag == "data-version") version_ = plain_value(value);
    }

    void read_term(std::string_view tag, std::string_view value, std::int64_t number) {
        std::string text;
        if (tag == "id") {
            term_.id = identifier(value);
        } else if (tag == "name") {
            term_.name = plain_value(value);
        } else if (tag == "def") {
            if (!quoted_value(value, term_.gloss)) tell_unquoted(tag, number);
        } else if (tag == "synonym" || tag.ends_with("_synonym")) {
            if (!quoted_value(value, text)) return tell_unquoted(tag, number);
            const bool exact = tag == "exact_synonym" || trimmed(value).starts_with("EXACT");
            term_.names.emplace_back(text, exact ? kExact : kOther);
        } else if (tag == "alt_id" || tag == "xref") {
            term_.aliases.push_back(identifier(value));
        } else if (tag == "is_a") {
            term_.parents.emplace_back(identifier(value), number);
        } else if (tag == "relationship") {
            const std::string relation = identifier(value);
            if (relation != "part_of" && relation != "BFO:0000050") return;
            value.remove_prefix(std::min(value.find(' '), value.size()));
            term_.wholes.push_back(identifier(value));
        } else if (tag == "is_obsolete") {
            term_.obsolete = plain_value(value) == "true";
        }
    }

    void tell_unquoted(std::string_view tag, std::int64_t number) {
        wrongs_.add(number, fmt::format("the text of \"{}\" must stand in quotation marks, and the "
                                        "second one is missing",
                                        tag));
    }

    void end_term() {
        if (in_term_) {
            if (term_.id.empty()) wrongs_.add(term_.line, "a [Term] without an id");
            terms_.push_back(std::move(term_));
        }
        term_ = {};
        in_term_ = false;
    }

    static void add(TaxonomyBuilder& builder, const Term& term) {
        const std::int32_t number = builder.add_concept(term.id);
        if (!term.name.empty()) builder.add_name(number, term.name, kName);
        for (const auto& [name, sense] : term.names) {
            if (!name.empty()) builder.add_name(number, name, sense);
        }
        for (const std::string& alias : term.aliases) {
            if (!alias.empty()) builder.add_alias(number, alias);
        }
        if (!term.gloss.empty()) builder.set_gloss(number, term.gloss);
    }

    Wrongs wrongs_;
    std::string name_;
    std::string version_;
    bool in_header_ = true;
    bool in_term_ = false;
    Term term_;
    std::vector<Term> terms_;
};

}  // namespace

bool looks_like_obo(std::string_view text) {
    Lines lines(text);
    while (lines.next()) {
        const std::string_view line = trimmed(lines.line());
        if (line.empty() || line.front() == '!') continue;
        return line.starts_with("format-version:") || line == "[Term]";
    }
    return false;
}

ReadTaxonomy read_obo(const Context& context, const SourceText& source) {
    return OboReader(source).build(context, source.file);
}

}  // namespace lethe::readers
