# Prints the offers of zsh at the end of each line, after a Tab in an interactive shell: zsh -f tab.zsh SCRIPT LINE…
script=$1
shift
zmodload zsh/zpty
shell=/proc/$$/exe
[[ -x $shell ]] || shell=zsh
zpty -b inner $shell -f -i
say() { zpty -w inner "$1"; }
say 'PROMPT= RPROMPT=; stty -echo'
say "module_path=($module_path) fpath=($fpath)"
say "autoload -Uz compinit && compinit -u -D && source $script"
# Every match is said before it is used.
say 'compadd() { if [[ "${@[1,(i)(-|--)]}" == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi; local -a hits; builtin compadd -A hits "$@"; for hit in $hits; do print -r -- "HIT $hit"; done; builtin compadd "$@"; }'
say 'tab() { zle complete-word; print -r -- TA""BBED; }; zle -N tab'
say "setopt no_beep no_auto_list; bindkey '^I' tab; print -r -- REA''DY"
zpty -r inner out '*READY*'
# The first Tab loads the completion system.
for line in 'tutti ' "$@"; do
  zpty -w -n inner "$line"$'\t'
  zpty -r inner out '*TABBED*'
  zpty -w -n inner $'\C-u'
  print -r -- "== $line"
  print -rl -- ${(uo)${(M)${(f)out//$'\r'/}:#*HIT *}##*HIT }
done
zpty -d inner
