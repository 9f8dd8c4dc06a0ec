/** Papers that come in and go through the house: documents, providers' appeals, and what cards are asked about. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter, visitDay } from './days.ts';
import { cents, onceOfRows, placeOfId, pointing, reasonFor } from './found-rows.ts';
import { placeOfDenial } from './invoice-shapes.ts';
import { ageOn } from './memberships.ts';
import { choicesOf, procedureFor } from './procedures.ts';

/** What comes from whom, and who deals with it. */
const papers = [
  ['NOTA_FISCAL', 'Entrega de notas fiscais do mês', 'PRESTADOR', 'Contas médicas'],
  ['RECURSO', 'Recurso de glosa', 'PRESTADOR', 'Contas médicas'],
  ['REQUERIMENTO', 'Documentos para adesão de dependente', 'BENEFICIARIO', 'Cadastro'],
  ['LAUDO', 'Laudo para autorização de cirurgia', 'BENEFICIARIO', 'Autorização'],
  ['CONTRATO', 'Contrato assinado pelo prestador', 'PRESTADOR', 'Jurídico'],
  ['DECLARACAO', 'Declaração de matrícula de universitário', 'BENEFICIARIO', 'Cadastro'],
  ['CORRESPONDENCIA', 'Relação de empregados admitidos', 'EMPRESA', 'Cadastro'],
  ['NOTIFICACAO', 'Notificação do órgão regulador', 'ORGAO', 'Ouvidoria'],
] as const;

const senders: Readonly<Record<string, readonly [entity: string, column: string]>> = {
  BENEFICIARIO: ['beneficiario', 'beneficiario_id'],
  PRESTADOR: ['prestador', 'prestador_id'],
  EMPRESA: ['empresa', 'empresa_id'],
};

const desk = 'Protocolo';

const senderOf = ({ chance, rows }: Draw, kind: string): Row => {
  const none = { beneficiario_id: null, prestador_id: null, empresa_id: null, nome_remetente: null };
  const [entity, column] = senders[kind] ?? [];
  if (entity === undefined || column === undefined)
    return { ...none, nome_remetente: 'Agência Nacional de Saúde Suplementar' };
  const all = rows(entity);
  return { ...none, [column]: all.length === 0 ? null : chance.of(all)['id'] };
};

const paper = (draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const [type, subject, sender, sector] = papers[index % papers.length] ?? papers[0];
  // Documents of those of whom there are none come from the regulator.
  const there = senders[sender] === undefined || rows(senders[sender][0]).length > 0;
  const day = visitDay(chance, dayAfter(today, -1), 300);
  const fresh = day > dayAfter(today, -10);
  const end = fresh ? chance.weighted({ ABERTO: 5, EM_TRAMITE: 5 }) : chance.weighted({ EM_TRAMITE: 1, ENCERRADO: 9 });
  const handed = dayAfter(day, 1);
  const closed = soonAfter(chance, day, 2, 9, today);
  return {
    data: `${day}T${String(chance.whole(8, 17)).padStart(2, '0')}:15:00-03:00`,
    canal: chance.weighted({ PRESENCIAL: 4, PORTAL: 3, EMAIL: 2, CARTA: 1 }),
    tipo: type,
    assunto: subject,
    referencia: null,
    tipo_remetente: there ? sender : 'ORGAO',
    ...senderOf(draw, there ? sender : 'ORGAO'),
    setor_atual: end === 'ABERTO' ? desk : sector,
    tramitado_em: end === 'ABERTO' ? null : handed,
    prazo: dayAfter(day, 10),
    despacho: end === 'ABERTO' ? null : 'Para análise e providências.',
    motivo_devolucao: null,
    conclusao: end === 'ENCERRADO' ? 'Atendido e comunicado ao remetente.' : null,
    encerrado_em: end === 'ENCERRADO' ? `${closed}T16:30:00-03:00` : null,
    situacao: end,
    tramites:
      end === 'ABERTO'
        ? []
        : [
            {
              data: `${handed}T09:00:00-03:00`,
              de: desk,
              para: sector,
              despacho: 'Para análise e providências.',
              recebido_por_id: null,
              recebido_em: null,
            },
          ],
  };
};

const decisions: Readonly<Record<string, string>> = {
  EM_RECURSO: 'EM_ANALISE',
  MANTIDA: 'NEGADO',
  REVERTIDA: 'ACATADO',
  REVERTIDA_EM_PARTE: 'PARCIAL',
};

/** Those that providers have appealed against. */
const appealedOf = onceOfRows((denials) =>
  denials.flatMap((row, place) => (String(row['situacao']) in decisions ? [{ row, place }] : [])),
);

