# Prints the offers of bash at the end of each line: bash tab.bash SCRIPT LINE…
source "$1"
shift
for line in "$@"; do
  read -ra COMP_WORDS <<<"$line"
  [[ $line == *" " ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  echo "== $line"
  _tutti
  printf '%s\n' "${COMPREPLY[@]}" | sort
done
