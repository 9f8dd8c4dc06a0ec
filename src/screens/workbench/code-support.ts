/** What the server knows of a place in a file, as the editor wants it. */
import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { snippet } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { IssueReport } from '../../../engine/core/issues.ts';
import type { Hint, Suggestion } from '../../workbench/workbench.ts';

/** Answered for the file as the editor holds it. */
export interface CodeHelp {
  readonly suggest: (text: string, offset: number) => Promise<readonly Suggestion[]>;
  readonly hint: (text: string, offset: number) => Promise<Hint | null>;
}

const types = { key: 'property', value: 'enum', name: 'variable' } as const;

const asCompletion = (one: Suggestion, asked: number): Completion => ({
  // What stands there begins with a quotation mark where a text does.
  label: one.insert.startsWith('"') ? `"${one.label}"` : one.label,
  displayLabel: one.label,
  type: types[one.sort],
  ...(one.detail === '' ? {} : { detail: one.detail }),
  ...(one.info === '' ? {} : { info: one.info }),
  apply: (view, completion, _from, to) =>
    // What was typed since then is replaced too.
    snippet(one.insert)(view, completion, one.from, Math.max(one.to + to - asked, to)),
});

/** Offered at a quotation mark, within a word, or when asked for. */
export const completeCode =
  ({ suggest }: CodeHelp): CompletionSource =>
  async (context: CompletionContext) => {
    if (!context.explicit && context.matchBefore(/["\w.-]+$/) === null) return null;
    const found = await suggest(context.state.doc.toString(), context.pos);
    const [first] = found;
    if (first === undefined || context.aborted) return null;
    return {
      from: Math.min(first.from, context.pos),
      options: found.filter(({ from }) => from === first.from).map((one) => asCompletion(one, context.pos)),
      validFor: /^["\w.-]*$/,
    };
  };

export const hoverCode = ({ hint }: CodeHelp) =>
  hoverTooltip(async (view, pos) => {
    const said = await hint(view.state.doc.toString(), pos);
    if (said === null || said.text === '') return null;
    return {
      pos: said.from,
      end: said.to,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.textContent = said.text;
        return { dom };
      },
    };
  });

/** Offset of a line and column, both from 1 on. */
export const offsetOf = (text: Text, line: number, column: number): number => {
  const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
};

/** Each issue under the word that it is about, at most to the end of its line. */
export const diagnosticsOf = (state: EditorState, issues: readonly IssueReport[]): readonly Diagnostic[] =>
  issues
    .map(({ line, column, severity, message, hint }): Diagnostic => {
      const from = offsetOf(state.doc, line, column);
      const node = syntaxTree(state).resolveInner(from, 1);
      const end = Math.min(Math.max(node.to, from + 1), state.doc.lineAt(from).to);
      return { from, to: Math.max(from, end), severity, message: [message, hint].filter(Boolean).join('\n') };
    })
    .sort((a, b) => a.from - b.from);
