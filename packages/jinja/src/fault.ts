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

/** An error in a template, on its way from parser and evaluator to the engine, which returns it as a value. */
class TemplateFault extends Error {
  readonly spot: Spot | null;

  constructor(why: string, spot: Spot | null) {
    super(why);
    this.spot = spot;
  }
}

export function fault(why: string, spot: Spot | null = null): Error {
  return new TemplateFault(why, spot);
}

export function spotOf(error: unknown): Spot | null {
  return error instanceof TemplateFault ? error.spot : null;
}

/** Adds this spot to a fault that has none. */
export function located<T>(spot: Spot, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateFault && error.spot === null) throw fault(error.message, spot);
    throw error;
  }
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
