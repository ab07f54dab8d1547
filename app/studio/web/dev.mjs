// For whoever changes the page: the page from dist/ on disk, everything else from a running studio.
//   node dev.mjs PROGRAM FOLDER [PORT]     then open the address that it prints; no token is needed
// Not for data of people: it lets in everybody on this machine.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { argv, exit } from "node:process";

const [program, folder, port = "0"] = argv.slice(2);
const studio = spawn(program, ["studio", folder, "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
studio.on("exit", (code) => exit(code ?? 1));
const link = await new Promise((found) => {
  let text = "";
  studio.stdout.on("data", (bytes) => {
    text += bytes;
    const match = text.match(/http:\/\/127\.0\.0\.1:(\d+)\/\?token=\w+/);
    if (match) found(match[0]);
  });
});
const home = new URL(link);
const cookie = await new Promise((found, failed) => {
  request(link, (answer) => found(answer.headers["set-cookie"]?.[0].split(";")[0])).on("error", failed).end();
});
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

createServer(async (asked, answer) => {
  const path = asked.url === "/" ? "/index.html" : asked.url;
  const ending = path.match(/^\/\w+(\.\w+)$/)?.[1];
  if (asked.method === "GET" && kinds[ending] && path !== "/report.css") {
    answer.writeHead(200, { "Content-Type": `${kinds[ending]}; charset=utf-8`, "Cache-Control": "no-store" });
    answer.end(await readFile(new URL(`dist${path}`, import.meta.url)));
    return;
  }
  const headers = { ...asked.headers, host: home.host, cookie };
  if (asked.method !== "GET") headers.origin = home.origin;
  const passed = request({ host: home.hostname, port: home.port, path: asked.url, method: asked.method, headers }, (got) => {
    answer.writeHead(got.statusCode, got.headers);
    got.pipe(answer);
  });
  passed.on("error", () => answer.destroy());
  answer.on("close", () => passed.destroy()); // or the studio would think that somebody still listens
  asked.pipe(passed);
}).listen(Number(port), "127.0.0.1", function () {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
