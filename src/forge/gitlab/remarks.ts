import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import type { Remark } from "../forge.ts";
import { remarkOf } from "../saying.ts";

/** Notes that people wrote; what the server notes itself is no remark. */
export async function remarksOn(api: Api, project: string, path: string): Promise<readonly Remark[]> {
  const notes = (await api.list(`${path}/notes`, { sort: "desc", order_by: "created_at" })).filter(
    (note) => note.flag("system") !== true,
  );
  const authors = new Set(notes.map((note) => note.at("author").number("id")).filter((id) => id !== null));
  const members = new Set<number>();
  for (const id of authors) if (await isMember(api, project, id)) members.add(id);
  return notes.map((note) => ofNote(note, members)).filter((remark) => remark !== null);
}

/** From here on a member may push. */
const developer = 30;

async function isMember(api: Api, project: string, user: number): Promise<boolean> {
  return ((await api.maybe(`${project}/members/all/${user}`))?.number("access_level") ?? 0) >= developer;
}

function ofNote(note: Reading, members: ReadonlySet<number>): Remark | null {
  const author = note.at("author");
  const position = note.at("position");
  return remarkOf({
    id: `note-${note.requireNumber("id")}`,
    author: author.text("username") ?? "ghost",
    isByMember: members.has(author.number("id") ?? -1),
    text: note.text("body") ?? "",
    path: position.text("new_path") ?? position.text("old_path"),
    line: position.number("new_line") ?? position.number("old_line"),
    at: note.text("created_at") ?? "",
  });
}
