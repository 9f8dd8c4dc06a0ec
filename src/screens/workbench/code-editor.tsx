import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { IssueReport } from '../../../engine/core/issues.ts';
import { codeTheme } from './code-editor-theme.ts';
import type { CodeHelp } from './code-support.ts';
import { completeCode, diagnosticsOf, hoverCode, offsetOf } from './code-support.ts';
import classes from './workbench.module.css';

interface Props {
  readonly path: string;
  readonly text: string;
  readonly issues: readonly IssueReport[];
  /** Where to go, counted up each time; undefined: where one was. */
  readonly goTo: { readonly line: number; readonly column: number; readonly count: number } | undefined;
  readonly help: CodeHelp;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** One file; each keeps its own undo. */
export const CodeEditor = ({ path, text, issues, goTo, help, label, onChange }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const states = useRef(new Map<string, EditorState>());
  const latest = useRef({ onChange, help });
  latest.current = { onChange, help };

  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor is made anew for another file alone
  useEffect(() => {
    const parent = place.current;
    if (parent === null) return;
    const asks: CodeHelp = {
      suggest: (content, offset) => latest.current.help.suggest(content, offset),
      hint: (content, offset) => latest.current.help.hint(content, offset),
    };
    const extensions = [
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      autocompletion({ override: [completeCode(asks)] }),
      hoverCode(asks),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      // Beside tree and preview there is little width.
      EditorView.lineWrapping,
      ...(path.endsWith('.json') ? [json()] : []),
      // What scrolls is reached by keyboard.
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange(update.state.doc.toString());
      }),
      ...codeTheme,
    ];
    const state = states.current.get(path) ?? EditorState.create({ doc: text, extensions });
    const editor = new EditorView({ state, parent });
    view.current = editor;
    return () => {
      states.current.set(path, editor.state);
      editor.destroy();
    };
  }, [path]);

  // A text that comes from elsewhere: as on disk, or of a new file.
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor !== undefined) editor.dispatch(setDiagnostics(editor.state, [...diagnosticsOf(editor.state, issues)]));
  }, [issues]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || goTo === undefined) return;
    const anchor = offsetOf(editor.state.doc, goTo.line, goTo.column);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    editor.focus();
  }, [goTo]);

  return <div ref={place} className={classes.code} />;
};
