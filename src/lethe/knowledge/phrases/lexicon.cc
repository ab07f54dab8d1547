// Of the nouns that a verb is the root of, only those are kept that name what is done or what comes
// of it: WordNet files its nouns by kind, and persons, animals, things, places, plants, foods and
// groups are other kinds. "Drive" leads to the drive and to driving, not to the driver.
#include "lethe/knowledge/phrases/lexicon.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <tuple>

#include "lethe/core/error.h"
#include "lethe/io/file.h"
#include "lethe/knowledge/readers/read_knowledge.h"
#include "lethe/knowledge/readers/wordnet_file.h"

namespace lethe::phrases {
namespace {

using readers::SourceText;
using readers::WordnetPointer;
using readers::WordnetSynset;

constexpr std::array kAllParts{PartOfSpeech::noun, PartOfSpeech::verb, PartOfSpeech::adjective,
                               PartOfSpeech::adverb};

constexpr int kCommunication = 10;

// Of lexnames(5): act, attribute, cognition, communication, event, feeling, phenomenon, possession,
// process, relation, state.
bool names_what_happens(int file) {
    constexpr std::array kFiles{4, 7, 9, 10, 11, 12, 19, 21, 22, 24, 26};
    return std::ranges::find(kFiles, file) != kFiles.end();
}

// A synset stands at the byte that is its number.
bool synset_at(const SourceText& nouns, std::int64_t offset, WordnetSynset& into) {
    if (offset < 0 || offset >= std::ssize(nouns.text)) return false;
    const std::string_view rest =
        std::string_view(nouns.text).substr(static_cast<std::size_t>(offset));
    const std::string_view line = rest.substr(0, rest.find('\n'));
    return WordnetSynset::parse(line, PartOfSpeech::noun, into) && into.offset == offset;
}

// Which pointers lead to a noun that stands for the word. Of adjectives also the attribute that it
// is a value of and what it pertains to.
bool leads_to_noun(const WordnetPointer& pointer, PartOfSpeech part) {
    if (pointer.part != 'n') return false;
    if (pointer.symbol == "+") return true;
    return part == PartOfSpeech::adjective && (pointer.symbol == "=" || pointer.symbol == "\\");
}

std::string lower_spaced(std::string_view word) {
    std::string text = readers::with_spaces(word);
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

std::string file_or_nothing(const std::string& path) {
    std::error_code none;
    return std::filesystem::exists(path, none) ? read_file(path) : std::string();
}

}  // namespace

Lexicon::Lexicon(Texts texts) {
    for (const PartOfSpeech part : kAllParts) {
        const auto i = static_cast<std::size_t>(part);
        forms_.emplace_back(part, texts.index[i], texts.exceptions[i]);
    }
    read_counts(texts.counts);
    read_derivations(texts, PartOfSpeech::verb, of_verbs_);
    read_derivations(texts, PartOfSpeech::adjective, of_adjectives_);
}

std::string Lexicon::base(std::string_view word, PartOfSpeech part) const {
    return forms_[static_cast<std::size_t>(part)].form(word);
}

std::int64_t Lexicon::usage(std::string_view base, PartOfSpeech part) const {
    const auto place = counts_.find(base);
    return place == counts_.end() ? 0 : place->second[static_cast<std::size_t>(part)];
}

const std::vector<DerivedNoun>& Lexicon::nouns_of_verb(std::string_view base) const {
    static const std::vector<DerivedNoun> none;
    const auto place = of_verbs_.find(base);
    return place == of_verbs_.end() ? none : place->second;
}

const std::vector<DerivedNoun>& Lexicon::nouns_of_adjective(std::string_view base) const {
    static const std::vector<DerivedNoun> none;
    const auto place = of_adjectives_.find(base);
    return place == of_adjectives_.end() ? none : place->second;
}

// "walk%2:38:00:: 1 67": the part of speech is behind the percent sign, the count at the end.
void Lexicon::read_counts(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t sign = line.find('%');
        const std::size_t last = line.rfind(' ');
        if (sign == std::string_view::npos || sign + 1 >= line.size() ||
            last == std::string_view::npos) {
            continue;
        }
        const int part = line[sign + 1] == '5' ? 2 : line[sign + 1] - '1';  // 5: a satellite
        std::int32_t count = 0;
        std::from_chars(line.data() + last + 1, line.data() + line.size(), count);
        if (part < 0 || part > 3 || count < 1) continue;
        counts_[std::string(line.substr(0, sign))][static_cast<std::size_t>(part)] += count;
    }
}

void Lexicon::read_derivations(const Texts& texts, PartOfSpeech part,
                               ByWord<std::vector<DerivedNoun>>& into) {
    const bool verbs = part == PartOfSpeech::verb;
    const SourceText& data = verbs ? texts.verbs : texts.adjectives;
    const readers::SenseOrder order({data.file, texts.index[static_cast<std::size_t>(part)]}, part);
    ByWord<std::vector<std::pair<std::int32_t, DerivedNoun>>> found;
    WordnetSynset noun;
    readers::each_synset(data, part, [&](const WordnetSynset& synset, std::int64_t) {
        for (const WordnetPointer& pointer : synset.pointers) {
            if (!leads_to_noun(pointer, part) || !synset_at(texts.nouns, pointer.target, noun)) {
                continue;
            }
            if (verbs && !names_what_happens(noun.file)) continue;
            const auto to = static_cast<std::size_t>(std::max(pointer.to_word, 1)) - 1;
            const DerivedNoun derived{lower_spaced(noun.words[std::min(to, noun.words.size() - 1)]),
                                      std::string(noun.number) + 'n', 0,
                                      noun.file == kCommunication};
            for (std::size_t i = 0; i < synset.words.size(); ++i) {
                if (pointer.from_word != 0 &&
                    static_cast<std::size_t>(pointer.from_word) != i + 1) {
                    continue;
                }
                found[lower_spaced(synset.words[i])].emplace_back(
                    order.sense(synset.words[i], synset.offset), derived);
            }
        }
    });
    for (auto& [word, nouns] : found) {
        std::ranges::stable_sort(nouns, {}, [&word = word](const auto& entry) {
            return std::tuple(entry.first, entry.second.of_speech, entry.second.word != word);
        });
        std::vector<DerivedNoun>& kept = into[word];
        for (auto& [sense, one] : nouns) {
            if (std::ranges::find(kept, one.id, &DerivedNoun::id) == kept.end()) {
                one.sense = sense;
                kept.push_back(std::move(one));
            }
        }
    }
}

std::shared_ptr<const Lexicon> read_lexicon(const std::string& source) {
    namespace fs = std::filesystem;
    std::error_code none;
    std::string folder = is_named_source(source) ? std::string("/usr/share/wordnet") : source;
    if (!fs::is_directory(folder, none)) folder = fs::path(folder).parent_path().string();
    if (!fs::exists(folder + "/data.verb", none)) {
        throw Error(ErrorKind::io,
                    "phrases are understood with the words of WordNet; install the package "
                    "wordnet-base",
                    {folder + "/data.verb", 0, 0, {}});
    }
    Lexicon::Texts texts;
    for (const PartOfSpeech part : kAllParts) {
        const auto i = static_cast<std::size_t>(part);
        const std::string ending(readers::wordnet_ending(part));
        texts.index[i] = read_file(folder + "/index." + ending);
        texts.exceptions[i] = file_or_nothing(folder + '/' + ending + ".exc");
    }
    texts.counts = file_or_nothing(folder + "/cntlist.rev");
    texts.nouns = readers::read_source_text(folder + "/data.noun");
    texts.verbs = readers::read_source_text(folder + "/data.verb");
    texts.adjectives = readers::read_source_text(folder + "/data.adj");
    return std::make_shared<const Lexicon>(std::move(texts));
}

}  // namespace lethe::phrases
