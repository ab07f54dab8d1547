#include "lethe/report/base/style.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace lethe::report {
namespace {

struct Colour {
    std::string_view name, light, dark;
};

constexpr std::array kPalette = {
    Colour{"ink", "#17212b", "#e4e9ed"},    Colour{"muted", "#53606c", "#a6b2bd"},
    Colour{"line", "#cfd7de", "#3a4650"},   Colour{"grid", "#e6eaee", "#2b353e"},
    Colour{"ground", "#f4f6f7", "#11171c"}, Colour{"paper", "#ffffff", "#182027"},
    Colour{"accent", "#17627d", "#78c4dc"}, Colour{"soft", "#c9e0e8", "#24505f"},
    Colour{"low", "#24694a", "#86cfab"},    Colour{"medium", "#835400", "#e5bd6b"},
    Colour{"high", "#a02a24", "#f29c93"},   Colour{"notice", "#fbf3e2", "#2f2817"},
    Colour{"zone1", "#edf1f3", "#222c34"},  Colour{"zone2", "#dde3e8", "#2e3943"},
    Colour{"zone3", "#cad3da", "#3d4a55"},  Colour{"m1", "#17627d", "#78c4dc"},
    Colour{"m2", "#b04f16", "#f0a172"},     Colour{"m3", "#5b4aa3", "#b3a6ee"},
    Colour{"m4", "#36752f", "#93cf8b"},     Colour{"m5", "#a3316a", "#ee9cc4"},
    Colour{"m6", "#766500", "#d6c462"},     Colour{"m7", "#2a5bb0", "#92b8f5"},
    Colour{"m8", "#5d6670", "#b8c2cb"},
};

constexpr std::string_view kChart = R"css(
.chart{display:block;width:100%;height:auto;font-family:-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Inter,"Noto Sans","Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
.chart text{fill:var(--ink)}
.c-paper{fill:var(--paper)}
.c-axis{stroke:var(--muted);stroke-width:1}
.c-grid{stroke:var(--grid);stroke-width:1}
.c-score{stroke:var(--line);stroke-width:1;stroke-dasharray:2 4}
.chart .c-tick{fill:var(--muted);font-size:10px}
.chart .c-small{fill:var(--muted);font-size:9.5px}
.chart .c-name{font-size:11px}
.chart .c-title{fill:var(--muted);font-size:11.5px}
.chart .c-faint{fill:var(--muted);font-size:9.5px;opacity:.85;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.chart .c-legend{font-size:11.5px}
.chart .c-label{font-size:11px;paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.chart .c-strong{font-size:12.5px;font-weight:700}
.c-before{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-linejoin:round}
.c-after{fill:var(--soft);stroke:var(--accent);stroke-width:.8}
.c-alone{fill:var(--accent);stroke:var(--accent);stroke-width:.8}
.c-hover{fill:transparent;stroke:none}
.c-hover:hover{fill:var(--ink);fill-opacity:.07}
.c-zone1{fill:var(--zone1)}
.c-zone2{fill:var(--zone2)}
.c-zone3{fill:var(--zone3)}
.c-fill{fill:var(--accent)}
.c-mark{fill:var(--ink)}
.c-found{fill:var(--accent);stroke:var(--accent);stroke-width:1}
.c-safe{fill:none;stroke:var(--muted);stroke-width:1;stroke-opacity:.7}
.c-front{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-linejoin:round}
.c-open{fill:none}
.c-as-good{fill:none;stroke:var(--muted);stroke-width:1}
.c-last{fill:var(--accent);fill-opacity:.6;stroke:var(--paper);stroke-width:.6}
.c-frame{fill:none;stroke:var(--line);stroke-width:1}
.c-lens{fill:var(--accent);fill-opacity:.07;stroke:var(--muted);stroke-width:1}
.c-thin{stroke-width:1.2}
.c-best{fill:none;stroke:var(--accent);stroke-width:2.2;stroke-linejoin:round}
.c-mean{fill:none;stroke:var(--ink);stroke-width:1.3;stroke-linejoin:round}
.c-worst{fill:none;stroke:var(--muted);stroke-width:1;stroke-dasharray:4 3;stroke-linejoin:round}
.c-band{fill:var(--accent);fill-opacity:.08}
.chart .c-quiet{fill:var(--muted)}
.c-leader{stroke:var(--muted);stroke-width:.8}
.c-ring{fill:none;stroke:var(--ink);stroke-width:2}
.c-beyond{fill:none;stroke:var(--muted);stroke-width:1.6}
.c-hollow{fill-opacity:0;stroke-width:1.3;stroke-opacity:.75}
.c-solid{stroke-width:1}
.c-m1{fill:var(--m1);stroke:var(--m1)}
.c-m2{fill:var(--m2);stroke:var(--m2)}
.c-m3{fill:var(--m3);stroke:var(--m3)}
.c-m4{fill:var(--m4);stroke:var(--m4)}
.c-m5{fill:var(--m5);stroke:var(--m5)}
.c-m6{fill:var(--m6);stroke:var(--m6)}
.c-m7{fill:var(--m7);stroke:var(--m7)}
.c-m8{fill:var(--m8);stroke:var(--m8)}
.chart .c-t1{fill:var(--m1)}
.chart .c-t2{fill:var(--m2)}
.chart .c-t3{fill:var(--m3)}
.chart .c-t4{fill:var(--m4)}
.chart .c-t5{fill:var(--m5)}
.chart .c-t6{fill:var(--m6)}
.chart .c-t7{fill:var(--m7)}
.chart .c-t8{fill:var(--m8)}
.c-line{fill:none;stroke-width:1.9;stroke-linejoin:round}
.c-dash1{stroke-dasharray:7 3}
.c-dash2{stroke-dasharray:2 3}
.c-dash3{stroke-dasharray:9 3 2 3}
.c-unknown{fill:var(--zone3)}
.c-dots{stroke:var(--paper);stroke-width:.4}
.c-join{fill:none;stroke:var(--muted);stroke-width:.6}
.c-join-few{stroke-opacity:.55}
.c-join-some{stroke-opacity:.35}
.c-join-many{stroke-opacity:.13}
.c-join-most{stroke-opacity:.06}
.c-join-new{stroke:var(--high);stroke-width:1;stroke-opacity:.7}
.c-s0{fill:var(--accent);fill-opacity:0.04}
.c-s1{fill:var(--accent);fill-opacity:0.12}
.c-s2{fill:var(--accent);fill-opacity:0.22}
.c-s3{fill:var(--accent);fill-opacity:0.32}
.c-s4{fill:var(--accent);fill-opacity:0.42}
.c-s5{fill:var(--accent);fill-opacity:0.52}
.c-s6{fill:var(--accent);fill-opacity:0.64}
.c-s7{fill:var(--accent);fill-opacity:0.76}
.c-s8{fill:var(--accent);fill-opacity:0.88}
.c-s9{fill:var(--accent);fill-opacity:1}
.c-n0{fill:var(--m2);fill-opacity:0.04}
.c-n1{fill:var(--m2);fill-opacity:0.12}
.c-n2{fill:var(--m2);fill-opacity:0.22}
.c-n3{fill:var(--m2);fill-opacity:0.32}
.c-n4{fill:var(--m2);fill-opacity:0.42}
.c-n5{fill:var(--m2);fill-opacity:0.52}
.c-n6{fill:var(--m2);fill-opacity:0.64}
.c-n7{fill:var(--m2);fill-opacity:0.76}
.c-n8{fill:var(--m2);fill-opacity:0.88}
.c-n9{fill:var(--m2);fill-opacity:1}
.c-plain{stroke:var(--line);stroke-width:1}
.c-notable{stroke:var(--accent);stroke-width:1.5}
.c-edge{stroke:var(--line);stroke-width:.6}
.c-edge-notable{stroke:var(--accent);stroke-width:.8;stroke-opacity:.55}
.chart .c-cell{font-size:10px}
.chart .c-on{font-size:10px;fill:var(--paper)}
.chart .c-less{font-size:8px}
.chart .c-least{font-size:6.5px}
.c-node:hover rect{stroke:var(--ink);stroke-width:2}
)css";

constexpr std::string_view kPage = R"css(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Inter,"Noto Sans","Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.sheet{max-width:60rem;margin:2.5rem auto;padding:clamp(1.25rem,4vw,3.5rem);background:var(--paper);border:1px solid var(--line);border-radius:6px}
h1,h2,h3,h4{line-height:1.25;margin:0;text-wrap:balance}
h1{font-size:1rem;font-weight:600;letter-spacing:.01em}
h2{font-size:1.45rem;font-weight:650;letter-spacing:-.012em;margin:0 0 .4rem}
h3{font-size:1.06rem;font-weight:650;margin:0 0 .25rem}
h3 .quiet{font-weight:400}
h4{font-size:.82rem;font-weight:600;color:var(--muted);margin:1rem 0 .25rem}
p{margin:.5rem 0;max-width:42rem;text-wrap:pretty}
a{color:var(--accent)}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em;overflow-wrap:anywhere}
.quiet{color:var(--muted)}
.small{font-size:.86rem;line-height:1.5}
.nowrap{white-space:nowrap}
.masthead{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;justify-content:space-between;align-items:baseline;padding-bottom:.8rem;border-bottom:2px solid var(--ink)}
.masthead p{margin:0;color:var(--muted);font-size:.86rem}
.notice{margin:1.2rem 0 0;padding:.65rem .9rem;max-width:none;border:1.5px solid var(--medium);border-left-width:6px;border-radius:3px;background:var(--notice);font-weight:600}
.headline{font-family:Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif;font-size:clamp(1.55rem,1.05rem + 2.4vw,2.35rem);line-height:1.24;letter-spacing:-.012em;margin:2.2rem 0 1rem;max-width:26em;text-wrap:balance}
.verdict{margin:1.2rem 0;padding:.3rem 1rem .4rem;border-left:6px solid var(--medium)}
.verdict.met{border-left-color:var(--low)}
.verdict.not-met{border-left-color:var(--high)}
.verdict-sentence{font-weight:600;max-width:none}
.hundred{max-width:26rem;margin:1.4rem 0 .4rem}
.keys{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1.2rem 0;margin:1.8rem 0 0;padding:1.1rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.keys div{padding:0 1.1rem;border-left:1px solid var(--line)}
.keys div:first-child{padding-left:0;border-left:0}
.keys dt{font-size:.82rem;color:var(--muted)}
.keys dd{margin:0}
.keys .figure{display:block;font-size:1.6rem;font-weight:600;line-height:1.3;letter-spacing:-.01em}
.keys .note{display:block;font-size:.8rem;line-height:1.45;color:var(--muted)}
nav{margin:1.4rem 0 0;font-size:.86rem}
nav ol{display:flex;flex-wrap:wrap;gap:.15rem 1.2rem;margin:0;padding:0;list-style:none}
nav a{text-decoration:none;border-bottom:1px solid var(--line)}
nav a:hover{border-bottom-color:currentColor}
section{margin-top:3.4rem}
section>h2{padding-top:.8rem;border-top:1px solid var(--line)}
.lead{color:var(--muted);margin:0 0 1.2rem}
.badge{display:inline-flex;align-items:center;gap:.4em;font-size:.8rem;font-weight:600;line-height:1.5;white-space:nowrap;color:var(--muted)}
.badge i{width:.55em;height:.55em;margin-right:-.18em;border:1px solid currentColor;border-radius:50%}
.badge i.on{background:currentColor}
.badge i:nth-of-type(3){margin-right:0}
.badge.low{color:var(--low)}
.badge.medium{color:var(--medium)}
.badge.high{color:var(--high)}
.finding{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:0 1.8rem;padding:1.3rem 0;border-top:1px solid var(--grid)}
.finding:first-of-type{border-top:0}
.finding .mark{font-size:1.5rem;font-weight:600;line-height:1.2;letter-spacing:-.01em;margin:0}
.finding p{margin:.3rem 0}
.finding .reading{font-weight:500}
.gauge{max-width:26rem;margin:.6rem 0 .2rem}
.warning{margin:.5rem 0;padding-left:.8rem;border-left:3px solid var(--medium);font-size:.92rem}
.subject{margin:2.2rem 0 .8rem;padding:.3rem .7rem;background:var(--zone1);border-radius:3px}
h2+.subject,.notice+.subject{margin-top:1rem}
.steps{counter-reset:step;list-style:none;margin:0;padding:0}
.steps>li{counter-increment:step;position:relative;padding:.9rem 0 .9rem 2.6rem;border-top:1px solid var(--grid)}
.steps>li:first-child{border-top:0}
.steps>li::before{content:counter(step);position:absolute;left:0;top:.95rem;width:1.7rem;height:1.7rem;border:1.5px solid var(--accent);border-radius:50%;color:var(--accent);font-size:.86rem;font-weight:600;line-height:1.55rem;text-align:center}
.details{display:flex;flex-wrap:wrap;gap:0 2.6rem;align-items:flex-start}
.details .scroll{margin:.5rem 0;min-width:0}
.facts{display:flex;flex-wrap:wrap;gap:.1rem 1.6rem;margin:.5rem 0;font-size:.86rem}
.facts div{display:flex;gap:.5em}
.facts dt{color:var(--muted);flex:0 1 auto;overflow-wrap:break-word}
.facts dd{margin:0;font-weight:500;min-width:0}
.scroll{overflow-x:auto;margin:.6rem 0 1rem;max-width:100%}
.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{overflow-wrap:break-word;border-collapse:collapse;font-size:.86rem;line-height:1.45;min-width:min(100%,12rem)}
table.wide{width:100%}
caption{caption-side:top;text-align:left;font-weight:600;padding:0 0 .3rem}
th,td{padding:.32rem 1.1rem .32rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid)}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--muted);font-weight:500;font-size:.8rem;border-bottom:1px solid var(--line);vertical-align:bottom}
tbody th{font-weight:500}
.num{text-align:right;white-space:nowrap}
.short{white-space:nowrap}
.long{min-width:15rem}
tr.chosen>*{background:var(--zone1)}
tr.chosen th,tr.chosen td{font-weight:650}
.heat td,.heat thead th{text-align:center;padding:.3rem .45rem;min-width:3.1rem}
.heat thead th{font-weight:400}
.heat thead th:first-child{text-align:left;padding-left:0}
.heat tbody th{white-space:nowrap;border-bottom:0;padding-right:.9rem}
.heat tbody th .quiet{font-weight:400}
.heat td{border:1px solid var(--paper);white-space:nowrap}
.heat .h0{background:color-mix(in srgb,var(--accent) 0%,var(--paper))}
.heat .h1{background:color-mix(in srgb,var(--accent) 10%,var(--paper))}
.heat .h2{background:color-mix(in srgb,var(--accent) 20%,var(--paper))}
.heat .h3{background:color-mix(in srgb,var(--accent) 30%,var(--paper))}
.heat .h4{background:color-mix(in srgb,var(--accent) 40%,var(--paper))}
.heat .h5{background:color-mix(in srgb,var(--accent) 52%,var(--paper))}
.heat .h6{background:color-mix(in srgb,var(--accent) 64%,var(--paper))}
.heat .h7{background:color-mix(in srgb,var(--accent) 76%,var(--paper))}
.heat .h8{background:color-mix(in srgb,var(--accent) 88%,var(--paper))}
.heat .h9{background:color-mix(in srgb,var(--accent) 100%,var(--paper))}
.heat .dark{color:var(--paper)}
.formula{margin:1rem 0 .4rem;padding:.9rem 1.1rem;max-width:none;border:1px solid var(--line);border-left:6px solid var(--accent);border-radius:3px;font-size:1.15rem;overflow-x:auto}
.failed{margin:.4rem 0;padding-left:1.2rem;max-width:42rem;font-size:.86rem;line-height:1.5}
.failed li{margin:.25rem 0}
section>h3{margin:2.2rem 0 .3rem}
.pair{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1.6rem 2.4rem;margin-top:1rem}
figure{margin:0;min-width:0}
figcaption{font-weight:600;margin-bottom:.3rem}
figcaption .quiet{font-weight:400;font-size:.82rem}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;margin:.6rem 0;padding:0;list-style:none;font-size:.86rem}
.key svg{display:inline-block;width:1.9em;height:1em;vertical-align:-.12em;margin-right:.45em}
.map-narrow{display:none}
.recommendation{margin:1.2rem 0;padding:.9rem 1.1rem;border:1px solid var(--line);border-left:6px solid var(--accent);border-radius:3px}
.recommendation p{margin:.2rem 0}
dl.terms{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.9rem 2.2rem;margin:1rem 0 0}
dl.terms dt{font-weight:650;font-size:.92rem}
dl.terms dd{margin:0;font-size:.88rem;line-height:1.5;color:var(--muted)}
.signoff{border:1.5px solid var(--ink);border-radius:4px;padding:1.2rem 1.4rem 1.5rem}
.choices{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;list-style:none;margin:1rem 0;padding:0}
.choices li::before{content:"";display:inline-block;width:.95em;height:.95em;margin-right:.55em;border:1.5px solid var(--ink);vertical-align:-.12em}
.lines{display:grid;grid-template-columns:1fr 1fr;gap:2.6rem 2rem;margin-top:2.6rem}
.lines div{border-top:1px solid var(--ink);padding-top:.25rem;font-size:.8rem;color:var(--muted)}
.lines .full{grid-column:1/-1}
footer{margin-top:2.6rem;padding-top:.9rem;border-top:1px solid var(--line);font-size:.8rem;color:var(--muted)}
@media (max-width:40rem){
body{background:var(--paper)}
.sheet{margin:0;border:0;border-radius:0;padding:1.1rem 1rem 2rem}
.keys{grid-template-columns:repeat(2,minmax(0,1fr));gap:1.1rem}
.keys div{padding:0;border-left:0}
.finding{grid-template-columns:minmax(0,1fr)}
.finding .side{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .8rem;order:2}
.finding .body{display:contents}
.finding h3{order:1}
.finding .body>*{order:3}
.finding .body>h3{order:1}
.map-wide{display:none}
.map-narrow{display:block}
.lines{grid-template-columns:1fr}
.verdict thead{display:none}
.verdict table,.verdict tbody,.verdict tr,.verdict th,.verdict td{display:block;min-width:0;white-space:normal;border:0;padding:.05rem 0}
.verdict tr{padding:.5rem 0;border-bottom:1px solid var(--grid)}
section{margin-top:2.6rem}
}
@page{size:A4;margin:17mm 16mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt "Segoe UI",Roboto,Inter,"Helvetica Neue",Arial,sans-serif;color:#555}}
@page internal{@bottom-left{content:"Internal. Not for publication.";font:600 8pt "Segoe UI",Roboto,Inter,"Helvetica Neue",Arial,sans-serif;color:#555}}
@media print{
.internal{page:internal}
html{font-size:9.6pt}
body{background:none}
.sheet{max-width:none;margin:0;padding:0;border:0}
nav{display:none}
a{color:inherit;text-decoration:none}
section{margin-top:1.8rem}
h2,h3,h4,figcaption,caption,.lead,.finding .reading,thead{break-after:avoid}
.lead,.gauge,.finding p,.details .scroll,figure,.signoff,.recommendation,.steps>li,tr,dl.terms div,.keys,.hundred,.notice{break-inside:avoid}
p{orphans:3;widows:3}
.finding .facts{break-before:avoid}
.scroll{overflow:visible}
.scroll table{width:100%;min-width:0;max-width:100%}
.scroll th,.scroll td{white-space:normal;overflow-wrap:break-word}
.scroll tbody th,.scroll td:not(.num){overflow-wrap:anywhere;min-width:7em}
.many th,.many td,.many tbody th,.many td:not(.num){min-width:0;padding-right:.5em;font-size:.92em;overflow-wrap:anywhere}
.long{min-width:0}
.finding{grid-template-columns:7.5rem minmax(0,1fr)}
.pair{grid-template-columns:1fr 1fr}
.keys{grid-template-columns:repeat(4,1fr)}
.notice,.badge i,.heat td,tr.chosen>*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.map-wide{display:block}
.map-narrow{display:none}
}
)css";

std::string variables(std::string_view Colour::*shade) {
    std::string result;
    for (const Colour& colour : kPalette) {
        result += fmt::format("--{}:{};", colour.name, colour.*shade);
    }
    return result;
}

std::string written_out(std::string_view css, std::string_view Colour::*shade) {
    std::string result(css);
    for (const Colour& colour : kPalette) {
        const std::string use = fmt::format("var(--{})", colour.name);
        for (std::size_t at = result.find(use); at != std::string::npos;
             at = result.find(use, at)) {
            result.replace(at, use.size(), colour.*shade);
        }
    }
    return result;
}

}  // namespace

std::string page_css() {
    return fmt::format(
        ":root{{color-scheme:light dark;{}}}\n"
        "@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n{}{}",
        variables(&Colour::light), variables(&Colour::dark), kChart, kPage);
}

std::string theme_css() {
    return fmt::format(
        ":root[data-theme=\"light\"]{{color-scheme:light;{}}}\n"
        "@media screen{{:root[data-theme=\"dark\"]{{color-scheme:dark;{}}}}}\n",
        variables(&Colour::light), variables(&Colour::dark));
}

std::string standalone_css() {
    return fmt::format("{}@media screen and (prefers-color-scheme:dark){{{}}}",
                       written_out(kChart, &Colour::light), written_out(kChart, &Colour::dark));
}

}  // namespace lethe::report
