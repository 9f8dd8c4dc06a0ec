/** The audits of what was sent to the auditors: before it is authorised, during a stay, and after. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter } from './days.ts';

const sent = new WeakMap<readonly Row[], readonly Row[]>();

/** Worked out once for the rows at the time. */
const sentToAudit = (authorisations: readonly Row[]): readonly Row[] => {
  const known = sent.get(authorisations);
  if (known !== undefined) return known;
  const found = authorisations.filter((row) => row['encaminhada_auditoria'] === true);
  sent.set(authorisations, found);
  return found;
};

const opinions: Readonly<Record<string, readonly string[]>> = {
  FAVORAVEL: ['Indicação compatível com o quadro clínico.', 'Pertinente, conforme diretriz de utilização.'],
  PARCIAL: ['Reduzida a quantidade ao que a diretriz prevê.', 'Favorável sem o material de alto custo.'],
  DESFAVORAVEL: ['Falta indicação no relatório médico.', 'Procedimento sem cobertura para o diagnóstico informado.'],
};

const findings = [
  'Sem intercorrências.',
  'Diárias de UTI além do registrado no prontuário.',
  'Antibiótico sem cultura.',
];

const audit = ({ chance, today, index, rows }: Draw): Row => {
  const authorisations = sentToAudit(rows('autorizacao'));
  const of = authorisations[index % Math.max(authorisations.length, 1)];
  const stay = of?.['tipo_guia'] === 'INTERNACAO';
  const type = stay ? chance.weighted({ PREVIA: 60, PARCIAL: 30, RETROSPECTIVA: 10 }) : 'PREVIA';
  const asked = String(of?.['data_solicitacao'] ?? today);
  const begin = soonAfter(chance, asked, 0, 3, today);
  const opinion = chance.weighted({ FAVORAVEL: 70, PARCIAL: 18, DESFAVORAVEL: 12 });
  const partial = type === 'PARCIAL';
  return {
    ...(of === undefined ? {} : { autorizacao_id: of['id'] }),
    anexo_id: null,
    prorrogacao_id: null,
    especialidade: of?.['tipo_guia'] === 'ODONTOLOGICA' ? 'ODONTOLOGICA' : chance.holds(0.85) ? 'MEDICA' : 'ENFERMAGEM',
    tipo: type,
    inicio: `${begin}T${String(chance.whole(8, 17)).padStart(2, '0')}:${chance.of(['00', '20', '40'])}:00-03:00`,
    decisao: opinion,
    parecer: chance.of(opinions[opinion] ?? []),
    periodo_inicio: partial ? begin : null,
    periodo_fim: partial ? dayAfter(begin, chance.whole(1, 7)) : null,
    achados: partial ? chance.of(findings) : null,
    diarias_glosadas: partial && chance.holds(0.3) ? 1 : null,
    divergencia: null,
    desempatador_id: null,
    data_junta: null,
    itens: [],
  };
};

/** What was asked for lately is still open. */
const auditMoves = ({ chance, record, today }: Draw): readonly string[] =>
  String(record['inicio']).slice(0, 10) > dayAfter(today, -20) && chance.holds(0.7) ? [] : ['concluir'];

export const auditRecipes: SampleRecipes['entities'] = {
  auditoria: { count: { small: 60, medium: 2000, large: 6000 }, values: audit, moves: auditMoves },
};
