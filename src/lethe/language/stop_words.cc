#include "lethe/language/stop_words.h"

#include <algorithm>
#include <array>

namespace lethe::language {
namespace {

// clang-format off
constexpr auto kStopWords = std::to_array<std::string_view>({
    "a", "about", "above", "across", "after", "afterwards", "again", "against", "ago", "all",
    "almost", "alone", "along", "already", "also", "although", "always", "am", "among", "amongst",
    "an", "and", "another", "any", "anybody", "anyhow", "anyone", "anything", "anyway", "anywhere",
    "apart", "are", "aren", "around", "as", "aside", "at", "away", "back", "be", "became",
    "because", "become", "becomes", "becoming", "been", "before", "beforehand", "behind", "being",
    "below", "beneath", "beside", "besides", "between", "beyond", "both", "but", "by", "came",
    "can", "cannot", "could", "couldn", "d", "did", "didn", "do", "does", "doesn", "doing", "don",
    "done", "down", "during", "each", "either", "else", "elsewhere", "enough", "etc", "even",
    "ever", "every", "everybody", "everyone", "everything", "everywhere", "except", "few", "for",
    "former", "formerly", "from", "further", "furthermore", "gave", "get", "gets", "getting",
    "give", "given", "gives", "go", "goes", "going", "gone", "got", "had", "hadn", "hardly", "has",
    "hasn", "have", "haven", "having", "he", "hence", "her", "here", "hereby", "herein", "hers",
    "herself", "him", "himself", "his", "how", "however", "i", "if", "in", "indeed", "instead",
    "into", "is", "isn", "it", "its", "itself", "just", "least", "less", "lest", "like", "likewise",
    "ll", "m", "made", "make", "makes", "making", "many", "may", "maybe", "me", "meanwhile",
    "might", "mightn", "mine", "more", "moreover", "most", "mostly", "much", "must", "mustn", "my",
    "myself", "namely", "near", "nearly", "needn", "neither", "never", "nevertheless", "next", "no",
    "nobody", "none", "nonetheless", "nor", "not", "nothing", "now", "nowhere", "o", "of", "off",
    "often", "on", "once", "one", "ones", "only", "onto", "or", "other", "others", "otherwise",
    "ought", "our", "ours", "ourselves", "out", "outside", "over", "own", "per", "perhaps",
    "please", "quite", "rather", "re", "really", "s", "said", "same", "say", "saying", "says",
    "seem", "seemed", "seeming", "seems", "several", "shall", "shan", "she", "should", "shouldn",
    "since", "so", "some", "somebody", "somehow", "someone", "something", "sometime", "sometimes",
    "somewhat", "somewhere", "soon", "still", "such", "t", "than", "that", "the", "their", "theirs",
    "them", "themselves", "then", "thence", "there", "thereafter", "thereby", "therefore",
    "therein", "thereupon", "these", "they", "this", "those", "though", "through", "throughout",
    "thus", "till", "to", "together", "too", "took", "toward", "towards", "under", "underneath",
    "unless", "unlike", "until", "up", "upon", "us", "usually", "ve", "very",
    "via", "was", "wasn", "we", "well", "went", "were", "weren", "what", "whatever", "when",
    "whence", "whenever", "where", "whereas", "whereby", "wherein", "whereupon", "wherever",
    "whether", "which", "whichever", "while", "whilst", "who", "whoever", "whole", "whom", "whose",
    "why", "will", "with", "within", "without", "won", "would", "wouldn", "y", "yet", "you", "your",
    "yours", "yourself", "yourselves",
});
// clang-format on

static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

}  // namespace

bool is_stop_word(std::string_view lower_case_word) {
    return std::binary_search(kStopWords.begin(), kStopWords.end(), lower_case_word);
}

std::span<const std::string_view> stop_words() { return kStopWords; }

}  // namespace lethe::language
