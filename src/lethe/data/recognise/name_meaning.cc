// A name is cut into words; what is looked up are the words and the joins of two and three
// neighbours
// ("date_of_birth", "DateOfBirth" and "dateofbirth" are the same), each also without a plural "s".
// The lists are one text a meaning, so that they can be read and added to.
#include "lethe/data/recognise/name_meaning.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <unordered_map>

namespace lethe::recognise {
namespace {

struct Words {
    Says says;
    std::string_view words;  // separated by blanks
};

constexpr std::array<Words, 28> kMeaningWords{{
    {Says::person_name,
     "givenname firstname forename fname lname surname lastname familyname middlename secondname "
     "maidenname maiden mothersmaiden mothermaiden fullname nickname personname patientname "
     "customername clientname employeename studentname membername holdername mothername fathername "
     "spousename contactname middleinitial initial vorname nachname zuname familienname "
     "geburtsname "
     "prenom nomdefamille nomfamille nombrecompleto apellido primerapellido segundoapellido "
     "cognome "
     "sobrenome apelido achternaam voornaam cognom llinatge etternavn fornavn efternavn efternamn "
     "fornamn"},
    {Says::name, "name namen nombre nom nome naam navn namn"},
    {Says::thing,
     "product company hospital clinic city town country county state region district drug brand "
     "file table column school university street road event species department job course item "
     "model test variable organisation organization agency place station project team firm utility "
     "util business shop store set domain host category type group class branch medicine plan "
     "firma produkt land stadt"},
    {Says::contact,
     "contact contactnumber phone telephone tel telefon telefono téléfono telephonenumber "
     "phonenumber mobile mobil cell "
     "cellphone handy handynummer fax msisdn email mail emailaddress mailaddress correo courriel "
     "epost url website homepage webpage ip ipaddress ipaddr macaddress imei imsi deviceid"},
    {Says::official,
     "ssn socsec socsecid socialsecurity socialsecuritynumber sin nin nino nhs nhsnumber "
     "nationalid "
     "nationalnumber passport passportnumber reisepass passnummer pasaporte drivers driverslicense "
     "driverslicence driverlicense drivinglicence licence license licensenumber licencenumber "
     "fuehrerschein dni nif nie cpf cnp pesel bsn personnummer personalnummer cedula curp rut "
     "aadhaar taxid taxnumber tin itin steuernummer steuerid codicefiscale insee nir ahv svnr "
     "sozialversicherungsnummer versichertennummer krankenkassennummer medicareid medicarenumber "
     "mbi "
     "mrn medicalrecordnumber medicalrecord"},
    {Says::account,
     "iban account accountnumber accountno konto kontonummer cuenta compte ccnumber creditcard "
     "creditcardnumber cardnumber cardno cvv cvv2 vin plate licenseplate licenceplate numberplate "
     "kennzeichen matricula username login loginname userid password passwort handle screenname"},
    {Says::person,
     "patient pat person pers user customer cust client member subject student pupil employee emp "
     "participant respondent resident citizen applicant beneficiary bene donor individual indiv "
     "entity kunde kunden mitglied schueler mitarbeiter cliente paciente persona usuario empleado "
     "alumno personne salarie paziente utente"},
    {Says::record,
     "record rec row case encounter visit admission episode claim order invoice transaction sample "
     "specimen application interview questionnaire unique serial reference ref sequence seq fall "
     "dossier akte study"},
    {Says::key, "id uid guid uuid key pk identifier ident idnr identificador identifiant clave"},
    {Says::household, "household hh hhold dwelling haushalt hogar menage family famille familia"},
    {Says::household_key,
     "hhid hid hhnum hhno hhnr famid haushaltsnummer householdid serialno idhog"},
    {Says::sure_weight,
     "fnlwgt afnlwgt wgt wght weighting weights samplingweight sampleweight surveyweight "
     "finalweight "
     "finalwt designweight pweight personweight householdweight hhweight gewichtung "
     "hochrechnungsfaktor hochrechnung expansionfactor factorexpansion ponderacion ponderation "
     "pwgtp wgtp perwt hhwt asecwt wtfinl marsupwt"},
    {Says::weight, "weight wt gewicht peso pesos poids"},
    {Says::stratum, "stratum strata stratumid schicht estrato estratos strate strato"},
    {Says::birth,
     "birth dob birthdate dateofbirth birthday bday birthyear yearofbirth geburt geburtsdatum "
     "geburtstag geburtsjahr gebdat nacimiento fechanacimiento naissance nascita nascimento "
     "geboortedatum"},
    {Says::date, "date datum fecha timestamp datetime time deathdate deceased"},
    {Says::coordinate,
     "lat latitude lon lng longitude gps coordinate coord coords easting northing xcoord ycoord "
     "breitengrad laengengrad latitud longitud"},
    {Says::address,
     "address addr adresse direccion dirección indirizzo endereco adres street streetnumber "
     "streetaddress streetname housenumber houseno strasse straße hausnummer calle domicilio"},
    {Says::place,
     "city town suburb county state country region district province municipality village zip "
     "zipcode postcode postalcode plz postleitzahl ort stadt wohnort land bundesland kreis "
     "gemeinde "
     "kanton ville commune departement codepostal ciudad provincia pais municipio codigopostal "
     "citta comune birthplace placeofbirth residence area neighbourhood neighborhood parish ward "
     "location nationality citizenship tract geburtsort"},
    {Says::postcode,
     "zip zipcode postcode postalcode plz postleitzahl codepostal codigopostal tract"},
    {Says::free_text,
     "note notes comment remark text description narrative summary letter bemerkung kommentar "
     "anmerkung notiz nota comentario remarque observaciones freetext message"},
    {Says::health,
     "diagnosis diagnoses diagnose diag dx icd icd9 icd10 disease illness cancer tumour tumor hiv "
     "aids disability therapy treatment medication drug prescription symptom mental health "
     "pregnant "
     "pregnancy procedure proc px drg mdc atc ndc cpt hcpcs opcs snomed lab labs glucose glu "
     "cholesterol blood hba1c a1c a1cresult insulin surgery operation allergy allergies reaction "
     "morbidity comorbidity psychiatric readmitted readmission krankheit diagnostico diagnóstico "
     "enfermedad maladie diagnostic diagnosi malattia medikament therapie behandlung diabetes med "
     "severity"},
    {Says::sensitive,
     "religion religious belief faith konfession confession political politics party vote sexual "
     "orientation crime criminal conviction offence offense arrest abuse genetic dna tradeunion "
     "religión partei"},
    {Says::money,
     "income salary wage earning earnings pay revenue profit saving savings debt debtor credit "
     "loan "
     "balance wealth asset tax expense expenditure expend spending cost charge rent mortgage "
     "amount "
     "pension benefit capital checking money payment gehalt lohn einkommen umsatz ingresos renta "
     "salario sueldo revenu salaire reddito stipendio"},
    {Says::outcome, "class target label outcome default churn y"},
    {Says::count,
     "count counter children kids dependent person persons people member members "
     "room car visit size day days hour hours months weeks years minutes age ages alter edad "
     "duration los time times"},
    {Says::order,
     "rate grade level score rank month stage degree quarter education educ edu income band group "
     "decile quintile quantile scale severity satisfaction year since bracket range generation"},
    {Says::code,
     "code type status category kind sex gender geschlecht sexo race ethnic ethnicity marital "
     "marstat "
     "civil relation relationship relat occupation occupcode industry sector unit origin urbrur "
     "roof "
     "wall water language country region state nationality citizenship religion class ownership "
     "diagnosis diagnoses diag dx icd icd9 icd10 proc px drg mdc atc ndc cpt hcpcs opcs snomed"},
}};

// Before a word they count ("num_visits"), behind it they are its key ("patient_nbr").
constexpr std::array<std::string_view, 11> kNumberWords{
    "n", "nb", "nbr", "nr", "no", "num", "number", "nummer", "numero", "número", "numéro"};

bool is_number_word(std::string_view word) {
    return std::find(kNumberWords.begin(), kNumberWords.end(), word) != kNumberWords.end();
}

using Meanings = std::bitset<static_cast<std::size_t>(Says::kCount)>;

const std::unordered_map<std::string_view, Meanings>& known_words() {
    static const auto* const known = [] {
        auto* all = new std::unordered_map<std::string_view, Meanings>;
        for (const Words& list : kMeaningWords) {
            std::string_view rest = list.words;
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find(' '), rest.size());
                if (end > 0) (*all)[rest.substr(0, end)].set(static_cast<std::size_t>(list.says));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
        return all;
    }();
    return *known;
}

Meanings meanings_of(std::string_view word) {
    const auto& known = known_words();
    if (const auto found = known.find(word); found != known.end()) return found->second;
    if (word.size() > 3 && word.ends_with('s')) {
        const auto found = known.find(word.substr(0, word.size() - 1));
        if (found != known.end()) return found->second;
    }
    return {};
}

bool has(const Meanings& meanings, Says what) { return meanings[static_cast<std::size_t>(what)]; }

// "patientid", "custno", "OCCUCODE", "NUMYOUNG": two words in one.
Meanings meanings_of_joined(std::string_view word) {
    Meanings meanings;
    for (const std::string_view end : {"id", "nr", "no", "nbr", "num", "key", "number", "nummer"}) {
        if (!word.ends_with(end) || word.size() <= end.size() + 2) continue;
        const Meanings owner = meanings_of(word.substr(0, word.size() - end.size()));
        if (has(owner, Says::person) || has(owner, Says::record) || has(owner, Says::household)) {
            meanings |= owner;
            meanings.set(static_cast<std::size_t>(is_number_word(end) ? Says::number : Says::key));
        }
    }
    const auto set = [&](Says what) { meanings.set(static_cast<std::size_t>(what)); };
    if (word.size() > 5 && word.ends_with("code")) set(Says::code);
    if (word.size() > 5 && word.ends_with("name")) set(Says::name);
    if (word.size() > 5 && word.starts_with("num")) set(Says::count);
    if (word.size() > 3 && (word.ends_with("wgt") || word.ends_with("wght")))
        set(Says::sure_weight);
    return meanings;
}

// The stems by which the World Health Organization names medicines, and a few older names.
bool is_medicine(std::string_view word) {
    constexpr std::array<std::string_view, 22> kStems{
        "formin", "glinide", "gliptin",  "glitazone", "statin",  "sartan", "prazole", "cillin",
        "mycin",  "dipine",  "azepam",   "floxacin",  "oxetine", "olol",   "amide",   "semide",
        "caine",  "codone",  "morphine", "azole",     "carbose", "glitol"};
    if (word.size() < 7) return false;
    if ((word.starts_with("gli") || word.starts_with("gly")) && word.ends_with("ide")) return true;
    return std::any_of(kStems.begin(), kStems.end(),
                       [&](std::string_view stem) { return word.ends_with(stem); });
}

bool is_digits(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string joined(std::span<const std::string> words) {
    std::string all;
    for (const std::string& word : words) all += word;
    return all;
}

}  // namespace

std::vector<std::string> name_words(std::string_view name) {
    enum class Class { none, lower, upper, digit };
    std::vector<std::string> words;
    Class before = Class::none;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        Class now = Class::none;
        if (std::isdigit(byte) != 0)
            now = Class::digit;
        else if (std::isupper(byte) != 0)
            now = Class::upper;
        else if (std::isalpha(byte) != 0 || byte >= 128)
            now = Class::lower;
        if (now == Class::none) {
            before = now;
            continue;
        }
        const bool next_is_lower =
            i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1])) != 0;
        const bool begins = before == Class::none ||
                            (now == Class::digit) != (before == Class::digit) ||
                            (now == Class::upper && before == Class::lower) ||
                            (now == Class::upper && before == Class::upper && next_is_lower);
        if (begins) words.emplace_back();
        words.back() += static_cast<char>(std::tolower(byte));
        before = now;
    }
    return words;
}

