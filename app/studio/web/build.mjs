// Makes dist/ from src/: one script, one style sheet, one page. The result is kept in the repository
// beside its source, so that only whoever changes the page needs Node; a test makes it again and
// compares.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import { argv } from "node:process";

const out = argv[2] ?? "dist";
await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
await copyFile("src/index.html", `${out}/index.html`);
