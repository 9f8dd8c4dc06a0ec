import { Link } from 'react-router';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './permissions.module.css';
import { useStaleRightsQuery } from './permissions-api.ts';

/** Rules that are named; the others are counted. */
const named = 3;

/** Above the list of rules: those that point at nothing any more, with the way to each. */
export const VoidRules = () => {
  const texts = useTexts();
  const { data = [] } = useStaleRightsQuery();
  const rules = data.filter(({ kind }) => kind === 'rule');
  if (rules.length === 0) return null;
  const addressOf = (right: string, group: number): string => {
    const at = right.lastIndexOf(':');
    const filter = { assunto: `eq.${right.slice(0, at)}`, acao: `eq.${right.slice(at + 1)}`, grupo_id: `eq.${group}` };
    return `/regras?${new URLSearchParams(filter)}`;
  };
  return (
    <div className={classes.voidRules}>
      <Note kind="info">
        {texts.count('permissions.voidRules', rules.length)}{' '}
        {rules.slice(0, named).map(({ right, group }, index) => (
          <span key={`${group.id} ${right}`}>
            {index > 0 && ', '}
            <Link to={addressOf(right, group.id)}>{right}</Link>{' '}
            {texts('permissions.voidRules.of', { group: group.name })}
          </span>
        ))}
        {rules.length > named && texts('permissions.voidRules.more')}
      </Note>
    </div>
  );
};
