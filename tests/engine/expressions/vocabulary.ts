/** Names for the tests of the language: one of each type, and rows. */
import type { Vocabulary } from '../../../engine/expressions/check.ts';
import type { Names, ReadableName, ValueType } from '../../../engine/expressions/types.ts';

const name = (key: string, type: ValueType): [string, ReadableName] => [key, { key, type }];

const rows: Names = new Map([name('preco', { kind: 'decimal' }), name('unidades', { kind: 'integer' })]);

export const vocabulary: Vocabulary = {
  names: new Map([
    name('nome', { kind: 'text' }),
    name('tipo', { kind: 'text', codes: ['ESCOLHA', 'NUMERO'] }),
    name('quantidade', { kind: 'integer' }),
    name('valor', { kind: 'decimal' }),
    name('ativo', { kind: 'boolean' }),
    name('inicio', { kind: 'date' }),
    name('fim', { kind: 'date' }),
    name('competencia', { kind: 'month' }),
    name('hora', { kind: 'time' }),
    name('saida', { kind: 'time' }),
    name('instante', { kind: 'moment' }),
    name('retorno', { kind: 'moment' }),
    ['cidade', { key: 'cidade_id', type: { kind: 'relation', entity: 'cidade' } }],
    ['vizinha', { key: 'vizinha_id', type: { kind: 'relation', entity: 'cidade' } }],
    ['banco', { key: 'banco_id', type: { kind: 'relation', entity: 'banco' } }],
    name('anexo', { kind: 'opaque' }),
    name('itens', { kind: 'list', of: { kind: 'row', names: rows } }),
  ]),
  parent: new Map([name('situacao', { kind: 'text' }), name('limite', { kind: 'decimal' })]),
  secrets: new Set(['senha']),
};
