import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatDay, formatMoment } from '../../engine/fields/date-text.ts';
import { loadFiles, readSourceFiles } from '../../engine/metadata/load-files.ts';
import { compile } from '../../engine/model/compile.ts';
import type { RegistryScreen } from '../../engine/model/screen-types.ts';
import type { Child, Field, Model } from '../../engine/model/types.ts';
import { resolve } from '../../engine/overlay/resolve.ts';
import { catalogues } from '../../src/catalogues.ts';

/** Routes of documents 1 and 2 that stand under a flag. */
const flagged = [
  ['/beneficiarios/cartaovirtual', 'beneficiario.cartao'],
  ['/emprestimos', 'financeiro.emprestimo'],
  ['/simulacao-emprestimos', 'financeiro.emprestimo'],
  ['/extrato-bb', 'financeiro.integracaobancaria.extratobb'],
  ['/acompanhar-autorizacoes-beneficiario', 'beneficiario.gui.autorizacao.acompanharautorizacaobeneficiario'],
  ['/auditorias-anexos', 'auditoria.anexo.fluxo.novo'],
  ['/emitir-pre-autorizacao', 'autorizador.preautorizacao'],
  ['/pre-autorizacoes', 'autorizador.preautorizacao'],
  ['/processa-alteracao-prestador-protocolo', 'processo.alteracaoprestadorprotocolo'],
] as const;
/** Clients that the documents name. */
const named = [
  'aeco',
  'apsis',
  'bhtrans',
  'cdtn',
  'cet',
  'cnen',
  'copass',
  'cubatao',
  'fixmecopass',
  'nuclep',
  'pjf',
  'rondo',
];

const real = await readSourceFiles(fileURLToPath(new URL('../..', import.meta.url)));
const own = [...real].map(([file, text]) => ({ file, text }));
const served = (path: string): boolean => own.some(({ text }) => text.includes(`"path": "${path}"`));
const json = (value: object): string => JSON.stringify(value);

/** A registry that stands in for a route of the documents that the product does not serve yet. */
const standIn = ([path, flag]: (typeof flagged)[number]): [string, string][] => {
  const folder = `schemas/localizacao/${path.slice(1).replaceAll('/', '-')}`;
  const entity = path.slice(1).replaceAll(/[/-]/g, '_');
  const record = {
    title: 'Teste',
    type: 'object',
    required: ['codigo'],
    properties: { codigo: { title: 'Código', type: 'string', maxLength: 5, 'x-unique': true } },
  };
  const registry = {
    entity,
    path,
    title: 'Teste',
    icon: 'map',
    parent: '/localizacao',
    permission: { subject: entity },
    flag,
  };
  return [
    [`${folder}/schema.json`, json(record)],
    [`${folder}/columns.json`, json({ ...registry, columns: ['codigo'], sort: ['codigo'] })],
  ];
};

/** Beside the real files: a client of which nothing is said, and one with each kind of setting, to whom every flag is on. */
const files = loadFiles(
  new Map([
    ...real,
    ...flagged.filter(([path]) => !served(path)).flatMap(standIn),
    ['clients/vazio.json', json({ name: 'vazio', title: 'Vazio' })],
    [
      'clients/cheio.json',
      json({
        name: 'cheio',
        title: 'Cheio',
        flags: Object.fromEntries(flagged.map(([, flag]) => [flag, true])),
        fields: {
          distrito: {
            codigo: { label: 'Código IBGE', mask: '###.###.###', required: false },
            nome: { readOnly: true },
            ativo: { visible: false },
          },
        },
      }),
    ],
  ]),
);
const known = new Map<string | undefined, ReturnType<typeof compile>>();
const productOf = (client?: string): ReturnType<typeof compile> => {
  const compiled = known.get(client) ?? compile(resolve(files, client), catalogues);
  known.set(client, compiled);
  return compiled;
};
const modelOf = (client?: string): Model => productOf(client).model;

const field = (model: Model, entity: string, name: string): Field | undefined =>
  model.entities[entity]?.fields.find((candidate) => candidate.name === name);
const rows = (model: Model, entity: string, name: string): Child | undefined =>
  model.entities[entity]?.children.find((candidate) => candidate.name === name);
const screen = (model: Model, folder: string): RegistryScreen | undefined =>
  model.screens.find(
    (candidate): candidate is RegistryScreen => candidate.kind === 'registry' && candidate.folder === folder,
  );
const columnsOf = (model: Model, folder: string) => screen(model, folder)?.columns.map((column) => column.path[0]);
const inForm = (model: Model, folder: string): readonly string[] =>
  screen(model, folder)?.sections.flatMap((section) => section.fields) ?? [];
