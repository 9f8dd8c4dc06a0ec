/** Notices that show what notices are, beside the demonstration logins. */
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import type { Database } from '../../engine/data/database.ts';
import type { Model } from '../../engine/model/types.ts';

interface DemonstrationNotice {
  readonly titulo: string;
  readonly conteudo: string;
  readonly publico: 'TODOS' | 'OPERADORA' | 'PRESTADOR' | 'BENEFICIARIO';
  /** Days from today. */
  readonly inicio: number;
  readonly fim: number | null;
  readonly prioridade: number;
  readonly inicial: boolean;
}

const notices: readonly DemonstrationNotice[] = [
  {
    titulo: 'Sistema indisponível no domingo, das 6h às 8h',
    conteudo:
      'A equipe de infraestrutura atualiza os servidores no próximo domingo. Das 6h às 8h não será possível entrar no sistema.\n\nO que estiver digitado e ainda não salvo fica guardado neste computador e volta quando você entrar de novo.',
    publico: 'TODOS',
    inicio: -1,
    fim: 6,
    prioridade: 8,
    inicial: true,
  },
  {
    titulo: 'Novos prazos de atendimento valem a partir deste mês',
    conteudo:
      'Consultas básicas são atendidas em até 7 dias úteis e as demais especialidades em até 14. Confira o prazo com o beneficiário antes de encerrar o atendimento e registre a data oferecida.',
    publico: 'OPERADORA',
    inicio: -10,
    fim: null,
    prioridade: 3,
    inicial: true,
  },
  {
    titulo: 'Entrega de faturas até o quinto dia útil',
    conteudo:
      'As faturas enviadas até o quinto dia útil entram no pagamento do mesmo mês. As que chegarem depois ficam para o mês seguinte.',
    publico: 'PRESTADOR',
    inicio: -20,
    fim: null,
    prioridade: 5,
    inicial: true,
  },
  {
    titulo: 'Campanha de vacinação contra a gripe',
    conteudo:
      'A vacina contra a gripe é oferecida aos beneficiários nos postos credenciados até o fim da campanha. Leve o cartão do plano e um documento com foto.',
    publico: 'BENEFICIARIO',
    inicio: -5,
    fim: 40,
    prioridade: 5,
    inicial: true,
  },
  {
    titulo: 'Atalhos de teclado das listas',
    conteudo: 'Em qualquer lista, a tecla ? mostra os atalhos de teclado. Ctrl+K abre qualquer tela pelo nome.',
    publico: 'TODOS',
    inicio: -30,
    fim: null,
    prioridade: 0,
    inicial: false,
  },
];

const dayFrom = (today: string, days: number): string => {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

/** Once, where there was never a notice before: what a person takes away stays away. */
export const createDemonstrationNotices = async (database: Database, model: Model, timeZone: string): Promise<void> => {
  if (model.entities['aviso'] === undefined) return;
  const { rows: known } = await database.query({ text: 'select from historico.aviso limit 1', values: [] });
  if (known.length > 0) return;
  const today = dayInZone(timeZone);
  const rows = notices.map(({ inicio, fim, ...notice }) => ({
    ...notice,
    inicio: dayFrom(today, inicio),
    fim: fim === null ? null : dayFrom(today, fim),
  }));
  await database.query({
    text: `insert into aviso (titulo, conteudo, publico, inicio, fim, prioridade, exibe_no_inicio)
      select titulo, conteudo, publico, inicio, fim, prioridade, inicial
      from json_to_recordset($1::text::json) as given
        (titulo text, conteudo text, publico text, inicio date, fim date, prioridade integer, inicial boolean)
      where not exists (select from historico.aviso)`,
    values: [JSON.stringify(rows)],
  });
};
