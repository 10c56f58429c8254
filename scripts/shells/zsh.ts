import { firstSentence, type Node, note, valuedOf } from "./nodes.ts";

/** A word with what is said of it, as zsh takes them: colons part the two. */
function described(name: string, about: string): string {
  return `'${name.replaceAll(":", String.raw`\:`)}:${firstSentence(about).replaceAll("'", "'\\''")}'`;
}

export function zsh(nodes: readonly Node[]): string {
  const cases = nodes.map((node) => {
    const options = node.options.flatMap(({ flags, about }) => flags.map((flag) => described(flag, about)));
    return `    '${node.words}')
      commands=(${node.commands.map(({ name, about }) => described(name, about)).join(" ")})
      options=(${options.join(" ")})
      valued=(${valuedOf(node)
        .map((flag) => `'${flag.replace("=", "' '")}'`)
        .join(" ")})
      args=(${node.args.map((kind) => `'${kind}'`).join(" ")}) endless=${node.isEndless ? 1 : "''"} ;;`;
  });
  return `#compdef tutti
# Completion of tutti for zsh. ${note}
_tutti_node() {
  case $1 in
${cases.join("\n")}
  esac
}

_tutti_add() {
  local -a found
  case $1 in
    job | sheet | names)
      found=("\${(@f)$(_call_program names \${(q)words[1]} __names $1 \${(q)2} \${(q)3} 2>/dev/null)}")
      compadd -Q -a -- found
      ;;
    file) _files ;;
    folder) _files -/ ;;
    '='*)
      found=("\${(@s:,:)\${1#=}}")
      compadd -a -- found
      ;;
  esac
}

_tutti() {
  local node='' skip='' job='' first='' endless='' word
  local cur=$words[CURRENT]
  local -a commands options args
  local -A valued
  integer place=0 i
  _tutti_node ''
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $skip ]]; then
      [[ $skip == --job ]] && job=$word
      skip=''
    elif [[ $word == -* ]]; then
      [[ -n \${valued[$word]} ]] && skip=$word
    elif ((\${commands[(I)$word:*]})); then
      node="\${node:+$node }$word"
      _tutti_node "$node"
      place=0
    else
      ((place == 0)) && first=$word
      ((place += 1))
    fi
  done
  if [[ -n $skip ]]; then
    _tutti_add "\${valued[$skip]}" "$cur" "$job"
  elif [[ $cur == -* ]]; then
    _describe -o option options
  elif ((\${#commands})); then
    _describe command commands
  elif [[ -n $endless ]] && ((place >= \${#args})); then
    if [[ $args[-1] == names ]]; then _tutti_add sheet "$cur" "$first"; else _tutti_add "$args[-1]" "$cur" "$job"; fi
  elif ((place < \${#args})); then
    _tutti_add "\${args[place + 1]}" "$cur" "$job"
  fi
}

if [[ $funcstack[1] == _tutti ]]; then _tutti "$@"; else compdef _tutti tutti; fi
`;
}
