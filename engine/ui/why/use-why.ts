import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { WhyLine } from '../../contract/describe-why.ts';
import { describeWhy } from '../../contract/describe-why.ts';
import type { Entity } from '../../model/types.ts';
import { parseRecordAddress, recordParameter } from '../runtime/record-address.ts';
import type { SearchState } from '../runtime/relation-search.ts';
import { createRelationSearch } from '../runtime/relation-search.ts';
import { useTexts } from '../runtime/texts.ts';
import { useMenu } from '../runtime/use-menu.ts';
import type { ApiFailure, Row } from '../store/api.ts';
import { useLazyAutocompleteQuery, useScreenQuery } from '../store/api.ts';
import { useWhyQuery } from '../store/why-api.ts';

/** The registry of the people who sign in. */
const people = '/usuarios';

interface Option {
  readonly value: string;
  readonly label: string;
}

const nobody: SearchState<Row> = { phase: 'short', rows: [] };

/** The people found for what is typed; each by the login. */
const usePeople = (chosen: Option | undefined) => {
  const [ask] = useLazyAutocompleteQuery();
  const [state, setState] = useState(nobody);
  const latest = useRef(ask);
  latest.current = ask;
  const [search] = useState(() =>
    createRelationSearch<Row>(() => ({
      minimum: 2,
      single: false,
      tell: setState,
      choose: () => undefined,
      ask: (term) => {
        const call = latest.current({ path: people, term, day: undefined }, true);
        return { abort: call.abort, answer: call.then(({ data }) => data) };
      },
    })),
  );
  useEffect(() => search.stop, [search]);
  const found = state.rows.map((row): Option => ({ value: String(row['login']), label: String(row['label']) }));
  return {
    options: [...(chosen && !found.some(({ value }) => value === chosen.value) ? [chosen] : []), ...found],
    phase: state.phase,
    type: (text: string): void => search.type(text === chosen?.label ? '' : text),
  };
};

const fieldOptions = (entity: Entity | undefined): readonly Option[] => [
  ...(entity?.fields ?? []).map(({ name, title }) => ({ value: name, label: title })),
  ...(entity?.children ?? []).flatMap((child) =>
    child.entity.fields.map(({ name, title }) => ({
      value: `${child.name}.${name}`,
      label: `${child.title} › ${title}`,
    })),
  ),
];

export const useWhy = () => {
  const texts = useTexts();
  const menu = useMenu();
  const { pathname, search: address } = useLocation();
  const entry = menu.entryAt(pathname);
  const registry = entry?.kind === 'registry';
  const { data: model } = useScreenQuery(pathname, { skip: !registry });
  const [person, setPerson] = useState<Option>();
  const [field, setField] = useState<string>();
  const opened = parseRecordAddress(new URLSearchParams(address).get(recordParameter))?.id;
  const [id, setId] = useState(opened);
  const found = usePeople(person);
  const question =
    person === undefined
      ? skipToken
      : { path: pathname, login: person.value, id: registry ? id : undefined, field: registry ? field : undefined };
  const { currentData: answer, error, isFetching } = useWhyQuery(question);
  const lines = useMemo((): readonly WhyLine[] => (answer ? describeWhy(answer, texts) : []), [answer, texts]);
  return {
    title: entry ? menu.titled(entry.title) : pathname,
    registry,
    people: found.options,
    phase: found.phase,
    typePerson: found.type,
    person: person?.value,
    choosePerson: (login: string | null) => setPerson(found.options.find(({ value }) => value === login)),
    fields: fieldOptions(model?.entity),
    field,
    chooseField: (name: string | null) => setField(name ?? undefined),
    id,
    chooseId: (value: number | string) => setId(typeof value === 'number' && value > 0 ? value : undefined),
    lines,
    groups: answer?.person.groups ?? [],
    failure: error as ApiFailure | undefined,
    busy: isFetching && answer === undefined,
  };
};
