// A part of a drawing is selected: bars of a column, classes by their size, a rectangle of the map. By
// mouse, by finger and by keys alone; what lies there is said, and the data can be shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { begin, guidePicture, heading, journey, long, openWindow, picture, place, stumbles } from "./support.mjs";

const step = journey();
let studio, page;
begin({ census: 200 }, (...made) => ([studio, page] = made));

const chart = () => page.locator(".one-sided svg[data-brush]").first();
const said = (of = page) => of.locator(".range-words").first();
const where = () => page.locator(".data-where [role=status]").first();

// The ages in the file, to count what the page says.
const ages = () => {
  const [head, ...lines] = readFileSync(join(studio.folder, "people.csv"), "utf8").trim().split("\n");
  const at = head.split(",").indexOf("age");
  return lines.map((line) => Number(line.split(",")[at]));
};
const inRange = ([low, high]) => ages().filter((age) => age >= low && age <= high).length;
// "age 30 to 39: 41 people (20.5 %)." in parts.
function read(words) {
  const found = words.match(/^age (\d+)(?: to (\d+))?: (\d+) people \(([\d.]+|< 0\.1) %\)\.$/);
  assert.ok(found, words);
  return { range: [Number(found[1]), Number(found[2] ?? found[1])], people: Number(found[3]) };
}

// From the middle of one bar to that of another.
async function drag(svg, from, to) {
  await svg.scrollIntoViewIfNeeded();
  const places = await svg.evaluate((one, numbers) => {
    const bars = one.querySelectorAll("[data-bin]");
    return numbers.map((n) => {
      const box = bars[n].getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
  }, [from, to]);
  await page.mouse.move(places[0].x, places[0].y);
  await page.mouse.down();
  await page.mouse.move((places[0].x + places[1].x) / 2, (places[0].y + places[1].y) / 2, { steps: 4 });
  await page.mouse.move(places[1].x, places[1].y, { steps: 4 });
  await page.mouse.up();
}

step("bars of a column are dragged across, and counted as the file counts", async () => {
  await page.getByRole("button", { name: "Open: people.csv" }).click();
  await page.getByRole("status").filter({ hasText: "Saved as version 1" }).waitFor(long);
  await page.getByRole("button", { name: "Details: age" }).click();
  await chart().waitFor(long);
  await drag(chart(), 2, 6);
  await said().filter({ hasText: "people" }).waitFor(long);
  const { range, people } = read(await said().innerText());
  assert.ok(range[1] > range[0], String(range));
  assert.equal(people, inRange(range));
  assert.equal(await chart().locator("[data-bin][aria-selected=true]").count(), 5);
  assert.deepEqual(await stumbles(page), []);
  await picture(page, "select-column");
  await guidePicture(page.locator("tr.column-details").first(), "select-column");
});

step("the same by keys alone: arrows, Shift, Escape", async () => {
  await chart().focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".range-words").textContent === "");
  await page.keyboard.press("Home");
  const first = read(await said().innerText());
  assert.equal(first.people, inRange(first.range));
  for (let i = 0; i < 3; ++i) await page.keyboard.press("Shift+ArrowRight");
  const four = read(await said().innerText());
  assert.equal(four.people, inRange(four.range));
  assert.equal(four.range[0], first.range[0]);
  assert.ok(four.range[1] > first.range[1]);
  // Who listens hears the bar at which the selection ends.
  const heard = await chart().evaluate((one) => document.getElementById(one.getAttribute("aria-activedescendant")).getAttribute("aria-label"));
  assert.match(heard, /to .*: \d+/);
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await chart().locator("[data-bin][aria-selected=true]").count(), 3);
  await page.keyboard.press("ArrowRight");
  assert.equal(await chart().locator("[data-bin][aria-selected=true]").count(), 1);
});

