import type { Flow } from "./flow.ts";
import type { Inner } from "./judge.ts";
import type { DocumentLayer, Layer } from "./layer.ts";

/** How far a shell's text was read. */
export interface ShellReader {
  readonly layers: Layer[];
  /** Here-documents that begin with the next line. */
  pending: DocumentLayer[];
  /** Why no value may stand at this very place, or from here on. */
  refusal: { readonly why: string; readonly isLasting: boolean } | null;
  /** The problem with a value that was accepted before. */
  fault: string | null;
  /** Whether a value that is no whole number was met. */
  hasText: boolean;
  readonly flow: Flow;
  /** Looks at a shell's text inside this one. */
  readonly inner: Inner;
}
