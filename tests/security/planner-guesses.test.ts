/**
 * The planner knows whole tables: what it guesses of rows or texts that a user may not read would tell of them, so it is
 * never asked. A property test meets such a guess by luck alone.
 */
import { beforeAll, expect, test } from 'vitest';
import { watch } from '../engine/data/watched.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

forEachDatabase((open) => {
  let world: World;
  let sent: string[];

  beforeAll(async () => {
    const { watching, sent: told } = watch(await open({ from: 'product' }));
    sent = told;
    world = await openWorld(watching);
  });

  const guesses = async (login: string, url: string): Promise<readonly [status: number, asked: boolean]> => {
    const caller = world.callers.get(login);
    if (!caller) throw new Error(`nobody is called ${login}`);
    sent.length = 0;
    const answer = await caller.call('HEAD', `/api${url}`, { headers: { prefer: 'count=planned' } });
    return [answer.statusCode, sent.some((text) => text.startsWith('explain'))];
  };

  test.each([
    ['clinica', '/fichas', 'the own rows alone'],
    ['clinica', '/recursos?ficha.valor=gt.5', "others' rows, behind a relation"],
    ['clinica', '/recursos?select=id,ficha!inner(id)', "others' rows, embedded"],
    ['clinica', '/clinicas?select=id,exames!inner(id)', "others' rows of a relation to many"],
    ['clinica', '/clinicas?select=id,fichas(id)&fichas=not.is.null', "whether there are others' rows"],
    ['campos', '/fichas?q=asma', 'the texts of a kept field, by the quick search'],
    ['campos', '/fichas?observacao=has.asma', 'the texts of a kept field, beside the one sought in'],
    ['campos', '/fichas?or=(observacao.has.asma,id.eq.1)', 'the same inside a group'],
    ['campos', '/recursos?ficha.observacao=has.asma', 'the same behind a relation'],
    ['cobertos', '/fichas?q=asma', 'the texts of a covered field'],
    ['campos', '/fichas?segurado.nome=has.asma', 'whom no guide is for, of those that a relation makes known'],
    ['campos', '/fichas?select=id,segurado!inner(id)', 'how many there are of those'],
  ])('%s, %s: nothing is guessed of %s', async (login, url) => {
    const [status, asked] = await guesses(login, url);
    expect([status < 300, asked]).toEqual([true, false]);
  });

  test.each([
    ['campos', '/fichas?fase=eq.PAGA'],
    ['campos', '/recursos?ficha.valor=gt.5'],
    ['campos', '/recursos?q=Motivo'],
  ])('%s, %s: who may read all of it has the guess', async (login, url) => {
    const [status, asked] = await guesses(login, url);
    expect([status < 300, asked]).toEqual([true, true]);
  });
});
