import type { Spot } from "../fault.ts";
import type { Reader } from "./reader.ts";
import type { Body, Reference } from "./tree.ts";

/** A statement whose first word was read. */
export interface Opened {
  readonly reader: Reader;
  /** The first word. */
  readonly spot: Spot;
  /** Reads what stands up to one of these words. */
  readonly readBody: (...until: readonly string[]) => Closed;
  /** Parts of the whole template: files it names, and its blocks. */
  readonly references: Reference[];
  readonly blocks: Map<string, Body>;
}

export interface Closed {
  readonly body: Body;
  /** The tag that ended the body, after its first word. */
  readonly reader: Reader;
  readonly word: string;
}
