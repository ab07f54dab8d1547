// OWL, RDF Schema and SKOS. Classes and SKOS concepts are concepts, and individuals are concepts
// below their classes. Only named things count: restrictions and other anonymous classes are
// skipped, as are the words of the vocabularies themselves, except owl:Thing, which is the root
// where it is used.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "lethe/knowledge/readers/read_rdf_checks.h"
#include "lethe/knowledge/readers/read_rdf_parser.h"
#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::readers {
namespace {

constexpr std::string_view kThing = "http://www.w3.org/2002/07/owl#Thing";
constexpr std::array<std::string_view, 5> kVocabularies{
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2002/07/owl#", "http://www.w3.org/2004/02/skos/core#",
    "http://www.w3.org/2001/XMLSchema#"};

enum class Word {
    none,
    type,
    below,
    above,
    label,
    other_label,
    comment,
    definition,
    deprecated,
    version,
    a_class,
    an_ontology,
};

Word word_of(std::string_view iri) {
    static const std::unordered_map<std::string_view, Word> kWords{
        {"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", Word::type},
        {"http://www.w3.org/2000/01/rdf-schema#subClassOf", Word::below},
        {"http://www.w3.org/2004/02/skos/core#broader", Word::below},
        {"http://www.w3.org/2004/02/skos/core#narrower", Word::above},
        {"http://www.w3.org/2000/01/rdf-schema#label", Word::label},
        {"http://www.w3.org/2004/02/skos/core#prefLabel", Word::label},
        {"http://www.w3.org/2004/02/skos/core#altLabel", Word::other_label},
        {"http://www.geneontology.org/formats/oboInOwl#hasExactSynonym", Word::other_label},
        {"http://www.geneontology.org/formats/oboInOwl#hasRelatedSynonym", Word::other_label},
        {"http://www.w3.org/2000/01/rdf-schema#comment", Word::comment},
        {"http://www.w3.org/2004/02/skos/core#definition", Word::definition},
        {"http://purl.obolibrary.org/obo/IAO_0000115", Word::definition},
        {"http://www.w3.org/2002/07/owl#deprecated", Word::deprecated},
        {"http://www.w3.org/2002/07/owl#versionInfo", Word::version},
        {"http://www.w3.org/2002/07/owl#Class", Word::a_class},
        {"http://www.w3.org/2000/01/rdf-schema#Class", Word::a_class},
        {"http://www.w3.org/2004/02/skos/core#Concept", Word::a_class},
        {"http://www.w3.org/2002/07/owl#Ontology", Word::an_ontology},
    };
    const auto place = kWords.find(iri);
    return place == kWords.end() ? Word::none : place->second;
}

bool is_vocabulary(std::string_view iri) {
    return iri != kThing &&
           std::any_of(kVocabularies.begin(), kVocabularies.end(),
                       [&](std::string_view start) { return iri.starts_with(start); });
}

// The part behind "#", or else behind the last "/" or ":"; empty where nothing is behind it.
std::string_view fragment(std::string_view iri) {
    std::size_t mark = iri.rfind('#');
    if (mark == std::string_view::npos) mark = iri.find_last_of("/:");
    return mark == std::string_view::npos ? iri : iri.substr(mark + 1);
}

// The order of the names of a concept, and of its comments.
enum Rank : std::int32_t { kOurs, kForeign, kFragment, kOtherLabel };

bool is_ours(std::string_view language) {
    return language.empty() || language == "en" || language.starts_with("en-") ||
           language.starts_with("EN");
}

struct Node {
    std::string iri;
    bool is_concept = false;
    bool declared = false;
    bool deprecated = false;
    bool has_children = false;
    std::vector<std::pair<Rank, std::string>> names;
    std::string gloss;
    int gloss_rank = 9;
    std::vector<std::int32_t> parents;
    std::vector<std::int32_t> types;
};

class Graph {
  public:
    explicit Graph(const SourceText& source)
        : file_(source.file), most_bytes_(most_kept_bytes(source)) {}

    std::string ontology;
    std::string version;
    std::vector<Node> nodes;

