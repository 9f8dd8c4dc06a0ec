import type { ReactNode } from 'react';
import { useMemo, useRef, useState } from 'react';
import type { RelationTarget } from '../../contract/screen-model.ts';
import type { RelatedRecords } from '../form/related-context.ts';
import { RelatedContext } from '../form/related-context.ts';
import { ScreenContext } from '../runtime/screen-context.ts';
import { typedValues } from '../runtime/typed-values.ts';
import { useOpenRecord } from '../runtime/use-opened-record.ts';
import { useStackedGuard } from '../runtime/use-unsaved-guard.tsx';
import { useScreenQuery } from '../store/api.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordEditor } from './record-editor.tsx';

interface Wanted {
  readonly target: RelationTarget;
  readonly typed: string;
  readonly onCreated: (id: number) => void;
}

const RelatedForm = ({
  wanted: { target, typed, onCreated },
  leave,
  onClose,
}: {
  readonly wanted: Wanted;
  readonly leave: { current: () => void };
  readonly onClose: () => void;
}) => {
  const { data: model } = useScreenQuery(target.path ?? '');
  return model === undefined ? null : (
    <ScreenContext value={model}>
      <RecordEditor
        subject={{ mode: 'new', given: typedValues(model, typed) }}
        useGuard={useStackedGuard}
        leave={leave}
        onClose={onClose}
        onSaved={(id) => {
          onCreated(id);
          onClose();
        }}
      />
    </ScreenContext>
  );
};

/** Lets the form inside open related records, and include one in a drawer over itself. */
export const CreateRelated = ({ children }: { readonly children: ReactNode }) => {
  const { openPeek } = useOpenRecord();
  const [wanted, setWanted] = useState<Wanted>();
  const [opened, setOpened] = useState(false);
  const leave = useRef(() => {});
  const close = (): void => setOpened(false);
  const related = useMemo<RelatedRecords>(
    () => ({
      peek: openPeek,
      create: (target, typed, onCreated) => {
        setWanted({ target, typed, onCreated });
        setOpened(true);
      },
    }),
    [openPeek],
  );
  return (
    <>
      <RelatedContext value={related}>{children}</RelatedContext>
      <RecordDrawer opened={opened} onClose={() => leave.current()} wide={false} stacked>
        {opened && wanted && <RelatedForm wanted={wanted} leave={leave} onClose={close} />}
      </RecordDrawer>
    </>
  );
};
