import { declared, gitPlace, makePlace, optionPlace, packagePlace, printfPlace } from "./places/tools.ts";
import { interpreterPlace, pythonPlace } from "./places/interpreters.ts";
import { isShell, shellPlace, textPlace } from "./places/shells.ts";
import { findPlace, innerProgram, isWrapper, replacedBy } from "./places/wrappers.ts";
import { baseOf, literal } from "./word.ts";
import type { Place, Spot } from "./spot.ts";
import type { Word } from "./word.ts";

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
