/** What the small registries of codes are called in an operator's day: one record for each title. */
import type { Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';

/** The field that holds the title, and the titles. */
const titles: Readonly<Record<string, readonly [field: 'descricao' | 'nome', titles: readonly string[]]>> = {
  pendencia: [
    'descricao',
    [
      'Falta relatório médico',
      'Falta cópia do documento de identidade',
      'Laudo ilegível',
      'Falta carimbo do solicitante',
      'Aguarda perícia',
      'Aguarda orçamento de OPME',
      'Dados bancários divergentes',
      'Falta comprovante de residência',
    ],
  ],
  classe_preco: ['descricao', ['Honorários médicos', 'Diárias e taxas', 'Materiais', 'Medicamentos', 'Odontologia']],
  grupo_tiss: [
    'descricao',
    ['Consultas', 'Exames', 'Terapias', 'Internações', 'Diárias', 'Taxas', 'Materiais', 'Medicamentos', 'OPME'],
  ],
  taxa: [
    'descricao',
    [
      'Diária de apartamento standard',
      'Diária de enfermaria',
      'Diária de UTI adulto',
      'Taxa de sala cirúrgica porte 1',
      'Taxa de sala de gesso',
      'Taxa de uso de bomba de infusão',
      'Oxigênio sob cateter por hora',
      'Taxa de observação em pronto-socorro',
    ],
  ],
  servico_aps: [
    'descricao',
    ['Médico de família', 'Enfermagem domiciliar', 'Acompanhamento de crônicos', 'Saúde mental na atenção primária'],
  ],
  questionario: [
    'nome',
    [
      'Declaração de saúde',
      'Pesquisa de satisfação do atendimento',
      'Avaliação do programa de crônicos',
      'Perfil de saúde',
    ],
  ],
  grupo_acesso_procedimento: [
    'nome',
    ['Consultas e exames simples', 'Alta complexidade', 'Odontologia', 'Terapias seriadas'],
  ],
  evento_mensal: [
    'descricao',
    [
      'Mensalidades do mês',
      'Coparticipações do mês',
      'Eventos conhecidos do mês',
      'Glosas do mês',
      'Reembolsos do mês',
      'Pagamentos do mês',
      'Provisão de eventos a liquidar',
      'Impostos retidos do mês',
    ],
  ],
  grupo_tipo_tributo: [
    'descricao',
    ['Imposto de renda', 'Contribuições sociais', 'Previdência social', 'Imposto sobre serviços'],
  ],
  tipo_conta_pagar: [
    'descricao',
    [
      'Produção médica',
      'Produção hospitalar',
      'Reembolso a beneficiário',
      'Fornecedores de serviços',
      'Aluguéis e condomínios',
      'Tributos',
      'Devolução de contribuição',
      'Empréstimos liberados',
    ],
  ],
  tipo_conta_receber: [
    'descricao',
    [
      'Mensalidade',
      'Coparticipação',
      'Parcela de empréstimo',
      'Acerto de contribuição',
      'Segunda via de cartão',
      'Ressarcimento',
    ],
  ],
  classificacao_matricula: [
    'descricao',
    ['Servidor ativo', 'Servidor aposentado', 'Pensionista', 'Servidor licenciado', 'Servidor cedido', 'Agregado'],
  ],
  grupo_produto: ['descricao', ['Planos médicos', 'Planos odontológicos', 'Planos em extinção']],
  situacao_contratante: [
    'descricao',
    ['Ativo', 'Aposentado', 'Pensionista', 'Demitido sem justa causa', 'Licenciado sem vencimentos', 'Autopatrocinado'],
  ],
  tipo_contribuicao: [
    'descricao',
    [
      'Mensalidade do titular',
      'Mensalidade de dependente',
      'Mensalidade de agregado',
      'Plano odontológico',
      'Joia de ingresso',
      'Transporte aeromédico',
    ],
  ],
  tipo_coparticipacao: [
    'descricao',
    [
      'Consultas',
      'Exames simples',
      'Exames de alta complexidade',
      'Terapias',
      'Internação',
      'Odontologia',
      'Internação psiquiátrica',
    ],
  ],
  tipo_desconto: [
    'descricao',
    ['Pagamento antecipado', 'Dois ou mais dependentes', 'Acordo coletivo', 'Campanha de adesão'],
  ],
  tipo_pagamento: ['descricao', ['Folha de pagamento', 'Boleto bancário', 'Débito em conta', 'Pix']],
  fundo_social: ['descricao', ['Fundo de assistência social', 'Fundo de alto custo', 'Fundo de medicamentos']],
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

const codesOf =
  (field: string, names: readonly string[]): NonNullable<Recipe['values']> =>
  ({ index }) => ({ [field]: names[index % names.length] });

/** As many of each size as there are titles. */
export const titledRecipes: SampleRecipes['entities'] = Object.fromEntries(
  Object.entries(titles).map(([entity, [field, names]]): [string, Recipe] => [
    entity,
    {
      count: { small: names.length, medium: names.length, large: names.length },
      values: codesOf(field, names),
    },
  ]),
);