const paths = (model: Model): ReadonlySet<string> => new Set(model.screens.map(({ path }) => path));

describe('the files of the product', () => {
  it.each(['copass', 'nuclep'])('have nothing to report for %s, warnings included', (client) => {
    const resolved = resolve(files, client);
    expect([...files.issues, ...resolved.issues, ...productOf(client).issues]).toEqual([]);
  });
});

describe('copass', () => {
  it('works from Minas Gerais, and by the name of the city', () => {
    const model = modelOf('copass');
    expect(model.client).toMatchObject({
      title: 'Copass Saúde',
      accent: 'blue',
      defaults: { uf: 'MG', conselho: 'CRM' },
    });
    expect(columnsOf(model, 'cidades')).toEqual(['nome', 'uf', 'ibge', 'ativo']);
    expect(screen(model, 'cidades')?.pageSize).toBe(100);
    expect(field(model, 'cidade', 'uf')?.default).toBe('MG');
    expect(field(model, 'feriado', 'uf')?.codes).toEqual(['MG']);
  });

  it('has no CNAB 400 anywhere, and may leave the code of a district empty', () => {
    const model = modelOf('copass');
    expect(field(model, 'banco', 'aceita_cnab400')?.visible).toBe(false);
    expect(screen(model, 'bancos')?.batch).toEqual(['aceita_cnab240', 'ativo']);
    expect(inForm(model, 'bancos')).not.toContain('aceita_cnab400');
    expect(field(model, 'distrito', 'codigo')).toMatchObject({ title: 'Código IBGE', required: false });
    expect(model.entities.distrito?.naturalKey).toEqual(['codigo']);
  });
});

