/** What people call about, complain of and praise, with what they were told: each case is one story. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter, visitDay } from './days.ts';
import { colleague, pointing } from './found-rows.ts';

interface Case {
  readonly subject: string;
  readonly theme: string;
  /** What the person says. */
  readonly words: string;
  readonly answer: string;
}

interface Message extends Case {
  readonly kind: 'RECLAMACAO' | 'CONSULTA' | 'SUGESTAO' | 'ELOGIO' | 'DENUNCIA';
  /** Whether it was right; of what asks, praises or suggests nothing is found out. */
  readonly verdict: 'PROCEDENTE' | 'PARCIAL' | 'IMPROCEDENTE' | 'NAO_SE_APLICA';
  /** What should change, so that it does not happen again. */
  readonly advice?: string;
  /** A refusal that the person wants looked at again. */
  readonly again?: true;
}

const messages: readonly [Message, ...Message[]] = [
  {
    subject: 'Demora na autorização de exame',
    kind: 'RECLAMACAO',
    theme: 'COBERTURA',
    words: 'O pedido de ressonância está em análise há duas semanas e ninguém me diz o motivo.',
    answer: 'O pedido foi revisto e a ressonância está autorizada; a senha seguiu por mensagem.',
    verdict: 'PROCEDENTE',
    advice: 'Avisar o beneficiário quando faltar documento, no mesmo dia.',
  },
  {
    subject: 'Dificuldade para marcar consulta',
    kind: 'RECLAMACAO',
    theme: 'REDE',
    words: 'Faz um mês que não consigo marcar consulta com dermatologista da rede.',
    answer: 'Localizamos dermatologista da rede com agenda nesta semana e enviamos o contato por e-mail.',
    verdict: 'PROCEDENTE',
    advice: 'Rever a quantidade de dermatologistas credenciados na cidade.',
  },
  {
    subject: 'Cobrança de coparticipação em duplicidade',
    kind: 'RECLAMACAO',
    theme: 'FINANCEIRO',
    words: 'A mesma consulta foi cobrada duas vezes no boleto deste mês.',
    answer: 'A cobrança repetida foi cancelada e o valor volta como crédito no próximo boleto.',
    verdict: 'PROCEDENTE',
  },
  {
    subject: 'Reembolso abaixo do esperado',
    kind: 'RECLAMACAO',
    theme: 'FINANCEIRO',
    words: 'Paguei a consulta particular e o reembolso veio menor do que o valor da nota.',
    answer: 'O reembolso segue a tabela do contrato, que foi aplicada corretamente; a memória de cálculo vai em anexo.',
    verdict: 'IMPROCEDENTE',
    advice: 'Mostrar a prévia do reembolso no pedido.',
  },
  {
    subject: 'Boleto não recebido',
    kind: 'RECLAMACAO',
    theme: 'FINANCEIRO',
    words: 'O boleto foi para o meu endereço antigo, e eu já tinha atualizado o cadastro.',
    answer: 'O endereço de cobrança foi corrigido e a segunda via seguiu por e-mail, sem multa.',
    verdict: 'PROCEDENTE',
  },
  {
    subject: 'Atendimento telefônico demorado',
    kind: 'RECLAMACAO',
    theme: 'SAC',
    words: 'Esperei quarenta minutos na linha, e a ligação caiu antes de alguém atender.',
    answer: 'Pedimos desculpas pela espera: houve queda do sistema nesse dia. O protocolo foi retomado por telefone.',
    verdict: 'PROCEDENTE',
    advice: 'Oferecer retorno de chamada quando a espera passar de dez minutos.',
  },
  {
    subject: 'Descredenciamento de clínica',
    kind: 'RECLAMACAO',
    theme: 'REDE',
    words: 'A clínica onde faço acompanhamento saiu da rede e só soube na recepção.',
    answer:
      'O aviso foi publicado no prazo, mas não chegou por carta. A clínica que a substitui foi informada por telefone.',
    verdict: 'PARCIAL',
    advice: 'Avisar por mensagem quem foi atendido na clínica no último ano.',
  },
  {
    subject: 'Negativa de cobertura',
    kind: 'RECLAMACAO',
    theme: 'COBERTURA',
    words: 'Negaram a fisioterapia que o médico pediu depois da cirurgia. Peço que revejam.',
    answer: 'A auditoria reviu o pedido com o novo relatório e liberou dez sessões.',
    verdict: 'PARCIAL',
    again: true,
  },
  {
    subject: 'Segunda via da carteirinha',
    kind: 'CONSULTA',
    theme: 'ADMINISTRATIVO',
    words: 'Perdi a carteirinha. Como peço outra, e posso ser atendido até ela chegar?',
    answer: 'O cartão digital está no portal e vale em toda a rede; a segunda via chega em dez dias.',
    verdict: 'NAO_SE_APLICA',
  },
  {
    subject: 'Prazo de carência do plano',
    kind: 'CONSULTA',
    theme: 'COBERTURA',
    words: 'Quero saber quando termina a carência para parto.',
    answer: 'A carência para parto é de 300 dias da adesão; a data consta do extrato enviado por e-mail.',
    verdict: 'NAO_SE_APLICA',
  },
  {
    subject: 'Inclusão de agendamento pelo aplicativo',
    kind: 'SUGESTAO',
    theme: 'SAC',
    words: 'Seria bom marcar consulta pelo aplicativo, sem precisar ligar.',
    answer: 'Agradecemos a sugestão, que foi levada à diretoria.',
    verdict: 'NAO_SE_APLICA',
  },
  {
    subject: 'Elogio à equipe de atendimento',
    kind: 'ELOGIO',
    theme: 'SAC',
    words: 'A atendente resolveu em uma ligação o que eu tentava havia dias. Quero elogiar.',
    answer: 'Agradecemos o elogio, que foi levado à equipe.',
    verdict: 'NAO_SE_APLICA',
  },
  {
    subject: 'Cobrança por fora em consultório credenciado',
    kind: 'DENUNCIA',
    theme: 'REDE',
    words: 'O consultório pediu um valor além da coparticipação para adiantar a consulta.',
    answer: 'O prestador foi notificado e devolveu o valor. A cobrança por fora é vedada no contrato dele.',
    verdict: 'PROCEDENTE',
    advice: 'Lembrar aos credenciados que nada se cobra além da coparticipação.',
  },
];

