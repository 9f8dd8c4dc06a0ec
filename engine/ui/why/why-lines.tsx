import { Check, CircleMinus, X } from 'lucide-react';
import { Link } from 'react-router';
import type { WhyLine } from '../../contract/describe-why.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './why.module.css';

const icons = { yes: Check, part: CircleMinus, no: X };

/** Where the deciding rule is kept. */
const addresses: Readonly<Record<NonNullable<WhyLine['by']>, (group: number) => string>> = {
  rules: (group) => `/regras?grupo_id=eq.${group}`,
  fields: (group) => `/config-permissoes?grupo=${group}&aba=campos`,
  defaults: (group) => `/grupos?_record=view.${group}`,
};

const ruleAddress = ({ group, by }: WhyLine): string | undefined => group && by && addresses[by](group.id);

/** The first of the lines that lead to the same place leads there. */
const leads = (lines: readonly WhyLine[], line: WhyLine): boolean =>
  lines.find((other) => ruleAddress(other) === ruleAddress(line)) === line;

const Line = ({ line, lines }: { readonly line: WhyLine; readonly lines: readonly WhyLine[] }) => {
  const texts = useTexts();
  const Icon = icons[line.outcome];
  const address = ruleAddress(line);
  return (
    <li className={classes.line} data-outcome={line.outcome} data-about={line.about}>
      <span className={classes.icon}>
        <Icon size={14} aria-label={texts(`why.outcome.${line.outcome}`)} />
      </span>
      <div>
        <p className={classes.title}>{line.title}</p>
        {line.reasons.map((reason) => (
          <p key={reason} className={classes.reason}>
            {reason}
          </p>
        ))}
        {address !== undefined && leads(lines, line) && (
          <Link className={classes.link} to={address}>
            {texts(`why.go.${line.by}`, { group: line.group?.name })}
          </Link>
        )}
      </div>
    </li>
  );
};

/** The decisions, each with its reason and the way to the group that holds it. */
export const WhyLines = ({ lines }: { readonly lines: readonly WhyLine[] }) => {
  const texts = useTexts();
  const operations = lines.filter(({ about }) => about === 'operation');
  return (
    <>
      <ul className={classes.lines}>
        {lines
          .filter(({ about }) => about !== 'operation')
          .map((line) => (
            <Line key={line.about} line={line} lines={lines} />
          ))}
      </ul>
      {operations.length > 0 && (
        <section aria-labelledby="fi-why-operations">
          <h3 id="fi-why-operations" className={classes.section}>
            {texts('why.operations')}
          </h3>
          <ul className={classes.lines}>
            {operations.map((line) => (
              <Line key={line.title} line={line} lines={lines} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
