import { describe, expect, it } from 'vitest';
import { createIssue } from '../../../engine/core/errors.ts';
import { arrangeIssues, reportIssue } from '../../../engine/core/issues.ts';
import type { Messages } from '../../../engine/core/messages.ts';

const at = (file: string, line: number, column = 1) => ({ file, pointer: '', line, column });

describe('arrangeIssues', () => {
  it('sorts by file, line as a number, and column, and says each once', () => {
    const issues = [
      createIssue('MODEL_FLAG_MISSING', at('b.json', 2), { flag: 'x' }),
      createIssue('MODEL_FLAG_MISSING', at('a.json', 10), { flag: 'x' }),
      createIssue('MODEL_FLAG_MISSING', at('a.json', 9, 4), { flag: 'x' }),
      createIssue('MODEL_FLAG_MISSING', at('a.json', 9, 2), { flag: 'x' }),
      createIssue('MODEL_FLAG_MISSING', at('b.json', 2), { flag: 'x' }),
      createIssue('MODEL_FLAG_MISSING', at('b.json', 2), { flag: 'y' }),
    ];
    expect(
      arrangeIssues(issues).map(({ origin, params }) => [origin.file, origin.line, origin.column, params.flag]),
    ).toEqual([
      ['a.json', 9, 2, 'x'],
      ['a.json', 9, 4, 'x'],
      ['a.json', 10, 1, 'x'],
      ['b.json', 2, 1, 'x'],
      ['b.json', 2, 1, 'y'],
    ]);
  });
});

describe('reportIssue', () => {
  const issue = createIssue('MODEL_FLAG_MISSING', at('a.json', 3, 7), { flag: 'cartão' }, 'cartao');

  it('says what, where and what to do, the nearest name first', () => {
    const messages = {
      issues: { MODEL_FLAG_MISSING: { message: "A opção '{flag}' não existe.", hint: "Declare '{flag}'." } },
      suggestion: "Você quis dizer '{name}'?",
    } as unknown as Messages;
    expect(reportIssue(issue, messages)).toEqual({
      file: 'a.json',
      pointer: '',
      line: 3,
      column: 7,
      code: 'MODEL_FLAG_MISSING',
      severity: 'error',
      message: "A opção 'cartão' não existe.",
      hint: "Você quis dizer 'cartao'? Declare 'cartão'.",
    });
  });

  it('shows the parameters where there is no text', () => {
    expect(reportIssue(issue, undefined).message).toBe('{"flag":"cartão"}');
  });
});
