// What is said of a person: ages and titles.
#include <array>

#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {
namespace {

constexpr std::array kPersonsRows{
    PatternRow{.name = "AGE_YEARS_OLD",
               .category = kAge,
               .pattern =
                   "([0-9]{1,3})(?:[- ]years?[- ]olds?\\b| years of age\\b| ?(?:y/o|yo|y\\.o\\.|"
                   "yrs? old|years old)|[- ](?:Jahre alt|jährige[rn]?|ans\\b|años\\b|anni\\b))",
               .score = 0.9F,
               .text = "79 year old, 31 y/o"},
    PatternRow{.name = "AGE",
               .category = kAge,
               .pattern = "(?:1[01][0-9]|[1-9]?[0-9])",
               .score = 0.1F,
               .context =
                   "aged|age|age of|turned|turn|turns|turning|ages|when he was|when she was|when i "
                   "was|he was only|she was only|he is only|she is only|i'm|alter|âge|edad|età|"
                   "the age",
               .text = "a number that its context calls an age: aged 35, turned 46"},
    PatternRow{
        .name = "TITLE",
        .category = kTitle,
        .starts = kAtWord,
        .pattern =
            "(?:(?i:mr|mrs|ms|dr|prof)\\.|Mr|Mrs|Ms|Dr|Prof|Miss|Messrs\\.?|Mme\\.?|Mlle\\.?|Sir|"
            "Lady|Dame|Lord|Rev\\.?|"
            "Hon\\.|Professor|Madam|Herr|Frau|Señora?|Sr\\.|Sra\\.|Signora?|Monsieur|Madame)",
        .score = 0.5F,
        .words = "mr mrs ms dr prof miss messrs mme mlle sir lady dame lord rev hon professor "
                 "madam herr frau señor señora sr sra signor signora monsieur madame",
        .text = "Mr, Dr., Prof."},
};

}  // namespace

std::span<const PatternRow> person_patterns() { return kPersonsRows; }

}  // namespace lethe::documents
