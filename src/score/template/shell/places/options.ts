import { type Place, type Spot, type Word, assignment, baseOf, literal, valueMark } from "../word.ts";

/** The role of a word for a program most of whose words are data, and some of whose options run something. */
export function toolPlace(name: string, words: readonly Word[], spot: Spot): Place {
  const own = Object.hasOwn(tools, name) ? (tools[name]?.(words, spot) ?? "data") : "data";
  return own === "data" && name !== "git" ? unknownPlace(words, spot) : own;
}

/** The word behind one of these options is run; and a value could be such an option itself. */
function optionPlace(running: RegExp): (words: readonly Word[], spot: Spot) => Place {
  return (words, { index, prefix, value }) => {
    if (running.test(literal(words[index - 1]) ?? "") || running.test(prefix.replace(/=.*$/s, ""))) return "code";
    return isOption(words, { index, prefix, value }) ? "option" : "data";
  };
}

function isOption(words: readonly Word[], { index, prefix, value }: Spot): boolean {
  return isStart(prefix) && value.startsWith("-") && !words.slice(0, index).some((word) => literal(word) === "--");
}

/** Other values may stand before, and be empty. */
function isStart(prefix: string): boolean {
  return prefix.replaceAll(valueMark, "") === "";
}

const gitOption = optionPlace(
  /^(?:-c|--config-env|--exec|-x|--extcmd|--exec-path|--upload-pack|--receive-pack|-u|-O|--open-files-in-pager|--command)$/,
);
const gitRuns = new Set(["foreach", "filter-branch", "config", "run", "difftool", "mergetool"]);

function gitPlace(words: readonly Word[], spot: Spot): Place {
  // The author of a commit is no program.
  if (/^user\.(?:name|email)=/.test(spot.prefix)) return "data";
  return words.slice(1, spot.index).some((word) => gitRuns.has(literal(word) ?? "")) ? "code" : gitOption(words, spot);
}

/** Make fills in `$(…)` wherever it finds it, and `SHELL=…` is a word like any other. */
function makePlace(words: readonly Word[], { index, prefix, value }: Spot): Place {
  const isFile = /^(?:-\w*f|--(?:make)?file|--eval)$/.test(literal(words[index - 1]) ?? "");
  return isFile ||
    /[$=]/.test(value) ||
    (isStart(prefix) && value.startsWith("-")) ||
    /^(?:SHELL|MAKEFLAGS|--eval|-f|--(?:make)?file)/.test(prefix)
    ? "code"
    : "data";
}

const packageOption = optionPlace(/^(?:-c|--call|--shell-mode)$/);
const launchers = new Set(["npx", "pnpx", "bunx", "uvx"]);
const launching = /^(?:exec|x|dlx|tool)$/;
const alsoRun = new Set(["uv", "poetry", "pipx", "pdm", "hatch", "rye", "go", "cargo", "bundle"]);

/** Programs that start another one by its name, which has to be written out. */
function packagePlace(words: readonly Word[], spot: Spot): Place {
  const name = baseOf(literal(words[0]) ?? "");
  const before = words.slice(1, spot.index).map((word) => literal(word) ?? "");
  const from = launchers.has(name)
    ? 0
    : before.findIndex((word) => launching.test(word) || (alsoRun.has(name) && word === "run")) + 1;
  const isNamed = before.slice(from).some((word) => word !== "run" && !word.startsWith("-"));
  return (from > 0 || launchers.has(name)) && !isNamed ? "code" : packageOption(words, spot);
}

const found =
  /^-(?:i?l?name|i?path|i?wholename|i?regex|regextype|newer\w*|[acm]newer|x?type|size|[acm](?:time|min)|user|group|[ug]id|perm|(?:max|min)depth|printf|samefile|inum|links|fstype|used|context)$/;

/** A word of `find` that begins a test or an action, such as -delete, unless it is what a test looks for. */
export function findOption(words: readonly Word[], { index, prefix, value }: Spot): Place {
  if (found.test(literal(words[index - 1]) ?? "")) return "data";
  return isStart(prefix) && /^[-(!),]/.test(value) ? "option" : "data";
}

/** Options that name a program, of any program. */
const naming = /^--?[\w-]*(?:exec|command|cmd|eval|execute|program|pager|editor|shell|rsh|wrapper)$/;
const short = /^-(?:[a-zA-Z]{0,2}c|e)$/;
/** Programs to which `-c` and `-e` are no text to run. */
const plainShort = new Set(
  "grep egrep fgrep zgrep rg ag ack wc head tail cut tr uniq stat ping od xxd sum cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum sort ls echo cat du df gzip gunzip zcat bzip2 xz zstd curl diff cmp patch ps jq yq gcc cc g++ c++ clang clang++ rustc docker podman kubectl set".split(
    " ",
  ),
);

/** A program that Tutti knows nothing of may be an interpreter: what stands behind an option that says so is no data. */
function unknownPlace(words: readonly Word[], { index, prefix }: Spot): Place {
  const program = literal(words[0]) ?? "";
  const before = literal(words[index - 1]) ?? "";
  const isOwn = /\.\w+$/.test(baseOf(program)) || (program.includes("/") && !/\/s?bin\//.test(program));
  if (isOwn) return "data";
  if (naming.test(prefix.replace(/=.*$/s, "")) || (isStart(prefix) && naming.test(before))) return "code";
  return isStart(prefix) && short.test(before) && !plainShort.has(baseOf(program)) ? "code" : "data";
}

/** Bash's `printf -v` calculates with the name it is given. */
function printfPlace(words: readonly Word[], spot: Spot): Place {
  return literal(words[spot.index - 1]) === "-v" || (spot.index === 1 && isOption(words, spot)) ? "number" : "data";
}

const tools: Readonly<Record<string, (words: readonly Word[], spot: Spot) => Place>> = {
  git: gitPlace,
  make: makePlace,
  gmake: makePlace,
  tar: optionPlace(
    /^(?:--to-command|--checkpoint-action|-I|--use-compress-program|--rsh-command|-F|--info-script|--new-volume-script)$/,
  ),
  rsync: optionPlace(/^(?:-e|--rsh|--rsync-path)$/),
  sort: optionPlace(/^--compress-program$/),
  man: optionPlace(/^(?:-P|--pager|-H|--html)$/),
  zip: optionPlace(/^(?:-TT|--unzip-command)$/),
  curl: optionPlace(/^(?:-K|--config)$/),
  wget: optionPlace(/^(?:-e|--execute|--use-askpass)$/),
  ...Object.fromEntries(["npm", "pnpm", "yarn", ...launchers, ...alsoRun].map((name) => [name, packagePlace] as const)),
  printf: printfPlace,
};

/** `export NAME=…`: what stands before the `=` is calculated with, and all of it where `-i` was said. */
export function declared(words: readonly Word[], { index, prefix }: Spot): Place {
  const isWhole = words.slice(1, index).some((word) => /^-\w*[in]/.test(word.text));
  return !isWhole && assignment.test(prefix) ? "data" : "number";
}
