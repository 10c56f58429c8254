/**
 * Whether a path with `/` between its steps meets a pattern: `*` and `?` within a step, `**` for any number of steps,
 * `{a,b}` for one of several. No regular expression: the pattern comes from a model, and this always ends soon.
 */
export function meetsPattern(pattern: string, path: string): boolean {
  return alternatives(pattern).some((plain) => meets(plain.split("/"), path.split("/"), steps));
}

const mostAlternatives = 64;

function alternatives(pattern: string): readonly string[] {
  let plain = [pattern];
  while (plain.length < mostAlternatives) {
    const next = plain.flatMap((text) => {
      const found = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(text);
      return found === null
        ? [text]
        : (found[2] ?? "").split(",").map((choice) => `${found[1] ?? ""}${choice}${found[3] ?? ""}`);
    });
    if (next.length === plain.length && next.every((text, index) => text === plain[index])) break;
    plain = next;
  }
  return plain.slice(0, mostAlternatives);
}

interface Parts {
  readonly isAny: (part: string) => boolean;
  readonly isOne: (part: string, item: string) => boolean;
}

const letters: Parts = {
  isAny: (letter) => letter === "*",
  isOne: (wanted, letter) => wanted === "?" || wanted === letter,
};
const steps: Parts = {
  isAny: (step) => step === "**",
  isOne: (pattern, step) => meets(Array.from(pattern), Array.from(step), letters),
};

/** Only the last "any number" can need to take one more: those before it have already found their place. */
function meets(pattern: readonly string[], items: readonly string[], { isAny, isOne }: Parts): boolean {
  let at = 0;
  let any = -1;
  let taken = 0;
  for (let index = 0; index < items.length; ) {
    const part = pattern[at];
    if (part !== undefined && isAny(part)) {
      any = at++;
      taken = index;
    } else if (part !== undefined && isOne(part, items[index] ?? "")) {
      at++;
      index++;
    } else if (any !== -1) {
      at = any + 1;
      index = ++taken;
    } else return false;
  }
  return pattern.slice(at).every(isAny);
}
