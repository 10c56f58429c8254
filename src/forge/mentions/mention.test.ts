import { describe, expect, it } from "vitest";
import { claimIn, claimMark, mentionIn, type Said } from "./mention.ts";

const said = (text: string, more: Partial<Said> = {}): Said => ({
  id: "comment-1",
  number: 7,
  isPull: false,
  author: "Ada",
  isMember: false,
  text,
  path: null,
  line: null,
  ...more,
});
const call = { name: "tutti-bot", people: new Set(["ada"]), members: false };

describe("a mention", () => {
  it.each<[string, string, string]>([
    ["at the start", "@tutti-bot sort it", "sort it"],
    ["within a sentence, in any case", "Please @Tutti-Bot, sort it", "Please , sort it"],
    ["on a line of its own", "It is slow.\n@tutti-bot", "It is slow."],
  ])("%s is taken with the words beside it", (_, text, words) => {
    expect(mentionIn(said(text), call)).toMatchObject({ number: 7, words, wants: "work" });
  });

  it.each<[string, string, Partial<Said>]>([
    ["by a person who is not trusted", "@tutti-bot do", { author: "eve", isMember: true }],
    ["of a longer name", "@tutti-bot-2 do", {}],
    ["in an address", "mail@tutti-bot.dev or a/@tutti-bot", {}],
    ["in a quotation", "> @tutti-bot do\nNo.", {}],
    ["in a line of code", "Write `@tutti-bot do`.", {}],
    ["in a block of code", "```\n@tutti-bot do\n```", {}],
    ["in a block of code that never ends", "~~~ sh\n@tutti-bot do", {}],
    ["in a comment of Tutti's own", `@tutti-bot ${claimMark({ id: "comment-9" }, "here")}`, {}],
    ["of no one", "do", {}],
  ])("%s is none", (_, text, more) => {
    expect(mentionIn(said(text, more), call)).toBeNull();
  });

  it("by a member counts where members are trusted", () => {
    const member = said("@tutti-bot do", { author: "eve", isMember: true });
    expect(mentionIn(member, { ...call, members: true })).toMatchObject({ author: "eve" });
  });

  it("asks for a review where its first word says so, in a pull request only", () => {
    const review = (isPull: boolean): string | undefined =>
      mentionIn(said("@tutti-bot: Review, please", { isPull }), call)?.wants;
    expect([review(true), review(false)]).toEqual(["review", "work"]);
  });
});

describe("a claim", () => {
  const mention = { id: "comment-1" };
  it.each<[string, readonly string[], string]>([
    ["of no one", ["On it."], "free"],
    ["of this home", [`On it.\n\n${claimMark(mention, "here")}`], "ours"],
    ["of another home", [claimMark(mention, "there")], "others"],
    ["of both: the first counts", [claimMark(mention, "there"), claimMark(mention, "here")], "others"],
    ["on another mention", [claimMark({ id: "comment-11" }, "there")], "free"],
  ])("%s", (_, marks, whose) => {
    expect(claimIn(marks, mention, "here")).toBe(whose);
  });
});
