/** The answers for the client itself and for its flags. */
import { toPointer } from '../../core/json.ts';
import { ruleWords } from '../../core/words.ts';
import type { Explanation } from '../types.ts';
import type { Derivation } from './answer.ts';
import { answerRow, derive } from './answer.ts';
import { written } from './places.ts';
import type { Sources } from './sources.ts';

export const explainFlag = ({ files, model }: Sources, flag: string): Explanation => {
  const target = `flags.${flag}`;
  const value = model.flags[flag];
  const declared = files.flags;
  const base = declared?.origin(toPointer(['flags', flag, 'default']));
  const said = files.client?.value.flags?.[flag];
  const common = { target, value, rule: undefined, inputs: [] };
  if (said === undefined || files.client === undefined || base === undefined)
    return { ...common, origin: base, lost: [] };
  const lost = [{ value: declared?.value.flags[flag]?.default, origin: base, rule: undefined }];
  return { ...common, origin: files.client.origin(toPointer(['flags', flag])), lost };
};

/** A value of the client with its place in the file, whether or not it is written there. */
export interface ClientExplanation {
  readonly pointer: string;
  readonly explanation: Explanation;
}

export const explainClient = ({ files, model }: Sources): readonly ClientExplanation[] => {
  const { client } = model;
  if (client === undefined) return [];
  const row = (pointer: string, value: unknown, rule: Derivation): ClientExplanation => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    return { pointer, explanation: answerRow('client', files.client, { name, pointer, value, rule }) };
  };
  const absent = derive(ruleWords.absent);
  const initial = written(files.client, '/theme/logo').length > 0 ? [] : written(files.client, '/title');
  return [
    row('/name', client.name, absent),
    row('/title', client.title, absent),
    row('/theme/accent', client.accent, derive(ruleWords.accent)),
    row('/theme/logo', client.logo, derive(ruleWords.logo, initial)),
    ...Object.entries(client.defaults).map(([name, value]) =>
      row(`/defaults/${name}`, value, derive(ruleWords.client)),
    ),
  ];
};