    void take(const RdfTerm& subject, std::string_view predicate, const RdfTerm& object) {
        const Word word = word_of(predicate);
        if (word == Word::none || subject.kind != RdfTerm::Kind::iri) return;
        if (object.kind == RdfTerm::Kind::literal) return take_text(subject.text, word, object);
        if (object.kind != RdfTerm::Kind::iri || is_vocabulary(subject.text)) return;
        if (word == Word::type) return take_type(subject.text, object.text);
        if (word != Word::below && word != Word::above) return;
        if (is_vocabulary(object.text) || subject.text == object.text) return;
        std::int32_t child = node(subject.text);
        std::int32_t parent = node(object.text);
        if (word == Word::above) std::swap(child, parent);
        connect(child, parent);
    }

    // Individuals become concepts below their classes, and deprecated leaves go.
    std::int64_t finish() {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const std::int32_t type : std::vector(nodes[i].types)) {
                if (!nodes[at(type)].is_concept && nodes[at(type)].iri != kThing) continue;
                if (type != static_cast<std::int32_t>(i)) individuals_.emplace_back(i, type);
            }
        }
        for (const auto& [individual, type] : individuals_) {
            nodes[individual].declared = true;
            connect(static_cast<std::int32_t>(individual), type);
        }
        std::int64_t dropped = 0;
        for (Node& entry : nodes) {
            if (!entry.is_concept || !entry.deprecated || entry.has_children) continue;
            entry.is_concept = false;
            ++dropped;
        }
        return dropped;
    }

  private:
    static std::size_t at(std::int32_t number) { return static_cast<std::size_t>(number); }

    std::int32_t node(std::string_view iri) {
        const auto [place, is_new] =
            numbers_.try_emplace(std::string(iri), static_cast<std::int32_t>(nodes.size()));
        if (is_new) {
            nodes.emplace_back().iri = iri;
            keep(iri);
        }
        return place->second;
    }

    // Namespaces make names longer than the text that they were written in.
    void keep(std::string_view text) {
        kept_bytes_ += std::ssize(text);
        if (kept_bytes_ <= most_bytes_) return;
        throw Error(ErrorKind::input,
                    "the names of the namespaces make the file many times as large as it is",
                    {file_, 0, 0, {}});
    }

    void connect(std::int32_t child, std::int32_t parent) {
        nodes[at(child)].is_concept = true;
        nodes[at(parent)].is_concept = true;
        nodes[at(parent)].has_children = true;
        nodes[at(child)].parents.push_back(parent);
    }

    void take_type(std::string_view subject, std::string_view type) {
        const Word word = word_of(type);
        if (word == Word::an_ontology && ontology.empty()) ontology = fragment(subject);
        if (word == Word::a_class) {
            Node& entry = nodes[at(node(subject))];
            entry.is_concept = true;
            entry.declared = true;
        } else if (!is_vocabulary(type)) {
            const std::int32_t number = node(subject);
            const std::int32_t its_type = node(type);
            nodes[at(number)].types.push_back(its_type);
        }
    }

    void take_text(std::string_view subject, Word word, const RdfTerm& object) {
        if (word == Word::version) version = object.text;
        const std::string_view text = trimmed(object.text);
        if (text.empty() || word == Word::version || is_vocabulary(subject)) return;
        keep(text);
        Node& entry = nodes[at(node(subject))];
        const bool ours = is_ours(object.language);
        if (word == Word::label) entry.names.emplace_back(ours ? kOurs : kForeign, text);
        if (word == Word::other_label) entry.names.emplace_back(kOtherLabel, text);
        if (word == Word::deprecated) entry.deprecated = text == "true" || text == "1";
        if (word == Word::comment || word == Word::definition) {
            const int rank = (ours ? 0 : 2) + (word == Word::definition ? 0 : 1);
            if (rank < entry.gloss_rank) {
                entry.gloss = text;
                entry.gloss_rank = rank;
            }
        }
    }

    std::string file_;
    std::int64_t most_bytes_;
    std::int64_t kept_bytes_ = 0;
    std::unordered_map<std::string, std::int32_t> numbers_;
    std::vector<std::pair<std::size_t, std::int32_t>> individuals_;
};

