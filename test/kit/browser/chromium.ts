import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

// The package's own arguments switch the rules about origins off, which are what is tested.
const args = ["--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-dev-shm-usage"];
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A real Chromium, out of a package of the registry: the machine needs no browser. */
export async function launchChromium(): Promise<Browser> {
  const { default: packed } = await import("@sparticuz/chromium");
  const folder = await unpack((): Promise<string> => packed.executablePath());
  // The machine may have no fonts either.
  const env = { ...process.env, FONTCONFIG_PATH: join(folder, "fonts") } as Record<string, string>;
  return chromium.launch({ executablePath: join(folder, "chromium"), args, headless: true, env });
}

/** Unpacked once for each version: it takes seconds, and 200 MB. */
async function unpack(unpackInto: () => Promise<string>): Promise<string> {
  const about = readFileSync(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8");
  const { version } = JSON.parse(about) as { readonly version: string };
  const place = join(root, ".tmp", `chromium-${version}`);
  if (existsSync(place)) return place;
  mkdirSync(join(root, ".tmp"), { recursive: true });
  const fresh = mkdtempSync(join(root, ".tmp", "chromium-"));
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = fresh;
  try {
    await unpackInto();
    // The package expects its fonts elsewhere.
    const where = join(place, "fonts", "fonts");
    const conf = `<?xml version="1.0"?><fontconfig><dir>${where}</dir><cachedir>${join(place, "fonts", "cache")}</cachedir></fontconfig>`;
    writeFileSync(join(fresh, "fonts", "fonts.conf"), conf);
    // Another process may have been faster: theirs is as good.
    if (!existsSync(place)) renameSync(fresh, place);
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    rmSync(fresh, { recursive: true, force: true });
  }
  return place;
}
