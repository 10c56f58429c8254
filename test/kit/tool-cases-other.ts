import type { ToolCase } from "./tool-case.ts";

const text = (...lines: readonly string[]): string => [...lines, ""].join("\n");

const shellcheck: readonly ToolCase[] = [
  {
    tool: "shellcheck",
    name: "findings",
    files: {
      ".shellcheckrc": text("disable=SC2154"),
      "bin/a b.sh": text("#!/bin/sh", "echo $1", 'if [ "$x" == 1 ]; then', "  cd /tmp", "fi", "echo `ls`"),
      "-c.bash": text("#!/bin/bash", "echo $x"),
      "script-without-ending": text("#!/bin/sh", "echo $1"),
    },
    says: [
      "-c.bash:2:6 SC2086 info",
      "bin/a b.sh:2:6 SC2086 info",
      "bin/a b.sh:3:11 SC3014 warning",
      "bin/a b.sh:4:3 SC2164 warning",
      "bin/a b.sh:6:6 SC2005 info",
      "bin/a b.sh:6:6 SC2006 info",
      "bin/a b.sh:6:6 SC2046 warning",
    ],
  },
  {
    tool: "shellcheck",
    name: "syntax",
    files: { ".shellcheckrc": "", "bad.sh": text("#!/bin/sh", "if [ ; then") },
    says: ["bad.sh:2:1 SC1009 info", "bad.sh:2:4 SC1073 error", "bad.sh:2:6 SC1072 error"],
  },
  {
    tool: "shellcheck",
    name: "clean",
    files: { ".shellcheckrc": "", "a.sh": text("#!/bin/sh", "echo hello") },
    says: [],
  },
  {
    tool: "shellcheck",
    name: "broken",
    files: { ".shellcheckrc": "", "a.sh": text("#!/bin/sh", "echo hello") },
    instead: ["--no-such-option", "a.sh"],
    says: "broken",
  },
  {
    tool: "shellcheck",
    name: "no-file",
    files: { ".shellcheckrc": "", "a.sh": text("#!/bin/sh", "echo $1") },
    instead: ["a.sh", "nope.sh"],
    says: "broken",
  },
];

const goMod = text("module example.com/x", "", "go 1.19");
const goVet: readonly ToolCase[] = [
  {
    tool: "go-vet",
    name: "findings",
    files: {
      "go.mod": goMod,
      "main.go": text(
        "package main",
        "",
        'import "fmt"',
        "",
        "func main() {",
        '\tfmt.Printf("%d\\n", "x")',
        "\tx := 1",
        "\tx = x",
        "}",
      ),
      "main_test.go": text("package main", "", 'import "testing"', "", "func TestX(t *testing.T) {}"),
      "sub/s.go": text("package sub", "", "func F() int {", "\treturn y", "}"),
    },
    says: ["main.go:6:2 printf warning", "main.go:8:2 assign warning", "sub/s.go:4:9 no code error"],
  },
  {
    tool: "go-vet",
    name: "syntax",
    files: { "go.mod": goMod, "bad.go": text("package x", "", "func {") },
    says: ["bad.go:3:6 no code error"],
  },
  {
    tool: "go-vet",
    name: "clean",
    files: { "go.mod": goMod, "main.go": text("package main", "", "func main() {}") },
    says: [],
  },
  {
    tool: "go-vet",
    name: "broken",
    files: { "go.mod": text("modul x"), "main.go": text("package main", "", "func main() {}") },
    says: "broken",
  },
];

const cargo = text("[package]", 'name = "x"', 'version = "0.1.0"', 'edition = "2021"');
const clippy: readonly ToolCase[] = [
  {
    tool: "clippy",
    name: "findings",
    files: {
      "Cargo.toml": cargo,
      "src/main.rs": text(
        "fn add(a: i32) -> i32 {",
        "    return a + 1;",
        "}",
        "fn main() {",
        "    let x = 5;",
        '    println!("{}", add(1));',
        "}",
      ),
    },
    says: [
      "src/main.rs:2:5 clippy::needless_return warning, fixable",
      "src/main.rs:5:9 unused_variables warning, fixable",
    ],
  },
  {
    tool: "clippy",
    name: "syntax",
    files: { "Cargo.toml": cargo, "src/main.rs": text("fn main() {", '    let _x: i32 = "a";', "}") },
    says: ["src/main.rs:2:19 E0308 error"],
  },
  { tool: "clippy", name: "clean", files: { "Cargo.toml": cargo, "src/main.rs": text("fn main() {}") }, says: [] },
  {
    tool: "clippy",
    name: "broken",
    files: { "Cargo.toml": text(cargo, "x"), "src/main.rs": text("fn main() {}") },
    says: "broken",
  },
];

/** The program was not available when these were written: they were never compared with it. */
const goMain = text("package main", "", 'import "os"', "", "func main() {", '\tos.Remove("x")', "}");
const golangciLint: readonly ToolCase[] = [
  {
    tool: "golangci-lint",
    name: "findings-1",
    files: { "go.mod": goMod, ".golangci.yml": text("linters:", "  enable: [errcheck]"), "main.go": goMain },
    says: ["main.go:6:11 errcheck error"],
  },
  {
    tool: "golangci-lint",
    name: "findings-2",
    version: "2.",
    files: { "go.mod": goMod, ".golangci.yml": text('version: "2"'), "main.go": goMain },
    says: ["main.go:6:11 errcheck error"],
  },
  {
    tool: "golangci-lint",
    name: "broken",
    files: { "go.mod": goMod, ".golangci.yml": text("{"), "main.go": goMain },
    says: "broken",
  },
];

export const otherCases: readonly ToolCase[] = [...shellcheck, ...goVet, ...clippy, ...golangciLint];
