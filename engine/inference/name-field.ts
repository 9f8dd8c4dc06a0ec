import { plainName } from '../core/plain-name.ts';
import { reservedNames } from '../model/types.ts';

/** Written in capitals wherever they stand. */
const acronyms: ReadonlySet<string> = new Set(
  'ANS BACEN CBO CDI CEI CEP CGC CH CID CNAE CNES CNPJ CNS CPF CRM CRO DDD DDI EAN FGTS IBGE ID II III INPC INSS IP IPCA IR IRRF ISBN ISPB ISS ISSQN IV MEI NF NIS NIT PF PIS PIX PJ PMC RG RN RPA SIAFI SIB SIP SUS TISS TUSS UF URL UTI'.split(
    ' ',
  ),
);

const withCase = (word: string, shouting: boolean): string => {
  const bare = word.replace(/[^\p{L}\d]/gu, '');
  if (acronyms.has(bare.toUpperCase()) && bare.length > 1 && (shouting || bare === bare.toUpperCase()))
    return word.toUpperCase();
  // In a header that does not shout a word in capitals is an abbreviation.
  if (!shouting && bare.length > 1 && bare === bare.toUpperCase() && /\p{Lu}/u.test(bare)) return word;
  return word.toLowerCase();
};

/**
 * A header as a label: words apart, in small letters but for the first one and abbreviations. Nothing is added to it:
 * accents are those of the header. `RAZÃO SOCIAL` is `Razão social`, `dt_nascimento` `Dt nascimento`, `cpfTitular` `CPF titular`.
 */
export const titleOf = (header: string): string => {
  const apart = header
    .replace(/_/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\s+/g, ' ')
    .replace(/[\s:;,.*]+$/, '')
    .trim();
  const joined = !/\s/.test(header.trim());
  const quiet = joined || apart === apart.toUpperCase() || apart === apart.toLowerCase();
  const text = apart
    .split(' ')
    .map((word) =>
      word.includes('/')
        ? word
            .split('/')
            .map((part) => withCase(part, quiet))
            .join('/')
        : withCase(word, quiet),
    )
    .join(' ');
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
};

const bareName = (header: string): string =>
  plainName(
    header
      .replace(/n[º°]\.?/giu, ' numero ')
      .replace(/\be-mails?\b/giu, 'email')
      .replace(/²/g, '2')
      .replaceAll('.', ' ')
      .replace(/%/g, ' percentual '),
  )
    .replace(/_(a|o|de|da|do|das|dos|e|em|no|na)(?=_)/g, '')
    .replace(/_(?:reais|r)$/, '')
    .replace(/_percentual(?=_|$)/, (text, at: number, whole: string) =>
      /percent/.test(whole.slice(0, at)) ? '' : text,
    );

/**
 * The name of a field by its header: unaccented snake_case without joining words, no name of the engine and none that
 * is taken (`taken` holds names and columns). `Nº Contrato` is `numero_contrato`, a second `Valor` `valor_2`.
 */
export const fieldName = (header: string, place: number, taken: ReadonlySet<string>): string => {
  const bare = bareName(header).slice(0, 50).replace(/_+$/, '') || `coluna_${place + 1}`;
  const free = (name: string): boolean => !reservedNames.has(name) && !taken.has(name) && !taken.has(`${name}_id`);
  if (free(bare) && !reservedNames.has(`${bare}_id`)) return bare;
  if (reservedNames.has(bare)) {
    const other = [`codigo`, `${bare}_origem`].find((name) =>
      bare === 'id' || name !== 'codigo' ? free(name) : false,
    );
    if (other !== undefined) return other;
  }
  let number = 2;
  while (!free(`${bare}_${number}`)) number += 1;
  return `${bare}_${number}`;
};
