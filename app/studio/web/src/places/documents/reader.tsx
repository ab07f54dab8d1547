// One document, read mention by mention; by mouse or by keyboard alone.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import * as api from "../../api";
import { count } from "../../format";
import { Button, Failure, Loading, Notice } from "../../parts/basic";
import { address, go } from "../../route";
import { useWorkspace } from "../../state";
import { fill, text } from "../../text";
import { AddDialog, ConfirmAll, KeysDialog } from "./dialogs";
import { inWords, MarkedText, type MarkedTextHandle, type Passage } from "./marked_text";
import { MentionPanel } from "./mention_panel";
import { Progress } from "./progress";
import {
  decide, firstOpen, takeSought, useForeignChanges,
  type Decision, type Mention, type Request, type ReviewedDocument, type ReviewState,
} from "./review";
import { RiskyBlocks } from "./risky_blocks";
import { searchFor } from "./search";

const words = text.documents.reader;

interface Done {
  said: string;
  undo?: Request[];
  search?: string; // words to look for in all documents
}

const isField = (target: EventTarget | null) => {
  const element = target as HTMLElement | null;
  return !!element?.closest?.("input, select, textarea, [contenteditable=true], dialog");
};

// With changed mentions; the others stay the same objects, so that their blocks are not drawn anew.
function withMentions(held: ReviewedDocument, change: (mention: Mention) => Mention): ReviewedDocument {
  const segments = held.segments.map((one) => {
    const changed = one.entity && change(one.entity);
    return one.entity && changed !== one.entity ? { ...one, entity: changed } : one;
  });
  return { ...held, segments };
}

