/** The audits of what was sent to the auditors: before it is authorised, during a stay, and after. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter } from './days.ts';
import { onceOfRows, pointing } from './found-rows.ts';
import { planOnce } from './once-of.ts';

/** What came before today: no audit ends before it began. */
const sentToAudit = planOnce('autorizacao', ({ rows, today }) =>
  rows('autorizacao').filter((row) => row['encaminhada_auditoria'] === true && String(row['data_solicitacao']) < today),
);

const opinions: Readonly<Record<string, readonly string[]>> = {
  FAVORAVEL: ['Indicação compatível com o quadro clínico.', 'Pertinente, conforme diretriz de utilização.'],
  PARCIAL: ['Reduzida a quantidade ao que a diretriz prevê.', 'Favorável sem o material de alto custo.'],
  DESFAVORAVEL: ['Falta indicação no relatório médico.', 'Procedimento sem cobertura para o diagnóstico informado.'],
};

/** What is found during a stay, with what follows of it. */
const findings = [
  {
    found: 'Sem intercorrências.',
    decision: 'FAVORAVEL',
    days: 0,
    words: 'Permanência compatível com o quadro clínico.',
  },
  {
    found: 'Diárias de UTI além do registrado no prontuário.',
    decision: 'PARCIAL',
    days: 1,
    words: 'Glosada a diária sem registro correspondente no prontuário.',
  },
  {
    found: 'Antibiótico sem cultura.',
    decision: 'PARCIAL',
    days: 0,
    words: 'Favorável à permanência; antibiótico a justificar com cultura.',
  },
] as const;

/** What the auditor said, where it is known what became of the authorisation. */
const opinionOf = (situation: unknown): string | undefined => {
  switch (situation) {
    case 'NEGADA':
      return 'DESFAVORAVEL';
    case 'AUTORIZADA_PARCIAL':
      return 'PARCIAL';
    case 'AUTORIZADA':
    case 'EXECUTADA':
    case 'FATURADA':
    case 'EXPIRADA':
      return 'FAVORAVEL';
    default:
      return undefined;
  }
};

/** Who audits what, by the council that he is of. */
const councils: Readonly<Record<string, string>> = { MEDICA: 'CRM', ENFERMAGEM: 'COREN', ODONTOLOGICA: 'CRO' };

const byCouncil = onceOfRows((professionals) =>
  Map.groupBy(
    professionals.filter((row) => row['situacao'] !== 'INATIVO'),
    (row) => row['conselho'],
  ),
);

/** Few audit for an operator. */
const auditorsOfCouncil = 6;

/** Never the one who asked for it. */
const auditorOf = ({ chance, rows }: Draw, specialty: string, asker: unknown): Row => {
  const all = byCouncil(rows('profissional')).get(councils[specialty]) ?? [];
  const others = all.filter((row) => row['id'] !== asker).slice(-auditorsOfCouncil);
  return pointing('auditor_id', others.length === 0 ? undefined : chance.of(others)['id']);
};

type Verdict = readonly [decision: string | null, words: string | null, found: string | null, days: number | null];

/** Nothing is said as long as it is open. */
const verdictOf = (chance: Chance, open: boolean, partial: boolean, known: string | undefined): Verdict => {
  if (open) return [null, null, null, null];
  if (partial) {
    const { found, decision, days, words } = chance.of(findings);
    return [decision, words, found, days];
  }
  const opinion = known ?? chance.weighted({ FAVORAVEL: 70, PARCIAL: 18, DESFAVORAVEL: 12 });
  return [opinion, chance.of(opinions[opinion] ?? []), null, null];
};

const audit = (draw: Draw): Row => {
  const { chance, today, index } = draw;
  const authorisations = sentToAudit(draw) ?? [];
  const of = authorisations[index % Math.max(authorisations.length, 1)];
  const known = opinionOf(of?.['situacao']);
  const stay = of?.['tipo_guia'] === 'INTERNACAO';
  // A stay that was not granted is not looked at further.
  const type =
    stay && known === 'FAVORAVEL' ? chance.weighted({ PREVIA: 60, PARCIAL: 30, RETROSPECTIVA: 10 }) : 'PREVIA';
  const asked = String(of?.['data_solicitacao'] ?? today);
  const begin = soonAfter(chance, asked, 0, 3, dayAfter(today, -1));
  const partial = type === 'PARCIAL';
  // What waits for the auditor waits; a look at the stay itself may still be under way.
  const lately = begin > dayAfter(today, -20);
  const open = known === undefined ? chance.holds(0.85) : type !== 'PREVIA' && lately && chance.holds(0.7);
  const [decision, words, found, days] = verdictOf(chance, open, partial, type === 'PREVIA' ? known : undefined);
  const specialty =
    of?.['tipo_guia'] === 'ODONTOLOGICA' ? 'ODONTOLOGICA' : chance.holds(0.85) ? 'MEDICA' : 'ENFERMAGEM';
  return {
    ...(of === undefined ? {} : { autorizacao_id: of['id'] }),
    anexo_id: null,
    prorrogacao_id: null,
    especialidade: specialty,
    tipo: type,
    ...auditorOf(draw, specialty, of?.['profissional_solicitante_id']),
    inicio: `${begin}T${String(chance.whole(8, 11)).padStart(2, '0')}:${chance.of(['00', '20', '40'])}:00-03:00`,
    decisao: decision,
    parecer: words,
    periodo_inicio: partial ? begin : null,
    periodo_fim: partial ? soonAfter(chance, begin, 1, 7, today) : null,
    achados: found,
    diarias_glosadas: days,
    divergencia: null,
    desempatador_id: null,
    prazo_junta: null,
    data_junta: null,
    itens: [],
  };
};

const auditMoves = ({ record }: Draw): readonly string[] => (record['decisao'] === null ? [] : ['concluir']);

/** Concluded soon after it began, or after the days that it is of; on the same day in the afternoon. */
const auditMoved = ({ chance, record, today }: Draw): Row => {
  const from = record['periodo_fim'] ?? record['inicio'];
  const day = soonAfter(chance, String(from).slice(0, 10), 0, 2, today);
  return { fim: `${day}T${chance.whole(13, 17)}:${chance.of(['10', '30', '50'])}:00-03:00` };
};

export const auditRecipes: SampleRecipes['entities'] = {
  auditoria: { count: { small: 60, medium: 2000, large: 6000 }, values: audit, moves: auditMoves, moved: auditMoved },
};
