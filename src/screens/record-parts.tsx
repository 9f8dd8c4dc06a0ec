/** What this product adds to registries of its own: panels with a record, inputs of fields, notes above a list, marks in it. */

import type { ComponentType } from 'react';
import type { ScreenViewProps } from '../../engine/screens/contract.ts';
import type { FieldControls } from '../../engine/ui/form/field-control-context.ts';
import { FieldControlContext } from '../../engine/ui/form/field-control-context.ts';
import { later } from '../../engine/ui/runtime/later.tsx';
import type { ListNotes } from '../../engine/ui/runtime/list-note-context.ts';
import { ListNoteContext } from '../../engine/ui/runtime/list-note-context.ts';
import type { RecordPanels } from '../../engine/ui/runtime/record-panel-context.ts';
import { RecordPanelContext } from '../../engine/ui/runtime/record-panel-context.ts';
import type { ValueMarks } from '../../engine/ui/runtime/value-mark-context.ts';
import { ValueMarkContext } from '../../engine/ui/runtime/value-mark-context.ts';

const voidRule = () => import('./permissions/void-rule.tsx');
const userPanel = () => import('./users/user-panel.tsx');
const recordPanels: RecordPanels = {
  regra: { below: later(async () => ({ default: (await voidRule()).VoidRule })) },
  usuario: {
    above: later(async () => ({ default: (await userPanel()).UserEntrance })),
    below: later(async () => ({ default: (await userPanel()).UserPlaces })),
    next: true,
  },
};

const ruleInputs = () => import('./permissions/rule-inputs.tsx');
const fieldControls: FieldControls = {
  'regra.assunto': later(async () => ({ default: (await ruleInputs()).RuleSubject })),
  'regra.acao': later(async () => ({ default: (await ruleInputs()).RuleAction })),
};

const listNotes: ListNotes = {
  lista_arquivo_gerado: later(async () => ({ default: (await import('./jobs/job-files.tsx')).JobFiles })),
  regra: later(async () => ({ default: (await import('./permissions/void-rules.tsx')).VoidRules })),
};

const accessMarks = () => import('./access-log/access-marks.tsx');
const valueMarks: ValueMarks = {
  'evento_acesso.entidade': later(async () => ({ default: (await accessMarks()).TableMark })),
  'leitura_sensivel.rota': later(async () => ({ default: (await accessMarks()).ScreenMark })),
  'regra.assunto': later(async () => ({ default: (await voidRule()).SubjectMark })),
  'regra.acao': later(async () => ({ default: (await voidRule()).ActionMark })),
};

export const withRecordParts = (View: ComponentType<ScreenViewProps>): ComponentType<ScreenViewProps> => {
  const WithRecordParts = (props: ScreenViewProps) => (
    <RecordPanelContext value={recordPanels}>
      <FieldControlContext value={fieldControls}>
        <ListNoteContext value={listNotes}>
          <ValueMarkContext value={valueMarks}>
            <View {...props} />
          </ValueMarkContext>
        </ListNoteContext>
      </FieldControlContext>
    </RecordPanelContext>
  );
  return WithRecordParts;
};
