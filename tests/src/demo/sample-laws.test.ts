/** What somebody of the trade looks for in the small demonstration data: who was treated, when, by whom, and for what. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engine/data/given-rows.ts';
import { isRow } from '../../../engine/data/given-rows.ts';
import { Chance } from '../../../engine/data/samples/chance.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import {
  denialsOf,
  deniedPlaces,
  placeOfDenial,
  placeOfGuide,
  placeOfItem,
  shapeOf,
} from '../../../src/demo/invoice-shapes.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { drawSmall } from './draw-small.ts';

const { model, rows: initial } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const names = new Set(
  (
    'operadora grupo_produto empresa setor_empresa situacao_contratante classificacao_matricula tipo_cargo produto tipo_contribuicao ' +
    'tipo_coparticipacao tabela_preco fornecedor material medicamento beneficiario adesao profissional prestador protocolo_recebimento ' +
    'faturamento autorizacao guia anexo_autorizacao item_autorizacao item_guia glosa prorrogacao manifestacao solicitacao_adesao usuario importacao ocorrencia_importacao'
  ).split(' '),
);
const today = '2026-11-20';
const drawn = drawSmall(model, initial, names, { today, seed: 1 });

const all = (name: string): readonly Row[] => drawn.rows(name);
const byId = (name: string): ReadonlyMap<unknown, Row> => new Map(all(name).map((row) => [row['id'], row]));
const people = byId('beneficiario');
const providers = byId('prestador');
const classes = byId('classificacao_estabelecimento');
const procedures = byId('procedimento');

const of = (rows: ReadonlyMap<unknown, Row>, id: unknown): Row => {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`there is no ${String(id)}`);
  return row;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const owned = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

/** Whether the membership is in force on the day. */
const holds = ({ data_adesao: from, data_cancelamento: to }: Row, day: string): boolean =>
  text(from) <= day && (typeof to !== 'string' || day <= to);

/** Whether somebody was born and a member on a day. */
const isMember = (person: Row, day: string): boolean =>
  text(person['data_nascimento']) <= day &&
  text(person['data_inclusao']) <= day &&
  (person['data_cancelamento'] === null || day <= text(person['data_cancelamento']));

const ageOn = (person: Row, day: string): number => {
  const [birth, years] = [text(person['data_nascimento']), Number(day.slice(0, 4))];
  return years - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0);
};

const titled = (row: Row): string => `${String(row['id'])}: ${String(row['descricao'] ?? row['nome'] ?? '')}`;

/** How often each value comes. */
const tally = (values: readonly string[]): Readonly<Record<string, number>> =>
  values.reduce<Record<string, number>>((counts, value) => {
    counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  }, {});

