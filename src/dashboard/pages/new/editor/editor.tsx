import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type ReactNode, useEffect, useRef } from "react";
import type { ScoreProblem } from "../../../../api/contract/score.ts";
import { styleNonce } from "../../../kit/nonce.ts";
import { type Offer, offersAt, type Shape } from "./offers.ts";
import { placeAt } from "./place.ts";
import "./editor.css";

interface EditorProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** `null`: not known yet; nothing is offered. */
  readonly schema: Shape | null;
  readonly problems: readonly ScoreProblem[];
}

/** A score as text: keys and values are offered by the schema, and what is wrong is marked where it is. */
export function Editor({ text, setText, schema, problems }: EditorProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ setText, schema });
  latest.current = { setText, schema };
  useEffect(() => {
    const made = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...plain,
          autocompletion({ override: [(context) => offered(context, latest.current.schema)] }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.setText(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const known = view.current;
    if (known !== null)
      known.dispatch(
        setDiagnostics(
          known.state,
          problems.map((one) => marked(known.state, one)),
        ),
      );
  }, [problems]);
  return <div ref={place} className="editor" />;
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], class: "tok-key" },
  { tag: [tags.string, tags.content, tags.attributeValue], class: "tok-value" },
  { tag: [tags.number, tags.bool, tags.keyword], class: "tok-word" },
  { tag: tags.comment, class: "tok-comment" },
]);

const plain = [
  EditorView.cspNonce.of(styleNonce()),
  EditorView.contentAttributes.of({ "aria-label": "Score", spellcheck: "false" }),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  EditorState.tabSize.of(2),
  indentUnit.of("  "),
  EditorView.lineWrapping,
  yaml(),
  syntaxHighlighting(colours),
  // Tab goes to the next field, as everywhere on the page.
  keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
];

function offered({ state, pos, explicit }: CompletionContext, schema: Shape | null): CompletionResult | null {
  const at = placeAt(state.doc.toString(), pos);
  if (schema === null || at === null || (at.typed === "" && at.key === null && !explicit)) return null;
  const options = offersAt(schema, at).map(optionOf);
  return options.length === 0 ? null : { from: pos - at.typed.length, options, validFor: /^[\w.-]*$/ };
}

function optionOf({ label, kind, text, about }: Offer): CompletionResult["options"][number] {
  return {
    label,
    type: kind === "key" ? "property" : "constant",
    apply: text,
    ...(about === "" ? {} : { info: about }),
  };
}

/** To the end of the word that it begins at: the reader gives a place, not a stretch. */
function marked(state: EditorState, { line, column, message, code, severity }: ScoreProblem): Diagnostic {
  const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  const from = Math.min(found.from + column - 1, found.to);
  const word = /^[\w-]+|^\S+/.exec(found.text.slice(from - found.from))?.[0] ?? "";
  return { from, to: from + word.length, severity, source: code, message };
}
