import { describe, expect, it } from 'vitest';
import { titleInSentence } from '../../../engine/ui/runtime/title-in-sentence.ts';

describe('a title inside a sentence', () => {
  it.each([
    ['Banco', 'banco'],
    ['Estado Civil', 'estado civil'],
    ['Grau de Parentesco', 'grau de parentesco'],
    ['Ex-empregado', 'ex-empregado'],
    ['CID', 'CID'],
    ['CBO', 'CBO'],
    ['Faixa de CEP', 'faixa de CEP'],
    ['Código IBGE', 'código IBGE'],
    ['Chave Pix', 'chave Pix'],
    ['Cota da União', 'cota da União'],
    ['Motivo no eSocial', 'motivo no eSocial'],
    ['CPF/CNPJ', 'CPF/CNPJ'],
    ['Arquivo CNAB240', 'arquivo CNAB240'],
    ['Nota Fiscal de Serviço - NFSe', 'nota fiscal de serviço - NFSe'],
    ['Pergunta', 'pergunta'],
    ['Área de Ação', 'área de ação'],
    ['A', 'a'],
    ['', ''],
  ])('%s is %j', (title, written) => {
    expect(titleInSentence(title)).toBe(written);
  });

  it('is the same when it is written there twice', () => {
    for (const title of ['CID', 'Tipo no SIB', 'Programa de Saúde'])
      expect(titleInSentence(titleInSentence(title))).toBe(titleInSentence(title));
  });
});
