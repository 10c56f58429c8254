import { flagsOf, type Node, note, valuedOf } from "./nodes.ts";

export function bash(nodes: readonly Node[]): string {
  const cases = nodes.map(
    (node) =>
      `    "${node.words}") commands="${node.commands.map(({ name }) => name).join(" ")}" options="${flagsOf(node).join(" ")}" valued="${valuedOf(
        node,
      )
        .map((flag) => ` ${flag}`)
        .join("")} " args=(${node.args.join(" ")}) endless=${node.isEndless ? 1 : ""} ;;`,
  );
  return `# Completion of tutti for bash. ${note}
_tutti_node() {
  case $1 in
${cases.join("\n")}
  esac
}

_tutti_add() {
  local kind=$1 cur=$2 job=$3 name
  case $kind in
    job | sheet | names)
      while IFS= read -r name; do
        [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
      done < <("\${COMP_WORDS[0]}" __names "$kind" "$cur" "$job" 2>/dev/null)
      ;;
    file | folder)
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$([[ $kind == file ]] && echo -f || echo -d)" -- "$cur")
      ;;
    =*) COMPREPLY=($(compgen -W "\${kind//[=,]/ }" -- "$cur")) ;;
  esac
}

_tutti() {
  local cur=\${COMP_WORDS[COMP_CWORD]} node="" skip="" job="" first="" place=0 i word
  local commands options valued endless
  local -a args
  COMPREPLY=()
  _tutti_node ""
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $skip ]]; then
      [[ $skip == --job ]] && job=$word
      skip=""
    elif [[ $word == -* ]]; then
      [[ $valued == *" $word="* ]] && skip=$word
    elif [[ " $commands " == *" $word "* ]]; then
      node="\${node:+$node }$word"
      _tutti_node "$node"
      place=0
    else
      [[ $place == 0 ]] && first=$word
      place=$((place + 1))
    fi
  done
  if [[ -n $skip ]]; then
    word=\${valued#*" $skip="}
    _tutti_add "\${word%% *}" "$cur" "$job"
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
  elif [[ -n $endless && $place -ge \${#args[@]} ]]; then
    place=$((\${#args[@]} - 1))
    [[ \${args[place]} == names ]] && job=$first && args[place]=sheet
    _tutti_add "\${args[place]}" "$cur" "$job"
  elif [[ $place -lt \${#args[@]} ]]; then
    _tutti_add "\${args[place]}" "$cur" "$job"
  fi
}

complete -F _tutti tutti
`;
}
