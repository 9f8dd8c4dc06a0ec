import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { WhyLine } from '../../contract/describe-why.ts';
import { describeWhy } from '../../contract/describe-why.ts';
import type { Entity } from '../../model/types.ts';
import { parseRecordAddress, recordParameter } from '../runtime/record-address.ts';
import { useTexts } from '../runtime/texts.ts';
import { useMenu } from '../runtime/use-menu.ts';
import type { PersonOption } from '../runtime/use-people.ts';
import { usePeople } from '../runtime/use-people.ts';
import type { ApiFailure } from '../store/api.ts';
import { useScreenQuery } from '../store/api.ts';
import { useWhyQuery } from '../store/why-api.ts';

const fieldOptions = (entity: Entity | undefined): readonly PersonOption[] => [
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
  const registry = entry?.kind === 'registry' || entry?.kind === 'report';
  const { data: model } = useScreenQuery(pathname, { skip: !registry });
  const [person, setPerson] = useState<PersonOption>();
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
