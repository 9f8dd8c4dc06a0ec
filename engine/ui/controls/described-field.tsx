import { InputWrapperContext } from '@mantine/core';
import type { ReactNode } from 'react';
import { use } from 'react';

interface Props {
  readonly describedBy: string | undefined;
  readonly children: ReactNode;
}

/** The field in which the values of several are typed, which is told of its line by what stands around it alone. */
const DescribedField = ({ describedBy, children }: Props) => {
  const around = use(InputWrapperContext);
  return <InputWrapperContext value={{ ...around, describedBy }}>{children}</InputWrapperContext>;
};

/** For the controls of several values, beside `inputAttributes`. */
export const describedField = (describedBy: string | undefined) => ({
  inputContainer: (children: ReactNode) => <DescribedField describedBy={describedBy}>{children}</DescribedField>,
});
