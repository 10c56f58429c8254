import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { declarations, resultTypes } from "./declarations.mjs";
import { buildFingerprint } from "./fingerprint.mjs";
import { notices } from "./notices.mjs";
import { paramTypes } from "./params.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
await buildAll();

async function buildAll() {
  const fingerprint = buildFingerprint(root);
  const fresh = join(root, ".tmp", `dist-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  try {
    const product = await bundle({ tutti: "src/cli/main.ts", library: "src/library.ts" }, fresh, {
      home: "src",
      splitting: true,
    });
    // One file each, sharing nothing: what the command line loads does not depend on what they need.
    const programs = {
      "agents/acp": "src/bridges/acp/main.ts",
      "agents/http": "src/bridges/http/main.ts",
      "tools/related": "src/tools/related/main.ts",
      "tools/autofix": "src/tools/autofix/main.ts",
      "tools/rule-docs": "src/tools/rule-docs/main.ts",
    };
    const bridges = await bundle(programs, fresh, { home: "src", splitting: false });
    await bundle({ prove: "prove/run.ts", bench: "bench/run.ts", conformance: "prove/conformance/run.ts" }, fresh, {
      home: ".",
      splitting: true,
    });
    copyAssets(fresh);
    /** @type {Map<string, (take: (path: string, name: string) => void) => string | Promise<string>>} */
    const given = new Map();
    given.set("ParamsByMethod", () => paramTypes(root));
    given.set("ResultsByMethod", (take) => resultTypes(root, take));
    writeFileSync(join(fresh, "library.d.ts"), await declarations(root, "src/library.ts", given));
    writeFileSync(
      join(fresh, "licences.txt"),
      notices(
        root,
        [product, bridges].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
      ),
    );
    writeFileSync(join(fresh, ".fingerprint"), fingerprint);
    putInPlace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Dependencies are inlined and every lazy `import()` becomes a file of its own: a command loads only what it uses.
 * Not minified: it starts no faster (measured), and stack traces stay readable.
 *
 * @param {Record<string, string>} entryPoints
 * @param {string} outdir
 * @param {{ home: string, splitting: boolean }} how `home`: see `keepPlaces`
 */
function bundle(entryPoints, outdir, { home, splitting }) {
  return build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting,
    format: "esm",
    // What only runs in a clone is not published, and is told by its name.
    chunkNames: home === "src" ? "[name]-[hash]" : "proof-[name]-[hash]",
    platform: "node",
    target: "node22",
    // A bridge is mostly other people's code: the map would be twice its size, and nobody looks into it.
    sourcemap: splitting && "linked",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [keepPlaces(home), keepNames()],
    // CommonJS dependencies ask for these two, which an ES module does not have.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url), __dirname = import.meta.dirname;',
    },
  });
}

/**
 * A source file finds the files beside it by `import.meta`, which in a bundle is the bundle's own place. Here every source
 * file keeps one: `src/x/y.ts` becomes `dist/x/y.ts` for the product (the sources are not published, so what it needs is
 * copied there), and stays where it is for the proofs and benchmarks, which only run in a clone.
 *
 * @param {string} home folder, relative to the root, that `dist` stands for
 * @returns {import("esbuild").Plugin}
 */
function keepPlaces(home) {
  const from = home === "src" ? join(root, "src") : join(root, "dist");
  return {
    name: "keep-places",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes("node_modules")) return undefined;
        const place = relative(from, path);
        const contents = readFileSync(path, "utf8")
          .replaceAll("import.meta.url", `new URL(${JSON.stringify(place)}, import.meta.url).href`)
          .replaceAll("import.meta.dirname", `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
          .replaceAll("import.meta.filename", `(import.meta.dirname + ${JSON.stringify(`/${place}`)})`);
        return { contents, loader: "ts" };
      });
    },
  };
}

/**
 * Node gives `await import("a CommonJS package")` the package's names; esbuild gives it only a default. What works in the
 * tests must work in the bundle, so such an import goes through a module that says the names.
 *
 * @returns {import("esbuild").Plugin}
 */
function keepNames() {
  return {
    name: "keep-names",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind, namespace, resolveDir }) => {
        const isLazy = kind === "dynamic-import" && namespace === "file" && !path.startsWith("node:");
        return isLazy ? { path, namespace: "keep-names", pluginData: resolveDir } : undefined;
      });
      onLoad({ filter: /./, namespace: "keep-names" }, async ({ path, pluginData }) => {
        const names = Object.keys(await import(path)).filter((name) => name !== "module.exports");
        return { contents: `export { ${names.join(", ")} } from ${JSON.stringify(path)};`, resolveDir: pluginData };
      });
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
