import { findPlace, innerProgram, isWrapper, replacedBy } from "./places/wrappers.ts";
import type { Place, Spot } from "./spot.ts";
import { type Word, assignment, baseOf, literal } from "./word.ts";

/** Python reads no options behind its code, its module or its script. */
function pythonPlace(words: readonly Word[], { index }: Spot): Place {
  let at = 1;
  for (; at < words.length; at++) {
    const word = literal(words[at]);
    if (word === null) break;
    if (/^-[a-zA-Z]*[cm]$/.test(word)) return index > at + 1 ? "data" : "code";
    if (/^-[WX]$/.test(word)) at++;
    else if (word === "-" || !word.startsWith("-")) break;
  }
  return index > at ? "data" : "code";
}

/** Options whose next word, or the rest of whose own, is code. */
const codeOptions: Readonly<Record<string, RegExp>> = {
  node: /^(?:-\w*[ep]|--eval|--print)$/,
  deno: /^eval$/,
  bun: /^(?:-e|--eval)$/,
  perl: /^-\w*[eE]$/,
  ruby: /^-\w*e$/,
  php: /^-r$/,
  lua: /^-e$/,
  Rscript: /^-e$/,
  sed: /^(?:-\w*[ef]|--expression|--file)$/,
  gsed: /^(?:-\w*[ef]|--expression|--file)$/,
};
const awkOptions = /^(?:-f|--file|-e|--source)$/;

/**
 * These read options up to their first argument, some of them also behind it: what begins with `-` is never data,
 * unless `--` stands before.
 */
function interpreterPlace(name: string, words: readonly Word[], { index, prefix, value }: Spot): Place {
  const isAwk = name.endsWith("awk");
  const options = codeOptions[name] ?? awkOptions;
  const before = words.slice(1, index);
  const last = literal(before.at(-1)) ?? "";
  if (isAwk && /^-\w*[vF]$/.test(last)) return last.endsWith("F") || /^\w+=/.test(prefix) ? "data" : "code";
  if (/^-./.test(last) && last !== "--")
    return takesNoWord(name, last) && hasProgram(before, options) ? plain(prefix + value) : "code";
  if (!hasProgram(before, options)) return "code";
  return before.some((word) => literal(word) === "--") ? "data" : plain(prefix + value);
}

function plain(word: string): Place {
  return word.startsWith("-") ? "code" : "data";
}

function takesNoWord(name: string, option: string): boolean {
  return /sed$/.test(name) && /^-[nErszu]+$/.test(option);
}

/** Whether code or a script was given before: behind an option for it, or as the first word that is none. */
function hasProgram(words: readonly Word[], options: RegExp): boolean {
  return words.some((word, at) => {
    const text = literal(word);
    if (text === null) return false;
    const previous = literal(words[at - 1]) ?? "";
    if (options.test(previous)) return true;
    return !text.startsWith("-") && !/^-\w*[vFf]$/.test(previous) && !options.test(text);
  });
}

/** Programs most of whose words are data, and some of whose options run something. */

/** The word behind one of these options is run; and a value could be such an option itself. */
function optionPlace(running: RegExp): (words: readonly Word[], spot: Spot) => Place {
  return (words, { index, prefix, value }) => {
    if (running.test(literal(words[index - 1]) ?? "") || running.test(prefix.replace(/=.*$/s, ""))) return "code";
    return isOption(words, { index, prefix, value }) ? "code" : "data";
  };
}

function isOption(words: readonly Word[], { index, prefix, value }: Spot): boolean {
  return prefix === "" && value.startsWith("-") && !words.slice(0, index).some((word) => literal(word) === "--");
}

const gitOption = optionPlace(
  /^(?:-c|--config-env|--exec|-x|--extcmd|--exec-path|--upload-pack|--receive-pack|-u|-O|--open-files-in-pager|--command)$/,
);
const gitRuns = new Set(["foreach", "filter-branch", "config", "run", "difftool", "mergetool"]);

function gitPlace(words: readonly Word[], spot: Spot): Place {
  // Who commits is no program.
  if (/^user\.(?:name|email)=/.test(spot.prefix)) return "data";
  return words.slice(1, spot.index).some((word) => gitRuns.has(literal(word) ?? "")) ? "code" : gitOption(words, spot);
}

/** Make fills in `$(…)` wherever it finds it, and `SHELL=…` is a word like any other. */
function makePlace(_: readonly Word[], { prefix, value }: Spot): Place {
  return /[$=]/.test(value) || (prefix === "" && value.startsWith("-")) || /^(?:SHELL|MAKEFLAGS|--eval|-f)/.test(prefix)
    ? "code"
    : "data";
}

const packagePlace = optionPlace(/^(?:-c|--call|--shell-mode)$/);

/** Bash's `printf -v` calculates with the name it is given. */
function printfPlace(words: readonly Word[], spot: Spot): Place {
  return literal(words[spot.index - 1]) === "-v" || (spot.index === 1 && isOption(words, spot)) ? "number" : "data";
}

