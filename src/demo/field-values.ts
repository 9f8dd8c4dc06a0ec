/** What fields of a name hold, in whatever registry they are; what is not said here is drawn from the metadata. */
import { drawCnpj } from '../../engine/data/samples/check-digits.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter } from './days.ts';
import { anyPerson, companyName, personName, quarterName, streetName } from './names.ts';
import { indexOf } from './once-of.ts';
import { drawCity } from './places.ts';

const day = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 10) : undefined);

/** Most validities are open. What is in use has not ended yet, what is not has, where it had begun. */
const end = ({ chance, record, today }: Draw): string | null => {
  const first = day(record['inicio']);
  if (first === undefined) return null;
  const over = record['ativo'] === false;
  if (over) return first < today ? soonAfter(chance, first, 180, 900, dayAfter(today, -1)) : null;
  if (chance.holds(0.85)) return null;
  return dayAfter('ativo' in record && first < today ? today : first, chance.whole(180, 900));
};

/** What has ended is not in use any more; what has no end, or will be told it after this, most often is. */
const inUse = ({ chance, record, today }: Draw): boolean => {
  const last = day(record['fim']);
  if (last !== undefined) return last >= today;
  return 'fim' in record || chance.holds(0.94);
};

/** Nothing is left out without a reason, and few have one. */
const seldom =
  (share: number, make: (draw: Draw) => unknown) =>
  (draw: Draw): unknown =>
    draw.chance.holds(share) ? make(draw) : null;

/** By the codes of the central bank. */
const countries = indexOf('pais', 'codigo');
const brazil = '1058';

const sentences = [
  'Conferido com a documentação apresentada.',
  'Solicitado por telefone.',
  'Atualizado a pedido do interessado.',
  'Aguarda documento complementar.',
  'Registro revisado na última auditoria interna.',
];
const reasons = [
  'Documentação incompleta',
  'Solicitação em duplicidade',
  'A pedido do beneficiário',
  'Valor divergente do contrato',
  'Lançamento em competência errada',
];

export const fieldValues: SampleRecipes['fields'] = {
  ativo: inUse,
  // Entries are made in analytic accounts, which most are.
  analitica: ({ index }) => index % 4 < 3,
  fim: end,
  validade: ({ chance, record, today }) => dayAfter(day(record['emissao']) ?? today, chance.whole(200, 1400)),
  nome_mae: ({ chance }) => personName(chance, 'female'),
  nome_pai: seldom(0.8, ({ chance }) => personName(chance, 'male')),
  nome_social: seldom(0.01, ({ chance }) => anyPerson(chance)),
  representante: ({ chance }) => anyPerson(chance),
  responsavel: ({ chance }) => anyPerson(chance),
  // Where somebody is named it is a company: `pagador` in `wordings.ts`.
  documento_pagador: ({ chance, record }) => (typeof record['pagador'] === 'string' ? drawCnpj(chance) : undefined),
  titular_nome: () => null,
  titular_cpf_cnpj: () => null,
  chave_pix: () => null,
  tipo_chave_pix: () => null,
  razao_social: ({ chance }) => companyName(chance),
  nome_fantasia: seldom(0.5, ({ record }) => {
    const name = record['razao_social'] ?? record['nome'];
    return typeof name === 'string' ? name.replace(/ (Ltda\.|S\.A\.|ME|EPP)$/, '') : null;
  }),
  tipo_logradouro: ({ chance }) => chance.of(['081', '081', '081', '008']),
  logradouro: ({ chance }) => streetName(chance),
  bairro: ({ chance }) => quarterName(chance),
  complemento: seldom(0.3, ({ chance, record }) =>
    'logradouro' in record
      ? `${chance.of(['Apto.', 'Sala', 'Bloco B, apto.'])} ${chance.whole(1, 12)}0${chance.whole(1, 4)}`
      : undefined,
  ),
  cidade: drawCity,
  naturalidade: drawCity,
  nacionalidade: (draw) => countries(draw).get(brazil)?.['id'],
  // The number is one of that state: `rg` in `wordings.ts`.
  rg_uf: ({ record }) => (typeof record['rg'] === 'string' ? record['rg'].slice(0, 2) : null),
  valor: ({ chance, record }) => {
    switch (record['tipo']) {
      case 'EMAIL':
        return `contato${chance.digits(4)}@exemplo.com.br`;
      case 'CELULAR':
        return `319${chance.whole(7, 9)}${chance.digits(7)}`;
      case 'TELEFONE':
      case 'FAX':
        return `313${chance.digits(7)}`;
      default:
        return undefined;
    }
  },
  agencia: ({ chance }) => `0${chance.digits(4)}`,
  conta: ({ chance }) => chance.digits(chance.whole(5, 8)),
  observacao: seldom(0.15, ({ chance }) => chance.of(sentences)),
  // Of the declaration of health: one of those whom the request is for.
  dependente: ({ chance, parent }) => {
    const names = Array.isArray(parent?.['dependentes']) ? parent['dependentes'].map(({ nome }) => nome) : [];
    return names.length === 0 ? undefined : chance.of(names);
  },
  despacho: ({ chance }) => chance.of(sentences),
  conclusao: ({ chance }) => chance.of(sentences),
  motivo_estorno: ({ chance }) => chance.of(reasons),
  motivo_devolucao: ({ chance }) => chance.of(reasons),
  motivo_dispensa: ({ chance }) => chance.of(reasons),
  motivo_reabertura: ({ chance }) => chance.of(reasons),
  emissao: ({ chance, today }) => dayAfter(today, -chance.whole(0, 900)),
  vencimento: ({ chance, record, today }) => dayAfter(day(record['emissao']) ?? today, chance.whole(5, 40)),
  data_pagamento: ({ chance, record, today }) => {
    const due = day(record['vencimento']);
    return due === undefined || due > today ? undefined : soonAfter(chance, due, -4, 25, today);
  },
  data_credito: ({ chance, record, today }) => {
    const paid = day(record['data_pagamento']);
    return paid === undefined ? undefined : soonAfter(chance, paid, 1, 2, today);
  },
  validade_senha: ({ chance, record, today }) =>
    dayAfter(day(record['data_solicitacao']) ?? today, chance.of([30, 30, 60])),
  data_execucao: ({ chance, record, today }) =>
    soonAfter(chance, day(record['data_solicitacao']) ?? today, 0, 20, today),
  valor_pago: ({ record }) => (typeof record['valor_devido'] === 'number' ? record['valor_devido'] : undefined),
};
