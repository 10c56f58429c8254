import { firstSentence, type Node, note, valuedOf } from "./nodes.ts";

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}

export function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap((node) => {
    const at = `-c tutti -n "__tutti_at '${node.words}'"`;
    const words = node.commands.map(
      ({ name, about }) => `complete ${at} -f -a ${name} -d ${quoted(firstSentence(about))}`,
    );
    const options = node.options.map(({ flags, about, kind }) => {
      const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      return `complete ${at} ${names.join(" ")}${kind === null ? "" : ` -r ${fishKind(kind)}`} -d ${quoted(firstSentence(about))}`;
    });
    const args = node.args.map((kind, place) => {
      const isLast = place === node.args.length - 1;
      const where = `"__tutti_at '${node.words}' ${place}${isLast && node.isEndless ? " more" : ""}"`;
      return `complete -c tutti -n ${where} ${fishKind(kind)}`;
    });
    return [...words, ...options, ...args];
  });
  const valued = [...new Set(nodes.flatMap((node) => valuedOf(node).map((flag) => flag.replace(/=.*/, ""))))];
  return `# Completion of tutti for fish. ${note}
set -g __tutti_valued ${valued.join(" ")}
set -g __tutti_nodes ${nodes.flatMap(({ words }) => (words === "" ? [] : [`'${words}'`])).join(" ")}

# Whether the words before the cursor call this command, and how many arguments they have for it.
function __tutti_at
    set -l node ''
    set -l place 0
    set -l skip ''
    for word in (commandline -opc)[2..]
        if test -n "$skip"
            set skip ''
        else if string match -q -- '-*' $word
            contains -- $word $__tutti_valued; and set skip $word
        else if contains -- (string trim -- "$node $word") $__tutti_nodes
            set node (string trim -- "$node $word")
            set place 0
        else
            set place (math $place + 1)
        end
    end
    test "$node" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; and return 0
    test "$argv[3]" = more; and test $place -ge $argv[2]; and return 0
    test $place -eq $argv[2]
end

function __tutti_names
    set -l job ''
    set -l words (commandline -opc)
    set -l at (contains -i -- --job $words); and set job $words[(math $at + 1)]
    if test $argv[1] = names; and test -z "$job"; and test (count $words) -gt 2; and not string match -q -- '-*' $words[-1]
        set job $words[3]
        set argv[1] sheet
    end
    command $words[1] __names $argv[1] (commandline -ct) "$job" 2>/dev/null
end

complete -c tutti -f
${lines.join("\n")}
`;
}

function fishKind(kind: string): string {
  if (kind === "job" || kind === "sheet" || kind === "names") return `-f -a '(__tutti_names ${kind})'`;
  if (kind === "file") return "-F";
  if (kind === "folder") return "-f -a '(__fish_complete_directories)'";
  return kind.startsWith("=") ? `-f -a '${kind.slice(1).replaceAll(",", " ")}'` : "-f";
}
