/** How code looks: the colours are the variables of the theme, so that both themes hold. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--fi-accent-text)' },
  { tag: tags.string, color: 'var(--fi-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--fi-info)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--fi-text-3)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--fi-surface)', color: 'var(--fi-text)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--fi-accent-text)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '20px' },
  '.cm-gutters': {
    backgroundColor: 'var(--fi-sunken)',
    color: 'var(--fi-text-3)',
    borderRight: '1px solid var(--fi-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--fi-hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection': {
    backgroundColor: 'var(--fi-accent-tint-2)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--fi-text)' },
  '.cm-tooltip, .cm-panels': {
    border: '1px solid var(--fi-border)',
    borderRadius: '6px',
    backgroundColor: 'var(--fi-raised)',
    color: 'var(--fi-text)',
  },
  '.cm-tooltip': { boxShadow: 'var(--fi-shadow)', maxWidth: '420px' },
  '.cm-tooltip-hover, .cm-completionInfo': { padding: '6px 8px', fontSize: '12px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--fi-accent-tint-2)',
    color: 'var(--fi-text)',
  },
  '.cm-completionDetail': { color: 'var(--fi-text-2)', fontStyle: 'normal' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--fi-danger-dot)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--fi-warning-dot)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--fi-danger-dot)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--fi-warning-dot)' },
  '.cm-foldPlaceholder': { border: '0', backgroundColor: 'var(--fi-hover)', color: 'var(--fi-text-2)' },
});

export const codeTheme = [theme, syntaxHighlighting(highlight)];
