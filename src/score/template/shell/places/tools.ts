import type { Place, Spot } from "../spot.ts";
import { assignment, literal } from "../word.ts";
import type { Word } from "../word.ts";

/** Programs most of whose words are data, and some of whose options run something. */

/** The word behind one of these options is run; and a value could be such an option itself. */
export function optionPlace(running: RegExp): (words: readonly Word[], spot: Spot) => Place {
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

export function gitPlace(words: readonly Word[], spot: Spot): Place {
  // Who commits is no program.
  if (/^user\.(?:name|email)=/.test(spot.prefix)) return "data";
  return words.slice(1, spot.index).some((word) => gitRuns.has(literal(word) ?? "")) ? "code" : gitOption(words, spot);
}

/** Make fills in `$(…)` wherever it finds it, and `SHELL=…` is a word like any other. */
export function makePlace(_: readonly Word[], { prefix, value }: Spot): Place {
  return /[$=]/.test(value) || (prefix === "" && value.startsWith("-")) || /^(?:SHELL|MAKEFLAGS|--eval|-f)/.test(prefix)
    ? "code"
    : "data";
}

export const packagePlace = optionPlace(/^(?:-c|--call|--shell-mode)$/);

/** Bash's `printf -v` calculates with the name it is given. */
export function printfPlace(words: readonly Word[], spot: Spot): Place {
  return literal(words[spot.index - 1]) === "-v" || (spot.index === 1 && isOption(words, spot)) ? "number" : "data";
}

/** `export NAME=…`: what stands before the `=` is calculated with, and all of it where `-i` was said. */
export function declared(words: readonly Word[], { index, prefix }: Spot): Place {
  const isWhole = words.slice(1, index).some((word) => /^-\w*[in]/.test(word.text));
  return !isWhole && assignment.test(prefix) ? "data" : "number";
}
