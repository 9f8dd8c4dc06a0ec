import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'className' | 'tabIndex' | 'children'> {
  readonly icon: LucideIcon;
}

/** A button of a row. A list has hundreds of them: each is one element with one icon, and nothing that it must compute. */
export const RowButton = ({ icon: Icon, ...rest }: Props) => (
  <button {...rest} type="button" className="fi-row-button" tabIndex={-1}>
    <Icon size={15} aria-hidden />
  </button>
);
