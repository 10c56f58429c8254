import type { EscapeAct } from "../acts.ts";

/** Tools that run what they find, and files that other programs run later. */
export const toolActs: readonly EscapeAct[] = [
  ...[
    ".profile",
    ".bash_profile",
    ".zshrc",
    ".inputrc",
    ".vimrc",
    ".gitconfig",
    ".npmrc",
    ".pypirc",
    ".netrc",
    ".curlrc",
  ].map((file): EscapeAct => ({ name: `${file} of the person`, script: `echo x >>"$PERSON/${file}"` })),
  ...[
    ".config/autostart/x.desktop",
    ".config/git/config",
    ".config/fish/config.fish",
    ".ssh/config",
    ".ssh/rc",
    ".aws/credentials",
    ".docker/config.json",
    ".cargo/config.toml",
    ".m2/settings.xml",
    ".gradle/init.gradle",
    ".local/share/applications/x.desktop",
    ".claude/settings.json",
    ".codex/config.toml",
    ".vscode/tasks.json",
  ].map(
    (file): EscapeAct => ({
      name: `${file} of the person`,
      script: `mkdir -p "$(dirname "$PERSON/${file}")"; echo x >"$PERSON/${file}"`,
    }),
  ),
  {
    name: "git alias that writes",
    needs: ["git"],
    script: `git init -q r; cd r; git config alias.x '!echo x >"$VICTIM/new"'; git x`,
  },
  {
    name: "git filter that writes",
    needs: ["git"],
    script: `git init -q r; cd r; git config filter.x.clean 'sh -c "echo x >\\"$VICTIM/new\\"; cat"'; echo '* filter=x' >.gitattributes; echo a >a; git add .`,
  },
  {
    name: "git pager that writes",
    needs: ["git"],
    script: `git init -q r; cd r; GIT_PAGER='echo x >"$VICTIM/new"; cat' git -p help -a`,
  },
  { name: "git hooks of another place", needs: ["git"], script: `git -C "$VICTIM/git" config core.hooksPath "$PWD"` },
  {
    name: "push to another repository",
    needs: ["git"],
    script: `git init -q r; cd r; git -c user.name=a -c user.email=a@b commit -qm x --allow-empty; git push -q "$VICTIM/git" HEAD:refs/heads/x`,
  },
  {
    name: "references of another repository",
    needs: ["git"],
    script: `git -C "$VICTIM/git" update-ref refs/heads/x HEAD`,
  },
  {
    name: "git by another work tree",
    needs: ["git"],
    script: `GIT_DIR="$VICTIM/git" GIT_WORK_TREE=. git -c core.bare=false add -A`,
  },
  { name: "make", needs: ["make"], script: `printf 'x:\\n\\techo x >"$$VICTIM/new"\\n' >Makefile; make x` },
  { name: "awk", script: `awk 'BEGIN { print "x" > (ENVIRON["VICTIM"] "/new") }'` },
  { name: "find with a command", script: `find . -maxdepth 0 -exec sh -c 'echo x >"$VICTIM/new"' \\;` },
  { name: "xargs", script: `echo x | xargs -I{} sh -c 'echo {} >"$VICTIM/new"'` },
  { name: "a program in the background", script: `(sh -c 'echo x >"$VICTIM/new"' &) ; sleep 0.2` },
  { name: "a shell with another name", script: `ln -s /bin/sh claude; ./claude -c 'echo x >"$VICTIM/new"'` },
  {
    name: "environment that loads code in node",
    needs: ["node"],
    script: `echo 'require("fs").writeFileSync(process.env.VICTIM + "/new", "x")' >p.js; NODE_OPTIONS="--require ./p.js" node -e 0`,
  },
  {
    name: "node with its own permissions",
    needs: ["node"],
    script: `node --allow-fs-write="*" -e 'require("fs").writeFileSync(process.env.VICTIM + "/new", "x")'`,
  },
  {
    name: "start file of python",
    needs: ["python3"],
    script: `echo 'import os; open(os.environ["VICTIM"] + "/new", "w")' >sitecustomize.py; PYTHONPATH=. python3 -c 0`,
  },
  {
    name: "library compiled and preloaded",
    needs: ["gcc"],
    script: `printf '#include <stdio.h>\\n#include <stdlib.h>\\n__attribute__((constructor)) void f(void) { char p[999]; snprintf(p, 999, "%%s/new", getenv("VICTIM")); FILE *o = fopen(p, "w"); if (o) fclose(o); }\\n' >p.c; gcc -shared -fPIC -o p.so p.c; LD_PRELOAD=./p.so true`,
  },
  {
    name: "static program",
    needs: ["gcc"],
    script: `printf '#include <fcntl.h>\\n#include <stdlib.h>\\n#include <stdio.h>\\nint main(void) { char p[999]; snprintf(p, 999, "%%s/new", getenv("VICTIM")); return open(p, O_CREAT | O_WRONLY, 0644); }\\n' >s.c; gcc -static -o s s.c 2>/dev/null || gcc -o s s.c; ./s`,
  },
  {
    name: "debugger on a neighbour",
    needs: ["gdb"],
    script: `timeout 20 gdb -q -batch -p "$NEIGHBOUR" -ex 'call (int)open("x", 65, 420)' 2>/dev/null | grep -q '^\\$1' && echo wrote >>reached`,
  },
  {
    name: "tracer on a neighbour",
    needs: ["strace"],
    script: `timeout 3 strace -qq -p "$NEIGHBOUR" 2>&1 | grep -q attached && echo wrote >>reached`,
  },
  {
    name: "archive with a link out",
    script: 'mkdir a; ln -s "$VICTIM" a/l; tar -cf a.tar a; rm -r a; echo x >new; tar -xf a.tar; cp new a/l/new',
  },
  {
    name: "patch that leaves the folder",
    needs: ["git"],
    script: `git init -q r; cd r; printf -- '--- /dev/null\\n+++ b/../victim/new\\n@@ -0,0 +1 @@\\n+x\\n' >p; git apply --unsafe-paths --directory="$VICTIM" p || patch -p1 <p`,
  },
  {
    name: "unpacking by python",
    needs: ["python3"],
    script: `python3 - <<'PY'\nimport tarfile, io, os\nt = tarfile.open("a.tar", "w"); i = tarfile.TarInfo(os.environ["VICTIM"] + "/new"); i.size = 1; t.addfile(i, io.BytesIO(b"x")); t.close()\ntarfile.open("a.tar").extractall("/")\nPY`,
  },
];
