// How the review page looks, over the report's palette.
#include "lethe/report/sections/documents/review_page.h"

namespace lethe::report {

std::string_view review_css() {
    static constexpr std::string_view kCss = R"css(
html{scroll-padding-top:9rem}
#page{max-width:62rem;margin:0 auto;padding:0 1rem 4rem}
.top{position:sticky;top:0;z-index:2;background:var(--ground);padding:.8rem 0 .6rem;border-bottom:1px solid var(--line)}
.top .row{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;align-items:center;justify-content:space-between}
.top h1{font-size:1.05rem}
.figures{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin:.35rem 0 0;font-size:.86rem;color:var(--muted)}
.figures b{color:var(--ink);font-weight:600}
.meter{height:.35rem;margin:.5rem 0 0;border-radius:.2rem;background:var(--zone2);overflow:hidden}
.meter i{display:block;height:100%;background:var(--high)}
button,select,input{font:inherit;color:inherit}
button{padding:.3rem .8rem;border:1px solid var(--line);border-radius:4px;background:var(--paper);cursor:pointer}
button:hover{border-color:var(--muted)}
button:focus-visible,select:focus-visible,input:focus-visible,.card:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
button.main{background:var(--accent);border-color:var(--accent);color:var(--paper);font-weight:600}
.tabs{display:flex;gap:.2rem;margin:.6rem 0 0}
.tabs button{border-radius:4px 4px 0 0;border-bottom-width:3px;background:none;border-color:transparent}
.tabs button[aria-selected=true]{border-bottom-color:var(--accent);font-weight:600}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:1rem 0;padding:.7rem .9rem;background:var(--paper);border:1px solid var(--line);border-radius:6px;font-size:.9rem}
.tools label{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
.tools input[type=number]{width:5.2rem;padding:.2rem .4rem;border:1px solid var(--line);border-radius:4px;background:var(--ground)}
.tools input[type=search]{width:11rem;padding:.2rem .4rem;border:1px solid var(--line);border-radius:4px;background:var(--ground)}
.tools select{max-width:100%;padding:.25rem .4rem;border:1px solid var(--line);border-radius:4px;background:var(--ground)}
.card{margin:.8rem 0;padding:.8rem 1rem;background:var(--paper);border:1px solid var(--line);border-left:5px solid var(--line);border-radius:5px}
.card.a{border-left-color:var(--high)}
.card.r{border-left-color:var(--low)}
.card .head{display:flex;flex-wrap:wrap;gap:.3rem .9rem;align-items:baseline;font-size:.86rem;color:var(--muted)}
.card .head b{color:var(--ink);font-size:.95rem}
.card .head .where{overflow-wrap:anywhere}
.text{margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.55;unicode-bidi:isolate;max-width:none}
.text.small{font-size:.92rem}
.context{color:var(--muted)}
.card.a .text>.chosen,.gone{text-decoration:line-through;text-decoration-color:var(--high);text-decoration-thickness:1.5px}
mark{color:inherit;border-radius:2px;padding:0 1px}
mark.hit{background:color-mix(in srgb,var(--medium) 26%,transparent);font-weight:600}
mark.misspelt{border-bottom:2px dotted var(--medium)}
mark.entity{background:color-mix(in srgb,var(--accent) 22%,transparent)}
mark.entity.a{text-decoration:line-through;text-decoration-color:var(--high)}
.block{border-left:3px solid var(--medium);padding-left:.5rem;display:inline}
.choice{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;margin-top:.6rem}
.choice button{min-width:5.4rem}
.choice button[aria-pressed=true].a{background:var(--high);border-color:var(--high);color:var(--paper)}
.choice button[aria-pressed=true].r{background:var(--low);border-color:var(--low);color:var(--paper)}
.choice .state{font-size:.86rem;color:var(--muted)}
.mention{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.3rem 1rem;align-items:start;padding:.45rem 0;border-top:1px solid var(--grid)}
.mention .text{margin:0}
.mention .choice{margin:0}
.mention .choice button{min-width:0;padding:.1rem .55rem;font-size:.86rem}
.terms{margin:.3rem 0 0;font-size:.86rem;color:var(--muted);max-width:none}
.more{display:block;margin:1.2rem auto}
.page-note{margin:1rem 0;padding:.6rem .9rem;border-left:5px solid var(--medium);background:var(--notice);border-radius:3px;max-width:none}
.help{font-size:.86rem;color:var(--muted);max-width:none}
kbd{font:inherit;padding:0 .35em;border:1px solid var(--line);border-bottom-width:2px;border-radius:3px;background:var(--paper)}
.document{padding:1rem 1.2rem;background:var(--paper);border:1px solid var(--line);border-radius:6px}
@media (max-width:40rem){
html{scroll-padding-top:1rem}
#page{padding:0 .7rem 3rem}
.top{position:static}
.top .row{flex-wrap:nowrap}
.tabs button{padding:.3rem .5rem}
.mention{grid-template-columns:minmax(0,1fr)}
.card{padding:.7rem .8rem}
.choice button{flex:1}
.mention .choice button{flex:0 0 auto}
.help{display:none}
}
@media print{.top{position:static}.tools,.choice,.more,.tabs{display:none}}
)css";
    return kCss;
}

}  // namespace lethe::report
