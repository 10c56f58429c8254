#!/bin/sh
# An agent need not be a model: this one takes blanks from the ends of lines, in the folder it is started in.
find src test -name '*.js' | while IFS= read -r file; do
  sed 's/[[:blank:]]*$//' "$file" > "$file.tidy" && cat "$file.tidy" > "$file" && rm "$file.tidy" || exit
done
