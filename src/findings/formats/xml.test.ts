import { describe, expect, it } from "vitest";
import { type XmlElement, readXml } from "./xml.ts";

function rootOf(text: string): XmlElement {
  const reading = readXml(text);
  if (reading.kind === "unreadable") throw new Error(reading.why);
  return reading.root;
}

describe("XML", () => {
  it("is elements, attributes and text", () => {
    const root = rootOf(
      `\uFEFF<?xml version="1.0"?>\n<!-- <a> --><r a="1" b = '"2"'>x<s/>y<t>z</t><![CDATA[<&amp;>]]></r>\n<!-- end -->\n`,
    );
    expect([root.name, [...root.attributes], root.text]).toEqual([
      "r",
      [
        ["a", "1"],
        ["b", '"2"'],
      ],
      "xy<&amp;>",
    ]);
    expect(root.children.map(({ name, text }) => `${name}:${text}`)).toEqual(["s:", "t:z"]);
  });

  it.each([
    ["&lt;&gt;&amp;&quot;&apos;", `<>&"'`],
    ["&#10;&#x41;&#128512;", "\nA😀"],
    ["&amp;lt;", "&lt;"],
    ["&amp;#38;lt;", "&#38;lt;"],
    ["&#0;&#xD800;&#1114112;&#9999999;", "\uFFFD\uFFFD\uFFFD\uFFFD"],
    ["&nbsp;&xxe;&toString;&;&", "&nbsp;&xxe;&toString;&;&"],
  ])("decodes %s once, and looks no further", (written, text) => {
    expect(rootOf(`<r a="${written}">${written}</r>`)).toMatchObject({ text, attributes: new Map([["a", text]]) });
  });

  it("takes names of properties for names", () => {
    const root = rootOf('<__proto__ constructor="1" __proto__="2"/>');
    expect([root.name, root.attributes.get("__proto__"), root.attributes.get("toString")]).toEqual([
      "__proto__",
      "2",
      undefined,
    ]);
  });

  it.each([
    ["", "there is no element"],
    [" \n", "there is no element"],
    ["Error: boom", "text outside"],
    ["<a/>\nDone.", "text outside"],
    ["<a/><b/>", "after its end"],
    ["<![CDATA[x]]><a/>", "text outside"],
    ["<a><b></b>", "cut short: <a> has no end"],
    ["<a><b>", "cut short: <b> has no end"],
    ['<a b="1', "has no end"],
    ["<a b=1/>", "has no end"],
    ["<a", "has no end"],
    ["<a><", "no tag"],
    ["<a><![CDATA[x</a>", "cut short"],
    ["<a><!-- x</a>", "cut short"],
    ["<?xml", "cut short"],
    ["<a></b>", "does not end what is open"],
    ["</a>", "does not end what is open"],
    ["<a></a", "does not end what is open"],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "document type"],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type"],
    ["<a>".repeat(1_000_000), "deeper than 200"],
  ])("is unreadable when it is invalid or incomplete: %.40j", (text, why) => {
    expect(readXml(text)).toEqual({ kind: "unreadable", why: expect.stringContaining(why) as string });
  });

  const much = 3_000_000;
  it.each([
    ["an endless value", `<a b="${"x".repeat(much)}`],
    ["spaces in a tag", `<a${" ".repeat(much)}`],
    ["spaces around =", `<a b${" ".repeat(much)}=${" ".repeat(much)}x>`],
    ["an endless name", `<${"a".repeat(much)}`],
    ["many attributes", `<a${' b="1"'.repeat(much / 10)}`],
    ["ampersands", `<a>${"&".repeat(much)}`],
    ["halves of references", `<a>${"&#1".repeat(much / 3)}`],
    ["brackets", "<".repeat(much)],
    ["half a comment, many times", `<a>${"<!-".repeat(much / 3)}`],
    ["an endless end", `<a></a${" ".repeat(much)}`],
  ])("made to take for ever is told quickly: %s", (_name, text) => {
    expect(readXml(text).kind).toBe("unreadable");
  });
});
