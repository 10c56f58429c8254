import { expect, test } from "vitest";
import { shownText, withoutInvisible, withoutSecrets } from "./shown-text.ts";

test.each([
  ["https://user:t0k@host/a", "https://***@host/a"],
  ["https://t0k@host/a and ssh://me:t0k@host", "https://***@host/a and ssh://***@host"],
  ["https://me:t0@k@host/a", "https://***@host/a"],
  ["ssh://git@host/a git@host:a", "ssh://git@host/a git@host:a"],
  ["https://host/a?private_token=t0k&b=c", "https://host/a?private_token=***&b=c"],
  ["https://host/a?X-Amz-Signature=t0k", "https://host/a?X-Amz-Signature=***"],
  ["https://host/a@b mail me@host", "https://host/a@b mail me@host"],
])("the address %s is shown as %s", (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown);
});

test("shown text is bounded, whole in its characters, and silent to a terminal", () => {
  expect(shownText(" a\r\nb\u001b[31m\u0007\u202e ")).toBe("a\nb[31m");
  expect(shownText("👍".repeat(9), 5)).toBe("👍👍\ufffd…");
  expect(shownText(`${"a ".repeat(4)}https://me:${"t".repeat(99)}@host`, 20)).toBe("a a a a https://***@…");
  expect(withoutInvisible("a\u{e0041}b\u200bc\td\r\ne")).toBe("abc\td\ne");
});
