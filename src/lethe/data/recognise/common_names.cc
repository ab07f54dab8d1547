#include <algorithm>
#include <string>
#include <unordered_set>

#include "lethe/data/recognise/value_form.h"

namespace lethe::recognise {
namespace {

// Names that are few and borne by many: enough to notice a column of names, no dictionary of them.
// None is an everyday word of another kind.
constexpr std::string_view kNames =
    "james john robert michael william david richard joseph thomas charles christopher daniel "
    "matthew "
    "anthony steven andrew joshua kevin brian george edward ronald timothy jason jeffrey ryan "
    "jacob "
    "nicholas eric jonathan stephen justin scott benjamin samuel gregory alexander patrick tyler "
    "joseph liam noah oliver lucas henry jack harry charlie oscar leo arthur mary patricia "
    "jennifer "
    "linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley "
    "kimberly "
    "emily donna michelle carol amanda melissa deborah stephanie rebecca laura helen sharon "
    "cynthia "
    "kathleen amy angela anna emma olivia sophia isabella charlotte amelia chloe lucy alice julia "
    "maria jose juan antonio francisco manuel carlos luis miguel javier pedro carmen ana isabel "
    "josefa "
    "teresa rosa giuseppe giovanni mario luigi francesca giulia jean pierre michel philippe "
    "nicolas "
    "marie nathalie sophie camille hans peter klaus wolfgang stefan thomas andreas michael ursula "
    "monika petra sabine helga karin renate heike jan piotr krzysztof agnieszka katarzyna ivan "
    "sergei "
    "olga natalia mohamed mohammed ahmed ali fatima aisha hassan ibrahim joao paulo ricardo "
    "fernanda "
    "smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez "
    "gonzalez "
    "wilson anderson taylor moore jackson martin lee thompson harris clark lewis robinson walker "
    "hall "
    "allen wright hill adams nelson campbell mitchell roberts evans edwards collins murphy mueller "
    "müller schmidt schneider fischer weber meyer meier wagner becker schulz hoffmann bauer rossi "
    "russo "
    "ferrari bianchi dubois durand leroy silva santos oliveira souza pereira nowak kowalski hansen "
    "johansson andersson nielsen jensen larsen olsen novak horvat nguyen tran wang zhang chen kim "
    "singh kumar sharma patel khan";

std::string lower(std::string_view word) {
    std::string result(word);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

}  // namespace

bool is_common_name(std::string_view word) {
    static const auto* const known = [] {
        auto* names = new std::unordered_set<std::string>;
        std::string_view rest = kNames;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            names->emplace(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return names;
    }();
    return word.size() >= 3 && word.size() <= 12 && known->contains(lower(word));
}

}  // namespace lethe::recognise