step("the rows of what is selected are shown, and only these; no address says which", async () => {
  await drag(chart(), 3, 7);
  const { range, people } = read(await said().innerText());
  const address = page.url();
  await page.getByRole("button", { name: "Show these rows in the data" }).click();
  await where().filter({ hasText: `of ${people} (all: 200)` }).waitFor(long);
  const column = await page.locator(".data-table thead th").allInnerTexts();
  const at = column.indexOf("age");
  const shown = await page.locator(".data-table tbody tr").evaluateAll((rows, i) => rows.map((row) => ({ number: row.children[0].textContent, age: Number(row.children[i].textContent) })), at);
  assert.ok(shown.length > 0);
  const all = ages();
  for (const { number, age } of shown) {
    assert.ok(age >= range[0] && age <= range[1], `${age} in ${range}`);
    assert.equal(all[Number(number) - 1], age);
  }
  assert.equal(page.url(), address);
  // A second column narrows it; each can be taken away again.
  await page.getByRole("button", { name: "Details: sex" }).click();
  const details = page.locator("tr.column-details", { has: page.locator('svg[data-axis="sex"]') });
  const bars = details.locator('svg[data-brush="y"]');
  await bars.waitFor(long);
  await drag(bars, 0, 0);
  await details.getByText(/^sex .*: \d+ people/).waitFor(long);
  await details.getByRole("button", { name: "Show these rows in the data" }).click();
  await page.locator(".row-filters button").nth(2).waitFor(long);
  await where().filter({ hasText: "(all: 200)" }).waitFor(long);
  const both = Number((await where().innerText()).match(/of (\d+) \(all: 200\)/)[1]);
  assert.ok(both < people && both > 0, `${both} of ${people}`);
  await page.getByRole("button", { name: /^Take away: sex/ }).click();
  await where().filter({ hasText: `of ${people} (all: 200)` }).waitFor(long);
  await page.getByRole("button", { name: "All rows again" }).click();
  await where().filter({ hasText: "of 200" }).waitFor(long);
  assert.equal(await page.getByLabel("Go to row").count(), 1);
});

step("classes by their size are selected where risk is shown", async () => {
  await place(page, "Risk now").click();
  const sizes = page.locator('svg[data-axis="size of the class"]').first();
  await sizes.waitFor(long);
  await sizes.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.getByText(/^size of the class .*: 200 people \(100 %\)\.$/).waitFor(long);
  await page.getByRole("button", { name: "Select none" }).click();
  assert.equal(await sizes.evaluate((one) => one === document.activeElement), true);
});

step("before and after are counted where they are compared", async () => {
  await place(page, "Protect").click();
  await page.getByText("Nothing is wrong with it.").waitFor(long);
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Protect", exact: true }).click();
  await heading(page, "The release is made", 3).waitFor(long);
  await place(page, "Compare").click();
  await page.getByRole("button", { name: "Compare all columns" }).click();
  await page.getByRole("button", { name: "Compare again" }).waitFor(long);
  await page.getByLabel("Column", { exact: true }).selectOption("age");
  const pair = page.locator(".one-column svg[data-brush]");
  await pair.waitFor(long);
  await pair.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.getByText(/^age .*: 200 people before \(100 %\), 200 after \(100 %\)\.$/).waitFor(long);
});

step("a rectangle of the map leaves the points in it, by mouse, by numbers and by keys", async () => {
  await place(page, "Advise").click();
  await page.getByRole("button", { name: "Find a protection" }).click();
  const map = page.locator('.map-box svg[data-brush="xy"]');
  await map.waitFor({ timeout: long.timeout * 3 });
  const table = page.getByRole("region", { name: "Table of all that was tried" }).locator("tbody tr");
  const points = await map.locator("[data-x]").evaluateAll((all) => all.map((one) => ({ x: Number(one.dataset.x), y: Number(one.dataset.y) })));
  const all = await table.count();
  assert.ok(all >= points.length && points.length > 2);
  const area = page.getByRole("group", { name: "Only points with" });
  const limits = async () => {
    const value = async (name, none) => Number((await area.getByLabel(name, { exact: true }).inputValue()) || none);
    return { x: [await value("loss from", 0), await value("loss to", Infinity)], y: [await value("risk from", 0), await value("risk to", Infinity)] };
  };
  // The left half, as a drag from one corner of the frame.
  await map.scrollIntoViewIfNeeded();
  const frame = await map.evaluate((one) => {
    const [left, top, right, bottom] = one.dataset.frame.split(" ").map(Number);
    const matrix = one.getScreenCTM();
    const at = (x, y) => new DOMPoint(x, y).matrixTransform(matrix);
    return [at(left + 1, bottom - 1), at((left + right) / 2, top + 1)].map(({ x, y }) => ({ x, y }));
  });
  await page.mouse.move(frame[0].x, frame[0].y);
  await page.mouse.down();
  await page.mouse.move(frame[1].x, frame[1].y, { steps: 6 });
  await page.mouse.up();
  await area.getByText(/lie[s]? there/).waitFor(long);
  const { x } = await limits();
  const within = points.filter((one) => one.x >= x[0] && one.x <= x[1]).length;
  assert.ok(within < points.length, `${within} of ${points.length}`);
  assert.equal(await table.count(), within);
  await page.waitForFunction((n) => document.querySelectorAll(".map-box .outside").length === n, points.length - within, long);
  assert.deepEqual(await stumbles(page), []);
  await picture(page, "select-map");
  await guidePicture(page.locator(".map-box"), "select-map");

  // By numbers: only those that lose least.
  await area.getByRole("button", { name: "All points" }).click();
  assert.equal(await table.count(), all);
  const least = Math.min(...points.map((one) => one.x));
  await area.getByLabel("loss to", { exact: true }).fill(String(least + 0.01));
  await page.waitForFunction((n) => document.querySelectorAll(".points-box tbody tr").length === n, points.filter((one) => one.x <= least + 0.01).length);
  await area.getByRole("button", { name: "All points" }).click();

  // By keys: the rectangle begins in the corner, Shift makes it larger, Escape lets go.
  await map.focus();
  await page.keyboard.press("ArrowUp");
  for (let i = 0; i < 25; ++i) await page.keyboard.press("Shift+ArrowRight");
  for (let i = 0; i < 10; ++i) await page.keyboard.press("Shift+ArrowUp");
  const now = await limits();
  assert.deepEqual(now.x, [0, Infinity]); // to the end of the axis, and what lies beyond it
  const low = points.filter((one) => one.y <= now.y[1]).length;
  assert.equal(await table.count(), low);
  await page.keyboard.press("Escape");
  assert.equal(await table.count(), all);
  // A point is still a button.
  await map.locator("[data-key]").last().press("Enter");
  await map.locator("[data-key].chosen").waitFor();
  assert.deepEqual(page.said, []);
});