describe('nuclep', () => {
  const model = modelOf('nuclep');
  const contractor: readonly (readonly [string, string])[] = [
    ['situacao_contratante', 'situacoes-contratantes'],
    ['classificacao_matricula', 'classificacoes-matriculas'],
  ];
  /** Whether the form of the screen has the field, for nuclep and for a client of which nothing is said. */
  const shown = (entity: string, folder: string, name: string): readonly [boolean, boolean] => {
    const at = (one: Model) => field(one, entity, name)?.visible === true && inForm(one, folder).includes(name);
    return [at(model), at(modelOf('vazio'))];
  };

  it('requires the ISPB, shows it first and writes it as the root of a CNPJ', () => {
    expect(model.client).toMatchObject({ title: 'Nuclep', accent: 'green', defaults: { uf: 'RJ' } });
    expect(field(model, 'banco', 'ispb')).toMatchObject({ required: true, mask: '##.###.###' });
    expect(columnsOf(model, 'bancos')).toEqual(['ispb', 'codigo', 'nome_reduzido', 'nome', 'ativo']);
    expect(screen(model, 'bancos')?.columns[1]).toMatchObject({ title: 'Código COMPE', width: 88 });
  });

  it('has no districts, and the holidays of two states', () => {
    expect(screen(model, 'distritos')).toBeUndefined();
    // Nor is one asked for one: a picker of what there is nowhere to include stood in every address.
    const asked = Object.values(model.entities).flatMap(({ children }) =>
      children.flatMap(({ entity }) => entity.fields.filter(({ relation }) => relation?.entity === 'distrito')),
    );
    expect(asked.map(({ visible }) => visible)).toEqual([false, false, false, false, false]);
    expect(field(model, 'feriado', 'uf')).toMatchObject({ title: 'UF', codes: ['RJ', 'SP'] });
    expect(model.flags['acesso.alterarsenha']).toBe(true);
  });

  it('requires the rendimento of the member [client-config-member-rendimento-required]', () => {
    expect(field(model, 'beneficiario', 'rendimento')?.required).toBe(true);
    expect(field(modelOf('vazio'), 'beneficiario', 'rendimento')?.required).toBe(false);
  });

  it('hides the collection type of the member [client-config-member-collection-type-hidden]', () => {
    expect(shown('beneficiario', 'beneficiarios', 'tipo_cobranca')).toEqual([false, true]);
    expect(screen(model, 'beneficiarios')?.batch).not.toContain('tipo_cobranca');
  });

  it('hides the SIB data of the member [client-config-member-sib-data-hidden]', () => {
    for (const name of ['cco', 'envio_sib', 'situacao_ans', 'conferencia_sib'])
      expect(shown('beneficiario', 'beneficiarios', name)).toEqual([false, true]);
    expect(screen(model, 'beneficiarios')?.sections.map(({ title }) => title)).not.toContain('Informação à ANS');
  });

  it('hides the phone of the member, of whose contacts the e-mail stays [client-config-member-phone-hidden]', () => {
    const kinds = (one: Model) => {
      const contacts = rows(one, 'beneficiario', 'contatos');
      return contacts?.visible === true && contacts.entity.fields.find(({ name }) => name === 'tipo')?.codes;
    };
    expect(kinds(modelOf('vazio'))).toEqual(['TELEFONE', 'CELULAR', 'EMAIL', 'FAX']);
    for (const client of ['nuclep', 'cnen', 'cdtn'] as const)
      expect([client, kinds(modelOf(client))]).toEqual([client, ['EMAIL']]);
    expect(inForm(model, 'beneficiarios')).toContain('contatos');
    expect(model.entities.beneficiario?.fields.filter(({ format, visible }) => format === 'phone' && visible)).toEqual(
      [],
    );
  });

  it('shows the code complement of the member [client-config-member-code-complement-visible]', () => {
    expect(shown('beneficiario', 'beneficiarios', 'codigo_complemento')).toEqual([true, false]);
  });

  it("has a label for the institutor's Siape registration [client-config-member-siape-label]", () => {
    expect(field(model, 'beneficiario', 'matricula_instituidor')?.title).toBe('Matrícula Siape do instituidor');
    expect(field(modelOf('vazio'), 'beneficiario', 'matricula_instituidor')?.title).toBe('Matrícula do instituidor');
  });

  it('shows the interchange card of the member [client-config-member-interchange-card-visible]', () => {
    expect(shown('beneficiario', 'beneficiarios', 'cartao_intercambio')).toEqual([true, false]);
  });

  it('takes 16 digits as interchange card [client-config-member-interchange-card-digits] [constants-interchange-card-length]', () => {
    expect(field(model, 'beneficiario', 'cartao_intercambio')?.mask).toBe('#'.repeat(16));
  });

  it('shows the co-payment type of a service [client-config-service-copayment-type-visible]', () => {
    expect(shown('guia', 'guias', 'tipo_coparticipacao')).toEqual([true, false]);
  });

  it('presets the professional fields of a service with council CRM [client-config-service-professional-council-crm]', () => {
    expect(field(model, 'guia', 'solicitante_conselho')).toMatchObject({ default: 'CRM', visible: true });
    expect(inForm(model, 'guias')).toContain('solicitante_conselho');
  });

  it.each([
    ['invoice number', 'numero_nota_fiscal', 'client-config-reimbursement-invoice-number-required'],
    [
      'invoice receipt date',
      'data_recebimento_nota_fiscal',
      'client-config-reimbursement-invoice-receipt-date-required',
    ],
  ])('requires the %s (%s) of a reimbursement protocol [%s]', (_, name) => {
    const required = (one: Model) => field(one, 'protocolo_reembolso', name)?.required;
    expect([required(model), required(modelOf('vazio'))]).toEqual([true, false]);
  });

  it('shows the minimum service quantity of co-payment [client-config-copayment-min-quantity-visible]', () => {
    expect(shown('coparticipacao', 'coparticipacoes', 'quantidade_minima')[0]).toBe(true);
  });

  it('shows the maximum service quantity of co-payment [client-config-copayment-max-quantity-visible]', () => {
    expect(shown('coparticipacao', 'coparticipacoes', 'quantidade_maxima')[0]).toBe(true);
  });

  it('shows the quota of the provider [client-config-provider-quota-visible]', () => {
    expect(shown('prestador', 'prestadores', 'cota')).toEqual([true, false]);
  });

  it('shows the commercial contact of the provider [client-config-provider-commercial-visible]', () => {
    expect(shown('prestador', 'prestadores', 'comercial')).toEqual([true, false]);
  });

  it('shows the reception of the provider [client-config-provider-reception-visible]', () => {
    expect(shown('prestador', 'prestadores', 'recepcao')).toEqual([true, false]);
  });

  it('shows the credentialing of the provider [client-config-provider-credentialing-visible]', () => {
    expect(shown('prestador', 'prestadores', 'credenciamento')).toEqual([true, false]);
  });

  it('shows the age band of the product [client-config-product-age-band-visible]', () => {
    expect(shown('produto', 'produtos', 'faixa_etaria')).toEqual([true, false]);
  });

  it.each([
    ['union quota', 'cota_uniao', 'client-config-contractor-union-quota-visible'],
    ['kinship', 'parentesco', 'client-config-contractor-kinship-visible'],
    ['ceiling', 'teto', 'client-config-contractor-ceiling-visible'],
    ['floor', 'piso', 'client-config-contractor-floor-visible'],
    ['fee', 'taxa', 'client-config-contractor-fee-visible'],
  ])('shows the %s (%s) of contractor situation and registration classification [%s]', (_, name) => {
    for (const [entity, folder] of contractor) expect(shown(entity, folder, name)).toEqual([true, false]);
  });

  it('hides the age band of contractor situation and registration classification [client-config-contractor-age-band-hidden]', () => {
    for (const [entity, folder] of contractor) expect(shown(entity, folder, 'faixa_etaria')).toEqual([false, true]);
  });

  it('does not require the member of a payment notice [client-config-payment-notice-member-not-required]', () => {
    expect(field(model, 'aviso_pagamento', 'beneficiario')?.required).toBe(false);
    expect(field(modelOf('vazio'), 'aviso_pagamento', 'beneficiario')?.required).toBe(true);
  });

  it('shows the status of the analysis among the authorizations done [client-config-authorizations-done-analysis-status-visible]', () => {
    const shownTo = (one: Model) => field(one, 'autorizacao_realizada', 'status_analise')?.visible;
    expect([shownTo(model), shownTo(modelOf('vazio'))]).toEqual([true, false]);
    expect(columnsOf(model, 'autorizacoes')).toContain('status_analise');
  });

  it('shows the status of the member in an eligibility query [client-config-eligibility-member-status-visible]', () => {
    expect(shown('consulta_elegibilidade', 'consultas-elegibilidades', 'situacao_beneficiario')).toEqual([true, false]);
    expect(columnsOf(model, 'consultas-elegibilidades')).toContain('situacao_beneficiario');
  });
});

