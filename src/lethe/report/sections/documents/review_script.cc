// What the review page does. Texts reach the screen as text nodes only.
#include "lethe/report/sections/documents/review_page.h"

namespace lethe::report {

std::string_view review_script() {
    static constexpr std::string_view kScript = R"js('use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const texts = data.documents.map(d => d[1]);
const item = d => ({doc: d[0], begin: d[1], end: d[2], shown: texts[d[0]] !== null});
const entities = data.entities.map(e => ({...item(e), category: data.categories[e[3]],
  entity: e[4], source: e[5], score: e[6], decision: e[7]}));
const blocks = data.blocks.map((b, i) => ({...item(b), rank: i + 1, score: b[3], words: b[4],
  relevance: b[5], hits: b[6], decision: b[7], probability: b[8]}));
const entitiesOf = texts.map(() => []);
const blocksOf = texts.map(() => []);
for (const e of entities) entitiesOf[e.doc].push(e);
for (const b of blocks) blocksOf[b.doc].push(b);
for (const list of [...entitiesOf, ...blocksOf]) list.sort((x, y) => x.begin - y.begin);
const total = texts.reduce((sum, text) => sum + (text === null ? 0 : text.length), 0);
const store = 'lethe-review-' + data.review;
const kStep = 40;
let saved = letters();
let view = blocks.length > 0 ? 'blocks' : 'entities';
let limit = kStep;
const filters = {blocks: 'all', state: 'all', category: '', search: '', document: 0,
  density: 0.1, score: 0.5};

function letters() {
  return [entities, blocks].map(list => list.map(x => x.decision).join(''));
}
function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(store));
    [entities, blocks].forEach((list, i) => {
      if (kept && kept[i].length === list.length && /^[aru]*$/.test(kept[i]))
        list.forEach((x, j) => { x.decision = kept[i][j]; });
    });
  } catch (error) { /* nothing was kept, or nothing may be */ }
}
function keep() {
  try { localStorage.setItem(store, JSON.stringify(letters())); } catch (error) { /* not allowed */ }
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}
// Nothing may turn the direction of reading or hide itself.
const visible = text =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    '\ufffd');
const number = n => n.toLocaleString('en');
const count = (n, one, many) => number(n) + ' ' + (n === 1 ? one : many);
const word = {a: 'accepted', r: 'rejected', u: 'undecided'};

// A piece of a document; marks are {begin, end, css, title}.
function rendered(doc, begin, end, marks) {
  const text = texts[doc];
  const cuts = new Set([begin, end]);
  const inside = marks.filter(m => m.begin < end && m.end > begin);
  for (const m of inside) {
    cuts.add(Math.max(begin, m.begin));
    cuts.add(Math.min(end, m.end));
  }
  const places = [...cuts].sort((x, y) => x - y);
  const nodes = [];
  for (let i = 0; i + 1 < places.length; ++i) {
    const here = inside.filter(m => m.begin <= places[i] && m.end >= places[i + 1]);
    const piece = visible(text.slice(places[i], places[i + 1]));
    if (here.length === 0) { nodes.push(piece); continue; }
    nodes.push(make(here.some(m => m.mark) ? 'mark' : 'span',
      {class: here.map(m => m.css).join(' '), title: here.map(m => m.title).filter(t => t).join('; ') || null},
      piece));
  }
  return nodes;
}
function between(list, begin, end) { return list.filter(x => x.begin < end && x.end > begin); }
function entityMarks(doc, begin, end) {
  return between(entitiesOf[doc], begin, end).map(e => ({begin: e.begin, end: e.end, mark: true,
    css: 'entity ' + e.decision, title: nameOf(e) + ', ' + word[e.decision]}));
}
function hitMarks(block) {
  return block.hits.map(h => ({begin: h[0], end: h[1], mark: true, css: 'hit ' + h[3], title: 'risk term: ' + h[2]}));
}
function nameOf(e) { return e.category + (e.entity < 0 ? '' : ' ' + (e.entity + 1)); }
function wordEdge(text, at, step) {
  const stop = at + 25 * step;
  for (let i = at; i !== stop && i > 0 && i < text.length; i += step) if (/\s/.test(text[i])) return i;
  return Math.max(0, Math.min(text.length, at));
}
function context(doc, begin, end, width) {
  const text = texts[doc];
  return [begin - width <= 0 ? 0 : wordEdge(text, begin - width, -1),
    end + width >= text.length ? text.length : wordEdge(text, end + width, 1)];
}

