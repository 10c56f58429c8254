# Prints the offers of fish at the end of each line: fish --no-config tab.fish SCRIPT LINE…
source $argv[1]
for line in $argv[2..]
    echo "== $line"
    complete -C $line | string replace -r '\t.*' '' | sort
end
