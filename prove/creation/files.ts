import { type Files, blobName, plainFile } from "../files.ts";
import { readEntries } from "../contexts/manifest.ts";

/** Enough files that a context takes a while to make. */
export const manyFiles: Files = new Map(
  Array.from({ length: 300 }, (_, place) => [
    `folder-${place % 17}/in/file-${place}.txt`,
    plainFile(`number ${place}\n`.repeat(1 + (place % 40))),
  ]),
);

/** Files of a context that are not what the repository has at its base. */
export function wrongFiles(folder: string, files: Files): readonly string[] {
  const found = readEntries(folder);
  const wanted = new Map([...files].map(([path, file]) => [path, `${file.mode} ${blobName(file.content)}`]));
  return [
    ...[...wanted]
      .filter(([path, kept]) => found.get(path)?.kept !== kept)
      .map(([path]) => `${path} is not what it should be`),
    ...[...found.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} should not be there`),
  ];
}