describe('the settings of a client', () => {
  it('are visibility, read-only, required, label and mask [client-config-setting-kinds]', () => {
    const [before, after] = [modelOf('vazio'), modelOf('cheio')];
    expect(field(before, 'distrito', 'codigo')).toMatchObject({ title: 'Código', mask: '#########', required: true });
    expect(field(after, 'distrito', 'codigo')).toMatchObject({
      title: 'Código IBGE',
      mask: '###.###.###',
      required: false,
    });
    const words = (model: Model) => [
      field(model, 'distrito', 'nome')?.readOnly,
      field(model, 'distrito', 'ativo')?.visible,
    ];
    expect([words(before), words(after)]).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('default to council CRM, which a new professional has [client-config-default-council-type] [constants-default-professional-council]', () => {
    expect(modelOf('vazio').client?.defaults.conselho).toBe('CRM');
    expect(field(modelOf('vazio'), 'profissional', 'conselho')?.default).toBe('CRM');
  });

  it('default to the state MG, which a new city has [client-config-default-state]', () => {
    expect(modelOf('vazio').client?.defaults.uf).toBe('MG');
    expect(field(modelOf('vazio'), 'cidade', 'uf')?.default).toBe('MG');
  });

  it('default to an authorization percentage of 100 [client-config-default-authorization-percentage]', () => {
    expect(modelOf('vazio').client?.defaults.percentualAutorizacao).toBe(100);
  });

  it('default to dates as DD/MM/YYYY, as screens write them [client-config-default-date-format]', () => {
    expect(modelOf('vazio').client?.defaults.formatoData).toBe('DD/MM/YYYY');
    expect(formatDay('2026-12-31')).toBe('31/12/2026');
  });

  it('default to moments as DD/MM/YYYY HH:mm, as screens write them [client-config-default-date-time-format]', () => {
    expect(modelOf('vazio').client?.defaults.formatoDataHora).toBe('DD/MM/YYYY HH:mm');
    expect(formatMoment('2026-12-31T15:04:59Z', 'America/Sao_Paulo')).toBe('31/12/2026 12:04');
  });

  it('name the installation, each by its own identifier [client-config-installation-identifier]', () => {
    expect(named.map((client) => modelOf(client).client?.name)).toEqual(named);
  });

  it('name the state of the installation [client-config-installation-state]', () => {
    expect(['copass', 'nuclep'].map((client) => modelOf(client).client?.defaults.uf)).toEqual(['MG', 'RJ']);
    expect(['copass', 'nuclep'].map((client) => field(modelOf(client), 'cidade', 'uf')?.default)).toEqual(['MG', 'RJ']);
  });
});

describe('clients and flags of screens', () => {
  const all = modelOf().screens;

  it('limit entries to the twelve installations that the documents name [client-config-client-names]', () => {
    const ours = [...real.keys()].flatMap((file) => /^clients\/(.+)\.json$/.exec(file)?.[1] ?? []);
    expect(ours.toSorted()).toEqual(named);
    expect(all.flatMap(({ clients = [] }) => clients).filter((client) => !named.includes(client))).toEqual([]);
  });

  it('give each entry to the installations that it is limited to, and to no other [client-config-client-limited-installations]', () => {
    const limited = all.filter(({ clients, flag }) => clients !== undefined && flag === undefined);
    expect(limited.length).toBeGreaterThan(15);
    for (const client of named) {
      const there = paths(modelOf(client));
      expect(limited.filter(({ path }) => there.has(path)).map(({ path }) => path)).toEqual(
        limited.filter(({ clients }) => clients?.includes(client)).map(({ path }) => path),
      );
    }
  });

  it('leave an entry without either to every installation, but for what a client switches off [client-config-no-restriction-all]', () => {
    const open = all.filter(({ clients, flag }) => clients === undefined && flag === undefined);
    for (const client of named) {
      const there = paths(modelOf(client));
      const missing = open.filter(({ path }) => !there.has(path)).map(({ path }) => path);
      expect(missing).toEqual(client === 'nuclep' ? ['/distritos'] : []);
    }
  });

  /** Of the routes of a flag, those that a client has without it and with it. */
  const around = (flag: string): readonly (readonly string[])[] => {
    const own = flagged.filter(([, one]) => one === flag).map(([path]) => path);
    return ['vazio', 'cheio'].map((client) => own.filter((path) => paths(modelOf(client)).has(path)));
  };

  it('open /beneficiarios/cartaovirtual by beneficiario.cartao alone [client-config-cartao-virtual-flag]', () => {
    expect(around('beneficiario.cartao')).toEqual([[], ['/beneficiarios/cartaovirtual']]);
    expect(modelOf('vazio').flags['beneficiario.cartao']).toBe(false);
  });

  it('open /emprestimos and /simulacao-emprestimos by financeiro.emprestimo [client-config-loan-setting-routes] [client-config-flag-financeiro-emprestimo]', () => {
    expect(around('financeiro.emprestimo')).toEqual([[], ['/emprestimos', '/simulacao-emprestimos']]);
  });

  it('open the routes of authorizations by their three flags [client-config-flags-on-authorization-routes]', () => {
    expect(around('beneficiario.gui.autorizacao.acompanharautorizacaobeneficiario')).toEqual([
      [],
      ['/acompanhar-autorizacoes-beneficiario'],
    ]);
    expect(around('auditoria.anexo.fluxo.novo')).toEqual([[], ['/auditorias-anexos']]);
    expect(around('autorizador.preautorizacao')).toEqual([[], ['/emitir-pre-autorizacao', '/pre-autorizacoes']]);
  });

  it('open /processa-alteracao-prestador-protocolo by the setting for it [client-config-provider-protocol-change-route]', () => {
    expect(around('processo.alteracaoprestadorprotocolo')).toEqual([[], ['/processa-alteracao-prestador-protocolo']]);
  });

  it('give /extrato-bb to rondo by the setting for it, and to nobody else [client-config-integracao-bancaria-setting]', () => {
    const flag = 'financeiro.integracaobancaria.extratobb';
    expect(all.find(({ path }) => path === '/extrato-bb')).toMatchObject({ clients: ['rondo'], flag });
    expect(modelOf('rondo').flags[flag]).toBe(true);
    expect(paths(modelOf('rondo'))).toContain('/extrato-bb');
    for (const client of ['cheio', ...named.filter((one) => one !== 'rondo')])
      expect(paths(modelOf(client))).not.toContain('/extrato-bb');
  });

  it.each([
    ['financeiro.integracaobancaria.extratobb', 'client-config-flag-extratobb'],
    [
      'beneficiario.gui.autorizacao.acompanharautorizacaobeneficiario',
      'client-config-flag-acompanharautorizacaobeneficiario',
    ],
    ['auditoria.anexo.fluxo.novo', 'client-config-flag-auditoria-anexo-fluxo-novo'],
    ['autorizador.preautorizacao', 'client-config-flag-autorizador-preautorizacao'],
    ['processo.alteracaoprestadorprotocolo', 'client-config-flag-provider-protocol-change'],
  ])('know the flag %s, off where nothing is said, on which entries depend [%s]', (flag) => {
    expect([modelOf('vazio').flags[flag], modelOf('cheio').flags[flag]]).toEqual([false, true]);
    expect(all.filter((one) => one.flag === flag).length).toBeGreaterThan(0);
  });
});
