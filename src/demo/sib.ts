/** What goes to the regulator of the members (SIB): movements, changes of plan, and the files of both. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { holderOf } from './families.ts';
import { pointing } from './found-rows.ts';
import { ccoOf, formerHomeOf, homeOf, memberOfCode, papersOf, parentsOf } from './identities.ts';
import { familyOfCode } from './memberships.ts';
import { monthText } from './months.ts';
import { indexOf } from './once-of.ts';
import { conditionOf } from './people.ts';
import { formerPlanOf, planOn } from './plan-changes.ts';
import {
  digestOf,
  fileNameOf,
  generatedFile,
  monthly,
  monthsOf,
  ofOperator,
  remittanceAt,
  stepsOf,
} from './remittances.ts';
import type { Movement } from './sib-plan.ts';
import { changeCount, movementCount, movementTypes, relationOf, sibPlan } from './sib-plan.ts';

const byId = {
  city: indexOf('cidade', 'id'),
  employer: indexOf('empresa', 'id'),
  leaving: indexOf('motivo_desligamento', 'id'),
};
const motivesByCode = indexOf('motivo', 'codigo');

/** Somebody as the regulator is told of on the day. */
const personOf = (draw: Draw, place: number, day: string) => {
  const people = draw.rows('beneficiario');
  const row = people[place] ?? {};
  const family = familyOfCode(row['codigo']);
  const member = memberOfCode(row['codigo']);
  const holder = holderOf(people, place);
  const plan = planOn(draw, place, day);
  const collective = String(plan?.['contratacao']).startsWith('COLETIVO');
  const employer = collective ? byId.employer(draw).get(row['empresa_id'])?.['cnpj'] : undefined;
  return { row, place, family, member, holder, plan, employer: employer ?? null, relation: relationOf(row['codigo']) };
};
type Person = ReturnType<typeof personOf>;

/** What is sent of an address is shorter than what is kept. */
const addressOf = (home: Row): Row => ({
  logradouro: home['logradouro'],
  numero: home['numero'],
  complemento: home['complemento'],
  bairro: home['bairro'],
  municipio_id: home['cidade_id'],
  cep: home['cep'],
});

const nothingTold: Row = {
  cpf: null,
  pis: null,
  cns: null,
  sexo: null,
  data_nascimento: null,
  nome_mae: null,
  logradouro: null,
  numero: null,
  complemento: null,
  bairro: null,
  municipio_id: null,
  cep: null,
  relacao_dependencia: null,
  codigo_titular: null,
  data_contratacao: null,
  produto_id: null,
  cnpj_contratante: null,
};

const motherOf = (draw: Draw, { row, place, member }: Person): string =>
  parentsOf(draw, place, member, row['nome']).mother;

/** Of who comes, and of whom something is corrected. */
const told = (draw: Draw, person: Person): Row => {
  const { row, place, family, member, holder, plan, employer, relation } = person;
  return {
    cpf: row['cpf'],
    ...papersOf(draw, place, member),
    sexo: row['sexo'],
    data_nascimento: row['data_nascimento'],
    nome_mae: motherOf(draw, person),
    ...addressOf(homeOf(draw, family)),
    reside_exterior: row['reside_exterior'] === true,
    relacao_dependencia: relation,
    codigo_titular: relation === '1' ? null : (holder?.['codigo'] ?? null),
    data_contratacao: row['data_inclusao'],
    produto_id: plan?.['id'] ?? null,
    cobertura_parcial: conditionOf(draw, place) !== undefined,
    cnpj_contratante: employer,
  };
};

interface Change {
  readonly campo: string;
  readonly anterior: string | null;
  readonly novo: string;
}

/** First and last name alone, as somebody writes in a hurry. */
const shortName = (name: string): string => `${name.split(' ')[0]} ${name.split(' ').at(-1)}`;

