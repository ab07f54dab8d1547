// The places and topics of the synthetic network. Only for sample_*.cc of this folder.
#pragma once

#include <array>
#include <string_view>

namespace lethe::graph {

struct SamplePlace {
    std::string_view city, region, country, continent;
};

// No name stands for two of them.
inline constexpr std::array<SamplePlace, 48> kSamplePlaces{{
    {"Barcelona", "Catalonia", "Spain", "Europe"},
    {"Girona", "Catalonia", "Spain", "Europe"},
    {"Tarragona", "Catalonia", "Spain", "Europe"},
    {"Seville", "Andalusia", "Spain", "Europe"},
    {"Malaga", "Andalusia", "Spain", "Europe"},
    {"Munich", "Bavaria", "Germany", "Europe"},
    {"Augsburg", "Bavaria", "Germany", "Europe"},
    {"Dresden", "Saxony", "Germany", "Europe"},
    {"Leipzig", "Saxony", "Germany", "Europe"},
    {"Nantes", "Pays de la Loire", "France", "Europe"},
    {"Angers", "Pays de la Loire", "France", "Europe"},
    {"Rennes", "Brittany", "France", "Europe"},
    {"Brest", "Brittany", "France", "Europe"},
    {"Florence", "Tuscany", "Italy", "Europe"},
    {"Pisa", "Tuscany", "Italy", "Europe"},
    {"Palermo", "Sicily", "Italy", "Europe"},
    {"Catania", "Sicily", "Italy", "Europe"},
    {"Los Angeles", "California", "United States", "North America"},
    {"San Diego", "California", "United States", "North America"},
    {"Houston", "Texas", "United States", "North America"},
    {"Dallas", "Texas", "United States", "North America"},
    {"Seattle", "Washington State", "United States", "North America"},
    {"Toronto", "Ontario", "Canada", "North America"},
    {"Ottawa", "Ontario", "Canada", "North America"},
    {"Vancouver", "British Columbia", "Canada", "North America"},
    {"Guadalajara", "Jalisco", "Mexico", "North America"},
    {"Monterrey", "Nuevo Leon", "Mexico", "North America"},
    {"Campinas", "Sao Paulo State", "Brazil", "South America"},
    {"Santos", "Sao Paulo State", "Brazil", "South America"},
    {"Salvador", "Bahia", "Brazil", "South America"},
    {"Rosario", "Santa Fe Province", "Argentina", "South America"},
    {"Mar del Plata", "Buenos Aires Province", "Argentina", "South America"},
    {"Mumbai", "Maharashtra", "India", "Asia"},
    {"Pune", "Maharashtra", "India", "Asia"},
    {"Bengaluru", "Karnataka", "India", "Asia"},
    {"Mysuru", "Karnataka", "India", "Asia"},
    {"Yokohama", "Kanagawa", "Japan", "Asia"},
    {"Kawasaki", "Kanagawa", "Japan", "Asia"},
    {"Sapporo", "Hokkaido", "Japan", "Asia"},
    {"Busan", "Yeongnam", "South Korea", "Asia"},
    {"Lagos", "Lagos State", "Nigeria", "Africa"},
    {"Kano", "Kano State", "Nigeria", "Africa"},
    {"Mombasa", "Coast of Kenya", "Kenya", "Africa"},
    {"Durban", "KwaZulu-Natal", "South Africa", "Africa"},
    {"Sydney", "New South Wales", "Australia", "Oceania"},
    {"Newcastle", "New South Wales", "Australia", "Oceania"},
    {"Melbourne", "Victoria", "Australia", "Oceania"},
    {"Hamilton", "Waikato", "New Zealand", "Oceania"},
}};

struct SampleTopic {
    std::string_view topic, field;
};

inline constexpr std::array<SampleTopic, 36> kSampleTopics{{
    {"football", "sport"},      {"tennis", "sport"},     {"cycling", "sport"},
    {"swimming", "sport"},      {"basketball", "sport"}, {"jazz", "music"},
    {"opera", "music"},         {"rock", "music"},       {"folk", "music"},
    {"guitar", "music"},        {"physics", "science"},  {"biology", "science"},
    {"astronomy", "science"},   {"medicine", "science"}, {"novel", "books"},
    {"poetry", "books"},        {"comic", "books"},      {"biography", "books"},
    {"baking", "food"},         {"wine", "food"},        {"cheese", "food"},
    {"coffee", "food"},         {"museum", "travel"},    {"beach", "travel"},
    {"mountain", "travel"},     {"train", "travel"},     {"election", "politics"},
    {"parliament", "politics"}, {"tax", "politics"},     {"climate", "politics"},
    {"computer", "technology"}, {"robot", "technology"}, {"telephone", "technology"},
    {"camera", "technology"},   {"gardening", "home"},   {"furniture", "home"},
}};

}  // namespace lethe::graph
