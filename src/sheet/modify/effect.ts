/** One difference between a job and what is wanted of it, as a sentence without its full stop. */
export interface Effect {
  readonly kind: "change" | "refused";
  readonly text: string;
}

export function change(text: string): Effect {
  return { kind: "change", text };
}

export function refuse(text: string): Effect {
  return { kind: "refused", text };
}
