// Addresses of networks, banks and chains of blocks, and the forms of telephone numbers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lethe/data/recognise/identifiers/parts.h"
#include "lethe/documents/find/patterns/identifier_checks.h"

namespace lethe::documents {
namespace {

constexpr std::string_view kGenericDomains =
    " com org net edu gov mil int info biz name pro aero coop museum jobs mobi travel tel cat asia "
    "post xxx arpa app dev io ai co me tv cc ly gg xyz online site shop store tech blog cloud live "
    "news club agency academy art bank bar best bike bio blue bot build buzz cafe camp care center "
    "chat church city click coach codes coffee community company computer cool deals design "
    "digital "
    "direct directory doctor domains education email energy engineering events expert express farm "
    "fashion finance fit fun fund gallery games global gmbh group guide guru health help hospital "
    "host house ink institute international land law legal life link loan ltd management market "
    "marketing media money network ngo one onl page partners party photo photos pics place plus "
    "press productions properties pub red rent repair report reviews rocks run school science "
    "services show social software solar solutions space studio support systems team today tools "
    "top tours town toys trade training university vip watch web website wiki win wine work works "
    "world zone ";
constexpr std::string_view kCountryDomains =
    " ac ad ae af ag al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt "
    "bw by bz ca cd cf cg ch ci ck cl cm cn cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es "
    "et "
    "eu fi fj fk fm fo fr ga gb gd ge gf gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu "
    "id "
    "ie il im in iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt "
    "lu "
    "lv ma mc md mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np "
    "nr "
    "nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si "
    "sk "
    "sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tw tz ua ug uk us "
    "uy "
    "uz va vc ve vg vi vn vu wf ws ye yt za zm zw ";

std::string lower_ascii(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

// The host of an e-mail address, a web address or a bare host.
std::string host_of(std::string_view mention) {
    if (const auto at = mention.rfind('@'); at != std::string_view::npos) {
        mention.remove_prefix(at + 1);
    } else if (const auto scheme = mention.find("://"); scheme != std::string_view::npos) {
        mention.remove_prefix(scheme + 3);
    }
    return lower_ascii(mention.substr(0, mention.find_first_of("/:?#")));
}

std::string last_label(const std::string& host) {
    const auto dot = host.rfind('.');
    return dot == std::string::npos ? std::string() : host.substr(dot + 1);
}

bool is_in(std::string_view list, const std::string& word) {
    return !word.empty() && list.find(" " + word + " ") != std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

// --- SHA-256 (FIPS 180-4), which Base58Check uses twice ---

using Digest = std::array<std::uint8_t, 32>;

// The fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t turned(std::uint32_t x, int by) { return x >> by | x << (32 - by); }

// Of fewer than 56 bytes: one block.
Digest sha256_of(const std::uint8_t* bytes, std::size_t size) {
    std::array<std::uint8_t, 64> block{};
    std::copy(bytes, bytes + size, block.begin());
    block[size] = 0x80;
    block[62] = static_cast<std::uint8_t>(size * 8 >> 8);
    block[63] = static_cast<std::uint8_t>(size * 8);
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t j = 0; j < 4; ++j) words[i] = words[i] << 8 | block[i * 4 + j];
    }
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t a = words[i - 15];
        const std::uint32_t b = words[i - 2];
        words[i] = words[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + words[i - 7] +
                   (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    std::array<std::uint32_t, 8> hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                                    ((e & f) ^ (~e & g)) + kRound[i] + words[i];
        const std::uint32_t second =
            (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    Digest digest{};
    for (std::size_t i = 0; i < 8; ++i) {
        const std::uint32_t word = hash[i] + added[i];
        for (std::size_t j = 0; j < 4; ++j) {
            digest[i * 4 + j] = static_cast<std::uint8_t>(word >> (24 - 8 * j));
        }
    }
    return digest;
}

// The 25 bytes of a Base58Check address.
std::optional<std::array<std::uint8_t, 25>> from_base58(std::string_view text) {
    constexpr std::string_view kDigits =
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    std::array<std::uint8_t, 25> bytes{};
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        unsigned carry = static_cast<unsigned>(digit);
        for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) {
            carry += *byte * 58U;
            *byte = static_cast<std::uint8_t>(carry);
            carry >>= 8;
        }
        if (carry != 0) return std::nullopt;
    }
    return bytes;
}

}  // namespace

bool ip4(std::string_view mention) {
    const auto parts = split(mention.substr(0, mention.find('/')), '.');
    return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
               return !part.empty() && part.size() <= 3 &&
                      identifiers::number_at(part, 0, 3) <= 255;
           });
}

