import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './waiting.module.css';

/** In a sentence, what is being waited for. */
export const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.waiting} role="status">
    <Loader size="xs" />
    <span>{children}</span>
  </p>
);
