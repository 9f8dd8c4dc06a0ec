/**
 * `schemas/base/cbos/data.csv`: the occupations of CBO 2002 (Ministério do Trabalho e Emprego) and the three codes that
 * TISS accepts beside them, with what TISS 4.03.00 (messages) and the monitoring 1.06.00 (files to ANS) take.
 *
 * The codes are those of @br-validators/core, the names those of @brazilian-utils/brazilian-utils, which read the same
 * table: the first lost the accents. The names are as published, but for slips of the table and for the spelling in
 * force since 2009 (Decreto 6.583/2008). Renew: `node tests/data-sources/cbos.ts`.
 */

import { getAllCbo } from '@br-validators/core/cbo';
import { getCbo } from '@brazilian-utils/brazilian-utils';
import { saveCsv, toCsv } from './csv.ts';

export const file = 'schemas/base/cbos/data.csv';

/** Occupations that left CBO 2002 but not TISS, and the code for one that is not known. */
const beyondCbo = [
  ['225190', 'Médico hemoterapeuta'],
  ['225245', 'Médico foniatra'],
  ['999999', 'CBO desconhecido ou não informado pelo solicitante'],
] as const;

/** Whole families (4 digits) and occupations (6 digits), without those after `except`. */
interface Accepted {
  readonly codes: string;
  readonly except: string;
}

const exchange: Accepted = {
  codes: `131220 201115 203015 213150 2211 2212 2232 2234 2235 2236 2237 2238 2239 2241 2251 2252 2253 2261 2263 239425
    239440 239445 251510 251545 251550 251555 251605 322120 322125 322135 322205 322220 322225 322230 516210 999999`,
  except: '223580 223585',
};

const monitoring: Accepted = {
  codes: `131120 131205 131210 201115 2030 203305 213150 2211 2212 2232 223305 2234 2235 2236 2237 2238 2239 2241 2251
    2252 2253 226305 239425 2515 251605 2521 301105 313410 3135 322105 322115 3222 3223 3224 3225 3226 324105 324110
    324115 324205 3251 325310 352210 411010 415120 422105 422110 422115 513220 513430 515105 515110 515115 515120 515210
    516210 516805 519305 521130 623315 741105 766420 782310 915105 999999`,
  except:
    '203005 223580 223585 223915 224140 225355 251555 322245 322250 322255 322425 322430 239440 239445 226310 226315 226320',
};

const accepts = ({ codes, except }: Accepted): ((codigo: string) => boolean) => {
  const accepted = codes.split(/\s+/);
  const refused = except.split(/\s+/);
  return (codigo) => accepted.some((code) => codigo.startsWith(code)) && !refused.includes(codigo);
};

/** Words of the published table and how they are written. */
const words: Readonly<Record<string, string>> = {
  apo: 'APO',
  aquaviario: 'aquaviário',
  artistíco: 'artístico',
  'auto-escola': 'autoescola',
  biojóias: 'biojoias',
  cerimonias: 'cerimônias',
  cirurgíco: 'cirúrgico',
  clinico: 'clínico',
  cnc: 'CNC',
  'coco-da-baia': 'coco-da-baía',
  dj: 'DJ',
  dpo: 'DPO',
  ecojóias: 'ecojoias',
  epiv: 'EPIV',
  eppgg: 'EPPGG',
  eqüinos: 'equinos',
  eqüínos: 'equinos',
  esata: 'ESATA',
  fac: 'FAC',
  famacêuticos: 'farmacêuticos',
  geotécnia: 'geotecnia',
  jóias: 'joias',
  libras: 'Libras',
  logistica: 'logística',
  logisticos: 'logísticos',
  maquina: 'máquina',
  'mão-de-obra': 'mão de obra',
  materias: 'materiais',
  microorganismos: 'micro-organismos',
  'não-ferrosos': 'não ferrosos',
  nautica: 'náutica',
  'p&d': 'P&D',
  pãina: 'paina',
  pcp: 'PCP',
  policia: 'polícia',
  poló: 'polo',
  profissonal: 'profissional',
  'rádio-chamada': 'radiochamada',
  'semi-automático': 'semiautomático',
  sócioeducador: 'socioeducador',
  sulcroalcooleira: 'sucroalcooleira',
  tv: 'TV',
  vôo: 'voo',
};

/** Runs of words, after the words. */
const phrases: readonly (readonly [published: string, written: string])[] = [
  ['Advogado da união', 'Advogado da União'],
  ['administrativo- financeira', 'administrativo-financeira'],
  ['avaliação,exame', 'avaliação, exame'],
  ['aromát., Medic. E tóxicas', 'aromáticas, medicinais e tóxicas'],
  ['baixa - tensão', 'baixa tensão'],
  ['d´água', 'd’água'],
  ['distrito federal', 'Distrito Federal'],
  ['extra - judicial', 'extrajudicial'],
  ['fazenda nacional', 'Fazenda Nacional'],
  ['Ministro de estado', 'Ministro de Estado'],
  ['república', 'República'],
  ['Secretário - executivo', 'Secretário-executivo'],
  ['supremo tribunal federal', 'Supremo Tribunal Federal'],
  ['superior tribunal de justiça', 'Superior Tribunal de Justiça'],
  ['superior tribunal militar', 'Superior Tribunal Militar'],
  ['superior tribunal do trabalho', 'Tribunal Superior do Trabalho'],
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const writeName = (published: string): string => {
  const spaced = published.replace(/\s+/g, ' ').replace('( ', '(').replace(' )', ')').trim();
  const worded = spaced
    .replace(/[\p{L}&][\p{L}&-]*/gu, (word) => words[word.toLowerCase()] ?? word)
    .replaceAll('ü', 'u');
  return capital(phrases.reduce((text, [from, to]) => text.replaceAll(from, to), worded));
};

/** Name of an occupation of CBO 2002; an error where the two packages disagree on which codes there are. */
const nameOf = (codigo: string): string => {
  const found = getCbo(codigo);
  if (found === null) throw new Error(`${codigo} has no name`);
  return writeName(found.description);
};

export const cbos = (): string => {
  const inExchange = accepts(exchange);
  const inMonitoring = accepts(monitoring);
  return toCsv(
    ['codigo', 'descricao', 'grupo', 'uso_tiss', 'uso_monitoramento', 'ativo'],
    [...getAllCbo().map(({ codigo }) => [codigo, nameOf(codigo)] as const), ...beyondCbo]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([codigo, descricao]) => [
        codigo,
        descricao,
        codigo.slice(0, 4),
        inExchange(codigo),
        inMonitoring(codigo),
        true,
      ]),
  );
};

if (import.meta.main) saveCsv(file, cbos());
