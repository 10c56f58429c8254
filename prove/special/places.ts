/** Somewhere that git or Tutti reads. */
export interface Place {
  readonly name: string;
  /** Shell text for the path; `$HOME_OF_TUTTI`, `$USERS` (the user's checkout) and `$WORKSPACE` stand for folders. */
  readonly path: string;
  /** Shell text that an agent does first, in its context. */
  readonly before?: string;
  /**
   * `files`: part of the context's files, so what can't be captured has to be told and to stay. `git`: of its
   * repository. `beyond`: outside the context.
   */
  readonly kind: "files" | "git" | "beyond";
}

/** Commits, so that there are objects of the agent's own to be kept. */
const commit =
  "echo committed >committed-$ID.txt; git add committed-$ID.txt; git -c user.name=A -c user.email=a@tutti.invalid commit -q -m own";
const nest = 'git init -q nest; echo nested >"nest/nested-$ID.txt"';
const loose = "ab/cdef0123456789abcdef0123456789abcdef01";

export const places: readonly Place[] = [
  { name: "root", path: "thing-$ID", kind: "files" },
  { name: "folder", path: "some/folder/thing-$ID", kind: "files" },
  { name: "tracked", path: "tracked.txt", kind: "files" },
  { name: "empty", path: "empty.txt", kind: "files" },
  { name: ".gitignore", path: ".gitignore", kind: "files" },
  { name: "folder/.gitignore", path: "some/.gitignore", kind: "files" },
  { name: ".gitattributes", path: ".gitattributes", kind: "files" },
  { name: "folder/.gitattributes", path: "some/.gitattributes", kind: "files" },
  { name: ".gitmodules", path: ".gitmodules", kind: "files" },
  { name: "nested HEAD", path: "nest/.git/HEAD", before: nest, kind: "git" },
  { name: "nested config", path: "nest/.git/config", before: nest, kind: "git" },
  { name: "index", path: ".git/index", before: commit, kind: "git" },
  { name: "HEAD", path: ".git/HEAD", before: commit, kind: "git" },
  { name: "config", path: ".git/config", before: commit, kind: "git" },
  { name: "object", path: `.git/objects/${loose}`, before: commit, kind: "git" },
  { name: "own object", path: '.git/objects/$(git rev-parse HEAD | sed "s,^..,&/,")', before: commit, kind: "git" },
  {
    name: "pack index",
    path: ".git/objects/pack/pack-0123456789abcdef0123456789abcdef01234567.idx",
    before: commit,
    kind: "git",
  },
  { name: "alternates", path: ".git/objects/info/alternates", before: commit, kind: "git" },
  { name: "commit-graph", path: ".git/objects/info/commit-graph", before: commit, kind: "git" },
  { name: "exclude", path: ".git/info/exclude", before: commit, kind: "git" },
  { name: "ref", path: ".git/refs/heads/thing", before: commit, kind: "git" },
  { name: "packed-refs", path: ".git/packed-refs", before: commit, kind: "git" },
  { name: "log", path: ".git/logs/HEAD", before: commit, kind: "git" },
  { name: "workspace", path: "$WORKSPACE/thing-$ID", kind: "beyond" },
  { name: "workspace/.gitattributes", path: "$WORKSPACE/$ID/.gitattributes", kind: "beyond" },
  { name: "user's .gitattributes", path: "$USERS/some/.gitattributes", kind: "beyond" },
  { name: "user's exclude", path: "$USERS/.git/info/exclude", kind: "beyond" },
];
