// `node scripts/picture.mjs` (after `npm run build`): makes docs/tutti-task.svg from a real run.
// A small repository, a stand-in for an agent, and the built command; the terminal's output becomes the picture.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tutti = fileURLToPath(new URL("../bin/tutti", import.meta.url));
const picture = fileURLToPath(new URL("../docs/tutti-task.svg", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tutti-picture-"));
const repository = join(folder, "shop");

/** What the pictured person types. `tutti task` takes the agent from `agents.default`. */
const commands = [
  `tutti task --validate "npm test" "Round the tax to cents" "Add a slug function" "Write a README"`,
  "git log --oneline",
  "tutti verify",
];

/** @type {Record<string, string>} */
const files = {
  "bin/tutti": `#!/bin/sh\nexec "${process.execPath}" "${tutti}" "$@"\n`,
  "config/tutti/config.yaml": "agents: { default: stand-in }\n",
  "config/tutti/agents/stand-in.yaml": "kind: cli\nexecutable: ./stand-in.sh\n",
  "config/tutti/agents/stand-in.sh": String.raw`#!/bin/sh
case $(cat) in
*"Write a README"*) sleep 2; echo "# Shop" > README.md ;;
*cents*) sleep 4; sed -i 's/price \* 0.2/Math.round(price * 20) \/ 100/' src/price.js ;;
*slug*)
  if [ "$TUTTI_ATTEMPT" = 1 ]; then separator=_; else separator=-; fi
  echo "export const slug = (name) => name.toLowerCase().replaceAll(' ', '$separator');" > src/slug.js
  sed 's/tax(10), 2/slug("A b"), "a-b"/; s/tax/slug/g; s/price/slug/' src/price.test.js > src/slug.test.js ;;
esac
`,
  "shop/package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  "shop/src/price.js": "export const tax = (price) => price * 0.2;\n",
  "shop/src/price.test.js": `import { equal } from "node:assert";
import { test } from "node:test";
import { tax } from "./price.js";

test("tax", () => equal(tax(10), 2));
`,
  ".gitconfig": "[user]\nname = you\nemail = you@example.com\n[init]\ndefaultBranch = main\n[core]\npager = cat\n",
};

const env = {
  PATH: `${join(folder, "bin")}:${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
  HOME: folder,
  TUTTI_HOME: join(folder, "home"),
  XDG_CONFIG_HOME: join(folder, "config"),
  TERM: "xterm",
  // Lines instead of the live view, whose last state alone would be seen.
  CI: "1",
};

try {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const program of ["bin/tutti", "config/tutti/agents/stand-in.sh"]) chmodSync(join(folder, program), 0o755);
  for (const call of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "start"],
  ]) {
    execFileSync("git", call, { cwd: repository, env });
  }
  const screen = commands.flatMap((command) => [`$ ${command}`, ...typed(command), ""]).slice(0, -1);
  if (screen.some((line) => line.includes(folder))) throw new Error("a path of this machine is in the picture");
  writeFileSync(picture, drawn(screen));
} finally {
  execFileSync(join(folder, "bin/tutti"), ["stop"], { cwd: repository, env, stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a command on a terminal of its own, for the colours; a command that fails makes no picture. */
function typed(/** @type {string} */ command) {
  const output = execFileSync("script", ["-qec", `stty cols 200; ${command}`, "/dev/null"], {
    cwd: repository,
    env,
    encoding: "utf8",
  });
  return output.trimEnd().split(/\r*\n/);
}

/** @param {readonly string[]} lines */
function drawn(lines) {
  const height = 18;
  const width = Math.max(...lines.map((line) => plain(line).length)) * 7.85 + 32;
  const rows = lines.map(
    (line, row) => `<text xml:space="preserve" x="16" y="${52 + row * height}">${spans(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${64 + lines.length * height}" role="img">
<title>tutti task runs three prompts at once and lands three commits</title>
<style>
rect { fill: #1c1f26 }
text { fill: #d7dae0; font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre }
.bold { font-weight: bold; fill: #fff } .dim { fill: #8b919c } .red { fill: #ff7b72 } .green { fill: #56d364 }
.yellow { fill: #e3b341 } .blue { fill: #79c0ff }
</style>
<rect width="100%" height="100%" rx="8"/>
<circle cx="22" cy="20" r="5" fill="#ff5f57"/><circle cx="40" cy="20" r="5" fill="#febc2e"/><circle cx="58" cy="20" r="5" fill="#28c840"/>
${rows.join("\n")}
</svg>
`;
}

/** A line with its colours as spans. Codes that turn something off end the span. */
function spans(/** @type {string} */ line) {
  if (line.startsWith("$ "))
    return `<tspan class="blue">$</tspan><tspan class="bold">${escaped(line.slice(1))}</tspan>`;
  const names = new Map([
    ["1", "bold"],
    ["2", "dim"],
    ["31", "red"],
    ["32", "green"],
    ["33", "yellow"],
    ["36", "blue"],
  ]);
  return line
    .split(/(?=\u001B\[)/)
    .map((part) => {
      const [, codes = "", text = ""] = /^\u001B\[([\d;]*)m(.*)$/su.exec(part) ?? [null, "", part];
      const name = names.get(codes.split(";").at(-1) ?? "");
      if (text === "") return "";
      return name === undefined ? escaped(text) : `<tspan class="${name}">${escaped(text)}</tspan>`;
    })
    .join("");
}

function plain(/** @type {string} */ line) {
  return line.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, "");
}

function escaped(/** @type {string} */ text) {
  return plain(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
