/** Effects that move some of the others, give values to their rows, or are of some clients alone: what is taken of them, and what is refused. */
import { describe, expect, it } from 'vitest';
import { chosenEffectFiles } from '../api/chosen-effect-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled, problemsIn } from './compile-spoiled.ts';

const file = 'schemas/teste/barcas/columns.json';

const compiled = (spoil: Spoil = [], overlay?: object) =>
  compileSpoiled(chosenEffectFiles, { at: file, spoil, overlay });
type Compiled = ReturnType<typeof compiled>;
const effectsOf = ({ model }: Compiled, transition: string) =>
  model.entities['barca']?.states?.transitions.find(({ name }) => name === transition)?.effects;

it('are compiled with whom they mean, and the row that they give', () => {
  const whole = compiled();
  expect(whole.issues).toEqual([]);
  expect(effectsOf(whole, 'atracar')).toMatchObject([
    {
      kind: 'move',
      only: { reads: ['carga', 'paradas'] },
      fields: [],
      lists: [
        {
          name: 'paradas',
          items: [
            [
              { key: 'motivo', value: { source: "'Chegada de ' + nome" } },
              { key: 'quando', value: { source: 'chegada' } },
              { key: 'lugar_id', value: { relation: 'porto_id' } },
            ],
          ],
        },
      ],
    },
  ]);
});

const row = `"paradas":[{"motivo":"'Resto'"}]`;
const only = `"only":"carga == 'FERRO'"`;

describe('are refused', () => {
  it.each<[string, readonly [string, string], string, string?]>([
    ['that mean a field that the others do not have', [only, `"only":"cargas == 'FERRO'"`], 'cargas', 'carga'],
    ['that mean them by what this one has', [only, `"only":"chegada == today()"`], 'chegada'],
    [
      'that give a list two rows',
      [row, `"paradas":[{"motivo":"'A'"},{"motivo":"'B'"}]`],
      "'descarregar' acrescenta uma só linha a 'paradas'; dê só uma",
    ],
    [
      'that give it none',
      [`,"fields":{${row}}`, ''],
      "'descarregar' exige 'paradas.motivo', que o efeito não dá em 'fields'",
    ],
    [
      'that give it a row without what it must have',
      [row, `"paradas":[{"nota":"'A'"}]`],
      "'descarregar' exige 'paradas.motivo', que o efeito não dá em 'fields'",
    ],
    [
      'that give it what it does not ask for',
      [row, `"paradas":[{"motivo":"'A'","notas":"'B'"}]`],
      "'descarregar' não pede 'notas'",
      'nota',
    ],
    ['that give it a value', [row, `"paradas":"'A'"`], "'paradas' é uma lista de linhas; dê a lista delas"],
    ['that give a list to a field', [row, `"motivo":[{"a":"1"}],${row}`], "'descarregar' não pede 'motivo'"],
    [
      'that create and mean some',
      [
        `"each":"fardo.barca","transition":"descarregar",${only},"strict":true,"fields":{${row}}`,
        `"creates":"fardo",${only}`,
      ],
      "'only' não combina com 'creates': um registro novo não vem de outra situação",
    ],
    [
      'with a flag that is not there',
      [only, `${only},"flag":"beneficiario.cartoes"`],
      'beneficiario.cartoes',
      'beneficiario.cartao',
    ],
    ['of a client that is not there', [only, `${only},"clients":["exempla"]`], 'exempla', 'exemplo'],
  ])('%s', (_, spoil, problem, suggestion) => {
    const { issues } = compiled([spoil]);
    const told = issues.find(({ params }) => Object.values(params).some((one) => String(one).includes(problem)));
    expect([told?.origin.file, told?.suggestion]).toEqual([file, suggestion]);
  });
});

describe('at a client', () => {
  const flag = 'beneficiario.cartao';
  const flagged = [[only, `${only},"flag":"${flag}"`]] as const;
  const another = [[only, `${only},"flag":"${flag}","clients":["outro"]`]] as const;
  const count = (spoil: Spoil, flags: object = {}) => effectsOf(compiled(spoil, { flags }), 'esvaziar')?.length ?? 0;

  it('are there where their flag is on, and they are not of others', () => {
    const [off, on] = [{ [flag]: false }, { [flag]: true }];
    expect([count([], off), count(flagged, off), count(flagged, on), count(another, on)]).toEqual([1, 0, 1, 0]);
    expect(effectsOf(compiled(flagged), 'esvaziar')).toHaveLength(1);
  });

  it('are what a flag opens, unless they are of others', () => {
    const shadowed = (spoil: Spoil) =>
      compiled(spoil, { flags: { [flag]: true } })
        .issues.filter(({ code }) => code === 'OVERLAY_SHADOWED')
        .map(({ params }) => `${params['target']} < ${params['by']}`);
    expect([shadowed(flagged), shadowed(another)]).toEqual([[], [`flags.${flag} < barcas.esvaziar.clients`]]);
  });

  it('give nothing to what it hides, and tell what they can no longer mean', () => {
    const noted = [[row, `"paradas":[{"motivo":"'Resto'","nota":"'A'"}]`]] as const;
    const keys = (one: Compiled) =>
      (effectsOf(one, 'esvaziar') ?? []).flatMap(({ lists = [] }) =>
        lists.flatMap(({ items }) => items.flat().map(({ key }) => key)),
      );
    const hidden = { fields: { fardo_paradas: { nota: { visible: false, because: 'Não se anota.' } } } };
    expect([keys(compiled(noted)), keys(compiled(noted, hidden))]).toEqual([['motivo', 'nota'], ['motivo']]);
    const iron = compiled([], { fields: { fardo: { carga: { visible: false, default: 'FERRO' } } } });
    expect(problemsIn(iron)).toEqual([
      [
        'OVERLAY_WEAKENS',
        "oculto, de 'Atracar' nada segue para 'Fardo': «carga == 'FRUTA' && paradas.all(p, p.motivo != 'Vistoria')» não se cumpre",
        undefined,
      ],
    ]);
  });
});
