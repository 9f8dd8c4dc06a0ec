/**
 * What people write into fields of free text, by the name of the field or by `entity.field`: what no list of `examples`
 * in the files can say, for it counts, is put together by chance, or is the same for many fields. Names and numbers are
 * invented; the rest is what an operator reads in a day. What neither says is called after its field: 'Histórico 3'.
 */
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { anyPerson, companyName } from './names.ts';

type Wording = (draw: Draw) => string | undefined;

const any =
  (...texts: readonly [string, ...string[]]): Wording =>
  ({ chance }) =>
    chance.of(texts);

const digits =
  (length: number, before = ''): Wording =>
  ({ chance }) =>
    `${before}${chance.whole(1, 9)}${chance.digits(length - 1)}`;

const person: Wording = ({ chance }) => anyPerson(chance);
const company: Wording = ({ chance }) => companyName(chance);
const email: Wording = ({ chance }) => `contato${chance.digits(4)}@exemplo.com.br`;

const denials = any(
  'Procedimento sem cobertura contratual na data da solicitação.',
  'Beneficiário em carência para o procedimento solicitado.',
  'Quantidade solicitada acima do limite do contrato.',
  'Falta relatório médico que justifique a indicação.',
  'Solicitação em duplicidade com guia já autorizada.',
);
const clinical = any(
  'Dor lombar há três meses, sem melhora com tratamento conservador.',
  'Acompanhamento pós-operatório de colecistectomia.',
  'Hipertensão arterial em investigação de lesão de órgão-alvo.',
  'Lesão ligamentar do joelho direito após entorse.',
  'Diabetes tipo 2 descompensada, para ajuste terapêutico.',
  'Rastreamento de rotina conforme faixa etária.',
);
const cancellations = any(
  'Enviado com a competência errada.',
  'Cancelado a pedido do beneficiário.',
  'Registro em duplicidade.',
  'Substituído por nova versão corrigida.',
);
const goods = any(
  'Consulta médica em consultório',
  'Sessão de fisioterapia motora',
  'Hemograma completo',
  'Ultrassonografia de abdome total',
  'Sessão de psicoterapia individual',
  'Radiografia de tórax, duas incidências',
);
const laboratories = any(
  'Aurora Farma',
  'Laboratório Serra Azul',
  'Biomédica Paineiras',
  'Química Ipê',
  'Farma Horizonte',
);
const requests = any(
  'Anexar relatório médico com a evolução do quadro.',
  'Enviar laudo do exame anterior.',
  'Informar o código da OPME e três orçamentos.',
  'Reenviar o pedido com data e assinatura legíveis.',
);
const failures = any(
  'Tempo de resposta esgotado; nova tentativa programada.',
  'O sistema de destino recusou a guia: beneficiário não encontrado.',
  'Conteúdo fora do leiaute: campo obrigatório ausente.',
);
const bankEntries = any(
  'TED recebida',
  'Pix recebido',
  'Liquidação de boleto',
  'Depósito em conta',
  'Crédito de cobrança',
);
const sectors = any('Atendimento', 'Autorização', 'Contas médicas', 'Financeiro', 'Cadastro', 'Ouvidoria', 'Jurídico');
const codeCentre: Wording = ({ chance }) => `${chance.whole(1, 4)}.${chance.whole(10, 60)}.${chance.digits(2)}`;
const changedFields = any('Nome da mãe', 'CEP', 'Número do CNS', 'Data de adesão', 'Logradouro', 'Plano');
const oldValues = any('Não informado', 'Rua das Flores', '01/03/2024', 'Plano Enfermaria', '30130-010');
const newValues = any('Avenida do Contorno', '15/03/2024', 'Plano Apartamento', '30140-071', 'Maria das Graças Lima');
const dataFaults = any(
  'Valor fora do domínio da tabela.',
  'Campo obrigatório não informado.',
  'CPF diverge da base da Receita Federal.',
  'Data de cancelamento anterior à de adesão.',
);
const governmentReplies = any(
  'Evento processado com sucesso.',
  'Lote em processamento.',
  'Rejeitado: contribuinte sem procuração válida.',
);

