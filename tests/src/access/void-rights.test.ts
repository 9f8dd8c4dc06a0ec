/** What is written of rights names what there is: the files, the demonstration groups, and the options of a rule's form. */
import { expect, test } from 'vitest';
import { reportIssue } from '../../../engine/core/issues.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { validate } from '../../../engine/model/validate.ts';
import { fieldProblem } from '../../../src/access/read-permissions.ts';
import { catalogueOf, pairProblem } from '../../../src/access/rights-catalogue.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { actionOptions, subjectOptions, withStored } from '../../../src/screens/permissions/rule-options.ts';
import { demonstrationPeople } from '../../../src/session/demonstration-people.ts';
import { demonstrationUsers } from '../../../src/session/first-users.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const sources = new Map([...(await readRealFiles())].filter(([path]) => !path.endsWith('.csv')));
const { model } = loadProduct(sources, 'copass', fileMemory);
const catalogue = catalogueOf(model);

test('initial rows of rights are held against all screens and records, also those that a client does not have', () => {
  // Of one client alone.
  expect(catalogueOf(loadProduct(sources, 'apsis', fileMemory).model).subjects.map(({ name }) => name)).not.toContain(
    'adesaoodonto',
  );
  const path = (folder: string) => `schemas/acesso/${folder}/data.csv`;
  const files = loadFiles(
    new Map([
      ...sources,
      [path('grupos'), 'nome\nCadastro\n'],
      [
        path('regras'),
        'grupo,assunto,acao\nCadastro,banco,list\nCadastro,bancos,list\nCadastro,banco,lits\nCadastro,report,rep999\nCadastro,adesaoodonto,list\n',
      ],
      [
        path('config-permissoes'),
        'grupo,entidade,campo\nCadastro,usuario,cpf\nCadastro,usuario,grupo\nCadastro,usuario,cpff\n',
      ],
    ]),
  );
  const { messages } = loadMessages(sources);
  const found = validate(files, catalogues).map((issue) => reportIssue(issue, messages));
  const said = (entity: string, right: string) =>
    `A linha de '${entity}' fala do direito '${right}', que não existe: ela não dá nem tira acesso a nada.`;
  expect(found.map(({ file, line, column, code, message, hint }) => [file, line, column, code, message, hint])).toEqual(
    [
      ['config-permissoes', 4, 18, 'config_permissao', 'usuario.cpff', 'usuario.cpf'],
      ['regras', 3, 10, 'regra', 'bancos:list', 'banco:list'],
      ['regras', 4, 16, 'regra', 'banco:lits', 'banco:list'],
      ['regras', 5, 17, 'regra', 'report:rep999', undefined],
    ].map(([folder, line, column, entity, right, meant]) => [
      path(String(folder)),
      line,
      column,
      'MODEL_RIGHT_UNKNOWN',
      said(String(entity), String(right)),
      meant === undefined
        ? expect.not.stringContaining('Você quis dizer')
        : expect.stringContaining(`Você quis dizer '${meant}'?`),
    ]),
  );
});

test('no demonstration group has a right on what does not exist', () => {
  const groups = demonstrationUsers.flatMap(({ group }) => group ?? []);
  const listed = new Set(model.screens.flatMap((screen) => (screen.kind === 'registry' ? [screen.entity] : [])));
  const registries = groups.flatMap((group) => group.registries ?? []);
  expect(registries.length).toBeGreaterThan(10);
  expect(registries.filter((entity) => !listed.has(entity))).toEqual([]);
  const asked = groups.flatMap((group) => group.pairs ?? []).map((pair) => pair.split(':'));
  expect(
    asked.filter(
      ([subject, action = '']) => !catalogue.subjects.find(({ name }) => name === subject)?.actions.includes(action),
    ),
  ).toEqual([]);
  const pairs = demonstrationPeople(model).flatMap(({ grants }) => grants.groups.flatMap((group) => group.pairs));
  expect(pairs.length).toBeGreaterThan(100);
  expect(
    pairs.filter((pair) => {
      const [subject = '', action = ''] = pair.split(':');
      return pairProblem(catalogue, subject, action) !== undefined;
    }),
  ).toEqual([]);
  const fields = demonstrationUsers.flatMap(({ group }) => Object.keys(group?.fields ?? {}));
  expect(fields.length).toBeGreaterThan(10);
  expect(
    fields.filter((path) => {
      const [entity = '', field = ''] = path.split('.');
      return fieldProblem(model, entity, field) !== undefined;
    }),
  ).toEqual([]);
});

test('a rule is offered every subject once, by its title: everything first, the reports last', () => {
  const options = subjectOptions(catalogue, { everything: 'Todos', reports: 'Relatório' });
  expect(options.map(({ value }) => value).sort()).toEqual(catalogue.subjects.map(({ name }) => name).sort());
  expect([options[0], options.at(-1)]).toEqual([
    { value: 'all', label: 'Todos (all)' },
    { value: 'report', label: 'Relatório (report)' },
  ]);
  expect(options).toContainEqual({ value: 'banco', label: 'Banco (banco)' });
});

test('and every action once; what is stored and gone is shown, and only where it is', () => {
  const options = actionOptions(catalogue, (one) => `«${one}»`, 'Rel.');
  expect(options.map(({ value }) => value).sort()).toEqual([...catalogue.actions].sort());
  expect(options[0]).toEqual({ value: 'list', label: '«list» (list)' });
  expect(options).toContainEqual({ value: 'rep380', label: 'Rel. rep380' });
  expect(options).toContainEqual({ value: 'rep526', label: 'Rel. rep526: Faturamento - Glosa' });
  expect(options.at(-1)?.value).toMatch(/^rep[56]\d\d$/);
  const gone = (name: string): string => `${name} (não existe mais)`;
  expect(withStored(options, 'list', gone)).toBe(options);
  expect(withStored(options, undefined, gone)).toBe(options);
  expect(withStored(options, 'fugir', gone)).toEqual([
    { value: 'fugir', label: 'fugir (não existe mais)' },
    ...options,
  ]);
});