void add_concept(TaxonomyBuilder& builder, Node& node, std::vector<std::int32_t>& numbers,
                 std::size_t i, bool fragment_is_id) {
    const std::string_view name = fragment(node.iri);
    numbers[i] = builder.add_concept(fragment_is_id ? name : std::string_view(node.iri));
    if (!name.empty()) node.names.emplace_back(kFragment, name);
    std::stable_sort(node.names.begin(), node.names.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [rank, text] : node.names) {
        builder.add_name(numbers[i], text, rank == kOurs || rank == kFragment ? 0 : 1);
    }
    if (!node.gloss.empty()) builder.set_gloss(numbers[i], node.gloss);
}

void check_syntax(const SourceText& source, bool xml) {
    const std::string_view text = trimmed(source.text);
    const bool functional = text.starts_with("Prefix(") || text.starts_with("Ontology(");
    const std::size_t root = xml ? text.find("<Ontology") : std::string_view::npos;
    if (functional || (root != std::string_view::npos && text.find("<rdf:") > root)) {
        throw Error(ErrorKind::input,
                    fmt::format("is OWL in {}, which is not read; save it as RDF/XML or Turtle",
                                functional ? "functional syntax" : "OWL/XML"),
                    {source.file, 0, 0, {}});
    }
    if (xml) {
        check_xml(source);
    } else {
        check_turtle(source);
    }
}

}  // namespace

bool looks_like_rdf(std::string_view text) {
    text = trimmed(text);
    return text.starts_with("<?xml") || text.starts_with("<rdf:") || text.starts_with("<!") ||
           text.starts_with("@prefix") || text.starts_with("@base") || text.starts_with("PREFIX") ||
           text.starts_with("<http");
}

ReadTaxonomy read_rdf(const Context& context, const SourceText& source) {
    const std::string_view text = trimmed(source.text);
    const bool xml = text.starts_with('<') && !text.starts_with("<http") &&
                     !text.starts_with("<urn:") && !text.starts_with("<#");
    check_syntax(source, xml);
    Graph graph(source);
    parse_rdf(context, source, xml ? RdfSyntax::rdf_xml : RdfSyntax::turtle,
              [&](const RdfTerm& subject, std::string_view predicate, const RdfTerm& object) {
                  graph.take(subject, predicate, object);
              });
    const std::int64_t deprecated = graph.finish();

    std::unordered_map<std::string_view, int> uses;
    for (const Node& node : graph.nodes) uses[fragment(node.iri)] += node.is_concept ? 1 : 0;
    TaxonomyBuilder builder(graph.ontology.empty() ? source_name(source.file) : graph.ontology,
                            graph.version);
    std::vector<std::int32_t> numbers(graph.nodes.size(), -1);
    std::int64_t undeclared = 0;
    std::int32_t thing = -1;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        Node& node = graph.nodes[i];
        if (!node.is_concept) continue;
        const std::string_view name = fragment(node.iri);
        add_concept(builder, node, numbers, i, !name.empty() && uses[name] == 1);
        if (node.iri == kThing) {
            thing = numbers[i];
        } else if (!node.declared) {
            ++undeclared;
        }
    }
    if (builder.size() == 0) {
        throw Error(ErrorKind::input,
                    "has no class: owl:Class, rdfs:Class, skos:Concept or rdfs:subClassOf between "
                    "named things",
                    {source.file, 0, 0, {}});
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        if (!node.is_concept) continue;
        for (const std::int32_t parent : node.parents) {
            builder.add_is_a(numbers[i], numbers[static_cast<std::size_t>(parent)]);
        }
        if (thing >= 0 && node.parents.empty() && numbers[i] != thing) {
            builder.add_is_a(numbers[i], thing);
        }
    }
    std::vector<std::string> notes;
    if (deprecated > 0) {
        notes.push_back(fmt::format("{} deprecated classes were left out", deprecated));
    }
    if (undeclared > 0) {
        notes.push_back(fmt::format(
            "{} classes are mentioned and not declared; are they declared in an imported file?",
            undeclared));
    }
    return {std::move(builder).build(source.file, context), std::move(notes)};
}

}  // namespace lethe::readers
