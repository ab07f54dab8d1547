// Every place of every kind of project: a screen reader stumbles over nothing, and nothing sticks out of a
// narrow window. Pictures of all of them, for people to look at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, guidePicture, heading, lethe, long, picture, place, sticksOut, stumbles } from "./support.mjs";

const kNarrow = { width: 390, height: 844 };
const kWide = { width: 1280, height: 900 };
let studio, page;
const opened = {}; // addresses of the projects

begin({ census: 200, letters: 6, network: 60 }, (...made) => ([studio, page] = made), { reducedMotion: "reduce" });

// What is wrong with the page as it stands, in light and dark, wide and narrow.
async function look(name) {
  const wrong = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [width, viewport] of [["wide", kWide], ["narrow", kNarrow]]) {
      await page.setViewportSize(viewport);
      await page.waitForTimeout(150); // drawings are made anew for the width
      const out = await sticksOut(page);
      if (out > 0) wrong.push(`${name}: ${out} pixels stick out at ${viewport.width} (${colorScheme})`);
      for (const one of await stumbles(page)) wrong.push(`${name}, ${width}, ${colorScheme}: ${one}`);
      await picture(page, `${name}-${width}-${colorScheme}`);
      if (width === "wide" && colorScheme === "light") await guidePicture(page, name);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(kWide);
  return wrong;
}

async function home() {
  await page.getByRole("link", { name: "Lethe studio" }).click();
  await heading(page, "Open").waitFor(long);
}
async function protect() {
  await place(page, "Protect").click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  if ((await page.getByLabel("Seed").count()) > 0) await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading(page, "The release is made", 3).waitFor(long);
}
// The places of the open project, each when what it shows is there.
async function lookAt(kind, ready) {
  const wrong = [];
  for (const [name, wait] of Object.entries(ready)) {
    await place(page, name).click();
    await wait();
    opened[kind] = page.url();
    wrong.push(...(await look(`${kind}-${name.toLowerCase().replaceAll(" ", "-")}`)));
  }
  assert.deepEqual([...new Set(wrong)], []);
  assert.deepEqual(page.said, []);
}
const seen = (name, level = 2) => () => heading(page, name, level).waitFor(long);
const report = () => page.frameLocator("iframe.report-frame").locator("h1").first().waitFor(long);

test("the start", async () => {
  await page.getByRole("button", { name: "Open: people.csv" }).waitFor(long);
  assert.deepEqual(await look("open"), []);
});

test("a table", async () => {
  await page.getByRole("button", { name: "Open: people.csv" }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  await protect();
  await lookAt("table", {
    Columns: async () => {
      await page.getByRole("button", { name: "Details: age" }).click();
      await page.locator(".one-sided svg").first().waitFor(long);
    },
    "Risk now": seen("How many people look alike"),
    Protect: () => page.locator(".preview table").waitFor(long),
    Advise: async () => {
      await page.getByRole("button", { name: "Find a protection" }).click();
      await heading(page, "Map of risk and loss", 2).waitFor({ timeout: long.timeout * 3 });
      await page.locator(".map-box svg").waitFor(long);
    },
    Attack: seen("The worst case"),
    Compare: async () => {
      await page.getByRole("button", { name: "Compare all columns" }).click();
      await page.getByRole("button", { name: "Compare again" }).waitFor(long);
    },
    "Sign off": report,
  });
});

test("documents", async () => {
  await home();
  await page.getByRole("button", { name: "letters", exact: true }).click();
  await page.getByRole("button", { name: "Open the whole folder" }).click();
  await page.getByRole("button", { name: "Look for mentions" }).click();
  await heading(page, "Write the documents", 2).waitFor(long);
  await place(page, "Protect").click();
  await page.getByRole("button", { name: "Propose a policy" }).click();
  await protect();
  await lookAt("documents", {
    Documents: seen("Write the documents"),
    Protect: seen("The release is made", 3),
    Advise: seen("Begin"),
    Attack: async () => {
      await page.getByRole("button", { name: "Attack it now" }).click();
      await heading(page, "The worst case", 2).waitFor(long);
    },
    "Sign off": report,
  });
  await place(page, "Documents").click();
  await page.getByRole("button", { name: "Read the first document" }).click();
  await page.getByRole("heading", { name: /^Mention \d+ of/ }).waitFor(long);
  assert.deepEqual(await look("documents-reader"), []);
});

test("a graph", async () => {
  await home();
  await page.getByRole("button", { name: "Open: network" }).click();
  await page.getByRole("button", { name: "Look at the graph" }).click();
  await page.getByRole("button", { name: "Take the proposed policy and protect" }).click();
  await page.getByRole("button", { name: "Draw and assess", exact: true }).click();
  await page.getByRole("button", { name: "Draw and assess again" }).waitFor(long);
  await lookAt("graph", {
    Graph: seen("Numbers of neighbours", 3),
    Protect: seen("The release is made", 3),
    Advise: seen("Begin"),
    Attack: seen("The worst case"),
    "Sign off": report,
  });
});

test("vectors", async () => {
  lethe(studio.folder, "text", "vectors", "letters", "-o", "letters.mtx");
  await home();
  await page.getByRole("button", { name: "Open: letters.mtx" }).click();
  await page.getByRole("button", { name: "Look at the data" }).click();
  await heading(page, "What tells documents apart", 2).waitFor(long);
  await place(page, "Protect").click();
  await page.getByRole("button", { name: "Propose a policy" }).click();
  await protect();
  await lookAt("vectors", {
    "Risk now": seen("What tells documents apart"),
    Protect: seen("The release is made", 3),
    Advise: async () => {
      await page.getByRole("button", { name: "Try them all" }).click();
      await page.locator('.map-box svg[data-brush="xy"]').waitFor({ timeout: long.timeout * 3 });
    },
    Attack: async () => {
      await page.getByRole("button", { name: "Attack it now" }).click();
      await heading(page, "The worst case", 2).waitFor(long);
    },
    "Sign off": report,
  });
});

// Whatever the data are, what the best attack finds and what was lost stands on top.
test("the strip of every kind", async () => {
  assert.deepEqual(Object.keys(opened), ["table", "documents", "graph", "vectors"]);
  for (const [kind, url] of Object.entries(opened)) {
    await page.goto(url);
    const strip = page.getByRole("region", { name: "Before and after" });
    await strip.waitFor(long);
    for (const term of ["found by the best attack", "lost"]) {
      const figure = strip.locator(".strip-figure", { has: page.getByText(term, { exact: true }) });
      assert.match(await figure.locator("dd").innerText(), /\d.*%/, `${kind}: ${term}`);
    }
  }
});