// Buttons for some items that are decided together.
function choice(items, changed) {
  const set = letter => { for (const x of items) x.decision = x.decision === letter ? 'u' : letter; changed(); };
  const state = make('span', {class: 'state', 'aria-live': 'polite'});
  const accept = make('button', {type: 'button', class: 'a', onclick: () => set('a')}, 'Accept');
  const reject = make('button', {type: 'button', class: 'r', onclick: () => set('r')}, 'Reject');
  const update = () => {
    const all = letter => items.every(x => x.decision === letter);
    accept.setAttribute('aria-pressed', all('a'));
    reject.setAttribute('aria-pressed', all('r'));
    state.textContent = items.length > 1 && !all('a') && !all('r') && !all('u')
      ? count(items.filter(x => x.decision === 'a').length, 'accepted', 'accepted') + ' of ' + items.length
      : items.every(x => x.decision === 'u') ? 'undecided' : '';
  };
  update();
  return {element: make('div', {class: 'choice'}, accept, reject, state), update, set};
}
function card(items, label, parts, draw) {
  const element = make('article', {class: 'card', tabindex: '0', 'aria-label': label});
  const body = make('div');
  const buttons = choice(items, () => refresh());
  const refresh = () => {
    const same = items.every(x => x.decision === items[0].decision);
    element.className = 'card ' + (same ? items[0].decision : '');
    body.replaceChildren(...draw(refresh));
    buttons.update();
    figures();
  };
  element.decide = letter => { for (const x of items) x.decision = letter; refresh(); };
  element.className = 'card ' + (items.every(x => x.decision === items[0].decision) ? items[0].decision : '');
  body.append(...draw(refresh));
  element.append(parts, body, buttons.element);
  return element;
}

function blockCard(b) {
  const terms = [...new Set(b.hits.map(h => h[2]))];
  const head = make('div', {class: 'head'}, make('b', {}, 'No. ' + b.rank),
    make('span', {}, 'density ' + (100 * b.score).toFixed(1) + ' %'),
    make('span', {}, count(b.hits.length, 'hit', 'hits') + ' in ' + count(b.words, 'word', 'words')),
    b.probability > 0 ? make('span', {}, 'probability ' + b.probability.toFixed(2)) : null,
    b.relevance > 0 ? make('span', {}, 'relevance ' + b.relevance.toFixed(3)) : null,
    make('span', {class: 'where'}, data.documents[b.doc][0]));
  const list = make('p', {class: 'terms'}, 'terms: ' + terms.slice(0, 12).join(', ') + (terms.length > 12 ? ', ...' : ''));
  return card([b], 'Block ' + b.rank, head, () => {
    if (!b.shown) return [make('p', {class: 'context'}, 'This document is too large for the page.'), list];
    const [from, to] = context(b.doc, b.begin, b.end, 160);
    const marks = hitMarks(b).concat(entityMarks(b.doc, b.begin, b.end));
    return [make('p', {class: 'text'},
      make('span', {class: 'context'}, (from > 0 ? '\u2026' : '') + visible(texts[b.doc].slice(from, b.begin))),
      make('span', {class: 'chosen'}, ...rendered(b.doc, b.begin, b.end, marks)),
      make('span', {class: 'context'}, visible(texts[b.doc].slice(b.end, to)) + (to < texts[b.doc].length ? '\u2026' : ''))), list];
  });
}

