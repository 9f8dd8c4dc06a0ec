/**
 * Fixture registries of two worlds that must look alike: everything that can be kept from somebody, beside what is open.
 * Guides are confined to a provider's clinic or to a person; of them fields, computed fields, a relation, owned rows and
 * files are kept from one user or another, and exams and notes of the house from nearly all.
 */
import { registry } from '../support/fixture-registry.ts';

const record = (title: string, required: readonly string[], properties: object): object => ({
  title,
  type: 'object',
  required,
  properties,
});
const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 60, ...more });
const money = (title: string, more: object = {}) => ({ title, type: 'number', format: 'money', ...more });
const whole = (title: string) => ({ title, type: 'integer' });
const relation = (title: string, entity: string, more: object = {}) => ({
  title,
  'x-relation': { entity, ...more },
});
const files = (title: string) => ({ title, 'x-attachment': { types: ['txt', 'pdf'], many: true } });

export const worldFiles: Readonly<Record<string, string | object>> = {
  'schemas/code-lists/fase-ficha.json': {
    title: 'Fase da ficha',
    options: [
      { value: 'ABERTA', label: 'Aberta' },
      { value: 'PAGA', label: 'Paga', tone: 'success' },
      { value: 'GLOSADA', label: 'Glosada', tone: 'danger' },
    ],
  },
  // every signed-in user reads id, natural key and label; a provider more of the own record, and of no other
  'schemas/teste/medicos/schema.json': record('Médico', ['registro', 'nome'], {
    registro: text('Registro', { maxLength: 8, 'x-unique': true }),
    nome: text('Nome'),
    renda: money('Renda'),
    retrato: text('Retrato'),
  }),
  'schemas/teste/medicos/columns.json': registry('medico', '/medicos', 'Médicos', {
    reference: true,
    referenceBeyondScope: true,
    scope: [{ role: 'prestador', field: 'id' }],
    naturalKey: ['registro'],
    label: '{registro} {nome}',
    columns: ['registro', 'nome'],
    search: ['nome'],
    sort: ['registro'],
  }),
  'schemas/teste/clinicas/schema.json': record('Clínica', ['codigo', 'nome'], {
    codigo: text('Código', { maxLength: 6, 'x-unique': true }),
    nome: text('Nome'),
    faturamento: money('Faturamento'),
  }),
  'schemas/teste/clinicas/columns.json': registry('clinica', '/clinicas', 'Clínicas', {
    label: '{codigo} {nome}',
    columns: ['codigo', 'nome', 'faturamento'],
    search: ['codigo', 'nome'],
    sort: ['codigo'],
  }),
  'schemas/teste/pacientes/schema.json': record('Paciente', ['nome'], {
    nome: text('Nome'),
    doenca: text('Doença'),
    cpf: { title: 'CPF', type: 'string', format: 'cpf' },
    email: { title: 'E-mail', type: 'string', format: 'email' },
    fone: { title: 'Fone', type: 'string', format: 'phone' },
  }),
  'schemas/teste/pacientes/columns.json': registry('paciente', '/pacientes', 'Pacientes', {
    columns: ['nome', 'doenca', 'cpf', 'email', 'fone'],
    search: ['nome', 'doenca', 'cpf'],
    sort: ['doenca', 'nome'],
    indexes: [['doenca', 'nome']],
  }),
  // whom a guide is for is known to whoever reads the guide, by name and card; of nobody else, and nothing else
  'schemas/teste/segurados/schema.json': record('Segurado', ['nome'], {
    nome: text('Nome'),
    cartao: text('Cartão'),
    cpf: text('CPF'),
    renda: money('Renda'),
    medico: relation('Médico', 'medico'),
  }),
  'schemas/teste/segurados/columns.json': registry('segurado', '/segurados', 'Segurados', {
    label: '{nome}',
    columns: ['nome', 'cartao', 'renda'],
    search: ['nome', 'cartao', 'cpf'],
    sort: ['nome'],
    indexes: [['nome']],
    scope: [{ role: 'beneficiario', field: 'id' }],
  }),
  'schemas/teste/fichas/schema.json': record('Ficha', ['numero', 'fase'], {
    numero: text('Número', { maxLength: 10, 'x-unique': true }),
    clinica: relation('Clínica', 'clinica'),
    paciente: relation('Paciente', 'paciente', { label: '{nome} - {doenca}' }),
    medico: relation('Médico', 'medico'),
    segurado: relation('Segurado', 'segurado', { known: ['cartao'] }),
    fase: { title: 'Fase', type: 'string', 'x-code-list': 'fase-ficha', default: 'ABERTA' },
    valor: money('Valor'),
    dia: { title: 'Dia', type: 'string', format: 'date' },
    urgente: { title: 'Urgente', type: 'boolean', default: false },
    observacao: text('Observação'),
    dobro: money('Dobro', { 'x-computed': 'valor * 2' }),
    diagnostico: text('Diagnóstico'),
    gravidade: whole('Gravidade'),
    custo: money('Custo'),
    margem: money('Margem', { 'x-computed': 'valor - custo' }),
    parecerista: relation('Parecerista', 'medico'),
    anexos: files('Anexos'),
    laudos: files('Laudos'),
    itens: {
      title: 'Itens',
      type: 'array',
      items: {
        title: 'Item',
        type: 'object',
        required: ['nome'],
        properties: {
          nome: text('Nome'),
          quantidade: whole('Quantidade'),
          sigilo: text('Sigilo'),
          executante: relation('Executante', 'medico'),
        },
      },
    },
    pareceres: {
      title: 'Pareceres',
      type: 'array',
      items: { title: 'Parecer', type: 'object', properties: { texto: text('Texto'), nota: whole('Nota') } },
    },
  }),
  'schemas/teste/fichas/columns.json': registry('ficha', '/fichas', 'Fichas', {
    label: '{numero} {diagnostico}',
    columns: [
      ...['numero', 'clinica', 'fase', 'valor', 'custo', 'dia', 'diagnostico', 'paciente.nome'],
      ...['segurado', 'segurado.cartao', 'segurado.renda'],
    ],
    sort: ['diagnostico', 'numero'],
    indexes: [['diagnostico', 'numero']],
    search: ['numero', 'observacao', 'diagnostico', 'segurado'],
    batch: ['fase', 'dia', 'gravidade'],
    totals: ['valor', 'custo'],
    lookups: [{ field: 'numero', fields: ['fase', 'diagnostico', 'valor'] }],
    scope: [
      { role: 'prestador', field: 'clinica' },
      { role: 'beneficiario', field: 'paciente' },
    ],
  }),
  // not confined itself, but points at what is
  'schemas/teste/recursos/schema.json': record('Recurso', ['motivo'], {
    motivo: text('Motivo'),
    // of a unique key
    turno: text('Turno', { maxLength: 6, default: 'M' }),
    peso: whole('Peso'),
    ficha: relation('Ficha', 'ficha', { label: '{numero} {diagnostico}' }),
  }),
  'schemas/teste/recursos/columns.json': registry('recurso', '/recursos', 'Recursos', {
    columns: ['motivo', 'peso', 'ficha', 'ficha.diagnostico', 'ficha.numero'],
    openTo: ['prestador', 'beneficiario'],
    search: ['motivo'],
    sort: ['motivo'],
    unique: [['motivo', 'turno']],
  }),
  'schemas/teste/exames/schema.json': record('Exame', ['nome'], {
    nome: text('Nome'),
    resultado: text('Resultado'),
    clinica: relation('Clínica', 'clinica'),
    ficha: relation('Ficha', 'ficha'),
  }),
  'schemas/teste/exames/columns.json': registry('exame', '/exames', 'Exames', {
    columns: ['nome', 'resultado', 'ficha'],
    search: ['nome', 'resultado'],
    sort: ['nome'],
    indexes: [['nome']],
    scope: [{ role: 'prestador', field: 'clinica' }],
  }),
  'schemas/teste/sindicancias/schema.json': record('Sindicância', ['nome'], {
    nome: text('Nome'),
    ficha: relation('Ficha', 'ficha'),
    medico: relation('Médico', 'medico'),
  }),
  'schemas/teste/sindicancias/columns.json': registry('sindicancia', '/sindicancias', 'Sindicâncias', {
    columns: ['nome', 'ficha'],
    search: ['nome'],
    openTo: ['prestador', 'beneficiario'],
  }),
  // rows of all those above: chosen by what all viewers read, and by what is kept from some
  'schemas/teste/fila-fichas/schema.json': {
    title: 'Ficha na fila',
    type: 'object',
    properties: {
      numero: text('Número', { maxLength: 10 }),
      clinica: relation('Clínica', 'clinica'),
      paciente: relation('Paciente', 'paciente', { label: '{nome} - {doenca}' }),
      nome_clinica: text('Nome da clínica'),
      fase: { title: 'Fase', type: 'string', 'x-code-list': 'fase-ficha' },
      valor: money('Valor'),
      custo: money('Custo'),
      margem: money('Margem'),
      sobra: money('Sobra'),
      diagnostico: text('Diagnóstico'),
      itens: whole('Itens'),
      notas: whole('Notas'),
    },
  },
  'schemas/teste/fila-fichas/columns.json': registry('fila_ficha', '/fila-fichas', 'Fila de fichas', {
    columns: [
      'numero',
      'clinica',
      'paciente',
      'nome_clinica',
      'fase',
      'valor',
      'custo',
      'margem',
      'sobra',
      'diagnostico',
      'itens',
      'notas',
    ],
    search: ['numero', 'nome_clinica', 'diagnostico'],
    sort: ['-diagnostico', 'numero'],
    totals: ['valor', 'custo'],
    scope: [
      { role: 'prestador', field: 'clinica' },
      { role: 'beneficiario', field: 'paciente' },
    ],
  }),
  'schemas/teste/fila-fichas/query.sql': `select g.id, g.numero, g.clinica_id, g.paciente_id, c.nome as nome_clinica, g.fase,
      g.valor, g.custo, g.margem, coalesce(g.valor, 0) - coalesce(g.custo, 0) as sobra, g.diagnostico,
      (select count(*) from ficha_itens i where i.ficha_id = g.id)::integer as itens,
      (select sum(p.nota) from ficha_pareceres p where p.ficha_id = g.id)::integer as notas
    from ficha g left join clinica c on c.id = g.clinica_id
    where g.fase <> 'GLOSADA'`,
  'schemas/teste/fichas-graves/schema.json': {
    title: 'Ficha grave',
    type: 'object',
    properties: {
      numero: text('Número', { maxLength: 10 }),
      clinica: relation('Clínica', 'clinica'),
      doenca: text('Doença'),
      faturamento: money('Faturamento'),
    },
  },
  'schemas/teste/fichas-graves/columns.json': registry('ficha_grave', '/fichas-graves', 'Fichas graves', {
    columns: ['numero', 'clinica', 'doenca', 'faturamento'],
    scope: [{ role: 'prestador', field: 'clinica' }],
  }),
  'schemas/teste/fichas-graves/query.sql': `select g.id, g.numero, g.clinica_id, p.doenca, c.faturamento
    from ficha g left join clinica c on c.id = g.clinica_id left join paciente p on p.id = g.paciente_id
    where g.gravidade > 15`,
};
