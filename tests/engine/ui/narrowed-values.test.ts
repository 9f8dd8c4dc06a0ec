import { describe, expect, it } from 'vitest';
import { parseListQuery } from '../../../engine/contract/list-query.ts';
import { narrowedValues } from '../../../engine/ui/runtime/list-action.ts';
import { realScreen } from './real-screen.ts';

describe('a record that is made from a list', () => {
  it.each([
    ['uf=eq.MG', { uf: 'MG' }],
    ['uf=in.(MG)&order=nome&limit=50&_record=new', { uf: 'MG' }],
    ['uf=eq.MG&nome=eq.São João', { uf: 'MG', nome: 'São João' }],
    // Several values, a part of one, all but one, and two conditions at once name none.
    ['uf=in.(MG,SP)', {}],
    ['nome=has.belo', {}],
    ['uf=neq.MG', {}],
    ['uf=is.null', {}],
    ['uf=eq.', {}],
    ['uf=eq.MG&uf=eq.SP', {}],
    ['q=belo', {}],
    // Of another record, of no field, and what nobody writes.
    ['pais.nome=eq.Brasil', {}],
    ['nada=eq.1', {}],
    ['versao=eq.1', {}],
    ['__proto__=eq.1', {}],
  ])('narrowed by %s begins with %j', async (address, values) => {
    expect(narrowedValues(await realScreen('/cidades'), parseListQuery(new URLSearchParams(address)))).toEqual(values);
  });

  it('begins with the record that the list is of, by its id', async () => {
    const list = parseListQuery(new URLSearchParams('beneficiario_id=eq.12&beneficiario_id.x=eq.1'));
    expect(narrowedValues(await realScreen('/solicitacoes-reembolso'), list)).toEqual({ beneficiario_id: 12 });
    const words = parseListQuery(new URLSearchParams('beneficiario_id=eq.doze'));
    expect(narrowedValues(await realScreen('/solicitacoes-reembolso'), words)).toEqual({});
  });
});
