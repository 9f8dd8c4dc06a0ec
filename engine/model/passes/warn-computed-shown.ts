/** What a client hides and lets be worked out: a shown field that is computed from a hidden one still tells of it. */
import { toPointer } from '../../core/json.ts';
import { isOverlay } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import type { Report } from '../report.ts';
import type { EntityExpressions } from '../types.ts';

export const warnComputedShown = (
  { name: entity, screen, fields, children }: DraftEntity,
  computed: EntityExpressions['computed'],
  report: Report,
): void => {
  const shown = computed.flatMap(({ key, expression: { reads } }) => {
    const field = fields.find(({ column, visible }) => column === key && visible);
    return field === undefined ? [] : [{ name: field.name, reads }];
  });
  const parts = [
    ...fields.map((field) => ({ ...field, key: field.column })),
    ...children.map((child) => ({ ...child, key: child.name })),
  ];
  for (const part of parts) {
    if (part.visible) continue;
    const origin = screen.record.origin(toPointer(['properties', part.name, 'x-visible']));
    // The base itself may compute from what it keeps for itself alone.
    if (!isOverlay(origin)) continue;
    for (const { name, reads } of shown)
      if (reads.includes(part.key))
        report('OVERLAY_COMPUTED_SHOWN', origin, { entity, field: part.name, computed: name });
  }
};
