/** What goes to the regulator in the demonstration data says what the records say that it is of, month after month. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engine/data/given-rows.ts';
import { isRow } from '../../../engine/data/given-rows.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { drawSmall } from './draw-small.ts';

const today = '2026-11-20';
const { model, rows: initial } = loadProduct(await readSourceFiles(`${import.meta.dirname}/../../..`), 'copass');
const drawn = drawSmall(model, initial, new Set(Object.keys(model.entities)), { today, seed: 1 });

const all = (entity: string): readonly Row[] => drawn.rows(entity);
const index = new Map<string, ReadonlyMap<unknown, Row>>();
const byId = (entity: string, id: unknown): Row | undefined => {
  const known = index.get(entity) ?? new Map(all(entity).map((row) => [row['id'], row]));
  index.set(entity, known);
  return known.get(id);
};
const owned = (record: Row | undefined, name: string): readonly Row[] => {
  const rows = record?.[name];
  return Array.isArray(rows) ? rows.filter(isRow) : [];
};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const cents = (value: unknown): number => Math.round(Number(value) * 100);
const sumOf = (rows: readonly Row[], field: string): number => rows.reduce((sum, row) => sum + Number(row[field]), 0);
const day = (moment: unknown): string => text(moment).slice(0, 10);
const dayBefore = (date: unknown): string => new Date(Date.parse(text(date)) - 86_400_000).toISOString().slice(0, 10);

/** The year up to the last month that is over. */
const months = [
  '2025-11',
  '2025-12',
  ...Array.from({ length: 10 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
];

/** The month after, as files are made in it. */
const monthAfter = (month: string): string => months[months.indexOf(month) + 1] ?? '2026-11';

const operator = (): Row => all('operadora')[0] ?? {};
const membershipsOf = (person: Row | undefined): readonly Row[] =>
  all('adesao').filter((row) => row['beneficiario_id'] === person?.['id']);
/** The plan of the membership that holds on the day. */
const planOn = (person: Row | undefined, on: unknown): Row | undefined => {
  const held = membershipsOf(person).filter(
    ({ data_adesao: from, data_cancelamento: to }) => text(from) <= text(on) && (to === null || text(on) <= text(to)),
  );
  expect(held).toHaveLength(1);
  return byId('produto', held[0]?.['produto_id']);
};
const motive = (code: unknown): Row | undefined => all('motivo').find((row) => row['codigo'] === code);

/** What a record of each state may be in. */
const statesIn: Readonly<Record<string, readonly string[]>> = {
  GERADA: ['PENDENTE'],
  ENVIADA: ['ENVIADO'],
  ACEITA: ['ACEITO'],
  PARCIAL: ['ACEITO', 'REJEITADO'],
  REJEITADA: ['REJEITADO'],
};

/** The records of a file, which are in states that its own allows. */
const recordsOf = (entity: string, file: Row): readonly Row[] => {
  const records = all(entity).filter((row) => row['remessa_id'] === file['id']);
  const states = new Set(records.map((row) => text(row['situacao'])));
  expect(statesIn[text(file['situacao'])]).toEqual(expect.arrayContaining([...states]));
  return records;
};
const rejectedOf = (records: readonly Row[]): number =>
  records.filter(({ situacao }) => situacao === 'REJEITADO' || situacao === 'REJEITADA').length;

describe.each([
  ['remessa_sib', '.SBX', ['ENVIADA']],
  ['remessa_monitoramento', '.XTE', ['GERADA']],
  ['remessa_rps', '.RP', ['ENVIADA', 'REJEITADA']],
])('the files of %s', (entity, ending, openStates) => {
  it('follow each other, one a month, made after it, then sent, then processed', () => {
    expect(all(entity)).toHaveLength(12);
    for (const [at, one] of all(entity).entries()) {
      const month = months[at] ?? '';
      expect(one['competencia'] ?? month).toBe(month);
      expect(one['numero'] ?? at + 1).toBe(at + 1);
      expect(text(one['nome_arquivo'])).toContain(
        `${String(operator()['registro_ans'])}${month.replace('-', '')}0001${ending}`,
      );
      expect(day(one['geracao']) >= `${monthAfter(month)}-01` && day(one['geracao']) <= `${monthAfter(month)}-05`).toBe(
        true,
      );
      const steps = [one['geracao'], one['envio'], one['processamento']].flatMap((step) =>
        step === null ? [] : [text(step)],
      );
      expect(steps).toEqual(steps.toSorted());
      expect(day(steps.at(-1)) <= today).toBe(true);
      expect(one['protocolo'] === null).toBe(one['envio'] === null);
    }
  });

  it('are answered but for the newest, which waits', () => {
    const states = all(entity).map((row) => text(row['situacao']));
    expect(states.toReversed().slice(0, openStates.length)).toEqual(openStates);
    expect(new Set(states.slice(0, 12 - openStates.length))).toEqual(new Set(['ACEITA', 'PARCIAL']));
    for (const one of all(entity))
      expect(one['motivo_rejeicao'] === null, text(one['situacao'])).toBe(one['situacao'] !== 'REJEITADA');
  });
});

describe('what the regulator is told of members', () => {
  const movements = all('movimento_sib');
  const personOf = (row: Row): Row => byId('beneficiario', row['beneficiario_id']) ?? {};

  it('says of them what they are, and where they live', () => {
    expect(movements.length).toBeGreaterThan(120);
    for (const one of movements) {
      const person = personOf(one);
      expect(one).toMatchObject({ codigo_beneficiario: person['codigo'], nome: person['nome'] });
      expect(one['cco']).toBe(one['tipo'] === 'INCLUSAO' ? null : person['cco']);
      if (one['tipo'] !== 'INCLUSAO' && one['tipo'] !== 'RETIFICACAO') continue;
      const [home] = owned(person, 'enderecos');
      const kin = byId('grau_parentesco', person['grau_parentesco_id'])?.['codigo_sib'] ?? '1';
      const fields = ['cpf', 'cns', 'pis', 'sexo', 'data_nascimento', 'nome_mae'] as const;
      expect(one).toMatchObject({
        ...Object.fromEntries(fields.map((field) => [field, person[field]])),
        ...Object.fromEntries(
          ['logradouro', 'numero', 'complemento', 'bairro', 'cep'].map((field) => [field, home?.[field]]),
        ),
        municipio_id: home?.['cidade_id'],
        relacao_dependencia: kin,
        codigo_titular: byId('beneficiario', person['titular_id'])?.['codigo'] ?? null,
        data_contratacao: person['data_inclusao'],
        produto_id: planOn(person, one['data'])?.['id'],
        cnpj_contratante: byId('empresa', person['empresa_id'])?.['cnpj'],
      });
    }
  });

  it('comes on the day on which somebody came or left, for the reason he had', () => {
    const kinds = new Set(movements.map((row) => row['tipo']));
    expect(kinds).toEqual(new Set(['INCLUSAO', 'RETIFICACAO', 'MUDANCA_CONTRATUAL', 'CANCELAMENTO']));
    for (const one of movements) {
      const person = personOf(one);
      expect(text(one['data']) <= today).toBe(true);
      if (one['tipo'] === 'INCLUSAO') expect(one['data']).toBe(person['data_inclusao']);
      if (one['tipo'] === 'CANCELAMENTO')
        expect(one).toMatchObject({
          data: person['data_cancelamento'],
          motivo_cancelamento: byId('motivo_desligamento', person['motivo_cancelamento_id'])?.['codigo_sib'],
        });
      if (one['tipo'] === 'RETIFICACAO' || one['tipo'] === 'MUDANCA_CONTRATUAL')
        expect(person['situacao'] === 'ATIVO' && text(person['data_inclusao']) < text(one['data'])).toBe(true);
    }
  });

  it('has corrections with what was there before and what stands there now', () => {
    const now: Readonly<Record<string, (row: Row) => unknown>> = {
      cns: (row) => row['cns'],
      nomeMae: (row) => row['nome_mae'],
      dataNascimento: (row) => row['data_nascimento'],
      logradouro: (row) => row['logradouro'],
      numero: (row) => row['numero'],
      bairro: (row) => row['bairro'],
      cep: (row) => row['cep'],
      codigoMunicipio: (row) => byId('cidade', row['municipio_id'])?.['ibge'],
    };
    for (const one of movements) {
      const changes = owned(one, 'alteracoes');
      expect(changes.length > 0).toBe(one['tipo'] === 'RETIFICACAO');
      for (const { campo, anterior, novo } of changes) {
        expect(novo).toBe(now[text(campo)]?.(one));
        expect(anterior).not.toBe(novo);
      }
    }
  });

  it('has changes of plan from another of the same kind to the present one, each told once', () => {
    const changes = all('mudanca_contratual_sib');
    const told = movements.filter((row) => row['tipo'] === 'MUDANCA_CONTRATUAL');
    expect(told.map((row) => row['mudanca_id'])).toEqual(changes.map((row) => row['id']));
    expect(new Set(changes.map((row) => row['beneficiario_id'])).size).toBe(changes.length);
    for (const [at, one] of changes.entries()) {
      const person = personOf(one);
      expect(told[at]).toMatchObject({
        beneficiario_id: person['id'],
        data: one['data_contratacao'],
        remessa_id: one['remessa_id'],
      });
      expect(one).toMatchObject({
        cco: person['cco'],
        produto_novo_id: planOn(person, one['data_contratacao'])?.['id'],
        titular_id: person['titular_id'],
        cnpj_contratante: byId('empresa', person['empresa_id'])?.['cnpj'],
      });
      const dental = (id: unknown) => byId('produto', id)?.['segmentacao'] === 'ODONTOLOGICO';
      expect(dental(one['produto_anterior_id'])).toBe(dental(one['produto_novo_id']));
    }
  });

  it('has a membership that ends and one that follows it for each change of plan, and no other of more than one', () => {
    const changes = all('mudanca_contratual_sib');
    for (const one of changes) {
      const [former, present, ...more] = membershipsOf(personOf(one));
      expect(more).toEqual([]);
      expect(former).toMatchObject({
        data_adesao: personOf(one)['data_inclusao'],
        produto_id: one['produto_anterior_id'],
        situacao: 'CANCELADA',
        data_cancelamento: dayBefore(one['data_contratacao']),
        motivo_cancelamento_id: null,
        produto_novo_id: one['produto_novo_id'],
        acomodacao_nova_id: present?.['acomodacao_id'],
        adesao_anterior_id: null,
        mudanca_sib_id: one['id'],
        movimento_sib_id: movements.find((row) => row['mudanca_id'] === one['id'])?.['id'],
      });
      expect(present).toMatchObject({
        data_adesao: one['data_contratacao'],
        produto_id: one['produto_novo_id'],
        relacao_dependencia: one['relacao_dependencia'],
        situacao: 'ATIVA',
        data_cancelamento: null,
        produto_novo_id: null,
        adesao_anterior_id: former?.['id'],
        mudanca_sib_id: null,
      });
    }
    const told = new Set(changes.map((row) => row['beneficiario_id']));
    const others = all('beneficiario').filter((row) => !told.has(row['id']));
    expect(others.length).toBeGreaterThan(500);
    for (const one of others) expect(membershipsOf(one)).toMatchObject([{ produto_novo_id: null }]);
  });

  it('goes in the file of its month, which counts it, and waits for one after that', () => {
    for (const file of all('remessa_sib')) {
      const records = recordsOf('movimento_sib', file);
      for (const one of records) expect(text(one['data']).slice(0, 7)).toBe(file['competencia']);
      const of = (type: string): readonly Row[] => records.filter((row) => row['tipo'] === type);
      expect(file).toMatchObject({
        inclusoes: of('INCLUSAO').length,
        retificacoes: of('RETIFICACAO').length,
        mudancas: of('MUDANCA_CONTRATUAL').length,
        cancelamentos: of('CANCELAMENTO').length,
        reativacoes: 0,
        total: records.length,
      });
      if (file['processamento'] === null) continue;
      const parts = owned(file, 'consolidado');
      expect([file['processados'], file['rejeitados']]).toEqual([
        records.length - rejectedOf(records),
        rejectedOf(records),
      ]);
      expect(parts.map((part) => [part['movimento'], part['registros'], part['rejeitados']])).toEqual(
        parts.map((part) => [
          part['movimento'],
          of(text(part['movimento'])).length,
          rejectedOf(of(text(part['movimento']))),
        ]),
      );
      expect(sumOf(parts, 'registros')).toBe(records.length);
    }
    const waiting = movements.filter((row) => row['remessa_id'] === null);
    expect(new Set(waiting.map((row) => row['situacao']))).toEqual(new Set(['PENDENTE', 'CANCELADO']));
    for (const one of waiting) expect(text(one['data']) > '2026-10-31').toBe(true);
  });

  it('comes back with a reason of the list that both share', () => {
    const rejected = movements.filter((row) => row['situacao'] === 'REJEITADO');
    expect(rejected.length).toBeGreaterThan(2);
    for (const one of movements) {
      const errors = owned(one, 'erros');
      expect(errors.length).toBe(one['situacao'] === 'REJEITADO' ? 1 : 0);
      for (const error of errors) expect(error['mensagem']).toBe(motive(error['codigo'])?.['descricao']);
    }
  });
});

describe('what the regulator is told of what was done and paid', () => {
  const records = all('registro_monitoramento');

  it('says what the guide says, and its provider and patient are', () => {
    expect(records).toHaveLength(102);
    expect(new Set(records.map((row) => row['chave'])).size).toBe(102);
    for (const one of records) {
      const guide = byId('guia', one['guia_id']) ?? {};
      const provider = byId('prestador', guide['prestador_executante_id']) ?? {};
      const person = byId('beneficiario', guide['beneficiario_id']);
      expect(one).toMatchObject({
        prestador_id: provider['id'],
        documento_executante: provider['documento'],
        cnes: provider['cnes'],
        municipio_executante_id: provider['cidade_id'],
        beneficiario_id: person?.['id'],
        registro_plano: planOn(person, guide['data_atendimento'])?.['registro_plano_ans'],
        guia_prestador: guide['numero_guia_prestador'],
        guia_operadora: guide['numero_guia_operadora'],
        data_realizacao: guide['data_atendimento'],
        valor_informado: guide['valor_apresentado'],
        valor_glosa: guide['valor_glosa'],
        valor_pago: guide['valor_pago'] ?? 0,
      });
      const items = owned(one, 'itens');
      const done = all('item_guia').filter((row) => row['guia_id'] === guide['id']);
      expect(items.map(({ codigo, valor_informado }) => [codigo, valor_informado])).toEqual(
        done.map(({ codigo, valor_apresentado }) => [codigo, valor_apresentado]),
      );
      expect(cents(sumOf(items, 'valor_pago'))).toBe(cents(one['valor_pago']));
    }
  });

  it('was done, then presented, then paid, then processed', () => {
    for (const one of records) {
      const days = [one['data_realizacao'], one['data_protocolo'], one['data_pagamento'], one['data_processamento']];
      const known = days.flatMap((value) => (value === null ? [] : [text(value)]));
      expect(known).toEqual(known.toSorted());
      expect((known.at(-1) ?? '') <= today).toBe(true);
    }
  });

  it('goes in the file of the month in which it was processed, which counts it', () => {
    for (const file of all('remessa_monitoramento')) {
      const own = recordsOf('registro_monitoramento', file);
      for (const one of own) expect(text(one['data_processamento']).slice(0, 7)).toBe(file['competencia']);
      expect(file['registros']).toBe(own.length);
      if (file['processamento'] === null) continue;
      const of = (type: string): number =>
        own.filter((row) => row['situacao'] === 'ACEITO' && row['tipo_registro'] === type).length;
      expect(file).toMatchObject({
        incluidos: of('1'),
        alterados: of('2'),
        excluidos: 0,
        com_erros: rejectedOf(own),
      });
    }
    for (const one of records.filter((row) => row['remessa_id'] === null))
      expect(one).toMatchObject({ situacao: 'PENDENTE', data_pagamento: null, valor_pago: 0 });
  });

  it('is found wrong where it was accepted, with what was sent and what is wrong with it', () => {
    expect(all('remessa_qualidade').map((row) => row['competencia'])).toEqual(months.slice(0, 11));
    for (const file of all('remessa_qualidade')) {
      const own = all('ocorrencia_qualidade').filter((row) => row['remessa_id'] === file['id']);
      expect([file['ocorrencias'], file['lancamentos']]).toEqual([
        own.length,
        new Set(own.map((row) => row['registro_id'])).size,
      ]);
      for (const one of own) {
        const record = byId('registro_monitoramento', one['registro_id']) ?? {};
        expect(record['situacao']).toBe('ACEITO');
        expect(text(record['data_processamento']).slice(0, 7)).toBe(file['competencia']);
        const same = ['documento_executante', 'cnes', 'guia_prestador', 'guia_operadora', 'data_processamento'];
        expect(one).toMatchObject(Object.fromEntries(same.map((field) => [field, record[field]])));
        expect(one['mensagem']).toBe(motive(one['codigo_erro'])?.['descricao']);
        if (one['nivel'] === 'ITEM')
          expect(owned(record, 'itens').map((item) => item['codigo'])).toContain(one['procedimento']);
      }
    }
  });

  it('is dealt with in the order in which it came', () => {
    const files = all('remessa_qualidade');
    expect(files.map((row) => row['situacao'])).toEqual([
      ...Array.from({ length: 9 }, () => 'CONCLUIDA'),
      'EM_TRATAMENTO',
      'RECEBIDA',
    ]);
    for (const file of files) {
      const own = all('ocorrencia_qualidade').filter((row) => row['remessa_id'] === file['id']);
      const open = own.filter((row) => row['situacao'] === 'PENDENTE').length;
      if (file['situacao'] === 'CONCLUIDA') expect(open).toBe(0);
      if (file['situacao'] === 'RECEBIDA') expect(open).toBe(own.length);
      for (const one of own) {
        if (one['tratada_em'] === null) continue;
        expect(text(one['tratada_em']) > text(file['recebimento'])).toBe(true);
        expect(day(one['tratada_em']) <= (day(file['conclusao']) || today)).toBe(true);
      }
    }
  });
});

describe('what the regulator is told of the network', () => {
  it('says of providers what they are, in the file of the month and of the kind', () => {
    expect(all('movimento_rps')).toHaveLength(24);
    for (const one of all('movimento_rps')) {
      const provider = byId('prestador', one['prestador_id']) ?? {};
      expect(one).toMatchObject({
        documento: provider['documento'],
        cnes: provider['cnes'],
        municipio_id: provider['cidade_id'],
      });
      if (one['tipo'] === 'INCLUSAO' || one['tipo'] === 'ALTERACAO')
        expect(one).toMatchObject({
          razao_social: text(provider['nome']).slice(0, 60),
          classificacao: byId('classificacao_estabelecimento', provider['classificacao_id'])?.['classificacao_rps'],
          data_contratualizacao: provider['data_contrato'],
          inicio_servico: provider['inicio_servico'],
          disponibilidade: provider['disponibilidade'],
        });
      if (one['tipo'] === 'INCLUSAO') expect(one['data']).toBe(provider['inicio_servico']);
      if (one['tipo'] === 'EXCLUSAO') expect(one['data']).toBe(provider['fim_servico']);
      if (one['tipo'] === 'VINCULACAO')
        expect(owned(one, 'planos').map((row) => row['produto_id'])).toEqual(
          owned(provider, 'produtos').map((row) => row['produto_id']),
        );
    }
    for (const [at, file] of all('remessa_rps').entries()) {
      const own = recordsOf('movimento_rps', file);
      expect(own.map((row) => [row['tipo'], text(row['data']).slice(0, 7)])).toEqual(
        own.map(() => [file['tipo'], months[at]]),
      );
      expect(file['registros']).toBe(own.length);
      if (file['situacao'] === 'ACEITA' || file['situacao'] === 'PARCIAL')
        expect([file['aceitos'], file['rejeitados']]).toEqual([own.length - rejectedOf(own), rejectedOf(own)]);
    }
  });
});

describe('what the regulator is told each quarter', () => {
  const quarters = ['2026-09', '2026-06', '2026-03', '2025-12'];

  it('is sent for all quarters but the last that is over', () => {
    expect([...new Set(all('evento_diops').map((row) => row['competencia']))]).toEqual(quarters);
    for (const one of all('evento_diops')) {
      const isSent = one['competencia'] !== quarters[0];
      expect(one['situacao'] === 'ENVIADO').toBe(isSent);
      expect([one['envio'] !== null, one['protocolo'] !== null]).toEqual([isSent, isSent]);
      if (isSent) expect(text(one['envio']) > text(one['competencia']) && text(one['envio']) <= today).toBe(true);
    }
  });

  it('has balances that lead from one quarter to the next, on the side of their account, as the books say', () => {
    const lines = all('evento_diops').filter((row) => row['quadro'] === 'BALANCETE');
    for (const one of lines) {
      const account = byId('plano_conta', one['conta_id']) ?? {};
      const closing = cents(one['saldo_anterior']) + cents(one['debitos']) - cents(one['creditos']);
      expect(cents(one['valor'])).toBe(closing);
      expect(closing * (account['indicador'] === 'C' ? -1 : 1)).toBeGreaterThanOrEqual(0);
      const book = all('saldo_conta').find(
        (row) => row['conta_id'] === one['conta_id'] && row['competencia'] === one['competencia'],
      );
      if (book !== undefined) expect(book['saldo_final']).toBe(one['valor']);
      const next = quarters[quarters.indexOf(text(one['competencia'])) - 1];
      const later = lines.find((row) => row['conta_id'] === one['conta_id'] && row['competencia'] === next);
      // Income and costs begin anew with the year.
      if (later !== undefined && (text(next) !== '2026-03' || /^[12]\.[^5]/.test(text(account['codigo']))))
        expect(later['saldo_anterior']).toBe(one['valor']);
    }
    for (const quarter of quarters)
      expect(
        sumOf(
          lines.filter((row) => row['competencia'] === quarter).map((row) => ({ valor: cents(row['valor']) })),
          'valor',
        ),
      ).toBe(0);
  });

  it('has parts that are the sum of what they are of', () => {
    for (const quarter of quarters) {
      const of = (table: string): readonly Row[] =>
        all('evento_diops').filter((row) => row['competencia'] === quarter && row['quadro'] === table);
      const line = (code: string): Row | undefined =>
        of('BALANCETE').find((row) => byId('plano_conta', row['conta_id'])?.['codigo'] === code);
      const contracted = of('COBERTURA_ASSISTENCIAL').filter((row) => row['rede'] === 'REDE_CONTRATADA');
      expect(cents(sumOf(contracted, 'valor'))).toBe(cents(line('4.1.1.1')?.['debitos']));
      expect(cents(sumOf(of('EVENTOS_INDENIZAVEIS'), 'valor'))).toBe(cents(line('4.1.1.1')?.['debitos']));
      expect(cents(sumOf(of('IDADE_SALDOS_ATIVO'), 'valor'))).toBe(cents(line('1.2.3.1')?.['valor']));
      expect(cents(sumOf(of('IDADE_SALDOS_PASSIVO'), 'valor'))).toBe(-cents(line('2.1.1.2')?.['valor']));
    }
  });

  it('has care of a quarter not after the one in which it is told, in proportion to the members', () => {
    expect(all('gerencia_sip').length).toBeGreaterThan(90);
    for (const one of all('gerencia_sip')) {
      expect(text(one['ocorrencia']) <= text(one['reconhecimento'])).toBe(true);
      expect((one['reconhecimento'] === '2026/3') === (one['situacao'] !== 'ENVIADO')).toBe(true);
      expect(Number(one['beneficiarios'])).toBeGreaterThan(0);
      expect(Number(one['beneficiarios'])).toBeLessThan(600);
      if (one['item'] === 'E') expect(Number(one['eventos'])).toBeLessThan(Number(one['beneficiarios']));
      expect(Number(one['despesas']) > 0).toBe(Number(one['eventos']) > 0);
    }
    for (const one of all('gerencia_sip').filter((row) => row['item'] === 'A')) {
      const same = ['reconhecimento', 'contratacao'] as const;
      const parts = all('gerencia_sip').filter(
        (row) =>
          text(row['item']).startsWith('A') &&
          row['item'] !== 'A' &&
          row['ocorrencia'] === row['reconhecimento'] &&
          same.every((field) => row[field] === one[field]),
      );
      expect([sumOf(parts, 'eventos'), cents(sumOf(parts, 'despesas'))]).toEqual([
        one['eventos'],
        cents(one['despesas']),
      ]);
    }
  });
});

describe('what the tax authority is told', () => {
  const groups: Readonly<Record<string, RegExp>> = {
    '1': /^S10/,
    '3': /^S12/,
    TABELA: /^R1/,
    R2000: /^R2010$/,
    R4000: /^R40[12]0$/,
    FECHAMENTO: /^R[24]099$/,
  };

  it.each([
    ['esocial_lote', 1],
    ['efd_lote', 3],
  ])('in %s is of each month, sent and accepted but for the newest', (entity, each) => {
    const lots = all(entity);
    expect(lots).toHaveLength(1 + 12 * each);
    const periods = lots.map((row) => text(row['periodo']));
    expect(periods).toEqual(periods.toSorted());
    expect(periods.at(-1)).toBe('2026-11');
    for (const lot of lots) {
      const isOpen = lot['periodo'] === '2026-11';
      expect([lot['situacao'], lot['protocolo'] === null, lot['enviado_em'] === null]).toEqual([
        isOpen ? 'GERADO' : 'ACEITO',
        isOpen,
        isOpen,
      ]);
      if (!isOpen) expect(day(lot['enviado_em']) <= today).toBe(true);
      expect(owned(lot, 'eventos').length).toBeGreaterThan(0);
      for (const event of owned(lot, 'eventos')) {
        expect(text(event['tipo'])).toMatch(groups[text(lot['grupo'])] ?? /never/);
        expect([event['situacao'], event['recibo'] === null]).toEqual([isOpen ? 'GERADO' : 'ACEITO', isOpen]);
        expect(text(event['identificador']).slice(3, 11)).toBe(text(operator()['cnpj']).slice(0, 8));
      }
    }
  });

  it('names those who work on their own and served in the month', () => {
    for (const lot of all('esocial_lote'))
      for (const event of owned(lot, 'eventos')) {
        if (event['tipo'] !== 'S1200' && event['tipo'] !== 'S1210') continue;
        const person = all('prestador').find((row) => row['cpf'] === event['cpf_trabalhador']);
        expect(person?.['tipo_pessoa']).toBe('FISICA');
        expect(text(person?.['inicio_servico']) <= `${text(lot['periodo'])}-31`).toBe(true);
      }
  });
});
