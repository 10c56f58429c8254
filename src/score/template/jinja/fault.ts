import { TuttiError } from "../../../base/error.ts";

/** A template's text; `name` is `null` for the one that is rendered, else the file it was included from. */
export interface Source {
  readonly name: string | null;
  readonly text: string;
  /** A line for a shell, in which `${#` begins no comment. */
  readonly isCommand?: boolean;
}

/** A stretch of a template, by offsets. */
export interface Spot {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
}

/**
 * What is wrong with a template, on its way through parser and evaluator to the engine, which makes a value of it.
 * Where it has no spot yet, whoever knows the spot adds it.
 */
export function fault(why: string, spot?: Spot): TuttiError {
  return new TuttiError("score.template", why, { audience: "user", ...(spot === undefined ? {} : { cause: spot }) });
}

export function spotOf(error: unknown): Spot | null {
  return error instanceof TuttiError && error.code === "score.template" && error.cause !== undefined
    ? (error.cause as Spot)
    : null;
}

/** Gives a fault that has no spot this one. */
export function located<T>(spot: Spot, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TuttiError && error.cause === undefined) throw fault(error.message, spot);
    throw error;
  }
}
