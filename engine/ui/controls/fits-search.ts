import type { OptionsFilter } from '@mantine/core';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Whether an option is what someone types: accents and case aside, as people type. */
export const fitsSearch = (label: string, search: string): boolean => plain(label).includes(plain(search));

/** Whether its label begins so. */
export const beginsSearch = (label: string, typed: string): boolean => plain(label).startsWith(plain(typed));

/** For the `filter` of a list without groups. */
export const filterOptions: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'label' in option && fitsSearch(option.label, search));
