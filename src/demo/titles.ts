/** What the small registries of codes hold in an operator's day: one record for each title, of the kind that it says. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { idWhere, pointing } from './found-rows.ts';
import { accountId } from './ledger.ts';

/** The field that holds the title, and the titles; with what else is known of each where one is. */
type Titles = readonly [
  field: 'descricao' | 'nome',
  titles: readonly (string | readonly [title: string, known: Row])[],
];

/** Charges in force since before anything was billed; how they go to the regulator is said by their group. */
const charged: Row = { unidade: 'UN', forma_envio: null, inicio: '2022-01-01', fim: null, ativo: true };

/** In: the accommodation (TISS, table 49), the code of the item (TUSS, table 18) where it has one. */
const perDay = (valor: number, acomodacao: string, tuss: string | null): Row => ({
  ...charged,
  tipo: 'DIARIA',
  grupo: 'Diárias',
  valor,
  acomodacao,
  tuss,
});

const perUse = (tipo: string, valor: number, tuss: string | null): Row => ({
  ...charged,
  tipo,
  grupo: 'Taxas',
  valor,
  tuss,
});

/** In: whose service it is, how much is paid for what, as which procedure it is billed, and what the patient's share is. */
const service = (
  conselho: string,
  remuneracao: string,
  valor: number,
  procedimento: string | undefined,
  shared?: string,
): Row => ({
  conselho,
  remuneracao,
  valor,
  ...(procedimento === undefined ? { procedimento_id: null } : { procedimento }),
  ...(shared === undefined ? { tipo_coparticipacao_id: null } : { shared }),
  inicio: '2022-01-01',
  fim: null,
  ativo: true,
});

