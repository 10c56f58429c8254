import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

/**
 * The dashboard as files that a browser loads: names change with the content, pages are loaded when they are opened, and
 * all that is text lies beside itself compressed.
 *
 * @param {string} root
 * @param {string} dir
 * @returns {Promise<string[]>} the files that went into it, relative to the root
 */
export async function bundleBrowser(root, dir) {
  const made = await build({
    root: join(root, "src/dashboard"),
    configFile: false,
    logLevel: "warn",
    plugins: [withinPolicy],
    build: {
      outDir: dir,
      emptyOutDir: true,
      // The policy of the server lets no script and no font be inside of others.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      // A directive for servers that render React.
      rolldownOptions: {
        onLog: (level, log, say) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : say(level, log)),
      },
    },
  });
  for (const folder of [dir, join(dir, "assets")]) compressIn(folder);
  const output = "output" in made ? made.output : [];
  return output
    .flatMap((one) => (one.type === "chunk" ? one.moduleIds : []))
    .filter((path) => path.startsWith(root))
    .map((path) => relative(root, path.replace(/\?.*$/, "")));
}

/**
 * Styles that libraries write themselves, as the policy of the page takes them: the view of diffs gets another name for
 * its style attributes, by which our styles mark changed words; style elements get the word that is new with each page.
 */
const withinPolicy = {
  name: "within-policy",
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    const part = /@(?:git-diff-view|xterm)\/(core|react|xterm)\//.exec(id)?.[1];
    if (part === undefined || !id.endsWith(".mjs")) return undefined;
    const nonce = 'nonce: document.querySelector("meta[name=style-nonce]")?.content';
    const changed = {
      core: () => code.replaceAll(' style="', ' data-css="'),
      react: () =>
        code.replaceAll('"style", { "data-select-style": true,', `"style", { "data-select-style": true, ${nonce},`),
      // The others it makes by the document that it is given.
      xterm: () => code.replace(/\w+\.mainDocument\.createElement\("style"\)/, `Object.assign($&, { ${nonce} })`),
    }[/** @type {"core" | "react" | "xterm"} */ (part)]();
    // An update may write them otherwise.
    if (changed === code) throw new Error(`${id}: styles are not where they were`);
    return { code: changed, map: null };
  },
};

function compressIn(/** @type {string} */ folder) {
  for (const name of readdirSync(folder).filter((file) => /\.(?:html|js|css|svg)$/.test(file)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