function groups(list) {
  const found = new Map();
  for (const e of list) {
    const key = e.category + ' ' + (e.entity < 0 ? 't' + (e.shown ? texts[e.doc].slice(e.begin, e.end) : e.doc) : e.entity);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(e);
  }
  return [...found.values()];
}
function mention(e, changed, alone) {
  const buttons = alone ? {element: null} : choice([e], changed);
  if (!e.shown) return make('div', {class: 'mention'}, make('p', {class: 'context'}, 'in a document too large for the page'), buttons.element);
  const [from, to] = context(e.doc, e.begin, e.end, 70);
  const flat = text => visible(text).replace(/\s+/g, ' ');
  return make('div', {class: 'mention'}, make('p', {class: 'text small', title: data.documents[e.doc][0] + ', ' + e.source + ', score ' + e.score.toFixed(2)},
    make('span', {class: 'context'}, (from > 0 ? '\u2026' : '') + flat(texts[e.doc].slice(from, e.begin))),
    make('mark', {class: 'entity ' + e.decision}, visible(texts[e.doc].slice(e.begin, e.end))),
    make('span', {class: 'context'}, flat(texts[e.doc].slice(e.end, to)) + (to < texts[e.doc].length ? '\u2026' : ''))), buttons.element);
}
function entityCard(group) {
  let most = 4;
  const treatment = data.treatments[group[0].category];
  const head = make('div', {class: 'head'}, make('b', {}, nameOf(group[0])),
    make('span', {}, count(group.length, 'mention', 'mentions')),
    treatment ? make('span', {}, 'treatment: ' + treatment) : null,
    make('span', {}, 'score ' + Math.max(...group.map(e => e.score)).toFixed(2)));
  return card(group, nameOf(group[0]), head, refresh => {
    const rows = group.slice(0, most).map(e => mention(e, refresh, group.length === 1));
    if (group.length > most) rows.push(make('button', {type: 'button', onclick: () => { most += 40; refresh(); }},
      'Show ' + number(group.length - most) + ' more'));
    return rows;
  });
}

function option(value, label, chosen) { return make('option', {value, selected: value === chosen ? '' : null}, label); }
function select(key, options, label) {
  return make('label', {}, label, make('select', {onchange: event => { filters[key] = event.target.value; limit = kStep; draw(); }},
    ...options.map(([value, text]) => option(value, text, String(filters[key])))));
}
function amount(key, step) {
  return make('input', {type: 'number', min: 0, max: 1, step, value: filters[key], 'aria-label': key,
    onchange: event => { filters[key] = Number(event.target.value) || 0; draw(); }});
}
const states = [['all', 'all'], ['u', 'undecided'], ['a', 'accepted'], ['r', 'rejected']];
function bulk(label, list, letter) {
  return make('button', {type: 'button', disabled: list.length === 0 ? '' : null,
    onclick: () => { for (const x of list) x.decision = letter; draw(); }}, label + ' (' + number(list.length) + ')');
}
function cards(list, one, nothing) {
  const nodes = list.slice(0, limit).map(one);
  if (list.length === 0) nodes.push(make('p', {class: 'context'}, nothing));
  if (list.length > limit) nodes.push(make('button', {type: 'button', class: 'more', onclick: () => { limit += kStep; draw(); }},
    'Show more (' + number(list.length - limit) + ')'));
  return nodes;
}
const views = {
  blocks() {
    const list = blocks.filter(b => filters.blocks === 'all' || b.decision === filters.blocks);
    const above = blocks.filter(b => b.score >= filters.density);
    const open = blocks.filter(b => b.decision === 'u');
    return [make('div', {class: 'tools'}, select('blocks', states, 'Show'),
      make('label', {}, 'Density of at least', amount('density', 0.01)), bulk('Accept', above, 'a'),
      bulk('Reject all undecided', open, 'r')), ...cards(list, blockCard, 'No such block.')];
  },
  entities() {
    const needle = filters.search.toLowerCase();
    const list = entities.filter(e => (filters.category === '' || e.category === filters.category) &&
      (filters.state === 'all' || e.decision === filters.state) &&
      (needle === '' || (e.shown && texts[e.doc].slice(e.begin, e.end).toLowerCase().includes(needle))));
    const below = list.filter(e => e.score < filters.score);
    return [make('div', {class: 'tools'},
      select('category', [['', 'all categories'], ...data.categories.map(c => [c, c])], 'Show'),
      select('state', states, ''),
      make('input', {type: 'search', placeholder: 'find a mention', value: filters.search, 'aria-label': 'find a mention',
        onchange: event => { filters.search = event.target.value; limit = kStep; draw(); }}),
      bulk('Accept these', list, 'a'), bulk('Reject these', list, 'r'),
      make('label', {}, 'Score below', amount('score', 0.05)), bulk('Reject', below, 'r')),
      ...cards(groups(list), entityCard, 'No such entity.')];
  },
  document() {
    const doc = Number(filters.document);
    const tools = make('div', {class: 'tools'}, select('document',
      data.documents.map((d, i) => [String(i), d[0]]), 'Document'));
    if (texts.length === 0 || texts[doc] === null) return [tools, make('p', {class: 'context'}, 'This document is too large for the page.')];
    const text = texts[doc];
    const marks = entityMarks(doc, 0, text.length);
    for (const b of blocksOf[doc]) {
      if (b.decision === 'a') marks.push({begin: b.begin, end: b.end, css: 'gone', title: 'block ' + b.rank + ', accepted'});
      marks.push(...hitMarks(b));
    }
    return [tools, make('div', {class: 'document'}, make('p', {class: 'text'}, ...rendered(doc, 0, text.length, marks)))];
  },
};

