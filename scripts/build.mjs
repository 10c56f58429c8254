import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { bundleBrowser } from "./browser.mjs";
import { directBuiltins } from "./builtins.mjs";
import { declarations, resultTypes } from "./declarations.mjs";
import { buildFingerprint } from "./fingerprint.mjs";
import { layers } from "./layers.mjs";
import { notices } from "./notices.mjs";
import { paramTypes } from "./params.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

await buildAll();

async function buildAll() {
  const fingerprint = buildFingerprint(root);
  const fresh = join(root, ".tmp", `dist-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  try {
    const product = { tutti: "src/cli/main.ts", library: "src/library.ts" };
    const { plugin, groups } = layers(root);
    const inputs = await bundle(product, fresh, { home: "src", codeSplitting: { groups }, plugins: [plugin] });
    // One file each, sharing nothing: what the command line loads does not depend on what they need.
    for (const [name, path] of Object.entries({
      "agents/acp": "src/bridges/acp/main.ts",
      "agents/http": "src/bridges/http/main.ts",
      "tools/related": "src/tools/related/main.ts",
      "tools/autofix": "src/tools/autofix/main.ts",
      "tools/rule-docs": "src/tools/rule-docs/main.ts",
      // At the top: it finds its grammars by where its own file would be.
      "merge-worker": "src/landing/merge/worker/main.ts",
      "files-worker": "src/isolation/thread/main.ts",
    }))
      inputs.push(...(await bundle({ [name]: path }, fresh, { home: "src", codeSplitting: false })));
    const proofs = { prove: "prove/run.ts", bench: "bench/run.ts", conformance: "prove/conformance/run.ts" };
    await bundle(proofs, fresh, { home: ".", codeSplitting: true });
    inputs.push(...(await bundleBrowser(root, join(fresh, "browser"))));
    copyAssets(fresh);
    copyGrammars(join(fresh, "landing", "merge", "syntax", "grammars"));
    /** @type {Map<string, (take: (path: string, name: string) => void) => string | Promise<string>>} */
    const given = new Map();
    given.set("ParamsByMethod", () => paramTypes(root));
    given.set("ResultsByMethod", (take) => resultTypes(root, take));
    writeFileSync(join(fresh, "library.d.ts"), await declarations(root, "src/library.ts", given));
    inputs.push("node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter.js");
    writeFileSync(join(fresh, "licences.txt"), notices(root, inputs));
    writeFileSync(join(fresh, ".fingerprint"), fingerprint);
    putInPlace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Dependencies are inlined, and a lazy `import()` becomes a file of its own or a part of a group: a command loads only
 * what it uses, in few files. Not minified: it starts no faster (measured), and stack traces stay readable.
 *
 * @param {Record<string, string>} input
 * @param {string} dir
 * @param {{ home: string, codeSplitting: boolean | { groups: import("rolldown").CodeSplittingGroup[]
 * }, plugins?: import("rolldown").Plugin[] }} how `home`: see `keepPlaces`
 * @returns {Promise<string[]>} the files that went into it, relative to the root
 */
async function bundle(input, dir, { home, codeSplitting, plugins = [] }) {
  const { output } = await build({
    cwd: root,
    input,
    platform: "node",
    transform: { target: "node22" },
    // The browser of a benchmark finds its own files beside itself.
    external: home === "src" ? [] : ["playwright-core", "@sparticuz/chromium"],
    // Some lazy imports are of modules that other commands need at once.
    checks: { ineffectiveDynamicImport: false },
    plugins: [keepPlaces(home), keepNames(), directBuiltins(), ...plugins],
    output: {
      dir,
      format: "esm",
      codeSplitting,
      // What only runs in a clone is not published, and is told by its name.
      chunkFileNames: home === "src" ? "[name]-[hash].js" : "proof-[name]-[hash].js",
      // A bridge is mostly other people's code: the map would be twice its size, and it is not read.
      sourcemap: codeSplitting !== false,
      comments: false,
    },
  });
  return output.flatMap((one) => (one.type === "chunk" ? one.moduleIds : [])).map((path) => relative(root, path));
}

/**
 * A source file finds the files beside it by `import.meta`, which in a bundle is the bundle's own place. Here every source
 * file keeps one: `src/x/y.ts` becomes `dist/x/y.ts` for the product (the sources are not published, so what it needs is
 * copied there), and stays where it is for the proofs and benchmarks, which only run in a clone.
 *
 * @param {string} home folder, relative to the root, that `dist` stands for
 * @returns {import("rolldown").Plugin}
 */
function keepPlaces(home) {
  const from = home === "src" ? join(root, "src") : join(root, "dist");
  return {
    name: "keep-places",
    load: {
      filter: { id: /\.ts$/ },
      handler(path) {
        if (path.includes("node_modules")) return null;
        const place = relative(from, path);
        const code = readFileSync(path, "utf8")
          .replaceAll("import.meta.url", `new URL(${JSON.stringify(place)}, import.meta.url).href`)
          .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
          .replaceAll("import.meta.filename", `(import.meta.dirname + ${JSON.stringify(`/${place}`)})`);
        return { code, moduleType: "ts" };
      },
    },
  };
}

/**
 * Node gives `await import("a CommonJS package")` the package's names; a bundler gives it only a default. What works in
 * the tests must work in the bundle, so such an import goes through a module that says the names.
 *
 * @returns {import("rolldown").Plugin}
 */
function keepNames() {
  const prefix = "\0names-of:";
  return {
    name: "keep-names",
    resolveId(path, importer, { kind }) {
      const isLazy = kind === "dynamic-import" && /^[^./]/.test(path) && !path.startsWith("node:");
      return isLazy && importer !== undefined ? `${prefix}${path}` : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const path = id.slice(prefix.length);
      const names = Object.keys(await import(path)).filter((name) => name !== "module.exports");
      return `export { ${names.join(", ")} } from ${JSON.stringify(path)};`;
    },
  };
}

function copyAssets(/** @type {string} */ outdir) {
  for (const path of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(sh|yaml|md)$/.test(name),
  )) {
    mkdirSync(dirname(join(outdir, path)), { recursive: true });
    copyFileSync(join(root, "src", path), join(outdir, path));
  }
}

/** Those that `src/landing/merge/syntax/languages.ts` names, and the parser. */
function copyGrammars(/** @type {string} */ outdir) {
  const from = join(root, "node_modules", "@vscode", "tree-sitter-wasm", "wasm");
  const names = ["bash", "css", "go", "java", "javascript", "php", "python", "ruby", "rust", "tsx", "typescript"];
  mkdirSync(outdir, { recursive: true });
  copyFileSync(join(from, "tree-sitter.js"), join(outdir, "tree-sitter.cjs"));
  for (const name of ["tree-sitter.wasm", ...names.map((grammar) => `tree-sitter-${grammar}.wasm`)])
    copyFileSync(join(from, name), join(outdir, name));
}

/** Two renames: a half-written dist is never seen, and what an older dist had is gone. */
function putInPlace(/** @type {string} */ fresh) {
  const dist = join(root, "dist");
  const old = `${fresh}.old`;
  try {
    renameSync(dist, old);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  dropCompiled(join(root, ".tmp", "compile-cache"));
}

/** Only to save space: what is compiled is found by its content, and some of it may belong to another user. */
function dropCompiled(/** @type {string} */ folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It stays.
  }
}
