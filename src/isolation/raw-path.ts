/** File names are bytes; inside Tutti they travel as latin1 text, one character a byte. */
export function pathBytes(root: string, path: string): Buffer {
  return path === "" ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, "latin1")]);
}

export function childPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** For people: as UTF-8, unprintable characters escaped so that a name can't forge a line or a colour. */
export function shownPath(path: string): string {
  return Buffer.from(path, "latin1")
    .toString("utf8")
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}
