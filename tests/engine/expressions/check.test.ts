import { describe, expect, it } from 'vitest';
import type { Expected } from '../../../engine/expressions/check.ts';
import { check } from '../../../engine/expressions/check.ts';
import { functions } from '../../../engine/expressions/functions.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { expressionExample, functionTexts } from '../../../engine/metadata/expression-page.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import fc from '../../support/laws.ts';
import { vocabulary } from './vocabulary.ts';

const dayAndMoment = 'uma data e um momento não se comparam; use dayOf(momento), o dia em que ele cai';

const problemOf = (source: string, expected: Expected = 'boolean') => {
  const found = check(source, vocabulary, expected);
  if (!('problem' in found)) return undefined;
  const { start, end, problem, suggestion } = found.problem;
  return { at: source.slice(start, end), problem, ...(suggestion === undefined ? {} : { suggestion }) };
};

describe('an expression', () => {
  it.each<[source: string, expected: Expected]>([
    ["tipo == 'ESCOLHA' && !empty(nome)", 'boolean'],
    ["tipo in ['ESCOLHA', 'NUMERO'] || ativo", 'boolean'],
    ['fim >= inicio', 'boolean'],
    ['fim <= addMonths(inicio, 12)', 'boolean'],
    ['yearsBetween(inicio, today()) >= 18', 'boolean'],
    ["inicio >= date('2026-01-01')", 'boolean'],
    ['cidade == vizinha', 'boolean'],
    ['dayOf(instante) <= inicio', 'boolean'],
    ['instante.dayOf()', 'date'],
    ['empty(anexo)', 'boolean'],
    ['quantidade * valor', 'decimal'],
    ['quantidade + 1', 'decimal'],
    ['floor(valor)', 'integer'],
    ['sum(itens.map(i, i.preco * i.unidades))', 'decimal'],
    ['sum(itens.map(i, i.unidades))', 'integer'],
    ['greatest(itens.map(i, i.unidades))', 'integer'],
    ['least(itens.map(i, i.preco))', 'decimal'],
    ['size(itens.filter(i, i.preco > 10))', 'integer'],
    ['itens.all(i, i.preco <= valor)', 'boolean'],
    ['substring(nome, 0, 3)', 'text'],
    ["nome.startsWith('A')", 'boolean'],
    ["nome + ' ' + string(quantidade)", 'text'],
    ['ativo ? valor : null', 'decimal'],
    ['coalesce(fim, inicio)', 'date'],
    ["parent.situacao == 'A' && valor <= parent.limite", 'boolean'],
    ["competencia < '2026-01' ? ativo : false", 'boolean'],
  ])('%s gives a value of type %s', (source, expected) => {
    const problem = problemOf(source, expected);
    // A month is no text: it is compared with another month.
    if (source.startsWith('competencia')) expect(problem?.problem).toBe("'<' não se aplica a um mês e um texto");
    else expect(problem).toBeUndefined();
  });

  it.each<[source: string, at: string, problem: string, suggestion?: string]>([
    ['', '', 'a expressão está vazia'],
    ['fim >=', '', 'a expressão termina antes da hora'],
    ['fim = inicio', '=', "para comparar se usa '==', não '='"],
    ['ativo e ativo', 'e', "'e', 'ou' e 'não' se escrevem '&&', '||' e '!'"],
    ["nome == 'x", "'", 'falta fechar as aspas do texto'],
    ['nom == null', 'nom', "não existe 'nom'", 'nome'],
    ['senha == null', 'senha', "'senha' é um segredo e não se lê"],
    ['vazio(nome)', 'vazio(nome)', "não existe a função 'vazio'"],
    ['empt(nome)', 'empt(nome)', "não existe a função 'empt'", 'empty'],
    ['today > inicio', 'today', "'today' é uma função; escreva 'today(...)'"],
    ["tipo == 'ESCOLA'", "'ESCOLA'", "'ESCOLA' não é um valor da lista: ESCOLHA, NUMERO", 'ESCOLHA'],
    ["tipo in ['X']", "'X'", "'X' não é um valor da lista: ESCOLHA, NUMERO"],
    ["nome > 'a'", "nome > 'a'", "'>' não se aplica a um texto e um texto"],
    ['nome == 1', 'nome == 1', "'==' não se aplica a um texto e um número inteiro"],
    ['cidade == banco', 'cidade == banco', "'==' não se aplica a uma relação e uma relação"],
    ['anexo == null', 'anexo == null', "'==' não se aplica a um valor que só se testa com empty() e vazio"],
    [
      'fim - inicio > 3',
      'fim - inicio',
      'datas não se somam nem se subtraem assim; use addDays, daysBetween e as outras funções de data',
    ],
    ['inicio <= instante', 'inicio <= instante', dayAndMoment],
    ['instante == inicio', 'instante == inicio', dayAndMoment],
    ['dayOf(inicio) == inicio', 'inicio', "o 1º argumento de 'dayOf' deve ser um momento, não uma data"],
    ['date(nome) > inicio', 'nome', "date() recebe um texto escrito na própria expressão: date('2026-12-31')"],
    ["date('2026-02-30') > inicio", "'2026-02-30'", "'2026-02-30' não é uma data AAAA-MM-DD"],
    ['nome && ativo', 'nome', "'&&' não se aplica a um texto"],
    ['size(valor) > 1', 'valor', "o 1º argumento de 'size' deve ser um texto ou uma lista, não um número decimal"],
    ['round(valor) > 1', 'round(valor)', "'round' recebe 2 argumentos, não 1"],
    ['sum(itens.map(i, i.nada)) > 1', 'i.nada', "não existe 'i.nada'"],
    ['sum(itens.map(i, i)) > 1', 'i', "'i' é uma linha; diga qual campo: i.campo"],
    ['itens.all(nome, nome.preco > 1)', 'nome', "'nome' já é um nome aqui; escolha outro para o item"],
    ['valor.all(i, true)', 'valor', "'all' percorre uma lista, não um número decimal"],
    [
      'cidade.nome == null',
      'cidade.nome',
      "'cidade' aponta para outro registro, e os campos dele só se leem em x-rules, nas transições e no when das ações, por no máximo duas relações seguidas",
    ],
    ['parent == null', 'parent', "diga qual campo do registro: 'parent.campo'"],
    ['ativo ? nome : valor', 'ativo ? nome : valor', "os dois lados de '?:' diferem: um texto e um número decimal"],
    ["{'a': ativo}", "{'a': ativo}", "'{'a': ativo}' não faz parte da linguagem"],
    ['itens[0] == null', 'itens[0]', "'itens[0]' não faz parte da linguagem"],
    ['1 < 2', '1 < 2', 'a expressão não lê nenhum campo: é sempre o mesmo'],
    ['nome', 'nome', 'a expressão deve dar verdadeiro ou falso, e dá um texto'],
  ])('%s is refused at %s: %s', (source, at, problem, suggestion) => {
    expect(problemOf(source)).toEqual({ at, problem, ...(suggestion === undefined ? {} : { suggestion }) });
  });

  it('that gives a fraction is no value of a whole number', () => {
    expect(problemOf('quantidade / 2', 'integer')?.problem).toBe(
      'a expressão dá um número decimal e o campo é inteiro; use floor, ceil ou outro tipo de campo',
    );
  });

  it('as long or as deep as a machine would write it is refused, not run', () => {
    expect(problemOf(Array.from({ length: 500 }, () => 'ativo').join(' && '))?.problem).toContain('longa demais');
    expect(problemOf(`${'('.repeat(200)}ativo${')'.repeat(200)}`)?.problem).toContain('longa demais');
  });

  it('of any text is a tree or a problem inside the text', () => {
    const words = [
      'nome',
      'valor',
      'itens',
      'i',
      '.',
      '(',
      ')',
      '[',
      ']',
      ',',
      '==',
      '&&',
      '?',
      ':',
      "'a'",
      '1',
      'all',
      'map',
      '"',
      ' ',
    ];
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (source) => {
        const found = check(source, vocabulary, 'boolean');
        if ('expression' in found) return;
        const { start, end, problem } = found.problem;
        expect(start >= 0 && start <= end && end <= source.length && problem !== '').toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the reference page', () => {
  it('names every function of the language, and no other', () => {
    expect(Object.keys(functionTexts)).toEqual(Object.keys(functions));
  });

  it('shows a record that is right', () => {
    const list = { title: 'Tipo', options: ['EMPRESARIAL', 'INDIVIDUAL'].map((value) => ({ value, label: value })) };
    const sources = new Map([
      ...examples,
      ['schemas/localizacao/contratos/schema.json', JSON.stringify(expressionExample)],
      ['schemas/localizacao/contratos/columns.json', JSON.stringify({ entity: 'contrato' })],
      ['schemas/code-lists/tipo-contrato.json', JSON.stringify(list)],
    ]);
    const { model, issues } = compile(resolve(loadFiles(sources), undefined), catalogues);
    expect([issues, model.entities['contrato']?.expressions?.rules.length]).toEqual([[], 2]);
  });
});