const titles: Readonly<Record<string, Titles>> = {
  pendencia: [
    'descricao',
    [
      ['Falta relatório médico', { aplicacao: 'AUTORIZACAO' }],
      ['Falta cópia do documento de identidade', { aplicacao: 'BENEFICIARIO' }],
      ['Laudo ilegível', { aplicacao: 'AUTORIZACAO' }],
      ['Falta carimbo do solicitante', { aplicacao: 'FATURAMENTO' }],
      ['Aguarda perícia', { aplicacao: 'AUTORIZACAO' }],
      ['Aguarda orçamento de OPME', { aplicacao: 'AUTORIZACAO' }],
      ['Dados bancários divergentes', { aplicacao: 'PRESTADOR' }],
      ['Falta comprovante de residência', { aplicacao: 'ADESAO' }],
    ],
  ],
  classe_preco: [
    'descricao',
    [
      ['Honorários médicos', { ordem: 1 }],
      ['Diárias e taxas', { ordem: 2 }],
      ['Materiais', { ordem: 3 }],
      ['Medicamentos', { ordem: 4 }],
      ['Odontologia', { ordem: 5 }],
    ],
  ],
  grupo_tiss: [
    'descricao',
    ['Consultas', 'Exames', 'Terapias', 'Internações', 'Diárias', 'Taxas', 'Materiais', 'Medicamentos', 'OPME'],
  ],
  taxa: [
    'descricao',
    [
      ['Diária de apartamento standard', perDay(420, '13', null)],
      ['Diária de enfermaria', perDay(260, '31', null)],
      ['Diária de UTI adulto', perDay(1480, '51', '60001038')],
      ['Taxa de sala cirúrgica porte 1', perUse('TAXA_SALA', 310, '60023104')],
      ['Taxa de sala de gesso', perUse('TAXA_SALA', 64.5, '60022256')],
      ['Taxa de uso de bomba de infusão', perUse('EQUIPAMENTO', 38.9, null)],
      ['Oxigênio sob cateter por hora', perUse('GAS', 14.2, null)],
      ['Taxa de observação em pronto-socorro', perUse('TAXA_SALA', 92, '60033681')],
    ],
  ],
  servico_aps: [
    'descricao',
    [
      ['Médico de família', service('CRM', 'CAPITACAO', 32.5, '10101012')],
      ['Enfermagem domiciliar', service('COREN', 'EVENTO', 95, undefined)],
      ['Acompanhamento de crônicos', service('CRM', 'FIXO', 8400, '10101012')],
      ['Saúde mental na atenção primária', service('CRP', 'EVENTO', 110, '50000470', 'Terapias')],
    ],
  ],
  questionario: [
    'nome',
    [
      ['Declaração de saúde', { finalidade: 'DECLARACAO_SAUDE' }],
      ['Pesquisa de satisfação do atendimento', { finalidade: 'PESQUISA' }],
      ['Avaliação do programa de crônicos', { finalidade: 'PROGRAMA' }],
      ['Perfil de saúde', { finalidade: 'PROGRAMA' }],
    ],
  ],
  grupo_acesso_procedimento: [
    'nome',
    ['Consultas e exames simples', 'Alta complexidade', 'Odontologia', 'Terapias seriadas'],
  ],
  evento_mensal: [
    'descricao',
    [
      [
        'Mensalidades do mês',
        { codigo: 'CONTRAPRES', natureza: 'CONTRAPRESTACAO', periodicidade: 'MENSAL', ordem: 1, ativo: true },
      ],
      [
        'Coparticipações do mês',
        { codigo: 'COPART', natureza: 'COPARTICIPACAO', periodicidade: 'MENSAL', ordem: 2, ativo: true },
      ],
      [
        'Eventos conhecidos do mês',
        { codigo: 'EVENTOS', natureza: 'EVENTO_CONHECIDO', periodicidade: 'MENSAL', ordem: 3, ativo: true },
      ],
      ['Glosas do mês', { codigo: 'GLOSAS', natureza: 'GLOSA', periodicidade: 'MENSAL', ordem: 4, ativo: true }],
      [
        'Reembolsos do mês',
        { codigo: 'REEMBOLSOS', natureza: 'REEMBOLSO', periodicidade: 'MENSAL', ordem: 5, ativo: true },
      ],
      [
        'Pagamentos do mês',
        { codigo: 'PAGAMENTOS', natureza: 'PAGAMENTO', periodicidade: 'MENSAL', ordem: 6, ativo: true },
      ],
      [
        'Provisão de eventos a liquidar',
        { codigo: 'PROVISAO', natureza: 'PROVISAO', periodicidade: 'MENSAL', ordem: 7, ativo: true },
      ],
      [
        'Impostos retidos do mês',
        { codigo: 'IMPOSTOS', natureza: 'IMPOSTO', periodicidade: 'MENSAL', ordem: 8, ativo: true },
      ],
    ],
  ],
  grupo_tipo_tributo: [
    'descricao',
    ['Imposto de renda', 'Contribuições sociais', 'Previdência social', 'Imposto sobre serviços'],
  ],
  tipo_conta_pagar: [
    'descricao',
    [
      ['Produção médica', { natureza: 'PRESTADOR', conta: '2.1.1.2', ativo: true }],
      ['Produção hospitalar', { natureza: 'PRESTADOR', conta: '2.1.1.2', ativo: true }],
      ['Reembolso a beneficiário', { natureza: 'REEMBOLSO', conta: '2.1.1.3', ativo: true }],
      ['Fornecedores de serviços', { natureza: 'FORNECEDOR', conta: '2.1.8.1', ativo: true }],
      ['Aluguéis e condomínios', { natureza: 'FORNECEDOR', conta: '2.1.8.1', ativo: true }],
      ['Tributos', { natureza: 'IMPOSTO', conta: '2.1.6.1', ativo: true }],
      ['Devolução de contribuição', { natureza: 'DEVOLUCAO', conta: '2.1.8.2', ativo: true }],
      ['Empréstimos liberados', { natureza: 'EMPRESTIMO', conta: '1.2.7.1', ativo: true }],
    ],
  ],
  tipo_conta_receber: [
    'descricao',
    [
      [
        'Mensalidade',
        { conta: '1.2.3.1', historico: 'Mensalidade do plano', prioridade_baixa: 1, negociacao: false, ativo: true },
      ],
      [
        'Coparticipação',
        { conta: '1.2.3.2', historico: 'Coparticipação do mês', prioridade_baixa: 2, negociacao: false, ativo: true },
      ],
      [
        'Parcela de empréstimo',
        { conta: '1.2.7.1', historico: 'Parcela de empréstimo', prioridade_baixa: 3, negociacao: false, ativo: true },
      ],
      [
        'Acerto de contribuição',
        { conta: '1.2.3.1', historico: 'Acerto de contribuição', prioridade_baixa: 4, negociacao: false, ativo: true },
      ],
      [
        'Segunda via de cartão',
        {
          conta: '1.2.7.2',
          historico: 'Taxa de segunda via do cartão',
          prioridade_baixa: 5,
          negociacao: false,
          ativo: true,
        },
      ],
      [
        'Ressarcimento',
        {
          conta: '1.2.7.2',
          historico: 'Ressarcimento de despesa',
          prioridade_baixa: 6,
          negociacao: false,
          ativo: true,
        },
      ],
      [
        'Negociação de débitos',
        { conta: '1.2.3.1', historico: 'Parcela de negociação', prioridade_baixa: 7, negociacao: true, ativo: true },
      ],
    ],
  ],
  classificacao_matricula: [
    'descricao',
    [
      ['Servidor ativo', { categoria: 'ATIVO', ativo: true }],
      ['Servidor aposentado', { categoria: 'APOSENTADO', ativo: true }],
      ['Pensionista', { categoria: 'PENSIONISTA', ativo: true }],
      ['Servidor licenciado', { categoria: 'LICENCIADO', ativo: true }],
      ['Servidor cedido', { categoria: 'CEDIDO', ativo: true }],
      ['Agregado', { categoria: 'AGREGADO', ativo: true }],
    ],
  ],
  grupo_produto: [
    'descricao',
    [
      ['Planos médicos', { ativo: true }],
      ['Planos odontológicos', { ativo: true }],
      ['Planos em extinção', { ativo: false }],
    ],
  ],
  situacao_contratante: [
    'descricao',
    [
      ['Ativo', { tipo: 'ATIVO', forma_cobranca: 'FOLHA', meses_permanencia: null, ativo: true }],
      ['Aposentado', { tipo: 'APOSENTADO', forma_cobranca: 'FOLHA', meses_permanencia: null, ativo: true }],
      ['Pensionista', { tipo: 'PENSIONISTA', forma_cobranca: 'FOLHA', meses_permanencia: null, ativo: true }],
      ['Demitido sem justa causa', { tipo: 'DEMITIDO', forma_cobranca: 'BOLETO', meses_permanencia: 24, ativo: true }],
      [
        'Licenciado sem vencimentos',
        { tipo: 'LICENCIADO', forma_cobranca: 'BOLETO', meses_permanencia: null, ativo: true },
      ],
      ['Autopatrocinado', { tipo: 'AUTOPATROCINADO', forma_cobranca: 'BOLETO', meses_permanencia: null, ativo: true }],
    ],
  ],
  tipo_contribuicao: [
    'descricao',
    [
      ['Mensalidade do titular', { natureza: 'MENSALIDADE', calculo: 'FAIXA_ETARIA', conta: '3.1.1.1', ativo: true }],
      [
        'Mensalidade de dependente',
        { natureza: 'MENSALIDADE', calculo: 'FAIXA_ETARIA', conta: '3.1.1.1', ativo: true },
      ],
      ['Mensalidade de agregado', { natureza: 'MENSALIDADE', calculo: 'FAIXA_ETARIA', conta: '3.1.1.1', ativo: true }],
      ['Plano odontológico', { natureza: 'ODONTO', calculo: 'FAIXA_ETARIA', conta: '3.1.1.2', ativo: true }],
      ['Joia de ingresso', { natureza: 'JOIA', calculo: 'FIXO', valor: 150, conta: '3.3.1.1', ativo: true }],
      [
        'Transporte aeromédico',
        { natureza: 'AEROMEDICO', calculo: 'PER_CAPITA', valor: 12.9, conta: '3.3.1.1', ativo: true },
      ],
    ],
  ],
  tipo_coparticipacao: [
    'descricao',
    [
      ['Consultas', { natureza: 'CONSULTA', conta: '4.1.1.3', ativo: true }],
      ['Exames simples', { natureza: 'EXAME', conta: '4.1.1.3', ativo: true }],
      ['Exames de alta complexidade', { natureza: 'EXAME', conta: '4.1.1.3', ativo: true }],
      ['Terapias', { natureza: 'TERAPIA', conta: '4.1.1.3', ativo: true }],
      ['Internação', { natureza: 'INTERNACAO', conta: '4.1.1.3', ativo: true }],
      ['Odontologia', { natureza: 'ODONTO', conta: '4.1.1.3', ativo: true }],
      ['Internação psiquiátrica', { natureza: 'PSIQUIATRIA', conta: '4.1.1.3', ativo: true }],
    ],
  ],
  tipo_desconto: [
    'descricao',
    [
      ['Pagamento antecipado', { incide: 'TITULO', percentual: 2, valor: null }],
      ['Dois ou mais dependentes', { incide: 'CONTRIBUICAO', percentual: 5, valor: null }],
      ['Acordo coletivo', { incide: 'CONTRIBUICAO', percentual: 10, valor: null }],
      ['Campanha de adesão', { incide: 'CONTRIBUICAO', percentual: null, valor: 30 }],
    ],
  ],
  tipo_pagamento: [
    'descricao',
    [
      ['Folha de pagamento', { meio: 'FOLHA', rubrica: '4510', ativo: true }],
      ['Boleto bancário', { meio: 'BOLETO', ativo: true }],
      ['Débito em conta', { meio: 'DEBITO', ativo: true }],
      ['Pix', { meio: 'PIX', ativo: true }],
    ],
  ],
  fundo_social: [
    'descricao',
    [
      ['Fundo de assistência social', { percentual: 0.5, valor_fixo: null }],
      ['Fundo de alto custo', { percentual: null, valor_fixo: 9.9 }],
      ['Fundo de medicamentos', { percentual: null, valor_fixo: 6.5 }],
    ],
  ],
  historico_conta_pagar: [
    'descricao',
    [
      'Pagamento de produção do mês',
      'Reembolso de despesa médica',
      'Nota fiscal de serviços',
      'Recolhimento de tributo',
    ],
  ],
};

