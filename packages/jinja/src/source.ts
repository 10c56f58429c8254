/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A template with all files it includes, by the names that include them. */
export interface TemplateSource {
  readonly text: string;
  readonly includes: Readonly<Record<string, string>>;
}

export type Rendered = { readonly kind: "text"; readonly text: string } | WrongTemplate;

/** A rendering in pieces: the template's own text apart from filled-in values. */
export type RenderedPieces = { readonly kind: "pieces"; readonly pieces: readonly RenderedPiece[] } | WrongTemplate;

export interface RenderedPiece {
  readonly kind: "literal" | "value" | "inline";
  readonly text: string;
}

export interface WrongTemplate {
  readonly kind: "wrong";
  /** In the template itself. If the error is in an included file, `why` names the file and the place in it. */
  readonly at: Position;
  readonly why: string;
}