/** `export NAME=…`: what stands before the `=` is calculated with, and all of it where `-i` was said. */
function declared(words: readonly Word[], { index, prefix }: Spot): Place {
  const isWhole = words.slice(1, index).some((word) => /^-\w*[in]/.test(word.text));
  return !isWhole && assignment.test(prefix) ? "data" : "number";
}

function isShell(name: string): boolean {
  return /^(?:ba|da|k|mk|z|a|fi)?sh$/.test(name);
}

/** A word of a shell: one of its options, its text behind `-c`, its script, or an argument of these. */
function shellPlace(words: readonly Word[], { index }: Spot): Place {
  let at = 1;
  let hasText = false;
  for (; at < words.length; at++) {
    const word = literal(words[at]);
    if (word === null) break;
    if (word === "-" || !/^[-+]/.test(word)) break;
    if (word === "--") {
      at++;
      break;
    }
    if (/^-[a-zA-Z]*c/.test(word)) hasText = true;
    // Its argument is the next word.
    if (/^[-+][a-zA-Z]*[oO]$/.test(word)) at++;
  }
  if (index > at) return "data";
  const text = words[at];
  return index === at && hasText && text !== undefined ? { shell: text.text, hasExpansion: text.hasExpansion } : "code";
}

/** `eval`, `trap` and `ssh` make a shell's text of their words. */
function textPlace(name: string, words: readonly Word[], { index }: Spot): Place {
  // An option, or the host that a connection is made to.
  const first = name === "ssh" ? 2 : 1;
  if (words.slice(1, first + 1).some((word) => word.text.startsWith("-")) || index < first) return "code";
  if (name === "trap" && index > 1) return "code";
  const text = name === "trap" ? words.slice(1, 2) : words.slice(first);
  return { shell: text.map((word) => word.text).join(" "), hasExpansion: text.some((word) => word.hasExpansion) };
}

const runsWords = new Set(
  "source . alias bind complete compgen enable fc hash coproc su doas watch parallel script at batch expect screen tmux crontab flock chroot strace ltrace gdb unshare nsenter setpriv runuser pkexec bwrap firejail pwsh osascript m4 ed ex vi vim nvim emacs sqlite3 psql mysql".split(
    " ",
  ),
);
const calculating = new Set("let unset read mapfile readarray getopts wait shift".split(" "));
const declaring = new Set("declare typeset local export readonly".split(" "));

/** What a word is to the program that the first word names. Only what is known to stay an argument is data. */
export function placeOf(words: readonly Word[], spot: Spot): Place {
  const program = literal(words[0]);
  if (program === null || spot.index === 0) return "code";
  const name = baseOf(program);
  if (name === "eval" || name === "trap" || name === "ssh") return textPlace(name, words, spot);
  if (runsWords.has(name)) return "code";
  if (calculating.has(name)) return "number";
  if (declaring.has(name)) return declared(words, spot);
  if (isShell(name)) return shellPlace(words, spot);
  if (isWrapper(name)) return within(words, spot, innerProgram(name, words));
  if (name === "find") return within(words, spot, findPlace(words, spot));
  if (/^python[\d.]*$/.test(name)) return pythonPlace(words, spot);
  if (interpreters.has(name)) return interpreterPlace(name, words, spot);
  const own = tools[name]?.(words, spot) ?? "data";
  return own === "data" ? behindShell(words, spot) : own;
}

const interpreters = new Set("node deno bun perl ruby php lua Rscript tclsh awk gawk mawk nawk sed gsed".split(" "));

const tools: Readonly<Record<string, (words: readonly Word[], spot: Spot) => Place>> = {
  git: gitPlace,
  make: makePlace,
  gmake: makePlace,
  tar: optionPlace(
    /^(?:--to-command|--checkpoint-action|-I|--use-compress-program|--rsh-command|-F|--info-script|--new-volume-script)$/,
  ),
  rsync: optionPlace(/^(?:-e|--rsh|--rsync-path)$/),
  npx: packagePlace,
  npm: packagePlace,
  pnpm: packagePlace,
  yarn: packagePlace,
  printf: printfPlace,
};

/** The command that another one runs. `inner`: where it begins; `null`: that can't be told. `"data"`: it runs none. */
function within(words: readonly Word[], spot: Spot, inner: number | null | "data"): Place {
  if (inner === "data") return "data";
  const mark = replacedBy(words);
  if (inner === null || spot.index <= inner || (mark !== null && spot.value.includes(mark))) return "code";
  return placeOf(words.slice(inner), { ...spot, index: spot.index - inner });
}

/** `docker exec box sh -c …`: a shell among the words of a program that Tutti does not know. */
function behindShell(words: readonly Word[], spot: Spot): Place {
  const shell = words.findIndex(
    (word, index) => index > 0 && index < spot.index && isShell(baseOf(literal(word) ?? "")),
  );
  if (shell === -1 || !words.slice(shell + 1, spot.index + 1).some((word) => /^-\w*c/.test(word.text))) return "data";
  return shellPlace(words.slice(shell), { ...spot, index: spot.index - shell });
}
