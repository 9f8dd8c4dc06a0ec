/** What goes to the regulator of the network (RPS): one file a month of one kind of movement, of the providers there are. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { pointing } from './found-rows.ts';
import { monthText } from './months.ts';
import { tradeOf } from './network.ts';
import { indexOf, planOnce } from './once-of.ts';
import { plansOf } from './providers.ts';
import type { Fate } from './remittances.ts';
import {
  fateOfRecord,
  fileNameOf,
  lastSentMonth,
  monthly,
  monthsOf,
  ofOperator,
  recordCount,
  remittanceAt,
  scaleOf,
  stepsOf,
} from './remittances.ts';

type MovementType = 'INCLUSAO' | 'ALTERACAO' | 'VINCULACAO' | 'EXCLUSAO';

const endings: Readonly<Record<MovementType, string>> = {
  INCLUSAO: '.RPI',
  ALTERACAO: '.RPA',
  VINCULACAO: '.RPV',
  EXCLUSAO: '.RPE',
};

interface Movement {
  readonly type: MovementType;
  /** Of the provider among all. */
  readonly provider: number;
  readonly day: string;
  readonly file: number | undefined;
  readonly fate: Fate | undefined;
  readonly state: ReturnType<typeof fateOfRecord>;
}

interface Plan {
  readonly fates: readonly Fate[];
  readonly files: readonly (readonly Movement[])[];
  readonly all: readonly Movement[];
}

/** Movements of a month, in turn, and those that wait. */
const eachMonth = [1, 2, 1, 3];
const waiting = 3;

/** The newest waits; the one before came back whole, for whoever looks to send it again. */
const fateOf = (place: number, months: number, count: number): Fate => {
  if (place === months - 1) return 'ENVIADA';
  if (place === months - 2) return 'REJEITADA';
  return count > 1 && place % 4 === 3 ? 'PARCIAL' : 'ACEITA';
};

const placesIn = (providers: readonly Row[], field: string, month: string): readonly number[] =>
  providers.flatMap((row, place) => (String(row[field] ?? '').startsWith(month) ? [place] : []));

type Event = Pick<Movement, 'type' | 'provider' | 'day'>;

/** Who left, or else who came, if so many did; or else what has changed of those that are there. */
const eventsOf = (draw: Draw, month: number, count: number): readonly Event[] => {
  const providers = draw.rows('prestador');
  const dated = (type: MovementType, field: string) =>
    placesIn(providers, field, monthText(month))
      .slice(0, count)
      .map((provider) => ({ type, provider, day: String(providers[provider]?.[field]) }))
      .toSorted((a, b) => a.day.localeCompare(b.day));
  for (const events of [dated('EXCLUSAO', 'fim_servico'), dated('INCLUSAO', 'inicio_servico')])
    if (events.length === count && events.every(({ day }) => day <= draw.today)) return events;
  const chance = new Chance(draw.seed, 'rps', month);
  const type = month % 2 === 0 ? 'ALTERACAO' : 'VINCULACAO';
  const serving = providers.flatMap((row, place) =>
    row['situacao'] === 'ATIVO' && String(row['inicio_servico']) < `${monthText(month)}-01` ? [place] : [],
  );
  const first = chance.whole(0, Math.max(serving.length - 1, 0));
  return Array.from(
    { length: count },
    (_, at): Event => ({
      type,
      provider: serving[(first + at * 7) % Math.max(serving.length, 1)] ?? 0,
      day: `${monthText(month)}-${String(3 + ((at * 4) % 7)).padStart(2, '0')}`,
    }),
  ).toSorted((a, b) => a.day.localeCompare(b.day));
};

const makePlan = (draw: Draw): Plan => {
  const months = monthsOf(draw);
  const newest = lastSentMonth(draw.today);
  const counts = Array.from(
    { length: months },
    (_, place) => (eachMonth[place % eachMonth.length] ?? 1) * scaleOf(draw),
  );
  const fates = counts.map((count, place) => fateOf(place, months, count));
  const files = fates.map((fate, file): readonly Movement[] =>
    eventsOf(draw, newest - (months - 1 - file), counts[file] ?? 1).map((event, at) => ({
      ...event,
      file,
      fate,
      state: fateOfRecord(fate, fate === 'PARCIAL' && at === 0),
    })),
  );
  const later = eventsOf(draw, newest + 1, waiting * scaleOf(draw)).map(
    (event): Movement => ({ ...event, file: undefined, fate: undefined, state: 'PENDENTE' }),
  );
  return { fates, files, all: [...files.flat(), ...later] };
};

const planOf = planOnce('prestador', makePlan);

const classes = indexOf('classificacao_estabelecimento', 'id');
const cities = indexOf('cidade', 'id');
const formerCity = '3106200';

const classOf = (draw: Draw, provider: Row): unknown =>
  classes(draw).get(provider['classificacao_id'])?.['classificacao_rps'] ?? 'DEMAIS';

