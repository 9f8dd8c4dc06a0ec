/** A rule that points at nothing any more, marked where it stands: in its row of the list, and below its record. */
import { TriangleAlert } from 'lucide-react';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { Row } from '../../../engine/ui/store/api.ts';
import type { StaleRight } from '../../access/permissions.ts';
import classes from './permissions.module.css';
import { useStaleRightsQuery } from './permissions-api.ts';

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

export const VoidSubject = ({ row }: { readonly row: Row }) => <VoidMark row={row} part="assunto" />;

export const VoidAction = ({ row }: { readonly row: Row }) => <VoidMark row={row} part="acao" />;

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
