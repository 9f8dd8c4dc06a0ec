import { useSetting } from './use-setting.ts';

const parsePlain = (stored: unknown): boolean | undefined => (typeof stored === 'boolean' ? stored : undefined);

/** Whether this person reads lists as plain tables, which screen readers know best. */
export const usePlainTable = () => {
  const { value, set } = useSetting<boolean>('plain', parsePlain, false);
  return { plain: value, setPlain: (next: boolean) => set(next ? true : undefined) };
};