function removed() {
  let sum = 0;
  for (let doc = 0; doc < texts.length; ++doc) {
    const spans = [...blocksOf[doc], ...entitiesOf[doc]].filter(x => x.decision === 'a' && x.shown).sort((x, y) => x.begin - y.begin);
    let end = 0;
    for (const x of spans) {
      sum += Math.max(0, x.end - Math.max(end, x.begin));
      end = Math.max(end, x.end);
    }
  }
  return total === 0 ? 0 : sum / total;
}
const page = document.getElementById('page');
const line = make('div', {class: 'figures'});
const bar = make('i');
const tabs = Object.fromEntries([['blocks', 'Blocks'], ['entities', 'Entities'], ['document', 'Documents']].map(([key, label]) =>
  [key, make('button', {type: 'button', role: 'tab', onclick: () => { view = key; limit = kStep; draw(); window.scrollTo(0, 0); }}, label)]));
const body = make('section', {role: 'tabpanel', style: 'margin-top:0'});
function figure(label, list) {
  const of = letter => list.filter(x => x.decision === letter).length;
  return make('span', {}, label + ': ', make('b', {}, number(of('a'))), ' accepted, ', make('b', {}, number(of('r'))),
    ' rejected, ', make('b', {}, number(of('u'))), ' undecided');
}
function figures() {
  const share = removed();
  line.replaceChildren(figure('Blocks', blocks), figure('Entities', entities),
    make('span', {}, make('b', {}, (100 * share).toFixed(1) + ' %'), ' of the text would go'));
  bar.style.width = 100 * share + '%';
  keep();
}
function draw() {
  for (const [key, tab] of Object.entries(tabs)) tab.setAttribute('aria-selected', key === view);
  body.replaceChildren(...views[view]());
  figures();
}
function save() {
  const [e, b] = saved = letters();
  const file = {kind: 'text-decisions', version: 1, review: data.review, entities: e, blocks: b};
  const url = URL.createObjectURL(new Blob([JSON.stringify(file) + '\n'], {type: 'application/json'}));
  make('a', {href: url, download: 'decisions.json'}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
function move(step) {
  const all = [...document.querySelectorAll('.card')];
  const at = all.indexOf(document.activeElement.closest('.card'));
  const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
  if (next) { next.focus(); next.scrollIntoView({block: 'nearest'}); }
}
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  const here = document.activeElement.closest('.card');
  if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1);
  else if ('aru'.includes(event.key) && here) { here.decide(event.key); if (event.key !== 'u') move(1); }
  else if ('123'.includes(event.key)) Object.values(tabs)[Number(event.key) - 1].click();
  else if (event.key === 's') save();
  else return;
  event.preventDefault();
});
window.addEventListener('beforeunload', event => {
  if (letters().join('/') !== saved.join('/')) event.preventDefault();
});

const hidden = texts.filter(text => text === null).length;
page.append(
  make('header', {class: 'top'},
    make('div', {class: 'row'}, make('h1', {}, data.title),
      make('button', {type: 'button', class: 'main', onclick: save}, 'Save decisions')),
    line, make('div', {class: 'meter'}, bar),
    make('div', {class: 'tabs', role: 'tablist'}, ...Object.values(tabs))),
  make('p', {class: 'page-note'}, 'This page holds the original documents: keep it as private as they are. ' +
    'Accept takes a block out of its document, and gives an entity its treatment; reject lets it stand.' +
    (hidden > 0 ? ' ' + count(hidden, 'document is', 'documents are') + ' too large for it: decide about them in the review file.' : '')),
  make('p', {class: 'help'}, 'Keys: ', make('kbd', {}, 'j'), ' ', make('kbd', {}, 'k'), ' next and previous, ',
    make('kbd', {}, 'a'), ' accept, ', make('kbd', {}, 'r'), ' reject, ', make('kbd', {}, 'u'), ' undecided, ',
    make('kbd', {}, '1'), ' ', make('kbd', {}, '2'), ' ', make('kbd', {}, '3'), ' views, ', make('kbd', {}, 's'), ' save.'),
  body);
restore();
draw();
})();
)js";
    return kScript;
}

}  // namespace lethe::report
