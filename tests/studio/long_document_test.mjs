// A document of 900 kB with 14,000 mentions, most of it in one line, as texts of web pages and of scans are:
// it opens at once, and everything works in it that works in a short one.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin, heading, journey, long, patience, picture, place, stumbles } from "./support.mjs";

const kMentions = 14_000;
const kOpens = 8_000; // milliseconds, on a machine that does other things as well; it takes less than one
const step = journey();
let studio, page;

// Addresses are found wherever they stand; the words around them are nobody's.
function letter() {
  const lines = [];
  for (let i = 0; i < kMentions; ++i) {
    lines.push(`The matter was passed on to person${i}@example.org and nothing was said.`);
    if (i === kMentions - 40) lines.push("Near the end stands the word quicksilver, once.");
  }
  return `${lines.slice(0, -20).join(" ")}\n${lines.slice(-20).join("\n")}\n`;
}

begin({}, async (...made) => {
  [studio, page] = made;
  mkdirSync(join(studio.folder, "letters"));
  const text = letter();
  assert.ok(text.length > 900_000, `${text.length} characters`);
  writeFileSync(join(studio.folder, "letters/long.txt"), text);
  writeFileSync(join(studio.folder, "letters/short.txt"), "Write to a@example.org.\n");
  await page.reload();
});

const count = (n) => n.toLocaleString("en-GB");
const at = (n) => page.getByRole("heading", { name: `Mention ${count(n)} of ${count(kMentions)}`, exact: true });

step("mentions are looked for", async () => {
  await page.getByRole("button", { name: "letters", exact: true }).click();
  await page.getByRole("button", { name: "Open the whole folder" }).click();
  await page.getByLabel("everything is undecided, and you decide each mention").check();
  await page.getByRole("button", { name: "Look for mentions" }).click();
  await page.getByText(new RegExp(`^0 of ${count(kMentions + 1)} decided`)).first().waitFor(long);
});

step("it opens at once, at its first mention", async () => {
  const link = page.getByRole("link", { name: "long.txt", exact: true });
  await link.waitFor(long);
  const begun = Date.now();
  await link.click();
  await at(1).waitFor({ timeout: kOpens * patience });
  await page.locator("mark.chosen").waitFor({ timeout: kOpens * patience });
  // Drawn, not only made: the browser answers again.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const took = Date.now() - begun;
  assert.ok(took < kOpens * patience, `${took} ms`);
  // The whole text is there, for whoever searches the page or listens to it; only what is near is marked.
  const length = await page.locator(".marked-text").evaluate((one) => one.textContent.length);
  assert.equal(length, letter().length);
  const marks = await page.locator("mark.mention").count();
  assert.ok(marks > 20 && marks < kMentions / 10, `${marks} marks`);
  await picture(page, "long-document", { whole: false });
});

step("mentions are decided by keys, quickly", async () => {
  const begun = Date.now();
  for (let i = 0; i < 10; ++i) {
    await page.keyboard.press("a");
    await at(i + 2).waitFor();
  }
  const took = (Date.now() - begun) / 10;
  assert.ok(took < 2000 * patience, `${took} ms each`);
  await page.locator(".done").getByText("Taken out.").waitFor(long);
  await page.keyboard.press("k");
  await at(10).waitFor();
  assert.equal(await page.locator("mark.chosen").innerText(), "person9@example.org");
  assert.deepEqual(await stumbles(page), []);
});

step("where one scrolls, mentions are marked; the last one can be clicked", async () => {
  await page.locator(".text-block").last().scrollIntoViewIfNeeded();
  const last = page.locator("mark", { hasText: `person${kMentions - 1}@example.org` });
  await last.waitFor(long);
  await last.click();
  await at(kMentions).waitFor();
  // Those that are far away again are plain text.
  await page.waitForFunction((most) => document.querySelectorAll("mark.mention").length < most, kMentions / 10, long);
  await page.keyboard.press("j");
  await page.locator(".done").getByText("That was the last mention of this document").waitFor(long);
});

step("what is searched for is found far down, selected and marked as a mention", async () => {
  await page.getByRole("link", { name: "← All documents" }).click();
  await page.getByLabel("Words to search for in all documents").fill("quicksilver");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".hits a").first().click();
  await page.waitForFunction(() => getSelection().toString() === "quicksilver", null, long);
  const seen = await page.evaluate(() => getSelection().getRangeAt(0).getBoundingClientRect().top);
  assert.ok(seen > 0 && seen < 900, `${seen}`);
  await page.getByRole("button", { name: /^Add as a mention/ }).click();
  await page.getByRole("button", { name: "Add and take it out" }).click();
  await page.locator(".done").getByText("The mention is added").waitFor(long);
  await page.locator("mark.chosen", { hasText: "quicksilver" }).waitFor(long);
});

step("by keys something is selected that was missed, also after a jump to the end", async () => {
  await page.keyboard.press("m");
  await page.getByText("The cursor is in the text").waitFor(long);
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await page.waitForTimeout(400); // blocks there are marked now, under the cursor
  for (let i = 0; i < 3; ++i) await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => getSelection().toString().trim() === "The", null, long);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add a mention" }).getByText("“The”").waitFor(long);
  await page.keyboard.press("Escape");
  await place(page, "Documents").click();
  await heading(page, "2 documents", 2).waitFor(long);
  assert.deepEqual(page.said, []);
});