/** Of those who treat people. */
const providerMessages: readonly [Message, ...Message[]] = [
  {
    subject: 'Pagamento abaixo do apresentado',
    kind: 'RECLAMACAO',
    theme: 'FINANCEIRO',
    words: 'O pagamento da última competência veio menor, e o demonstrativo não diz quais guias foram glosadas.',
    answer: 'O demonstrativo foi refeito com as glosas de cada guia e enviado por e-mail.',
    verdict: 'PROCEDENTE',
    advice: 'Enviar o demonstrativo de glosas junto com o pagamento.',
  },
  {
    subject: 'Tabela contratada desatualizada',
    kind: 'CONSULTA',
    theme: 'FINANCEIRO',
    words: 'O reajuste combinado para este mês já vale para as guias de atendimentos anteriores?',
    answer: 'Vale para os atendimentos a partir do dia do reajuste, como diz o contrato.',
    verdict: 'NAO_SE_APLICA',
  },
  {
    subject: 'Demora na liberação de senha',
    kind: 'RECLAMACAO',
    theme: 'COBERTURA',
    words: 'Pedidos de exame simples esperam dias pela senha, e o paciente desiste.',
    answer: 'Os exames de baixa complexidade passaram a ser liberados na hora pelo portal.',
    verdict: 'PARCIAL',
  },
];

