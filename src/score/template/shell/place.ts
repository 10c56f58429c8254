import { isPosixShell, isShell } from "../../interpreter.ts";
import { isLanguage, languagePlace } from "./places/languages.ts";
import { declared, findOption, toolPlace } from "./places/options.ts";
import { findPlace, innerProgram, isWrapper, replacedBy } from "./places/wrappers.ts";
import { textAt } from "./scripts.ts";
import { type Place, type Spot, type Word, baseOf, literal } from "./word.ts";

/** A word of a shell: one of its options, its text behind `-c`, its script, or an argument of these. */
function shellPlace(words: readonly Word[], { index }: Spot): Place {
  const { at, hasText } = textAt(words);
  const isReadable = isPosixShell(baseOf(literal(words[0]) ?? ""));
  if (hasText && !isReadable) return "code";
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
  "source . alias bind complete compgen enable fc hash coproc su doas watch parallel script at batch expect screen tmux crontab flock chroot strace ltrace gdb unshare nsenter setpriv runuser pkexec bwrap firejail osascript m4 ed ex vi vim nvim emacs sqlite3 psql mysql".split(
    " ",
  ),
);
const calculating = new Set("let unset read mapfile readarray getopts wait shift".split(" "));
const declaring = new Set("declare typeset local export readonly".split(" "));

/**
 * The role of a word for the program that the first word names. A word is data only when it is known to stay an
 * argument.
 */
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
  if (name === "find") {
    const inner = findPlace(words, spot);
    return inner === "data" ? findOption(words, spot) : within(words, spot, inner);
  }
  if (isLanguage(name)) return languagePlace(name, words, spot);
  const own = toolPlace(name, words, spot);
  return own === "data" ? behindShell(words, spot) : own;
}

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
