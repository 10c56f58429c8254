/** Something that is given to Tutti as a score. */
export interface BadCase {
  readonly name: string;
  /** Some are right by chance, and some only odd: then it is enough that nothing else goes wrong. */
  readonly must: "be refused" | "be read or refused";
  /** The text of the score, or what makes something in a folder and gives the path of it. */
  readonly score: string | ((folder: string) => string);
  /** Files beside it. `null` is a named pipe without a writer. */
  readonly files?: Readonly<Record<string, string | null>>;
}

/** Stands for the path of a file that nothing may make: every command of every case would. */
export const canary = "@canary@";

const canaryAgent = { command: ["touch", canary] };
const canaryRule = { command: `touch ${canary}` };

interface Parts {
  readonly score?: object;
  readonly sheet?: object;
}

/** A score that is right but for what is put into it. JSON is YAML, too. */
export function scoreWith({ score = {}, sheet = {} }: Parts): string {
  const first = {
    id: "first",
    prompt: "do it",
    skip_when_command: `touch ${canary}`,
    preconditions: [canaryRule],
    validations: [canaryRule],
    ...sheet,
  };
  return JSON.stringify({ agent: canaryAgent, sheets: [first], ...score });
}

export function refused(name: string, score: BadCase["score"], files?: BadCase["files"]): BadCase {
  return { name, must: "be refused", score, ...(files === undefined ? {} : { files }) };
}

export function odd(name: string, score: BadCase["score"], files?: BadCase["files"]): BadCase {
  return { ...refused(name, score, files), must: "be read or refused" };
}

/** A name for a case made of a text that may be long. */
export function shortened(text: string): string {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length <= 60 ? line : `${line.slice(0, 60)}… (${text.length} characters)`;
}
