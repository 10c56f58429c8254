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

function compressIn(/** @type {string} */ folder) {
  for (const name of readdirSync(folder).filter((file) => /\.(?:html|js|css|svg)$/.test(file)))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
