// What the tests of the page share: a studio of its own on made-up data, a real browser, what a
// screen reader would stumble over, pictures of what was seen.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

export const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const program = resolve(process.env.LETHE_PROGRAM ?? join(top, "build/release/lethe"));
const web = createRequire(join(top, "app/studio/web/package.json"));
const { chromium } = web("playwright-core");
const axe = readFileSync(web.resolve("axe-core/axe.min.js"), "utf8");
export const patience = Number(process.env.LETHE_PATIENCE ?? 1);
const pictures = process.env.LETHE_PICTURES ?? join(top, "build/studio-pictures");

export function lethe(folder, ...words) {
  const run = spawnSync(program, words.map(String), { cwd: folder, encoding: "utf8" });
  assert.equal(run.status, 0, `lethe ${words.join(" ")}\n${run.stderr}`);
  return run.stdout;
}

// A studio on a new folder; ended and cleared away by `end`.
export async function openStudio() {
  const folder = mkdtempSync(join(tmpdir(), "lethe-studio-"));
  const server = spawn(program, ["studio", ".", "--no-browser"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  const links = [];
  const waiting = [];
  server.stdout.on("data", (bytes) => {
    text += bytes;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const link = text.slice(0, end).match(/http:\S+/)?.[0];
      text = text.slice(end + 1);
      if (link) waiting.length > 0 ? waiting.shift()(link) : links.push(link);
    }
  });
  return {
    folder,
    // Each link lets one browser in; the next one is printed when it was used.
    link: () => (links.length > 0 ? Promise.resolve(links.shift()) : new Promise((found) => waiting.push(found))),
    end: async () => {
      server.kill("SIGINT");
      await new Promise((ended) => (server.exitCode === null && server.signalCode === null ? server.on("exit", ended) : ended()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let browser = null;
export async function openBrowser() {
  browser ??= await chromium.launch({
    executablePath: process.env.LETHE_BROWSER ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
  return browser;
}
export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

// A window that was let in; what its console says is an error of the test.
export async function openWindow(studio, options = {}) {
  const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(30000 * patience);
  const page = await context.newPage();
  page.said = [];
  page.on("console", (message) => message.type() === "error" && page.said.push(message.text()));
  page.on("pageerror", (error) => page.said.push(String(error)));
  await page.goto(await studio.link());
  await page.waitForSelector("main");
  return page;
}

// How a file of tests begins and ends: a studio on made-up data of the kinds and sizes that are named, and
// a window in it, which `take` is given.
const kSamples = {
  census: (size) => ["--rows", size, "-o", "people.csv"],
  letters: (size) => ["--documents", size, "-o", "letters"],
  network: (size) => ["--users", size, "-o", "network"],
};
export function begin(samples, take, options = {}) {
  let studio;
  before(async () => {
    studio = await openStudio();
    for (const [what, size] of Object.entries(samples)) lethe(studio.folder, "sample", what, ...kSamples[what](size), "--seed", 3);
    await take(studio, await openWindow(studio, options));
  });
  after(async () => {
    await closeBrowser();
    await studio?.end();
  });
}

// What axe finds on a page, as lines.
export async function stumbles(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations);
  return found.map((one) => `${one.id}: ${one.help} (${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")})`);
}

// Pictures are for people to look at; no test compares them. Of the whole page, or of what is in sight.
export async function picture(page, name, { whole = true } = {}) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: whole });
}

// What is in sight of a window or of a part of it, for the guide. LETHE_GUIDE_PICTURES=docs/pictures makes
// those anew that the guide shows.
const guide = process.env.LETHE_GUIDE_PICTURES;
export async function guidePicture(what, name) {
  const path = guide && resolve(guide, `studio-${name}.png`);
  if (path && existsSync(path)) await what.screenshot({ path });
}

// Nothing sticks out of a narrow page.
export async function sticksOut(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

// The steps of a journey, one after the other: what comes after a step that failed has nothing to stand
// on, and is left out instead of waiting for what cannot come.
export function journey() {
  let broken = false;
  return (name, walk) =>
    test(name, async (context) => {
      if (broken) return context.skip("an earlier step failed");
      broken = true;
      await walk(context);
      broken = false;
    });
}

export const long = { timeout: 120_000 * patience };
export const place = (page, name) => page.getByRole("navigation", { name: "Places" }).getByRole("link", { name, exact: true });
export const heading = (page, name, level = 1) => page.getByRole("heading", { name, level, exact: true });
