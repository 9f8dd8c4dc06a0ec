/** Days that are asked for beyond those of a stay. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { soonAfter } from './days.ts';
import { isPart, paperMoved, paperMoves } from './decisions.ts';
import { pointing } from './found-rows.ts';
import { onceOf } from './once-of.ts';

const stays = onceOf('autorizacao', (rows) =>
  rows.filter(
    (row) =>
      row['tipo_guia'] === 'INTERNACAO' && ['AUTORIZADA', 'EXECUTADA', 'FATURADA'].includes(String(row['situacao'])),
  ),
);

/** What is said of those who have to stay longer, by the kind of the stay. */
const longer: Readonly<Record<string, readonly string[]>> = {
  '1': ['Mantém antibiótico venoso.', 'Aguarda estabilização do quadro.'],
  '2': ['Evolução lenta no pós-operatório.', 'Mantém dreno, com débito ainda elevado.'],
  '3': ['Puérpera em observação por elevação da pressão arterial.', 'Infecção de parede em tratamento.'],
  '4': ['Mantém antibiótico venoso.', 'Ainda depende de oxigênio suplementar.'],
};

/** Beds by code: wards and apartments, and where somebody is looked after closely. */
const beds: ReadonlySet<unknown> = new Set(['02', '12', '13', '31', '32', '41']);
const closeBeds: Readonly<Record<string, string>> = { '1': '38', '2': '38', '4': '45' };
const bedsOf = onceOf('tipo_acomodacao', (rows) => ({
  plain: rows.filter((row) => beds.has(row['codigo'])),
  byCode: new Map(rows.map((row) => [row['codigo'], row['id']])),
}));

const bedAsked = (draw: Draw, stay: string): Row => {
  const { plain, byCode } = bedsOf(draw);
  const close = draw.chance.holds(0.1) ? byCode.get(closeBeds[stay]) : undefined;
  return pointing('acomodacao_solicitada_id', close ?? (plain.length === 0 ? undefined : draw.chance.of(plain)['id']));
};

const extension = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const all = stays(draw);
  const of = all[index % Math.max(all.length, 1)];
  if (of === undefined) return {};
  const stay = String(of['tipo_internacao'] ?? '1');
  return {
    internacao_id: of['id'],
    beneficiario_id: of['beneficiario_id'],
    executante_id: of['executante_id'],
    profissional_id: of['profissional_solicitante_id'] ?? null,
    data_solicitacao: soonAfter(chance, String(of['data_solicitacao']), 2, 8, today),
    diarias_solicitadas: chance.whole(1, 5),
    ...bedAsked(draw, stay),
    indicacao_clinica: chance.of(longer[stay] ?? ['Aguarda estabilização do quadro.']),
    pedido_complemento: null,
  };
};

/** In part: a day less, in the bed that was asked for. */
const extensionMoved = (draw: Draw): Row => {
  const { record } = draw;
  const part = isPart(draw);
  return {
    ...paperMoved(draw, 'justificativa'),
    ...(part ? { diarias_autorizadas: Number(record['diarias_solicitadas']) - 1 } : {}),
    acomodacao_autorizada_id:
      part || record['situacao'] === 'AUTORIZADA' ? (record['acomodacao_solicitada_id'] ?? null) : null,
  };
};

export const extensionRecipes: SampleRecipes['entities'] = {
  prorrogacao: {
    count: { small: 8, medium: 400, large: 1200 },
    values: extension,
    moves: paperMoves,
    moved: extensionMoved,
  },
};