NameMeaning::NameMeaning(std::string_view name) {
    const std::vector<std::string> words = name_words(name);
    std::vector<std::string> letters;  // words without numbers: "dx01" is "dx"
    for (const std::string& word : words) {
        if (!is_digits(word)) letters.push_back(word);
    }
    const auto look_up = [&](const std::vector<std::string>& list) {
        for (std::size_t first = 0; first < list.size(); ++first) {
            for (std::size_t count = 1; count <= 3 && first + count <= list.size(); ++count) {
                const std::string word = joined(std::span(list).subspan(first, count));
                Meanings meanings = meanings_of(word);
                if (count == 1) meanings |= meanings_of_joined(word);
                if (is_medicine(word)) meanings.set(static_cast<std::size_t>(Says::health));
                said_ |= meanings;
                if (count == list.size()) whole_ |= meanings;
            }
        }
    };
    look_up(words);
    if (letters.size() != words.size()) look_up(letters);
    const auto set = [&](Says what) { said_.set(static_cast<std::size_t>(what)); };
    if (words.empty()) return;
    if (words.size() == 1) {
        if (is_number_word(words[0]) && words[0] != "n")
            whole_.set(static_cast<std::size_t>(Says::number));
        if (words[0] == "first" || words[0] == "last" || words[0] == "middle") set(Says::name);
    } else if (is_number_word(words.front())) {
        set(Says::count);
    } else if (is_number_word(words.back())) {
        set(Says::number);
    }
    // Procedures of hospital files: pc01, pc02, ...
    if (words.size() == 2 && words[0] == "pc" && is_digits(words[1])) {
        set(Says::health);
        set(Says::code);
    }
}

}  // namespace lethe::recognise