const moved = (draw: Draw, family: number): readonly Change[] => {
  const [home, before] = [homeOf(draw, family), formerHomeOf(draw, family)];
  const ibge = (row: Row): string => String(byId.city(draw).get(row['cidade_id'])?.['ibge'] ?? '');
  const fields: readonly (readonly [string, (row: Row) => string])[] = [
    ['logradouro', (row) => String(row['logradouro'])],
    ['numero', (row) => String(row['numero'])],
    ['bairro', (row) => String(row['bairro'])],
    ['cep', (row) => String(row['cep'])],
    ['codigoMunicipio', ibge],
  ];
  return fields
    .map(([campo, of]) => ({ campo, anterior: of(before), novo: of(home) }))
    .filter(({ anterior, novo }) => anterior !== novo);
};

/** What was corrected, by the names that the fields have in the file. */
const changesOf = (draw: Draw, person: Person): readonly Change[] => {
  const { chance } = draw;
  const { row, place, family, member } = person;
  const { cns } = papersOf(draw, place, member);
  const mother = motherOf(draw, person);
  const birth = String(row['data_nascimento']);
  const kind = chance.weighted({ home: 45, card: typeof cns === 'string' ? 25 : 0, mother: 18, birth: 12 });
  if (kind === 'card') return [{ campo: 'cns', anterior: null, novo: String(cns) }];
  if (kind === 'mother' && shortName(mother) !== mother)
    return [{ campo: 'nomeMae', anterior: shortName(mother), novo: mother }];
  if (kind === 'birth')
    return [{ campo: 'dataNascimento', anterior: dayAfter(birth, -chance.of([1, 10, 30])), novo: birth }];
  return moved(draw, family);
};

/** What came back, by the codes of the reasons that operator and regulator share: field, code, and the value that was sent. */
const errorsOf = (draw: Draw, { type, day, file = 0 }: Movement, { row, plan }: Person): readonly Row[] => {
  const found: Readonly<Record<Movement['type'], readonly [field: string, code: string, value: unknown]>> = {
    INCLUSAO: ['nome', '1011', row['nome']],
    RETIFICACAO: ['cpf', '1013', row['cpf']],
    MUDANCA_CONTRATUAL: ['numeroPlanoANS', '1024', plan?.['registro_plano_ans']],
    CANCELAMENTO: ['dataCancelamento', '1014', day],
  };
  const [campo, codigo, valor] = found[type];
  const mensagem = motivesByCode(draw).get(codigo)?.['descricao'];
  return [
    {
      campo,
      codigo,
      valor: String(valor ?? ''),
      mensagem: typeof mensagem === 'string' ? mensagem : 'Cadastro do beneficiário com problemas',
      // What came back in the last months is still to be looked at.
      ...(type === 'MUDANCA_CONTRATUAL' ? {} : { tratado: file < monthsOf(draw) - 4 }),
    },
  ];
};

/** Why something that waits is not sent: another movement tells of it already. */
const dropped = 'Alteração desfeita no cadastro antes do envio.';

/** As the regulator numbers the reasons; people who leave without one go by their own wish. */
const leavingOf = (draw: Draw, { row }: Person): string =>
  String(byId.leaving(draw).get(row['motivo_cancelamento_id'])?.['codigo_sib'] ?? '41');

const fileOf = ({ rows }: Draw, { file }: Movement): unknown =>
  (file === undefined ? undefined : rows('remessa_sib')[file]?.['id']) ?? null;

const movement = (draw: Draw): Row => {
  const one = sibPlan(draw)?.movements[draw.index];
  if (one === undefined) return {};
  const person = personOf(draw, one.person, one.day);
  const { row, place } = person;
  const detailed = one.type === 'INCLUSAO' || one.type === 'RETIFICACAO';
  const rejected = one.state === 'REJEITADO';
  return {
    ...pointing('beneficiario_id', row['id']),
    tipo: one.type,
    data: one.day,
    cco: one.type === 'INCLUSAO' ? null : ccoOf(place),
    motivo_cancelamento: one.type === 'CANCELAMENTO' ? leavingOf(draw, person) : null,
    mudanca_id: one.change === undefined ? null : (draw.rows('mudanca_contratual_sib')[one.change]?.['id'] ?? null),
    situacao: one.state,
    remessa_id: fileOf(draw, one),
    codigo_beneficiario: row['codigo'],
    nome: row['nome'],
    declaracao_nascido_vivo: null,
    plano_portabilidade: null,
    itens_excluidos: false,
    ...(detailed ? told(draw, person) : { ...nothingTold, reside_exterior: false, cobertura_parcial: false }),
    alteracoes: one.type === 'RETIFICACAO' ? changesOf(draw, person) : [],
    erros: rejected ? errorsOf(draw, one, person) : [],
    cancelado_por: one.state === 'CANCELADO' ? dropped : null,
  };
};