describe('the small demonstration data', () => {
  it('are there in the numbers that are asked for', () => {
    const counts = Object.fromEntries(
      [
        'beneficiario',
        'adesao',
        'prestador',
        'profissional',
        'autorizacao',
        'guia',
        'item_guia',
        'item_autorizacao',
      ].map((name) => [name, all(name).length]),
    );
    expect(counts).toEqual({
      beneficiario: 600,
      // One of each member, and thirteen of members who have changed their plan.
      adesao: 613,
      prestador: 120,
      profissional: 150,
      autorizacao: 340,
      guia: 320,
      item_guia: 1280,
      item_autorizacao: 640,
    });
  });

  it('treat nobody before birth, before membership or after it', () => {
    const outside = (name: string, field: string, days: (row: Row) => readonly unknown[]) =>
      all(name).filter((row) => days(row).some((day) => !isMember(of(people, row[field]), text(day).slice(0, 10))));
    const found = [
      outside('guia', 'beneficiario_id', (row) => [
        row['data_atendimento'],
        row['fim_faturamento'] ?? row['data_atendimento'],
      ]),
      outside('item_guia', 'beneficiario_id', (row) => [row['data']]),
      outside('autorizacao', 'beneficiario_id', (row) => [row['data_solicitacao']]),
    ];
    expect(found.map((rows) => rows.map(titled))).toEqual([[], [], []]);
  });

  it('keep families together: one plan, and nobody stays when the holder has gone', () => {
    const plans = new Map(all('adesao').map((row) => [row['beneficiario_id'], row]));
    const dependants = all('beneficiario').filter((row) => row['tipo_vinculo'] === 'DEPENDENTE');
    const gone = dependants.filter((row) => of(people, row['titular_id'])['data_cancelamento'] !== null);
    expect([dependants.length, gone.length].map((count) => count > 20)).toEqual([true, true]);
    const apart = dependants.filter(
      (row) => plans.get(row['id'])?.['produto_id'] !== plans.get(row['titular_id'])?.['produto_id'],
    );
    expect(apart.map(titled)).toEqual([]);
    expect(gone.filter((row) => row['situacao'] !== 'CANCELADO').map(titled)).toEqual([]);
    // A change of plan ends a membership as well, and begins the next.
    const ends = all('adesao').filter(
      (row) =>
        row['produto_novo_id'] === null &&
        row['data_cancelamento'] !== of(people, row['beneficiario_id'])['data_cancelamento'],
    );
    expect(ends.map(titled)).toEqual([]);
  });

  it('know children as single and unbilled, the dead by their reason, and those gone as such at the regulator', () => {
    const kin = byId('grau_parentesco');
    const states = byId('estado_civil');
    const reasons = byId('motivo_desligamento');
    const children = all('beneficiario').filter((row) => kin.get(row['grau_parentesco_id'])?.['codigo'] === '04');
    expect(children.length).toBeGreaterThan(100);
    expect(new Set(children.map((row) => of(states, row['estado_civil_id'])['codigo']))).toEqual(new Set(['1']));
    expect(new Set(children.map((row) => row['tipo_cobranca']))).toEqual(new Set([null]));
    const ended = all('beneficiario').filter((row) => row['data_cancelamento'] !== null);
    expect(new Set(ended.map((row) => row['situacao_ans']))).toEqual(new Set(['INATIVO']));
    const causes = ended.map(
      (row) => (row['situacao'] === 'FALECIDO') === (of(reasons, row['motivo_cancelamento_id'])['codigo'] === 'S44'),
    );
    expect(new Set(causes)).toEqual(new Set([true]));
    // A mother has a woman's name, a father a man's.
    const women = /^(Adriana|Ana|Beatriz|Carla|Fernanda|Juliana|Maria|Patrícia|Sandra) /;
    const men = /^(Adriano|André|Bruno|Carlos|Fernando|João|José|Paulo|Ricardo) /;
    const parents = [...all('beneficiario'), ...all('solicitacao_adesao')];
    expect(
      parents.filter((row) => men.test(text(row['nome_mae'])) || women.test(text(row['nome_pai']))).map(titled),
    ).toEqual([]);
  });

  it('admit by a request who is a member since, a child that was born to one', () => {
    const memberships = byId('adesao');
    const approved = all('solicitacao_adesao').filter((row) => row['situacao'] === 'APROVADA');
    expect(approved.length).toBeGreaterThan(5);
    for (const one of approved) {
      const holder = of(people, one['titular_id']);
      const rows = owned(one['dependentes']);
      expect(rows).toHaveLength(1);
      for (const row of rows) {
        const person = of(people, row['beneficiario_id']);
        const { codigo, nome, cpf = null, data_nascimento, sexo, grau_parentesco_id, nome_mae, cns } = person;
        expect(row).toMatchObject({ codigo, nome, cpf, data_nascimento, sexo, grau_parentesco_id, nome_mae, cns });
        expect([person['titular_id'], person['data_inclusao']]).toEqual([holder['id'], one['inicio_vigencia']]);
        expect(of(memberships, row['adesao_id'])).toMatchObject({
          beneficiario_id: person['id'],
          produto_id: one['produto_id'],
          data_adesao: one['inicio_vigencia'],
          cobertura_parcial_temporaria: row['cobertura_parcial_temporaria'],
        });
      }
      expect(isMember(holder, text(one['data_solicitacao']))).toBe(true);
    }
    const others = all('solicitacao_adesao').filter((row) => row['situacao'] !== 'APROVADA');
    const asked = others.flatMap((one) => owned(one['dependentes']));
    for (const row of asked) expect(row).toMatchObject({ codigo: null, beneficiario_id: null, adesao_id: null });
  });

  it('pay providers by suppliers of the same number, companies of the same family', () => {
    const suppliers = byId('fornecedor');
    const own = all('prestador').map((row) => ({ row, supplier: suppliers.get(row['fornecedor_id']) }));
    expect(own.filter(({ supplier }) => supplier === undefined).map(({ row }) => titled(row))).toEqual([]);
    const apart = own.filter(
      ({ row, supplier }) => row['cnpj'] !== supplier?.['cnpj'] || row['cpf'] !== supplier?.['cpf'],
    );
    expect(apart.map(({ row }) => titled(row))).toEqual([]);
    expect(new Set(own.map(({ supplier }) => supplier?.['id'])).size).toBe(own.length);
    expect(all('fornecedor')).toHaveLength(180);
  });

  it('have professionals whose occupation is that of their speciality and their council', () => {
    const [specialties, occupations] = [byId('especialidade'), byId('cbos')];
    // The groups of the classification of occupations that each council keeps.
    const groups: Readonly<Record<string, RegExp>> = {
      CRM: /^2251|^2252|^2253/,
      CRO: /^2232/,
      CREFITO: /^2236|^2239/,
      CRP: /^2515/,
      CRN: /^2237/,
      CRFA: /^2238/,
      COREN: /^2235/,
      CRF: /^2234/,
      CRBM: /^2212/,
    };
    const wrong = all('profissional').filter((row) => {
      const occupation = of(occupations, row['cbos_id']);
      const own = owned(row['especialidades']).map((one) => of(specialties, one['especialidade_id']));
      return (
        groups[text(row['conselho'])]?.test(text(occupation['codigo'])) !== true ||
        own.some((one) => one['conselho'] !== row['conselho'] || one['cbos_id'] !== row['cbos_id'])
      );
    });
    expect(wrong.map(titled)).toEqual([]);
    expect(new Set(all('profissional').map((row) => row['conselho'])).size).toBeGreaterThan(7);
  });

  it('have providers of the class of their trade, with prices, plans and people who work there', () => {
    const byName: readonly (readonly [RegExp, readonly string[]])[] = [
      [/^Hospital /, ['05', '07', '62']],
      [/^Laboratório |Imagem|Ultrassom|Diagnóstica$/, ['39']],
      [/^Clínica |^Centro Médico /, ['04', '36']],
      [/ Odontologia$/, ['22', '36']],
      [/./, ['22']],
    ];
    const wrong = all('prestador').filter((row) => {
      const expected = byName.find(([name]) => name.test(text(row['nome'])))?.[1] ?? [];
      return !expected.includes(text(of(classes, row['classificacao_id'])['codigo']));
    });
    expect(wrong.map(titled)).toEqual([]);
    for (const part of ['especialidades', 'corpo_clinico', 'tabelas', 'produtos'])
      expect(
        all('prestador')
          .filter((row) => owned(row[part]).length === 0)
          .map(titled),
        part,
      ).toEqual([]);
  });

  it('bill what the provider does: a laboratory examinations, a dentist teeth, a hospital alone stays', () => {
    const guides = byId('guia');
    const billed = all('item_guia').map((row) => ({
      provider: text(of(providers, row['prestador_id'])['nome']),
      kind: text(of(guides, row['guia_id'])['tipo_guia']),
      code: text(row['codigo']),
    }));
    const wrong = billed.filter(({ provider, kind, code }) => {
      if (/ Odontologia$/.test(provider)) return kind !== '4' || !code.startsWith('8');
      if (kind === '4' || code.startsWith('8')) return true;
      if (/^Laboratório /.test(provider)) return kind !== '2' || !/^40[36]/.test(code);
      if (/Imagem|Ultrassom|Diagnóstica$/.test(provider)) return kind !== '2' || !/^40[89]|^41[01]/.test(code);
      return (kind === '3' || kind === '5') && !/^Hospital /.test(provider);
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(tally(billed.map(({ kind }) => kind)))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('do to nobody what is for the other sex or another age', () => {
    const only: readonly (readonly [title: RegExp, sex: string | undefined, least: number, most: number])[] = [
      [/recém[- ]nascido|olhinho/i, undefined, 0, 1],
      [/puericultura/i, undefined, 0, 12],
      [/dente decíduo/i, undefined, 1, 12],
      [/^US - Obstétrica|^Parto|^Cesariana|^Cardiotocografia/, '3', 12, 50],
      [/^Mamografia/, '3', 35, 120],
      [/^Vasectomia/, '1', 18, 120],
      [/próstata|prostático/i, '1', 35, 120],
      [/^Coroa total/, undefined, 18, 120],
    ];
    const doubted = ({ title, sex, person, day }: { title: string; sex: unknown; person: Row; day: string }) =>
      (typeof sex === 'string' && sex !== person['sexo']) ||
      only.some(
        ([name, own, least, most]) =>
          name.test(title) &&
          ((own !== undefined && own !== person['sexo']) || ageOn(person, day) < least || ageOn(person, day) > most),
      );
    const asked = byId('autorizacao');
    const done = [
      ...all('item_guia').map((row) => ({ row, day: text(row['data']) })),
      ...all('item_autorizacao').map((row) => ({
        row,
        day: text(of(asked, row['autorizacao_id'])['data_solicitacao']),
      })),
    ];
    const wrong = done.filter(({ row, day }) => {
      const procedure = of(procedures, row['procedimento_id']);
      const person = of(people, row['beneficiario_id']);
      return doubted({ title: text(procedure['descricao']), sex: procedure['sexo'], person, day });
    });
    expect(wrong.map(({ row }) => titled(row))).toEqual([]);
    // Nor are they sent to a physician for others.
    const occupations = byId('cbos');
    const whom: Readonly<Record<string, (person: Row, age: number) => boolean>> = {
      '225124': (_, age) => age < 15,
      '225180': (_, age) => age >= 60,
      '225250': (person) => person['sexo'] === '3',
      '223236': (_, age) => age < 12,
    };
    const visits = all('guia').map((row) => {
      const code = text(of(occupations, row['cbos_id'])['codigo']);
      const person = of(people, row['beneficiario_id']);
      return { row, code, fits: whom[code]?.(person, ageOn(person, text(row['data_atendimento']))) };
    });
    expect(visits.filter(({ fits }) => fits === false).map(({ row }) => titled(row))).toEqual([]);
    expect(visits.filter(({ fits }) => fits === true).length).toBeGreaterThan(10);
  });

  it('say of a guide what it is asked for: who did it, in what occupation, where, and what the patient pays', () => {
    const professionals = byId('profissional');
    const asked = byId('autorizacao');
    const fields = ['adesao_id', 'cnes', 'profissional_executante_id', 'cbos_id', 'profissional_solicitante_id'];
    for (const field of fields)
      expect(
        all('guia')
          .filter((row) => row[field] === null)
          .map(titled),
        field,
      ).toEqual([]);
    const memberships = byId('adesao');
    const wrong = all('guia').filter(
      (row) =>
        of(professionals, row['profissional_executante_id'])['cbos_id'] !== row['cbos_id'] ||
        of(memberships, row['adesao_id'])['beneficiario_id'] !== row['beneficiario_id'] ||
        !holds(of(memberships, row['adesao_id']), text(row['data_atendimento'])) ||
        (row['tipo_guia'] === '3' && row['cid_id'] === null),
    );
    expect(wrong.map(titled)).toEqual([]);
    const linked = all('guia').filter((row) => row['autorizacao_id'] !== null);
    expect(linked.length).toBeGreaterThan(60);
    const others = linked.filter((row) => {
      const before = of(asked, row['autorizacao_id']);
      return (
        before['beneficiario_id'] !== row['beneficiario_id'] ||
        before['executante_id'] !== row['prestador_executante_id'] ||
        before['senha'] !== row['senha'] ||
        text(before['data_solicitacao']) > text(row['data_atendimento'])
      );
    });
    expect(others.map(titled)).toEqual([]);
    const shares = all('guia').filter((row) => Number(row['valor_coparticipacao']) > 0);
    expect(new Set(shares.map((row) => row['tipo_guia']))).toEqual(new Set(['1', '2']));
  });

  it('see fewer people on weekends, and not the same number each month', () => {
    const days = all('guia').map((row) => text(row['data_atendimento']));
    const weekday = tally(days.map((day) => String(new Date(`${day}T00:00:00Z`).getUTCDay())));
    const weekdays = [1, 2, 3, 4, 5].map((day) => weekday[day] ?? 0);
    expect(Math.max(weekday[0] ?? 0, weekday[6] ?? 0)).toBeLessThan(Math.min(...weekdays) * 0.6);
    // Of many more invoices: people fall ill in June and July, and are away in December and January.
    const protocol = sampleRecipes.entities['protocolo_recebimento']?.values;
    const months = Array.from({ length: 500 }, (_, index) => {
      const chance = new Chance(1, 'protocolo_recebimento', index);
      const { rows, idAt } = drawn;
      const row = protocol?.({ chance, seed: 1, index, attempt: 0, record: {}, parent: undefined, today, rows, idAt });
      return Number(text(row?.['competencia']).slice(5, 7));
    });
    // What is treated in a month comes in with the next.
    const share = (...some: readonly number[]): number => months.filter((month) => some.includes(month)).length;
    expect(share(7, 8)).toBeGreaterThan(share(1, 2) * 1.3);
  });

  it('have a denial for each item of which something was denied, of its guide and its amount', () => {
    const items = all('item_guia').filter((row) => Number(row['valor_glosa']) > 0);
    const denials = new Map(all('glosa').map((row) => [row['item_id'], row]));
    expect(all('glosa')).toHaveLength(items.length);
    const wrong = items.filter((row) => {
      const denial = denials.get(row['id']);
      return denial?.['guia_id'] !== row['guia_id'] || denial?.['valor'] !== row['valor_glosa'];
    });
    expect(wrong.map(titled)).toEqual([]);
    const guides = new Map(all('guia').map((row) => [row['id'], row]));
    const ofAnother = all('glosa').filter(
      (row) => guides.get(row['guia_id'])?.['prestador_executante_id'] !== row['prestador_id'],
    );
    expect(ofAnother.map(titled)).toEqual([]);
    expect(items.length / all('item_guia').length).toBeGreaterThan(0.07);
  });

  it('number guides, items and denials so that each finds its invoice', () => {
    const shapes = Array.from({ length: 600 }, (_, invoice) => ({ invoice, ...shapeOf(invoice) }));
    const guides = shapes.flatMap(({ invoice, guides: own }) => own.map(([, items], at) => ({ invoice, at, items })));
    const items = guides.flatMap(({ invoice, at, items: count }) =>
      Array.from({ length: count }, (_, place) => [invoice, at, place]),
    );
    expect(guides.map((_, index) => placeOfGuide(index))).toEqual(guides.map(({ invoice, at }) => [invoice, at]));
    expect(items.filter((place, index) => placeOfItem(index).join() !== place.join())).toEqual([]);
    const denials = Array.from({ length: denialsOf(600) }, (_, index) => placeOfDenial(index));
    expect(denials.filter(([invoice, at]) => at >= shapeOf(invoice).denials)).toEqual([]);
    expect(new Set(denials.map((place) => place.join())).size).toBe(denials.length);
    // Each of another item, however the chance falls.
    const chance = new Chance(1, 'denied places', 0);
    const met = Array.from({ length: 4000 }, (_, invoice) => ({
      places: deniedPlaces(invoice, () => chance.next()),
      ...shapeOf(invoice),
    })).filter(
      ({ places, denials: count, items: most }) =>
        new Set(places).size !== count || places.some((place) => place >= most),
    );
    expect(met).toEqual([]);
  });

  it('leave no authorisation without items, and none of what is decided waiting', () => {
    const asked = byId('autorizacao');
    const items = all('item_autorizacao').map((row) => ({ row, of: of(asked, row['autorizacao_id']) }));
    const counts = tally(items.map(({ of: one }) => String(one['id'])));
    expect(
      all('autorizacao')
        .filter((row) => counts[String(row['id'])] === undefined)
        .map(titled),
    ).toEqual([]);
    const decided = /^(AUTORIZADA|AUTORIZADA_PARCIAL|EXECUTADA|FATURADA|NEGADA|EXPIRADA)$/;
    expect(
      items.filter(({ row, of: one }) => decided.test(text(one['situacao'])) && row['situacao'] === 'EM_ANALISE')
        .length,
    ).toBe(0);
    const days = all('autorizacao').flatMap((row) =>
      typeof row['data_autorizacao'] === 'string'
        ? [(Date.parse(row['data_autorizacao'].slice(0, 10)) - Date.parse(text(row['data_solicitacao']))) / 86_400_000]
        : [],
    );
    expect(days.length).toBeGreaterThan(200);
    expect(days.filter((count) => count < 0 || count > 5)).toEqual([]);
    const partly = all('autorizacao').filter((row) => row['situacao'] === 'AUTORIZADA_PARCIAL');
    expect(partly.length).toBeGreaterThan(5);
    for (const one of partly)
      expect(new Set(items.filter((item) => item.of === one).map(({ row }) => row['situacao']))).toEqual(
        new Set(['AUTORIZADO', 'NEGADO']),
      );
    const teeth = items.filter(
      ({ row, of: one }) => (one['tipo_guia'] === 'ODONTOLOGICA') !== text(row['codigo']).startsWith('8'),
    );
    expect(teeth.map(({ row }) => titled(row))).toEqual([]);
    const executors = all('autorizacao').filter(
      (row) =>
        (row['tipo_guia'] === 'ODONTOLOGICA') !==
        / Odontologia$/.test(text(of(providers, row['executante_id'])['nome'])),
    );
    expect(executors.map(titled)).toEqual([]);
  });

  it('give each authorisation the last day of RN ANS 566/2022: the same one where it is urgent', () => {
    const due = all('autorizacao').map((row) => {
      const asked = Date.parse(text(row['data_solicitacao']));
      const days = Array.from({ length: 40 }, (_, at) => new Date(asked + (at + 1) * 86_400_000));
      const working = days.filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));
      const given = text(row['prazo_atendimento']);
      const after = given === row['data_solicitacao'] ? 0 : working.indexOf(given) + 1 || -1;
      return `${row['carater'] === '2' ? 'urgente' : text(row['tipo_guia'])} ${after}`;
    });
    expect(new Set(due)).toEqual(
      new Set(['urgente 0', 'CONSULTA 14', 'SP_SADT 10', 'INTERNACAO 21', 'ODONTOLOGICA 7', 'APS 7']),
    );
  });

  it('add annexes and extensions to the guide of the same beneficiary, extensions to stays', () => {
    const asked = byId('autorizacao');
    expect([all('anexo_autorizacao').length, all('prorrogacao').length]).toEqual([16, 8]);
    const wrong = [
      ...all('anexo_autorizacao').filter(
        (row) => of(asked, row['autorizacao_id'])['beneficiario_id'] !== row['beneficiario_id'],
      ),
      ...all('prorrogacao').filter((row) => {
        const stay = of(asked, row['internacao_id']);
        return stay['tipo_guia'] !== 'INTERNACAO' || stay['beneficiario_id'] !== row['beneficiario_id'];
      }),
    ];
    expect(wrong.map(titled)).toEqual([]);
  });

  it('tell of faults in the files that had some alone, and of no more lines than were rejected', () => {
    const files = byId('importacao');
    const told = Map.groupBy(all('ocorrencia_importacao'), (row) => row['importacao_id']);
    expect(told.size).toBeGreaterThan(1);
    for (const [id, rows] of told) {
      const file = of(files, id);
      expect(file['situacao']).toBe('COM_ERROS');
      const errors = rows.filter(({ gravidade }) => gravidade === 'ERRO');
      expect(errors.length).toBeLessThanOrEqual(Number(file['rejeitadas']));
      expect(new Set(rows.map(({ linha }) => linha)).size).toBe(rows.length);
    }
  });

  it('praise in a praise alone', () => {
    const messages = all('manifestacao');
    const praises = messages.filter((row) => row['classificacao'] === 'ELOGIO');
    expect(praises.length).toBeGreaterThan(0);
    expect(
      messages.filter((row) => (row['classificacao'] === 'ELOGIO') !== /^Elogio/.test(text(row['assunto']))),
    ).toEqual([]);
  });
});
