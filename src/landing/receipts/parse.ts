import type { OldReceipt, Receipt } from "./receipt.ts";

/** A receipt as it lies in git; `undefined`: somebody damaged it. */
export function parseReceipt(text: string): Receipt | OldReceipt | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && (isReceipt(value) || isOldReceipt(value))) return value;
  } catch {
    // No JSON.
  }
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const oldTexts = ["job", "sheet", "target", "commit", "parent", "base", "capture", "level", "promptSha256"];

function isOldReceipt(value: Fields): value is Fields & OldReceipt {
  return (
    value["version"] === 1 &&
    hasTexts(value, oldTexts) &&
    typeof value["attempt"] === "number" &&
    isList(value["validations"], isJudged)
  );
}

function isReceipt(value: Fields): value is Fields & Receipt {
  return (
    value["version"] === 2 &&
    hasTexts(value, [...oldTexts, "title", "strategy", "tree"]) &&
    typeof value["attempt"] === "number" &&
    typeof value["signed"] === "boolean" &&
    isList(value["commits"], (item) => typeof item === "string") &&
    isList(value["validations"], isJudged) &&
    (value["promises"] === undefined ||
      isList(value["promises"], (promise) => isJudged(promise) && hasTexts(promise, ["tree"]))) &&
    isList(value["gates"], (gate) => isJudged(gate) && hasTexts(gate, ["name", "tree"]))
  );
}

function hasTexts(value: Fields, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "string");
}

function isList(value: unknown, isGood: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isGood);
}

function isJudged(item: unknown): item is Fields {
  return isRecord(item) && typeof item["passed"] === "boolean";
}
