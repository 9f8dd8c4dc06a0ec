/**
 * What stands before the names of a rule in its row of the list: how people know them, or that they point at nothing any
 * more, which is said below its record too.
 */
import { TriangleAlert } from 'lucide-react';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { Row } from '../../../engine/ui/store/api.ts';
import type { StaleRight } from '../../access/permissions.ts';
import classes from './permissions.module.css';
import { usePermissionCatalogueQuery, useStaleRightsQuery } from './permissions-api.ts';
import { subjectTitle } from './rule-options.ts';
import { isReport } from './rules.ts';

const useVoidRule = (id: number): StaleRight | undefined => {
  const { data = [] } = useStaleRightsQuery();
  return data.find((right) => right.kind === 'rule' && right.id === id);
};

const VoidMark = ({ row, part }: { readonly row: Row; readonly part: StaleRight['part'] }) => {
  const texts = useTexts();
  const rule = useVoidRule(row.id);
  if (rule?.part !== part) return null;
  const said = [texts('permissions.voidRule.mark')];
  if (rule.suggestion !== undefined) said.push(texts('permissions.stale.meant', { name: rule.suggestion }));
  return (
    <span className={classes.voidMark} role="img" aria-label={said.join(' ')} title={said.join(' ')}>
      <TriangleAlert size={14} aria-hidden />
    </span>
  );
};

const Title = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : <span className={classes.ruleTitle}>{text} </span>;

export const SubjectMark = ({ row }: { readonly row: Row }) => {
  const texts = useTexts();
  const { data } = usePermissionCatalogueQuery();
  const subject = data?.subjects.find(({ name }) => name === row['assunto']);
  const words = { everything: texts('permissions.everything'), reports: texts('permissions.reports') };
  return (
    <>
      <VoidMark row={row} part="assunto" />
      <Title text={subject && subjectTitle(subject, words)} />
    </>
  );
};

export const ActionMark = ({ row }: { readonly row: Row }) => {
  const texts = useTexts();
  const { data } = usePermissionCatalogueQuery();
  const action = data?.actions.find((name) => name === row['acao']);
  return (
    <>
      <VoidMark row={row} part="acao" />
      <Title text={action && texts(`permissions.action.${isReport(action) ? 'rep' : action}`)} />
    </>
  );
};

export const VoidRule = ({ id }: { readonly id: number }) => {
  const texts = useTexts();
  const rule = useVoidRule(id);
  if (rule === undefined) return null;
  return (
    <div className={classes.voidRule}>
      <Note kind="info">
        {texts(rule.part === 'assunto' ? 'permissions.voidRule.subject' : 'permissions.voidRule.action')}{' '}
        {rule.suggestion !== undefined && texts('permissions.stale.meant', { name: rule.suggestion })}
      </Note>
    </div>
  );
};