export const wordings: SampleRecipes['words'] = {
  anterior: oldValues,
  campo: changedFields,
  cancelado_por: any('Beneficiário sem CPF regularizado.', 'Alteração sem efeito no cadastro da ANS.'),
  centro_custo: codeCentre,
  chave_externa: ({ chance }) => `EXT-${chance.digits(8)}`,
  conta_chave_pix: email,
  complemento: any('Referente ao contrato em vigor', 'Ajuste de competência anterior', 'Conforme nota apresentada'),
  conselho: digits(5, 'CRM '),
  documento: digits(6, 'DOC '),
  documento_numero: digits(6),
  erro: failures,
  fabricante: laboratories,
  guia: digits(9),
  guia_operadora: digits(9),
  guia_prestador: digits(7),
  indicacao_clinica: clinical,
  inscricao_estadual: digits(9),
  inscricao_municipal: digits(7),
  justificativa: denials,
  justificativa_operadora: denials,
  laboratorio: laboratories,
  lote: digits(6),
  mensagem: dataFaults,
  motivo: denials,
  motivo_cancelamento: cancellations,
  motivo_negativa: denials,
  motivo_rejeicao: any('Arquivo fora do leiaute vigente.', 'Operadora sem certificado válido.'),
  nome_externo: person,
  nome_remetente: person,
  nosso_numero: digits(11),
  nota_fiscal: digits(5),
  nota_fiscal_numero: digits(5),
  novo: newValues,
  numero_nota_fiscal: digits(5),
  numero_prestador: digits(8),
  orgao: any(
    'Secretaria Municipal de Saúde',
    'Secretaria de Estado de Saúde',
    'Fundo Nacional de Saúde',
    'Defensoria Pública do Estado',
  ),
  pagador: company,
  pedido_complemento: requests,
  prestador_nome: any('Clínica Paineiras', 'Laboratório Serra Azul', 'Centro Médico Horizonte', 'Hospital Santa Rita'),
  protocolo: ({ chance }) => `2026${chance.digits(10)}`,
  recibo: digits(8),
  reembolso: digits(8),
  rg: ({ chance }) => `MG-${chance.whole(10, 19)}.${chance.digits(3)}.${chance.digits(3)}`,
  rg_orgao: any('SSP', 'PC'),
  rqe: digits(5),
  senha: digits(8),
  setor: sectors,
  setor_atual: sectors,
  sistema: any('Portal do prestador', 'Auditoria externa', 'Intercâmbio nacional', 'Sistema de farmácia'),

  'agrupamento_faturamento.nota_fiscal': digits(5),
  'anexo_autorizacao_materiais.autorizacao_funcionamento': digits(7),
  'anexo_autorizacao_materiais.referencia': ({ chance }) => `REF ${chance.digits(3)}-${chance.digits(4)}`,
  'atendimento_cliente.encaminhamento': sectors,
  'atendimento_cliente.nome': person,
  'autorizacao_intercambio_itens.motivo': denials,
  'aviso_pagamento.destinatario': person,
  'aviso_pagamento.endereco': email,
  'convenio_bancario.convenio': digits(7),
  'credito_bancario.historico': bankEntries,
  'efd_lote_eventos.mensagem': governmentReplies,
  'esocial_lote_eventos.mensagem': governmentReplies,
  'emprestimo.contrato': ({ index, attempt }) => `EMP-${String(index + 1 + attempt * 1009).padStart(6, '0')}`,
  'empresa.contrato': ({ index, attempt }) => `CT-2026/${String(index + 1 + attempt * 1009).padStart(4, '0')}`,
  'faturamento_reembolso_itens.descricao': goods,
  'guia_administrativa.processo_judicial': ({ chance }) =>
    `${chance.digits(7)}-${chance.digits(2)}.2026.8.13.${chance.digits(4)}`,
  'guia_administrativa_itens.descricao': goods,
  'imposto_cumulativo.fonte_pagadora_externa': company,
  'importacao.nome_arquivo': ({ chance }) => `retorno-${chance.digits(8)}.csv`,
  'integracao.conteudo': ({ chance }) => `{"guia":"${chance.digits(9)}","evento":"inclusao"}`,
  'manifestacao.nome': person,
  'movimento_sib.codigo_beneficiario': digits(9),
  'movimento_sib.codigo_titular': digits(9),
  'movimento_sib.nome': person,
  'nota_autorizacao_despesa.dotacao': ({ chance }) => `3.3.90.${chance.whole(30, 39)}.${chance.digits(2)}`,
  'pagamento_nao_identificado.historico': bankEntries,
  'prestador.login_webservice': ({ index, attempt }) =>
    `prestador.${String(index + 1 + attempt * 1009).padStart(5, '0')}`,
  'prorrogacao.justificativa': denials,
  'protocolo_documento.referencia': ({ chance }) => `Ofício ${chance.whole(10, 980)}/2026`,
  'registro_monitoramento.registro_plano': ({ chance }) => `4${chance.digits(8)}`,
  'registro_monitoramento.chave': ({ chance }) => `${chance.digits(6)}|${chance.digits(9)}|${chance.digits(3)}`,
  'remessa_qualidade.nome_arquivo': ({ index, attempt }) =>
    `QUALIDADE_${String(index + 1 + attempt * 1009).padStart(4, '0')}.xml`,
  'remessa_sib.nome_arquivo': ({ index, attempt }) => `SIB_${String(index + 1 + attempt * 1009).padStart(4, '0')}.sbx`,
  'setor_empresa.nome': ({ index, attempt }) => {
    const names = [
      'Administração',
      'Recursos humanos',
      'Produção',
      'Logística',
      'Vendas',
      'Tecnologia',
      'Manutenção',
      'Compras',
    ];
    return attempt === 0 ? names[index % names.length] : undefined;
  },
  'solicitacao_adesao_dependentes.nome': person,
  'solicitacao_reembolso_despesas.descricao': goods,
};
