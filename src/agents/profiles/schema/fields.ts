import { z } from "zod";
import { pattern } from "../../../score/match/pattern.ts";
import { suggestion } from "../../../score/source/nearest.ts";
import { meaning } from "../../../score/source/shape.ts";
import { placeholderIn } from "../../profile/placeholders.ts";

export const text = z.string().min(1);

export const agentName = z
  .string()
  .regex(/^[a-z\d][a-z\d._-]{0,63}$/, "a name is made of small letters, digits, '.', '-' and '_'");

export const date = z.iso.date("expected a date, such as 2026-01-31");

/** A placeholder is always a whole argument, so nothing needs quoting. */
export function argumentList(allowed: readonly string[]): z.ZodType<string[]> {
  const argument = meaning((written) => {
    if (written.includes("\0")) return wrong("can't contain a NUL");
    const name = placeholderIn(written);
    if (name === undefined || allowed.includes(name)) return { kind: "means", value: written };
    return wrong(
      `there is no ${written} here${suggestion(name, allowed) || `; there are ${allowed.map((known) => `{${known}}`).join(", ")}`}`,
    );
  });
  return z.array(argument).max(200);
}

const variableName = /^[A-Za-z_]\w*$/;
const notAName = "is not a name of an environment variable";

export const variable = z.string().regex(variableName, notAName);

/** A name, or a prefix with `*`. */
export const variables = z
  .array(z.string().regex(/^[A-Za-z_]\w*\*?$/, `${notAName}, nor the beginning of some with a * behind it`))
  .max(200);

export const environment = z.record(
  variable,
  z.string().refine((value) => !value.includes("\0"), "can't contain a NUL"),
);

/** Must stay within the home. */
const within = meaning((written) =>
  written.startsWith("/") || written.split("/").includes("..") || written.includes("\0") || written === ""
    ? wrong("must be a path within the agent's home, without ..")
    : { kind: "means", value: written },
);

export const foldersByVariable = z.record(variable, within);
export const filesByPath = z.record(
  z.string().regex(/^(?!\/)(?!(.*\/)?\.\.(\/|$)).+$/, "must be a path within the agent's home, without .."),
  z.string(),
);

export const patterns = z.array(meaning(pattern)).min(1).max(100);

/** A path in a JSON object. */
export const place = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, "expected the way to a value, such as usage.input_tokens");

export const dollars = z.number().min(0).max(1_000_000);

function wrong(why: string): { readonly kind: "wrong"; readonly why: string } {
  return { kind: "wrong", why };
}