/** One appeal for each denial. */
const appeal = (draw: Draw): Row => {
  const { chance, index, rows, today } = draw;
  const appealed = appealedOf(rows('glosa'));
  const found = appealed[index % Math.max(appealed.length, 1)];
  if (found === undefined) return {};
  const { row: denial, place } = found;
  const day = soonAfter(chance, String(denial['data']), 5, 25, today);
  const answered = soonAfter(chance, day, 5, 28, today);
  const decision = decisions[String(denial['situacao'])] ?? 'EM_ANALISE';
  const amount = cents(Number(denial['valor']));
  const open = decision === 'EM_ANALISE';
  return {
    // The denials of an invoice are those of the protocol in the same place.
    ...pointing('protocolo_id', draw.idAt('protocolo_recebimento', placeOfDenial(place)[0])),
    prestador_id: denial['prestador_id'],
    data: day,
    objeto: '2',
    origem: chance.holds(0.7) ? 'XML' : 'MANUAL',
    prazo_resposta: dayAfter(day, 30),
    situacao: open ? 'EM_ANALISE' : 'RESPONDIDO',
    data_resposta: open ? null : answered,
    conta_pagar_id: null,
    motivo_id: null,
    itens: [
      {
        glosa_id: denial['id'],
        valor_recursado: amount,
        decisao: decision,
        valor_acatado:
          decision === 'ACATADO' ? amount : decision === 'PARCIAL' ? (denial['valor_revertido'] ?? null) : null,
        resposta: decision === 'NEGADO' ? 'Glosa mantida: sem justificativa técnica.' : null,
        analista_id: null,
      },
    ],
  };
};

const isMember = (person: Row | undefined): boolean => person !== undefined && person['data_cancelamento'] === null;

/** General medicine and dentistry: what is asked about most. */
const [general, dentistry] = ['060016', '080003'];

/** What the plan is for: teeth, or all but teeth. */
const procedureAsked = (draw: Draw, product: unknown, person: Row | undefined, day: string): unknown => {
  const { chance, rows } = draw;
  const plans = rows('produto');
  const dental = plans[placeOfId(plans, product)]?.['segmentacao'] === 'ODONTOLOGICO';
  const choices = dental
    ? choicesOf(draw, '4', 'dentist', dentistry)
    : chance.holds(0.5)
      ? choicesOf(draw, '1', 'clinic', general)
      : choicesOf(draw, '2', 'laboratory', '060048');
  const age = ageOn(String(person?.['data_nascimento'] ?? day), day);
  return procedureFor(chance, choices, person?.['sexo'], age, new Set())?.id ?? null;
};

/** Providers ask about the card of whoever stands before them. */
const question = (draw: Draw): Row => {
  const { chance, index, rows, today } = draw;
  const memberships = rows('adesao');
  const membership = memberships[Math.floor(chance.next() * memberships.length)];
  const people = rows('beneficiario');
  const person = people[placeOfId(people, membership?.['beneficiario_id'])];
  const joined = String(membership?.['data_adesao'] ?? today);
  const wished = visitDay(chance, dayAfter(today, -1), 120);
  const day = wished < joined ? joined : wished;
  const ended = membership?.['data_cancelamento'];
  const followed = typeof ended === 'string' && day > ended ? membership?.['produto_novo_id'] : null;
  const product = followed ?? membership?.['produto_id'];
  const good = isMember(person) && (person?.['situacao'] ?? 'ATIVO') === 'ATIVO';
  return {
    // Numbers begin with the day: `x-sequence` of the registry.
    protocolo: `${day.replaceAll('-', '')}4${String(index + 1).padStart(5, '0')}`,
    data: `${day}T${String(chance.whole(7, 19)).padStart(2, '0')}:${chance.whole(10, 59)}:00-03:00`,
    prestador_id: null,
    cartao_informado: String(person?.['cartao'] ?? person?.['codigo'] ?? `0031${chance.digits(12)}`),
    beneficiario_id: person?.['id'] ?? null,
    situacao_beneficiario: person?.['situacao'] ?? (isMember(person) ? 'ATIVO' : 'CANCELADO'),
    produto_id: product ?? null,
    procedimento_id: procedureAsked(draw, product, person, day),
    elegivel: good,
    motivo_negativa_id: good ? null : (reasonFor(rows, 'NEGATIVA') ?? null),
  };
};

export const paperRecipes: SampleRecipes['entities'] = {
  protocolo_documento: { count: { small: 40, medium: 4000, large: 20_000 }, values: paper },
  recurso_glosa: { count: { small: 20, medium: 400, large: 400 }, values: appeal },
  consulta_elegibilidade: {
    count: { small: 40, medium: 20_000, large: 200_000 },
    values: question,
    whole: true,
    kept: [],
  },
};