const changeStates = { PENDENTE: 'PENDENTE', ENVIADO: 'ENVIADA', ACEITO: 'ACEITA', REJEITADO: 'REJEITADA' } as const;

const change = (draw: Draw): Row => {
  const one = sibPlan(draw)?.changes[draw.index];
  if (one === undefined) return {};
  const person = personOf(draw, one.person, one.day);
  const { row, place, plan, holder, employer, relation } = person;
  const state = one.state === 'CANCELADO' ? 'PENDENTE' : changeStates[one.state];
  const errors = state === 'REJEITADA' ? errorsOf(draw, one, person) : [];
  return {
    ...pointing('beneficiario_id', row['id']),
    cco: ccoOf(place),
    data_contratacao: one.day,
    ...pointing('produto_anterior_id', formerPlanOf(draw, place, plan)?.['id']),
    ...pointing('produto_novo_id', plan?.['id']),
    plano_portabilidade: null,
    relacao_dependencia: relation,
    titular_id: relation === '1' ? null : (holder?.['id'] ?? null),
    tipo_contratante: employer === null ? null : 'CNPJ',
    cnpj_contratante: employer,
    caepf_contratante: null,
    cei_contratante: null,
    remessa_id: fileOf(draw, one),
    situacao: state,
    erros: errors,
    motivo_rejeicao: errors[0]?.['mensagem'] ?? null,
    motivo_cancelamento: null,
  };
};

const isRejected = ({ state }: Movement): boolean => state === 'REJEITADO';

/** How many of each kind the file has, and what came back of them. */
const remittance = (draw: Draw): Row => {
  const { index } = draw;
  const plan = sibPlan(draw);
  const fate = plan?.fates[index];
  if (plan === undefined || fate === undefined) return {};
  const one = remittanceAt(draw, index);
  const own = plan.movements.filter(({ file }) => file === index);
  const of = (type: Movement['type']): readonly Movement[] => own.filter((movement) => movement.type === type);
  const answered = fate === 'ACEITA' || fate === 'PARCIAL';
  const rejected = own.filter(isRejected).length;
  return {
    ...ofOperator(draw),
    competencia: monthText(one.month),
    nome_arquivo: fileNameOf(draw, one, '.SBX'),
    motivo_nao_envio: null,
    inclusoes: of('INCLUSAO').length,
    retificacoes: of('RETIFICACAO').length,
    mudancas: of('MUDANCA_CONTRATUAL').length,
    cancelamentos: of('CANCELAMENTO').length,
    reativacoes: 0,
    hash: digestOf(draw, 'sib', index),
    ...stepsOf(draw, 'sib', one, fate),
    processados: answered ? own.length - rejected : null,
    rejeitados: answered ? rejected : null,
    observacao: null,
    arquivo_gerado_id: generatedFile(draw, 'SIB', one.month),
    importacao_id: null,
    consolidado: answered
      ? movementTypes.flatMap((movimento): readonly Row[] => {
          const some = of(movimento);
          const back = some.filter(isRejected).length;
          return some.length === 0
            ? []
            : [{ movimento, registros: some.length, processados: some.length - back, rejeitados: back }];
        })
      : [],
  };
};

export const sibRecipes: SampleRecipes['entities'] = {
  remessa_sib: { count: monthly, after: ['beneficiario'], values: remittance },
  mudanca_contratual_sib: { count: changeCount, after: ['beneficiario', 'remessa_sib'], values: change },
  movimento_sib: { count: movementCount, after: ['mudanca_contratual_sib', 'remessa_sib'], values: movement },
};
