import type { ImportDetail } from '../../../engine/contract/import.ts';
import classes from '../../../engine/ui/batch/batch-plan-view.module.css';
import { PlanValue } from '../../../engine/ui/batch/batch-plan-view.tsx';
import { useScreenModel } from '../../../engine/ui/runtime/screen-context.ts';
import { formatCount, useTexts } from '../../../engine/ui/runtime/texts.ts';

/** Of a load, how many records come in which state. */
export const LoadStates = ({ states }: Pick<ImportDetail, 'states'>) => {
  const texts = useTexts();
  const { entity } = useScreenModel();
  const field = entity.fields.find(({ column }) => column === states[0]?.field);
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{texts('imports.load.states')}</caption>
      <thead>
        <tr>
          <th scope="col">{field?.title}</th>
          <th scope="col" className={classes.number}>
            {texts('batch.plan.records')}
          </th>
        </tr>
      </thead>
      <tbody>
        {states.map(({ state, rows }) => (
          <tr key={state}>
            <td>
              <PlanValue field={field} value={state} />
            </td>
            <td className={classes.number}>{formatCount(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
