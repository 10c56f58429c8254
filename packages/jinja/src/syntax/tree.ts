import type { Source, Spot } from "../fault.ts";
import type { Value } from "../values/value.ts";

export type Arithmetic = "+" | "-" | "*" | "/" | "//" | "%" | "**";
export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in";

export type Expression = { readonly spot: Spot } & (
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "list" | "tuple"; readonly items: readonly Expression[] }
  | { readonly kind: "dict"; readonly pairs: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: "attribute"; readonly of: Expression; readonly name: string }
  | { readonly kind: "item"; readonly of: Expression; readonly key: Expression }
  | { readonly kind: "slice"; readonly of: Expression; readonly bounds: readonly (Expression | null)[] }
  | { readonly kind: "call"; readonly of: Expression; readonly args: Arguments }
  | {
      readonly kind: "filter";
      readonly of: Expression;
      readonly name: string;
      readonly args: Arguments;
      readonly nameSpot: Spot;
    }
  | {
      readonly kind: "test";
      readonly of: Expression;
      readonly name: string;
      readonly args: Arguments;
      readonly nameSpot: Spot;
    }
  | { readonly kind: "unary"; readonly operator: "-" | "+" | "not"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: Arithmetic; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "concat"; readonly parts: readonly Expression[] }
  | { readonly kind: "and" | "or"; readonly parts: readonly Expression[] }
  | {
      readonly kind: "compare";
      readonly first: Expression;
      readonly rest: readonly { readonly operator: Comparison; readonly right: Expression }[];
    }
  | {
      readonly kind: "choice";
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression | null;
    }
);

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly (readonly [string, Expression])[];
}

/** The target of an assignment: a name, a field of a namespace, or several of them. */
export type Target =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "field"; readonly of: string; readonly name: string; readonly spot: Spot }
  | { readonly kind: "several"; readonly targets: readonly Target[]; readonly spot: Spot };

export type Body = readonly Statement[];

export interface Parameter {
  readonly name: string;
  readonly initial: Expression | null;
}

export interface FilterCall {
  readonly name: string;
  readonly args: Arguments;
  readonly spot: Spot;
}

export interface Macro {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body;
  readonly spot: Spot;
}

export interface Loop {
  readonly kind: "for";
  readonly target: Target;
  readonly over: Expression;
  readonly filter: Expression | null;
  readonly isRecursive: boolean;
  readonly body: Body;
  readonly otherwise: Body;
}

/** A file that another one names. */
export interface Reference {
  readonly name: Expression;
  readonly canBeMissing: boolean;
  /** The word that begins the statement. */
  readonly spot: Spot;
}

export type Statement =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly value: Expression }
  | {
      readonly kind: "if";
      readonly branches: readonly { readonly test: Expression; readonly body: Body }[];
      readonly otherwise: Body;
    }
  | Loop
  | { readonly kind: "set"; readonly target: Target; readonly value: Expression }
  | { readonly kind: "setBlock"; readonly target: Target; readonly filters: readonly FilterCall[]; readonly body: Body }
  | { readonly kind: "filterBlock"; readonly filters: readonly FilterCall[]; readonly body: Body }
  | { readonly kind: "with"; readonly values: readonly (readonly [Target, Expression])[]; readonly body: Body }
  | { readonly kind: "macro"; readonly macro: Macro }
  | { readonly kind: "callBlock"; readonly call: Expression; readonly caller: Macro }
  | { readonly kind: "block"; readonly name: string; readonly body: Body }
  | { readonly kind: "extends"; readonly file: Reference }
  | { readonly kind: "include"; readonly file: Reference }
  | { readonly kind: "import"; readonly file: Reference; readonly as: string }
  | { readonly kind: "from"; readonly file: Reference; readonly names: readonly (readonly [string, string])[] };

export interface Template {
  readonly source: Source;
  readonly body: Body;
  readonly blocks: ReadonlyMap<string, Body>;
  readonly references: readonly Reference[];
}
