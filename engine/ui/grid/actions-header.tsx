import { VisuallyHidden } from '@mantine/core';
import { useTexts } from '../runtime/texts.ts';

/** The options column needs a name for those who hear the table; for those who see it, its buttons say enough. */
export const ActionsHeader = () => <VisuallyHidden>{useTexts()('grid.actions')}</VisuallyHidden>;
