/** Rights in initial rows: what is told of one that names what is not there. */
import { expect, test } from 'vitest';
import type { Model } from '../../../engine/model/types.ts';
import { rightRows } from '../../../src/access/right-rows.ts';
import { smallModel } from '../../support/small-model.ts';

const told = (
  entity: 'regra' | 'config_permissao',
  cells: Readonly<Record<string, string>>,
  model: Model = smallModel,
) => rightRows[entity]?.(new Map(Object.entries(cells)) as never, model);

test('a rule is told of whose subject or action nothing has, with the nearest that is there', () => {
  expect(told('regra', { assunto: 'cidade', acao: 'list', ativo: 'true' })).toBeUndefined();
  expect(told('regra', { assunto: 'cidades', acao: 'list' })).toEqual({
    field: 'assunto',
    right: 'cidades:list',
    suggestion: 'cidade:list',
  });
  expect(told('regra', { assunto: 'cidade', acao: 'lista', ativo: 'true' })).toEqual({
    field: 'acao',
    right: 'cidade:lista',
    suggestion: 'cidade:list',
  });
});

test('a rule that sleeps gives nothing, and of a cell that lacks others tell', () => {
  expect([
    told('regra', { assunto: 'cidades', acao: 'list', ativo: 'false' }),
    told('regra', { acao: 'lista' }),
    told('regra', { assunto: 'cidades' }),
    told('regra', { assunto: '', acao: 'lista', ativo: 'true' }),
    told('regra', {}),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('a field right is told of by what is not there: the registry, or the field of it', () => {
  expect(told('config_permissao', { entidade: 'cidade', campo: 'nome' })).toBeUndefined();
  expect(told('config_permissao', { entidade: 'cidades', campo: 'nome' })).toEqual({
    field: 'entidade',
    right: 'cidades.nome',
    suggestion: 'cidade.nome',
  });
  expect(told('config_permissao', { entidade: 'cidade', campo: 'nomes' })).toEqual({
    field: 'campo',
    right: 'cidade.nomes',
    suggestion: 'cidade.nome',
  });
  expect(told('config_permissao', { entidade: 'cidade', campo: 'xyzxyz' })).toEqual({
    field: 'campo',
    right: 'cidade.xyzxyz',
    suggestion: undefined,
  });
  expect([
    told('config_permissao', { entidade: 'cidades' }),
    told('config_permissao', { campo: 'nome' }),
    told('config_permissao', { entidade: '', campo: '' }),
  ]).toEqual([undefined, undefined, undefined]);
});