export function Reader({ index, wanted, review }: { index: number; wanted: number | null; review: ReviewState }) {
  const workspace = useWorkspace();
  const id = workspace.project.id;
  const [held, setHeld] = useState<ReviewedDocument | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [goesOn, setGoesOn] = useState(localStorage.getItem("review-goes-on") !== "off");
  const [marking, setMarking] = useState(false);
  const [passage, setPassage] = useState<Passage | null>(null);
  const [dialog, setDialog] = useState<null | "keys" | "category" | { add: Passage }>(null);
  const [recategorised, setRecategorised] = useState<number | null>(null);
  const undo = useRef<Request[][]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const handle = useRef<MarkedTextHandle>(null);
  const select = useRef<HTMLSelectElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = review.summary;

  const load = useCallback(async () => {
    const answer: ReviewedDocument = await api.get(`/api/projects/${id}/review/${index}`);
    setHeld(answer);
    return answer;
  }, [id, index]);
  const reload = () => load().catch(setFailure);
  const { mine } = useForeignChanges(workspace, () => {
    undo.current = []; // places may have moved
    setDone({ said: words.otherWindow });
    void reload();
  });

  // A document opens at what is wanted of it, or at its first undecided mention.
  useEffect(() => {
    let live = true;
    setHeld(null);
    setFailure(null);
    setMarking(false);
    setPassage(null);
    setDone(null);
    load().then(
      (answer) => {
        if (!live) return;
        const all = answer.segments.flatMap((one) => (one.entity ? [one.entity] : []));
        const first = all.find((one) => one.index === wanted) ?? all.find((one) => one.decision === "undecided") ?? all[0];
        const sought = takeSought(index);
        scrollTo(0, 0);
        heading.current?.focus({ preventScroll: true });
        setChosen(sought ? null : first?.index ?? null);
        if (sought) {
          const whole = answer.segments.map((one) => one.text).join("");
          const inside = sought.snippet.toLowerCase().indexOf(sought.words.toLowerCase(), Math.max(0, Math.min(20, sought.snippet.length - sought.words.length)));
          const at = whole.indexOf(sought.snippet);
          const within = inside >= 0 ? inside : sought.snippet.toLowerCase().indexOf(sought.words.toLowerCase());
          if (at >= 0 && within >= 0) requestAnimationFrame(() => handle.current?.select(at + within, sought.words.length));
        }
      },
      (error) => live && setFailure(error),
    );
    return () => {
      live = false;
    };
  }, [load, wanted]);

  const mentions = useMemo(() => (held?.segments ?? []).flatMap((one) => (one.entity ? [{ mention: one.entity, words: one.text }] : [])), [held]);
  const at = mentions.findIndex((one) => one.mention.index === chosen);
  const current = at >= 0 ? mentions[at] : null;

  const step = (by: number) => {
    const next = at < 0 ? mentions[by > 0 ? 0 : mentions.length - 1] : mentions[at + by];
    if (next) setChosen(next.mention.index);
    else setDone({ said: by > 0 ? words.end : words.begin });
  };

  // Shown at once, written one after the other; what fails is said and the document read anew.
  const send = (request: Request, said: string, before: Request[] | null, again: boolean) => {
    const of = held?.of;
    setFailure(null);
    queue.current = queue.current.then(async () => {
      mine();
      try {
        const answer = await decide(id, { ...request, of });
        const back = before ?? answer.before;
        if (back) undo.current = [...undo.current.slice(-99), back];
        setDone({ said: fill(said, count(answer.changed)), undo: back });
        if (again) await load();
      } catch (error) {
        setDone(null);
        setFailure(error);
        await reload();
      }
    });
  };

  const decideOne = (decision: Decision) => {
    if (!current || !held) return;
    const old = current.mention;
    setHeld(withMentions(held, (one) => (one.index === old.index ? { ...one, decision } : one)));
    send({ entities: [old.index], decision }, words.said[decision], [{ entities: [old.index], decision: old.decision }], false);
    if (goesOn && decision !== "undecided") {
      if (at + 1 < mentions.length) setChosen(mentions[at + 1].mention.index);
    }
  };
  const changeCategory = (category: string) => {
    if (!current || !held || category === current.mention.category) return;
    const old = current.mention;
    setHeld(withMentions(held, (one) => (one.index === old.index ? { ...one, category, number: 0 } : one)));
    setRecategorised(old.index);
    send({ entities: [old.index], category }, fill(words.saidCategory, category), [{ entities: [old.index], category: old.category }], false);
  };
  const alike = (same: "text" | "category") => {
    if (!current) return;
    const { index: entity, decision } = current.mention;
    if (decision === "undecided") return setDone({ said: words.decideFirst });
    send({ like: { entity, same }, decision }, words.saidAll[decision], null, true);
  };
  const takeBack = () => {
    const requests = undo.current.pop();
    if (!requests) return setDone({ said: words.nothingToUndo });
    const of = held?.of;
    queue.current = queue.current.then(async () => {
      try {
        for (const one of requests) {
          mine();
          await decide(id, { ...one, of });
        }
        await load();
        const first = requests[0]?.entities?.[0];
        if (first !== undefined && requests.length === 1 && requests[0].entities?.length === 1) setChosen(first);
        setDone({ said: words.undone });
      } catch (error) {
        setFailure(error);
        await reload();
      }
    });
  };
  const add = async (where: Passage, category: string) => {
    mine();
    await api.post(`/api/projects/${id}/review/add`, { document: index, before: where.before, length: where.length, category });
    undo.current = []; // places moved
    const answer = await load();
    let units = 0;
    for (const one of answer.segments) {
      if (units === where.before && one.entity) setChosen(one.entity.index);
      units += one.text.length;
    }
    setMarking(false);
    setPassage(null);
    setDialog(null);
    getSelection()?.removeAllRanges();
    setDone({ said: words.added, search: where.words });
  };
  const startMarking = () => {
    const now = passage ?? handle.current?.selection() ?? null;
    if (now) setDialog({ add: now });
    else setMarking(true);
  };
  const openDocument = (to: number | null | undefined) => {
    if (to !== null && to !== undefined) go(address(id, "documents", to));
  };
  const documents = summary?.documents ?? [];
  const beside = (by: number) => documents[documents.findIndex((one) => one.index === index) + by]?.index;
  const nextOpen = summary ? firstOpen(summary, index + 1) : null;

  // At once with what is shown: a key pressed while the page is busy decides about the mention that is seen.
  useLayoutEffect(() => {
    const keys = (e: KeyboardEvent) => {
      const from = e.target as HTMLElement;
      if (from.tagName === "SELECT" && e.key === "Escape") return handle.current?.focus();
      if (e.ctrlKey || e.metaKey || e.altKey || dialog || isField(from)) return;
      const actions: Record<string, () => void> = {
        j: () => step(1),
        k: () => step(-1),
        a: () => decideOne("accept"),
        r: () => decideOne("reject"),
        u: () => decideOne("undecided"),
        c: () => select.current?.focus(),
        s: () => alike("text"),
        z: takeBack,
        m: startMarking,
        n: () => openDocument(beside(1)),
        p: () => openDocument(beside(-1)),
        o: () => openDocument(nextOpen),
        "?": () => setDialog("keys"),
      };
      const action = actions[e.key];
      if (!action) return;
      e.preventDefault();
      action();
    };
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  });

  const ofCategory = summary?.categories.find((one) => one.name === current?.mention.category)?.count ?? 0;
  return (
    <>
      <p class="back"><a href={address(id, "documents")}>{words.back}</a></p>
      <h1 ref={heading} tabIndex={-1}>{held?.name ?? documents.find((one) => one.index === index)?.name ?? ""}</h1>
      <div class="row reader-bar">
        <Button onClick={() => openDocument(beside(-1))} disabled={beside(-1) === undefined}>
          ← {words.previousDocument} <kbd>p</kbd>
        </Button>
        <Button onClick={() => openDocument(beside(1))} disabled={beside(1) === undefined}>
          {words.nextDocument} → <kbd>n</kbd>
        </Button>
        <Button onClick={() => openDocument(nextOpen)} disabled={nextOpen === null}>
          {words.nextOpen} <kbd>o</kbd>
        </Button>
        <span class="spring" />
        <Button kind="quiet" onClick={() => setDialog("keys")}>{words.keys} <kbd>?</kbd></Button>
      </div>
      {summary && <Progress summary={summary} />}
      <Failure error={failure} />
      {!held ? (!failure && <Loading />) : (
        <div class="reader-body">
          <div class="reader-main">
            <RiskyBlocks
              blocks={held.blocks}
              onDecide={(block, decision) => {
                setHeld({ ...held, blocks: held.blocks.map((one) => (one.index === block.index ? { ...one, decision } : one)) });
                send({ blocks: [block.index], decision }, words.saidBlock[decision], [{ blocks: [block.index], decision: block.decision }], false);
              }}
            />
            {marking && <Notice>{words.markingHint}</Notice>}
            <MarkedText
              segments={held.segments}
              chosen={chosen}
              marking={marking}
              handle={handle}
              onChoose={setChosen}
              onSelect={setPassage}
              onMark={() => {
                const now = handle.current?.selection();
                if (now) setDialog({ add: now });
                else setDone({ said: words.nothingSelected });
              }}
              onLeave={() => setMarking(false)}
            />
          </div>
          <aside class="reader-side" aria-label={words.sideLabel}>
            <div class="done" role="status">
              {done && (
                <p class="note small">
                  {done.said}{" "}
                  {done.undo && <Button kind="quiet" onClick={takeBack}>{words.undo} <kbd>z</kbd></Button>}
                  {done.search && (
                    <Button kind="quiet" onClick={() => { searchFor(done.search!); go(address(id, "documents")); }}>
                      {words.searchElsewhere}
                    </Button>
                  )}
                </p>
              )}
              {current && <span class="hidden">{inWords(current.mention, current.words)}</span>}
            </div>
            {passage ? (
              <div class="card" onMouseDown={(e) => e.preventDefault()}>
                <h2>{words.selected}</h2>
                <p class="mention-words">“{passage.words.length > 160 ? `${passage.words.slice(0, 160)} …` : passage.words}”</p>
                <Button kind="main" onClick={() => setDialog({ add: passage })}>{words.addButton} <kbd>m</kbd></Button>
              </div>
            ) : current ? (
              <div class="card">
                <MentionPanel
                  mention={current.mention}
                  words={current.words}
                  position={at + 1}
                  of={mentions.length}
                  categories={summary?.categories ?? []}
                  recategorised={recategorised === current.mention.index}
                  select={select}
                  onDecide={decideOne}
                  onCategory={changeCategory}
                  onSame={() => alike("text")}
                  onAllOfCategory={() => setDialog("category")}
                  onCategorySame={() => send({ like: { entity: current.mention.index, same: "text" }, category: current.mention.category }, fill(words.saidCategoryAll, "{0}", current.mention.category), null, true)}
                  onStep={step}
                />
                <label class="small goes-on">
                  <input
                    type="checkbox"
                    checked={goesOn}
                    onChange={(e) => {
                      setGoesOn(e.currentTarget.checked);
                      localStorage.setItem("review-goes-on", e.currentTarget.checked ? "on" : "off");
                    }}
                  />{" "}
                  {words.goesOn}
                </label>
              </div>
            ) : (
              <p class="card quiet">{mentions.length === 0 ? words.noMentions : words.chooseOne}</p>
            )}
            <p class="small quiet">{words.missedHint} <Button kind="quiet" onClick={startMarking}>{words.markByKeys} <kbd>m</kbd></Button></p>
          </aside>
        </div>
      )}
      {dialog === "keys" && <KeysDialog onClose={() => setDialog(null)} />}
      {dialog === "category" && current && (
        <ConfirmAll
          category={current.mention.category}
          decision={current.mention.decision}
          count={ofCategory}
          onClose={() => setDialog(null)}
          onConfirm={() => { setDialog(null); alike("category"); }}
        />
      )}
      {dialog && typeof dialog === "object" && (
        <AddDialog passage={dialog.add} categories={summary?.categories ?? []} onClose={() => setDialog(null)} onAdd={(category) => add(dialog.add, category)} />
      )}
    </>
  );
}
