/** What the view of a record tells of, by who looks at it. */
import { expect, it } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { isTold } from '../../../engine/ui/record/told-columns.ts';
import { filterOfColumn } from '../../../engine/ui/runtime/filter-value.ts';
import { formSections } from '../../../engine/ui/runtime/form-sections.ts';
import type { Row } from '../../../engine/ui/store/api.ts';
import { groupOf, sessionUser, staffGrants } from '../../support/grants.ts';
import { loadRealProduct } from './real-screen.ts';

const pair = 'autorizacao:acompanharautorizacaobeneficiario';
const member = createAccess({
  userId: 1,
  prestadorIds: [],
  beneficiarioId: 7,
  groups: [groupOf([pair, 'autorizacao:view', 'prestador:list'])],
  user: sessionUser([pair], { beneficiario: true }),
});

const guide = (other: object) => ({ id: 3, versao: 1, numero_guia: '315', ...other });

const toldTo = async (access: Access, row: Row): Promise<readonly string[]> => {
  const { model } = await loadRealProduct();
  const screen = model.screens.find(({ path }) => path === '/acompanhar-autorizacoes-beneficiario');
  if (screen?.kind !== 'registry') throw new Error('no registry');
  const shown = buildScreenModel(model, access, screen, () => '/validator.js');
  return formSections(shown, isTold(shown, row)).flatMap(({ columns }) => columns);
};
const own = ['numero_guia', 'protocolo', 'tipo_guia'];
const others = [
  ...['solicitante_id', 'profissional_solicitante_id', 'executante_id'],
  ...['data_solicitacao', 'prazo_atendimento', 'data_autorizacao', 'senha', 'validade_senha'],
  ...['motivo_negativa_id', 'justificativa', 'situacao'],
];
const same = guide({ autorizacao: { id: 3, numero_guia: '315' } });

it('leaves out what would say the same twice and opens nothing, and relations of which the person reads nothing', async () => {
  expect(await toldTo(member, same)).toEqual([...own, ...others]);
});

it('keeps a relation that opens nothing where it says something else', async () => {
  expect(await toldTo(member, guide({ autorizacao: { id: 4, numero_guia: '316' } }))).toEqual([
    'autorizacao_id',
    ...own,
    ...others,
  ]);
});

it('tells who reads all of it of the record behind the row, which opens, and of every relation', async () => {
  const everything = createAccess(staffGrants(['all:manage']));
  expect(await toldTo(everything, same)).toEqual(['autorizacao_id', ...own, 'beneficiario_id', ...others]);
});

it('tells whom a record is about where the relation makes it known, who is then asked for by name', async () => {
  const pairs = ['autorizacao:autrealizadas', 'autorizacao:view'];
  const provider = createAccess({
    userId: 1,
    prestadorIds: [7],
    beneficiarioId: undefined,
    groups: [groupOf(pairs)],
    user: sessionUser(pairs, { prestador: true }),
  });
  const { model } = await loadRealProduct();
  const screen = model.screens.find(({ path }) => path === '/autorizacoes');
  if (screen?.kind !== 'registry') throw new Error('no registry');
  const shown = buildScreenModel(model, provider, screen, () => '/validator.js');
  const columns = formSections(shown, isTold(shown, guide({}))).flatMap((section) => section.columns);
  expect(columns).toContain('beneficiario_id');
  const target = shown.relations.find(({ field }) => field === 'beneficiario');
  expect(target).toMatchObject({ path: null, opens: false, create: false, select: 'id,codigo,nome' });
  // The card by the authorisation itself, to which the row points.
  expect(shown.related['beneficiario']?.fields.map(({ name }) => name)).toEqual(['codigo', 'nome', 'cartao']);
  expect(shown.search.filter(({ key }) => key.startsWith('beneficiario'))).toMatchObject([
    { key: 'beneficiario.nome', type: 'text', match: 'contains', target: null },
  ]);
  const byRelation = shown.moreColumns.find(({ key }) => key === 'beneficiario');
  expect(byRelation && filterOfColumn(shown, byRelation)).toMatchObject({
    key: 'beneficiario.nome',
    type: 'text',
    match: 'contains',
    relation: undefined,
  });
});