bool ip6(std::string_view mention) {
    mention = mention.substr(0, mention.find_first_of("%/"));
    const auto gap = mention.find("::");
    if (gap != std::string_view::npos && mention.find("::", gap + 1) != std::string_view::npos) {
        return false;
    }
    std::size_t groups = 0;
    for (const std::string_view part : split(mention, ':')) {
        if (part.find('.') != std::string_view::npos) {
            if (!ip4(part)) return false;
            groups += 2;
        } else if (!part.empty()) {
            if (part.size() > 4) return false;
            ++groups;
        }
    }
    return gap == std::string_view::npos ? groups == 8 : groups >= 1 && groups <= 7;
}

bool top_level_domain(std::string_view mention) {
    const std::string label = last_label(host_of(mention));
    return is_in(kGenericDomains, label) || is_in(kCountryDomains, label);
}

bool known_host(std::string_view mention) {
    const std::string host = host_of(mention);
    const std::string label = last_label(host);
    if (is_in(" com org net edu gov mil info biz io eu ", label)) return true;
    if (mention != host) return false;  // "end.In this", written with a capital
    const auto dots = std::count(host.begin(), host.end(), '.');
    return (is_in(kCountryDomains, label) || is_in(kGenericDomains, label)) &&
           (dots > 1 || host.size() - label.size() > 4);
}

bool base58_address(std::string_view mention) {
    const auto bytes = from_base58(mention);
    if (!bytes) return false;
    const Digest once = sha256_of(bytes->data(), 21);
    const Digest twice = sha256_of(once.data(), once.size());
    return std::equal(bytes->begin() + 21, bytes->end(), twice.begin());
}

bool bech32_address(std::string_view mention) {
    constexpr std::string_view kDigits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    constexpr std::array<std::uint32_t, 5> kGenerator{0x3b6a57b2, 0x26508e6d, 0x1ea119fa,
                                                      0x3d4233dd, 0x2a1462b3};
    const std::string text = lower_ascii(mention);
    const auto one = text.rfind('1');
    if (one == std::string::npos || one == 0 || text.size() - one < 7) return false;
    std::uint32_t rest = 1;
    const auto add = [&](std::uint32_t value) {
        const std::uint32_t top = rest >> 25;
        rest = (rest & 0x1ffffff) << 5 ^ value;
        for (std::size_t i = 0; i < 5; ++i) rest ^= (top >> i & 1U) != 0 ? kGenerator[i] : 0;
    };
    for (std::size_t i = 0; i < one; ++i) add(static_cast<std::uint32_t>(text[i]) >> 5);
    add(0);
    for (std::size_t i = 0; i < one; ++i) add(static_cast<std::uint32_t>(text[i]) & 31U);
    for (const char c : text.substr(one + 1)) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) return false;
        add(static_cast<std::uint32_t>(digit));
    }
    return rest == 1 || rest == 0x2bc830a3;  // bech32, bech32m
}

bool phone_form(std::string_view mention) {
    const std::string digits =
        identifiers::digits_of(mention.substr(0, mention.find_first_of("xe#")));
    if (digits.size() < 7 || digits.size() > 15) return false;
    if (digits.find_first_not_of(digits[0]) == std::string::npos) return false;
    // 1,234,567 never comes here; 2004-04-16, 16.04.2004 and 1994-1996 do.
    const auto parts = split(mention, '-').size();
    if (parts == 3 && digits.size() == 8 && mention.size() == 10) {
        if (calendar_year_first(mention) || calendar_year_last(mention)) return false;
    }
    if (std::count(mention.begin(), mention.end(), '.') == 2 && calendar_year_last(mention)) {
        return false;
    }
    if (digits.size() == 8 && mention.size() == 9) {
        const int first = identifiers::number_at(digits, 0, 4);
        const int second = identifiers::number_at(digits, 4, 4);
        if (first >= 1800 && first < 2100 && second >= first && second < 2100) return false;
    }
    return true;
}

}  // namespace lethe::documents