step("a finger selects on a telephone, and the page still scrolls", async () => {
  const phone = await openWindow(studio, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await phone.goto(page.url().replace(/\/[a-z]+$/, "/columns"));
  await phone.getByRole("button", { name: "Details: age" }).click();
  const bars = phone.locator(".one-sided svg[data-brush]").first();
  await bars.waitFor(long);
  await bars.scrollIntoViewIfNeeded();
  const cdp = await phone.context().newCDPSession(phone);
  const touch = (type, points) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const box = await bars.boundingBox();
  const y = box.y + box.height / 2;
  const stroke = async (from, to) => {
    await touch("touchStart", [{ x: from.x, y: from.y }]);
    for (let i = 1; i <= 8; ++i) await touch("touchMove", [{ x: from.x + ((to.x - from.x) * i) / 8, y: from.y + ((to.y - from.y) * i) / 8 }]);
    await touch("touchEnd", []);
  };
  await stroke({ x: box.x + box.width * 0.3, y }, { x: box.x + box.width * 0.7, y });
  await said(phone).filter({ hasText: "people" }).waitFor(long);
  const { range, people } = read(await said(phone).innerText());
  assert.equal(people, inRange(range));
  assert.ok(range[1] > range[0]);
  await picture(phone, "select-phone", { whole: false });

  // On the map a stroke scrolls the page, until a tap has taken hold of it; then a stroke selects.
  await place(phone, "Advise").click();
  const map = phone.locator('.map-box svg[data-brush="xy"]');
  await map.waitFor(long);
  await map.scrollIntoViewIfNeeded();
  const corner = async (x, y) => {
    const frame = await map.boundingBox();
    return { x: frame.x + frame.width * x, y: frame.y + frame.height * y };
  };
  const reached = phone.getByRole("group", { name: "Only points with" }).getByRole("status");
  await reached.filter({ hasText: /^All \d+ points\.$/ }).waitFor(long);
  const before = await phone.evaluate(() => scrollY);
  await stroke(await corner(0.3, 0.6), await corner(0.3, 0.2));
  await phone.waitForFunction((y) => scrollY > y + 20, before, long);
  assert.match(await reached.innerText(), /^All \d+ points\.$/);
  await map.scrollIntoViewIfNeeded();
  const tap = await corner(0.9, 0.1);
  await phone.touchscreen.tap(tap.x, tap.y);
  await reached.filter({ hasText: "there." }).waitFor(long);
  await stroke(await corner(0.16, 0.1), await corner(0.55, 0.7));
  await reached.filter({ hasText: /^\d+ of \d+ points lie there\.$/ }).waitFor(long);
  assert.ok((await map.locator(".outside").count()) > 0);
  assert.deepEqual(phone.said, []);
  await phone.context().close();
});