/** What changed of a provider: where it is registered, or all of what it offers is open now. */
const changesOf = (draw: Draw, provider: Row, place: number): readonly Row[] => {
  const city = cities(draw).get(provider['cidade_id'])?.['ibge'];
  if (place % 2 === 0 && provider['disponibilidade'] === 'TOTAL')
    return [{ campo: 'disponibilidade', anterior: 'PARCIAL', novo: 'TOTAL' }];
  if (typeof city === 'string' && city !== formerCity)
    return [{ campo: 'municipio', anterior: formerCity, novo: city }];
  return [{ campo: 'cnes', anterior: String(Number(provider['cnes']) - 900_000), novo: String(provider['cnes']) }];
};

const wholeFile = 'Arquivo fora do leiaute vigente.';
const faultsOf: Readonly<Record<MovementType, string>> = {
  INCLUSAO: 'CNES não confere com o cadastro nacional de estabelecimentos.',
  ALTERACAO: 'CNES não confere com o cadastro nacional de estabelecimentos.',
  VINCULACAO: 'Plano sem registro ativo na competência.',
  EXCLUSAO: 'Prestador sem registro ativo na operadora.',
};

const errorOf = ({ type, state, fate }: Movement): string | null => {
  if (state !== 'REJEITADO') return null;
  return fate === 'REJEITADA' ? wholeFile : faultsOf[type];
};

/** Of who comes, and of whom something changes. */
const detailsOf = (draw: Draw, type: MovementType, provider: Row): Row => {
  if (type !== 'INCLUSAO' && type !== 'ALTERACAO')
    return {
      razao_social: null,
      classificacao: null,
      relacao: null,
      contratualizacao: null,
      data_contratualizacao: null,
      inicio_servico: null,
      disponibilidade: null,
      urgencia_emergencia: false,
    };
  return {
    razao_social: String(provider['nome'] ?? '').slice(0, 60),
    classificacao: classOf(draw, provider),
    relacao: provider['relacao'],
    contratualizacao: provider['contratualizacao'],
    data_contratualizacao: provider['data_contrato'],
    inicio_servico: provider['inicio_servico'],
    disponibilidade: provider['disponibilidade'],
    urgencia_emergencia: provider['urgencia_emergencia'] === true,
  };
};

/** Whose members it treats, all of them. */
const linked = (draw: Draw, place: number): readonly Row[] =>
  plansOf(draw, tradeOf(place), draw.today).map((row) => ({ produto_id: row['produto_id'] }));

const movement = (draw: Draw): Row => {
  const one = planOf(draw)?.all[draw.index];
  const provider = one && draw.rows('prestador')[one.provider];
  if (one === undefined || provider === undefined) return {};
  const { type, file } = one;
  return {
    ...pointing('prestador_id', provider['id']),
    tipo: type,
    data: one.day,
    situacao: one.state,
    documento: provider['cpf'] ?? provider['cnpj'] ?? null,
    cnes: provider['cnes'] ?? null,
    municipio_id: provider['cidade_id'] ?? null,
    operadora_intermediaria: null,
    ...detailsOf(draw, type, provider),
    planos: type === 'INCLUSAO' || type === 'VINCULACAO' ? linked(draw, one.provider) : [],
    alteracoes: type === 'ALTERACAO' ? changesOf(draw, provider, one.provider) : [],
    remessa_id: (file === undefined ? undefined : draw.rows('remessa_rps')[file]?.['id']) ?? null,
    erro: errorOf(one),
    motivo_cancelamento: null,
  };
};

const remittance = (draw: Draw): Row => {
  const { index } = draw;
  const plan = planOf(draw);
  const [fate, own] = [plan?.fates[index], plan?.files[index] ?? []];
  const type = own[0]?.type;
  if (fate === undefined || type === undefined) return {};
  const one = remittanceAt(draw, index);
  const answered = fate === 'ACEITA' || fate === 'PARCIAL';
  const rejected = own.filter(({ state }) => state === 'REJEITADO').length;
  return {
    ...ofOperator(draw),
    tipo: type,
    nosso_numero: `${monthText(one.month).replace('-', '')}01`,
    nome_arquivo: fileNameOf(draw, one, endings[type]),
    isencao_onus: type !== 'EXCLUSAO',
    registros: own.length,
    ...stepsOf(draw, 'rps', one, fate),
    aceitos: answered ? own.length - rejected : null,
    rejeitados: answered ? rejected : null,
    motivo_rejeicao: fate === 'REJEITADA' ? wholeFile : null,
    observacao: null,
    arquivo_gerado_id: null,
    importacao_id: null,
  };
};

export const providerRegisterRecipes: SampleRecipes['entities'] = {
  remessa_rps: { count: monthly, after: ['beneficiario', 'prestador'], values: remittance },
  movimento_rps: { count: recordCount(eachMonth, waiting), after: ['remessa_rps'], values: movement },
};