const calls: readonly [Case, ...Case[]] = [
  {
    subject: 'Segunda via do boleto',
    theme: 'COBRANCA',
    words: 'Pede a segunda via do boleto do mês, que não chegou pelo correio.',
    answer: 'Segunda via enviada por e-mail.',
  },
  {
    subject: 'Dúvida sobre carência',
    theme: 'COBERTURA',
    words: 'Quer saber se o exame pedido já pode ser feito ou se ainda há carência.',
    answer: 'Orientado sobre carências e prazos do contrato.',
  },
  {
    subject: 'Prazo de autorização de exame',
    theme: 'AUTORIZACAO',
    words: 'Pergunta por que a autorização ainda está em análise.',
    answer: 'Autorização liberada; senha informada por telefone.',
  },
  {
    subject: 'Reembolso de consulta',
    theme: 'REEMBOLSO',
    words: 'Pergunta que documentos enviar para o reembolso de uma consulta particular.',
    answer: 'Orientado a enviar a nota fiscal e o comprovante de pagamento pelo portal.',
  },
  {
    subject: 'Inclusão de dependente',
    theme: 'ADESAO',
    words: 'Quer incluir o filho recém-nascido como dependente.',
    answer: 'Orientado a pedir a inclusão em até 30 dias do nascimento, com a certidão.',
  },
  {
    subject: 'Rede credenciada em outra cidade',
    theme: 'REDE',
    words: 'Procura ortopedista que atenda pelo plano na cidade para onde se mudou.',
    answer: 'Enviada por e-mail a relação de ortopedistas da rede na cidade.',
  },
  {
    subject: 'Mudança de endereço',
    theme: 'CADASTRO',
    words: 'Mudou-se e pede que a correspondência vá para o endereço novo.',
    answer: 'Endereço atualizado, conferido com o comprovante enviado.',
  },
  {
    subject: 'Segunda via do cartão',
    theme: 'CARTAO',
    words: 'Perdeu o cartão e tem consulta marcada para a semana.',
    answer: 'Segunda via pedida; orientado a usar o cartão digital até ela chegar.',
  },
  {
    subject: 'Cancelamento do plano',
    theme: 'CANCELAMENTO',
    words: 'Pergunta como cancelar o plano e até quando pode usar.',
    answer: 'Explicados os efeitos do cancelamento; formulário enviado por e-mail.',
  },
];

const providerCalls: readonly [Case, ...Case[]] = [
  {
    subject: 'Situação de fatura enviada',
    theme: 'FATURAMENTO',
    words: 'Pergunta quando será paga a fatura do mês passado.',
    answer: 'Informadas a data do pagamento e a glosa em análise.',
  },
  {
    subject: 'Autorização de procedimento',
    theme: 'AUTORIZACAO',
    words: 'Pede a situação da guia de um paciente com cirurgia marcada.',
    answer: 'Guia autorizada; senha informada ao prestador.',
  },
  {
    subject: 'Arquivo recusado no envio',
    theme: 'FATURAMENTO',
    words: 'O arquivo de faturamento foi recusado e a mensagem não diz qual guia.',
    answer: 'Indicada a guia com a data inválida; arquivo corrigido e reenviado.',
  },
];

/** In working hours. */
const timeOn = (chance: Chance, day: string): string =>
  `${day}T${String(chance.whole(8, 17)).padStart(2, '0')}:${chance.of(['00', '15', '30', '45'])}:00-03:00`;

const dayOf = (time: unknown): string => String(time).slice(0, 10);

/** One of the days after, of which `last` is the last. */
const laterOn = (chance: Chance, time: unknown, most: number, last: string): string =>
  timeOn(chance, soonAfter(chance, dayOf(time), 1, most, last));

/** One message in ten is a provider's, and every other of these of the first, as whom the demonstration comes in. */
const isProviders = (index: number): boolean => index % 10 === 9;

const messageOf = (index: number): Message =>
  isProviders(index)
    ? (providerMessages[((index - 9) / 10) % providerMessages.length] ?? providerMessages[0])
    : (messages[(index * 5) % messages.length] ?? messages[0]);

const sender = ({ chance, index, rows }: Draw): Row => {
  const providers = rows('prestador');
  const one = index % 20 === 9 ? providers[0] : providers[chance.whole(0, Math.max(providers.length - 1, 0))];
  return one === undefined
    ? {}
    : { manifestante: 'PRESTADOR', prestador_id: one['id'], beneficiario_id: null, empresa_id: null };
};

