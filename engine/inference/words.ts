/** Words of headers and titles, bare: how two names are compared. */
import { plainName } from '../core/plain-name.ts';

const joining: ReadonlySet<string> = new Set(
  'a o as os e de da do das dos em na no nas nos por para com ao aos'.split(' '),
);

/** Singular, near enough to compare: `indicadores` and `indicador` meet, `mes` stays. */
const stem = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/(o|a)es$/, 'ao')
        .replace(/ais$/, 'al')
        .replace(/ns$/, 'm')
        .replace(/([rz])es$/, '$1')
        .replace(/([^su])s$/, '$1');

/** The words of a name, unaccented and in the singular, without those that only join: `Início da vigência` is inicio, vigencia. */
export const wordsOf = (name: string): readonly string[] =>
  plainName(
    name
      .replace(/\bn[º°]/giu, 'numero ')
      .replace(/²/g, '2')
      .replaceAll('.', ' '),
  )
    .split('_')
    .filter((word) => word !== '' && !joining.has(word))
    .map(stem);

/** A value bare: case, accents and punctuation say nothing. */
export const bareValue = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stem));

/** Words that many registries have, so that sharing one says nothing. */
export const generic = setOf(
  'codigo cod cd id numero num nr no nome nm descricao desc ds tipo tp data dt valor vl vlr sigla situacao status ativo inicio fim titulo registro ordem nivel titular local item',
);

/** Words of headers, by what they speak for. */
export const speaking = {
  code: setOf(
    'codigo cod cd numero num nr no matricula registro reg protocolo guia titulo nota nf agencia ag conta cta processo documento doc carteira carteirinha cartao inscricao ramal cnes ean gtin anvisa ibge lote senha contrato apolice ddd crm sequencial chave pedido boleto rg siafi cnae ncm cracha',
  ),
  quantity: setOf(
    'qtd qtde quantidade quant vida dia mese mes ano hora minuto segundo idade parcela vaga populacao leito capacidade duracao jornada prazo ordem nivel total peso dependente filho porcentagem seg min',
  ),
  money: setOf(
    'valor vl vlr preco custo total receita despesa salario teto honorario saldo juro multa desconto mensalidade bruto liquido inss irrf iss pmc pf credito debito pagamento subtotal reai brl taxa franquia glosado premio provento',
  ),
  percent: setOf('percentual percent porcentagem perc pct aliquota reajuste variacao sinistralidade coparticipacao'),
  year: setOf('ano exercicio'),
  phone: setOf('telefone fone tel celular fax whatsapp zap contato telefonico'),
  cep: setOf('cep postal'),
  cpf: setOf('cpf'),
  cnpj: setOf('cnpj cgc'),
  cns: setOf('cns sus'),
  pis: setOf('pis pasep nit nis'),
  email: setOf('email mail'),
  text: setOf('versao artigo endereco logradouro observacao obs bairro complemento faixa ip login usuario'),
  /** Values of these are names without end, however often they repeat. */
  open: setOf(
    'nome responsavel usuario medico cirurgiao fornecedor bairro cidade municipio descricao observacao obs endereco logradouro empresa prestador beneficiario cliente profissional mae pai local solicitante executante feriado login complemento documento favorecido sacado cedente titular paciente fantasia',
  ),
  category: setOf(
    'tipo situacao status categoria classe classificacao modalidade porte regiao grupo subgrupo natureza motivo forma origem plano setor titularidade acao evento especie perfil canal prioridade turno estado sexo genero abrangencia acomodacao faixa area departamento fase etapa conselho parentesco segmento',
  ),
  personal: setOf(
    'nome mae pai nascimento nasc email mail telefone fone celular endereco logradouro rg titular beneficiario paciente',
  ),
} as const;

export const says = (words: readonly string[], about: ReadonlySet<string>): boolean =>
  words.some((word) => about.has(word));

/** How many words two names share that say something. */
export const shared = (left: readonly string[], right: readonly string[]): number =>
  left.filter((word) => !generic.has(word) && right.includes(word)).length;
