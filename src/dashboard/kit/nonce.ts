/** The policy of the page takes styles only from files of this server, or with the word that came with the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
}

/** For a library that writes style elements and knows no nonce: the same document, whose style elements have it. */
export function documentWithNonce(): Document {
  return new Proxy(document, {
    get: (own, name) => {
      if (name === "createElement") return createWithNonce;
      const value: unknown = Reflect.get(own, name, own);
      return typeof value === "function" ? (value.bind(own) as unknown) : value;
    },
  });
}

function createWithNonce(tag: string): HTMLElement {
  const made = document.createElement(tag);
  if (tag === "style") made.nonce = styleNonce();
  return made;
}
