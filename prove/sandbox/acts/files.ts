import type { EscapeAct } from "../acts.ts";

const python = (name: string, lines: string): EscapeAct => ({
  name,
  needs: ["python3"],
  script: `python3 - <<'PY'\nimport os, socket, mmap, shutil, ctypes\nV = os.environ["VICTIM"]\n${lines}\nPY`,
});

/** Writes outside, by every way to a file there is. */
export const fileActs: readonly EscapeAct[] = [
  { name: "new file", script: 'echo x >"$VICTIM/new"' },
  { name: "append", script: 'echo x >>"$VICTIM/file"' },
  { name: "overwrite", script: 'echo x >"$VICTIM/file"' },
  { name: "truncate", script: 'truncate -s 0 "$VICTIM/file"' },
  { name: "delete", script: 'rm -f "$VICTIM/file"' },
  { name: "delete a folder", script: 'rm -rf "$VICTIM/folder"' },
  { name: "new folder", script: 'mkdir "$VICTIM/made"' },
  { name: "move out", script: 'echo x >a; mv a "$VICTIM/a"' },
  { name: "move in", script: 'mv "$VICTIM/file" taken' },
  { name: "replace by a rename", script: 'echo x >a; mv -f a "$VICTIM/file"' },
  { name: "through a link to a file", script: 'ln -s "$VICTIM/file" l; echo x >>l' },
  { name: "through a link to a folder", script: 'ln -s "$VICTIM" l; echo x >l/new' },
  { name: "through two links", script: 'ln -s "$VICTIM" l1; ln -s l1 l2; echo x >l2/new' },
  { name: "through a link that changes", script: 'mkdir d; ln -sfn "$PWD/d" l; (ln -sfn "$VICTIM" l); echo x >l/new' },
  { name: "by dots", script: 'echo x >"../$(basename "$VICTIM")/new"' },
  { name: "by the working folder", script: 'cd "$VICTIM" && echo x >new' },
  { name: "by /proc/self/root", script: 'echo x >"/proc/self/root$VICTIM/new"' },
  { name: "by /proc/self/cwd", script: 'cd "$VICTIM"; echo x >/proc/self/cwd/new' },
  { name: "by /proc/1/root", script: 'echo x >"/proc/1/root$VICTIM/new"' },
  { name: "by /dev/fd of a folder", script: 'exec 7<"$VICTIM"; echo x >/dev/fd/7/new' },
  { name: "hard link, then write", script: 'ln "$VICTIM/file" h; echo x >>h' },
  { name: "hard link out", script: 'echo x >a; ln a "$VICTIM/new"' },
  { name: "dd", script: 'echo x | dd of="$VICTIM/file" conv=notrunc 2>/dev/null' },
  { name: "tee", script: 'echo x | tee -a "$VICTIM/file"' },
  { name: "copy over", script: 'echo x >a; cp -f a "$VICTIM/file"' },
  { name: "copy a tree", script: 'mkdir t; echo x >t/new; cp -r t/. "$VICTIM"' },
  { name: "install", script: 'echo x >a; install -m 755 a "$VICTIM/new"' },
  {
    name: "an archive with absolute paths",
    script:
      'tar -P -cf a.tar --transform "s|.*|$VICTIM/new|" "$0" 2>/dev/null; echo x >n; tar -P -cf a.tar --transform "s|n|$VICTIM/new|" n; tar -P -xf a.tar',
  },
  { name: "sed -i", script: 'sed -i s/./x/ "$VICTIM/file"' },
  { name: "perl -i", needs: ["perl"], script: 'perl -i -pe "s/./x/" "$VICTIM/file"' },
  { name: "pipe there", script: 'mkfifo "$VICTIM/pipe"' },
  { name: "device there", script: 'mknod "$VICTIM/device" c 1 3' },
  { name: "symbolic link there", script: 'ln -s /etc/passwd "$VICTIM/new"' },
  { name: "fallocate", script: 'fallocate -l 100 "$VICTIM/new"' },
  { name: "shell start file", script: 'echo "touch /tmp/owned" >>"$PERSON/.bashrc"' },
  { name: "new shell start file", script: 'echo x >"$PERSON/.zshenv"' },
  { name: "authorised key", script: 'mkdir -p "$PERSON/.ssh"; echo key >>"$PERSON/.ssh/authorized_keys"' },
  {
    name: "service of the user",
    script: 'mkdir -p "$PERSON/.config/systemd/user"; echo x >"$PERSON/.config/systemd/user/x.service"',
  },
  { name: "program on the PATH", script: 'mkdir -p "$PERSON/.local/bin"; echo x >"$PERSON/.local/bin/git"' },
  { name: "git configuration of the user", needs: ["git"], script: 'HOME="$PERSON" git config --global core.pager x' },
  {
    name: "hook of another repository",
    needs: ["git"],
    script: 'git init -q "$VICTIM/repository"; echo x >"$VICTIM/repository/.git/hooks/post-checkout"',
  },
  {
    name: "commit in another repository",
    needs: ["git"],
    script: 'git -C "$VICTIM/git" -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m x',
  },
  {
    name: "worktree elsewhere",
    needs: ["git"],
    script:
      'git init -q r; cd r; git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m x; git worktree add -q "$VICTIM/new"',
  },
  {
    name: "script of a package",
    needs: ["node"],
    script: `echo '{"scripts":{"x":"echo x >$VICTIM/new"}}' >package.json; node -e 'require("child_process").execSync(JSON.parse(require("fs").readFileSync("package.json")).scripts.x)'`,
  },
  { name: "a child that left its session", script: `setsid sh -c 'echo x >"$VICTIM/new"'; sleep 0.1` },
  python("openat from a folder", 'd = os.open(V, os.O_RDONLY)\nos.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=d)'),
  python(
    "opened by path only, then for writing",
    'p = os.open(V + "/file", os.O_PATH)\nopen("/proc/self/fd/%d" % p, "w").write("x")',
  ),
  python(
    "unnamed file, then linked",
    'f = os.open(V, os.O_TMPFILE | os.O_WRONLY)\nos.link("/proc/self/fd/%d" % f, V + "/new", follow_symlinks=True)',
  ),
  python("memory of a file", 'f = os.open(V + "/file", os.O_RDWR)\nmmap.mmap(f, 1)[0:1] = b"x"'),
  python(
    "rename from folder to folder",
    'a = os.open(".", os.O_RDONLY)\nb = os.open(V, os.O_RDONLY)\nopen("a", "w").write("x")\nos.rename("a", "new", src_dir_fd=a, dst_dir_fd=b)',
  ),
  python(
    "exchange of two files",
    'open("a", "w").write("x")\nctypes.CDLL(None).syscall(316, -100, b"a", -100, (V + "/file").encode(), 2)',
  ),
  python("socket there", 'socket.socket(socket.AF_UNIX).bind(V + "/socket")'),
  python(
    "copy by the kernel",
    'open("a", "w").write("x" * 9)\ns = os.open("a", os.O_RDONLY)\nd = os.open(V + "/file", os.O_WRONLY)\nos.sendfile(d, s, 0, 9)',
  ),
];
