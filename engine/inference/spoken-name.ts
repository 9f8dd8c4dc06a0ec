import { wordsOf } from './words.ts';

/** What people shorten in the headers of a spreadsheet, and what it stands for; each as `wordsOf` gives it. */
const shortened: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cod: 'codigo',
    cd: 'codigo',
    descr: 'descricao',
    dt: 'data',
    nasc: 'nascimento',
    venc: 'vencimento',
    vcto: 'vencimento',
    num: 'numero',
    nr: 'numero',
    nro: 'numero',
    n: 'numero',
    tel: 'telefone',
    end: 'endereco',
    obs: 'observacao',
    qtd: 'quantidade',
    qtde: 'quantidade',
    vl: 'valor',
    vlr: 'valor',
    resp: 'responsavel',
    compl: 'complemento',
    matr: 'matricula',
  }),
);

/**
 * A title as it is said: its words whole, in the singular, without those that only join, and at its end without what the
 * records themselves are called. Of banks `Cód.` and `Código do banco` are both `codigo`, `Dt. Nasc.` is `data nascimento`.
 */
export const spokenName = (title: string, records: string): string => {
  const words = wordsOf(title).map((word) => shortened.get(word) ?? word);
  const own = wordsOf(records);
  const before = words.slice(0, -own.length || words.length);
  const ends = own.length > 0 && before.length > 0 && words.slice(before.length).join(' ') === own.join(' ');
  return (ends ? before : words).join(' ');
};