/** What titles say of other records: the column, the entity, and its field that tells them apart. */
const pointers: Readonly<Record<string, readonly [column: string, entity: string, field: string]>> = {
  unidade: ['unidade_id', 'unidade_medida', 'sigla'],
  acomodacao: ['acomodacao_id', 'tipo_acomodacao', 'codigo'],
  grupo: ['grupo_tiss_id', 'grupo_tiss', 'descricao'],
  procedimento: ['procedimento_id', 'procedimento', 'codigo'],
  shared: ['tipo_coparticipacao_id', 'tipo_coparticipacao', 'descricao'],
};

const pointed = (rows: Draw['rows'], name: string, value: unknown): Row => {
  const [column, entity, field] = pointers[name] ?? [];
  if (column === undefined || entity === undefined || field === undefined) return { [name]: value };
  return pointing(column, idWhere(rows(entity), field, String(value)));
};

/** `conta` is the code of the account that such records are booked in. */
const valuesOf = ([field, names]: Titles, { index, rows }: Draw): Row => {
  const one = names[index % names.length];
  if (typeof one !== 'object') return { [field]: one };
  const [title, { conta, ...known }] = one;
  const account = typeof conta === 'string' ? pointing('conta_contabil_id', accountId(rows, conta)) : {};
  const told = Object.entries(known).map(([name, value]) => pointed(rows, name, value));
  return Object.assign({ [field]: title }, ...told, account);
};

/** As many of each size as there are titles. */
export const titledRecipes: SampleRecipes['entities'] = Object.fromEntries(
  Object.entries(titles).map(([entity, one]): [string, Recipe] => {
    const { length } = one[1];
    return [entity, { count: { small: length, medium: length, large: length }, values: (draw) => valuesOf(one, draw) }];
  }),
);
