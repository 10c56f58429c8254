import type { Position } from "../source/place.ts";

/** A template with the files it includes, all of them, by the names they are included by. */
export interface TemplateSource {
  readonly text: string;
  readonly includes: Readonly<Record<string, string>>;
}

/** The variables of a score in a form that goes through JSON unchanged. */
export interface TemplateVariables {
  readonly plain: Readonly<Record<string, unknown>>;
  /** What JSON would change (numbers as keys, and their order; `1.0`), as text; see `values.ts`. */
  readonly numbered: string;
}

export type Rendered = { readonly kind: "text"; readonly text: string } | WrongTemplate;

/** What was rendered, with what the template says itself told from what was filled in. */
export type RenderedPieces = { readonly kind: "pieces"; readonly pieces: readonly RenderedPiece[] } | WrongTemplate;

export interface RenderedPiece {
  readonly kind: "literal" | "value" | "inline";
  readonly text: string;
}

export interface WrongTemplate {
  readonly kind: "wrong";
  /** In the template itself, also when what is wrong stands in a file it includes; `why` then names the file. */
  readonly at: Position;
  readonly why: string;
}