/** The answer is due in seven working days. */
const message = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const day = visitDay(chance, dayAfter(today, -3), chance.holds(0.3) ? 9 : 360);
  const { subject, kind, theme, words, again = false } = messageOf(index);
  return {
    recebida_em: timeOn(chance, day),
    classificacao: kind,
    tema: theme,
    assunto: subject,
    descricao: words,
    reanalise: again,
    prazo: dayAfter(day, 9),
    atendimento_id: null,
    ...(isProviders(index) ? sender(draw) : {}),
  };
};

const messageMoves = ({ chance, record, today }: Draw): readonly string[] => {
  const isRecent = dayAfter(dayOf(record['recebida_em']), 9) >= today;
  return ['tratar', 'responder', 'encerrar'].slice(0, isRecent ? chance.whole(0, 3) : chance.holds(0.97) ? 3 : 1);
};

/** Of the operator's own people, who deal with it. */
const keeper = ({ chance, rows }: Draw): Row =>
  pointing('responsavel_id', colleague(rows, chance.of(['operador', 'atendente'])));

const messageMoved = (draw: Draw): Row => {
  const { chance, index, record, today } = draw;
  if (record['respondida_em'] === null) return keeper(draw);
  const { answer, verdict, advice = null } = messageOf(index);
  const answered = laterOn(chance, record['recebida_em'], chance.holds(0.9) ? 8 : 12, dayAfter(today, -2));
  return {
    ...keeper(draw),
    respondida_em: answered,
    resposta: answer,
    procedencia: verdict,
    recomendacao: advice,
    ...(record['encerrada_em'] === null ? {} : { encerrada_em: laterOn(chance, answered, 5, dayAfter(today, -1)) }),
  };
};

/** Who calls about what; only who treats people asks of invoices. */
const call = ({ chance, index, today }: Draw): Row => {
  const person = chance.holds(0.85) ? 'BENEFICIARIO' : chance.of(['PRESTADOR', 'PRESTADOR', 'EMPRESA', 'OUTRO']);
  const all = person === 'PRESTADOR' ? providerCalls : calls;
  const { subject, theme, words } = all[(index * 7) % all.length] ?? all[0];
  return {
    data: timeOn(chance, visitDay(chance, dayAfter(today, -2), 360)),
    pessoa: person,
    tema: theme,
    assunto: subject,
    descricao: words,
    // What is forwarded is promised for a day after; the load is that day.
    prazo: dayAfter(today, 5),
  };
};

const answers = new Map([...calls, ...providerCalls].map(({ subject, answer }) => [subject, answer]));

/** Most is solved while the person is on the line. */
const callMoved = ({ chance, record, today }: Draw): Row => {
  const began = String(record['data']);
  if (record['concluido_em'] === null)
    return { encaminhado_em: dayOf(began), prazo: dayAfter(dayOf(began), chance.whole(2, 7)) };
  const minutes = String(Number(began.slice(14, 16)) + chance.whole(4, 14)).padStart(2, '0');
  return {
    prazo: null,
    solucao: answers.get(String(record['assunto'])) ?? record['solucao'],
    concluido_em: chance.holds(0.8)
      ? `${began.slice(0, 14)}${minutes}${began.slice(16)}`
      : laterOn(chance, began, 3, dayAfter(today, -1)),
  };
};

const callMoves = ({ chance }: Draw): readonly string[] =>
  chance.holds(0.92) ? ['concluir'] : chance.holds(0.5) ? ['encaminhar'] : [];

export const complaintRecipes: SampleRecipes['entities'] = {
  manifestacao: {
    count: { small: 60, medium: 1500, large: 6000 },
    values: message,
    moves: messageMoves,
    moved: messageMoved,
  },
  atendimento_cliente: {
    count: { small: 200, medium: 10_000, large: 30_000 },
    values: call,
    moves: callMoves,
    moved: callMoved,
  },
};
