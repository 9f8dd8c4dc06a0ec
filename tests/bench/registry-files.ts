/** The registry that is measured, of fields and relations as registries have them, and the SQL that fills it. */

export const registryFolder = 'schemas/medida/amostras';

/** By file name. */
export const registryFiles: Readonly<Record<string, object>> = {
  'schema.json': {
    title: 'Amostra',
    type: 'object',
    required: ['codigo', 'nome', 'cidade', 'grupo', 'pontos'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 20, 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 60 },
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade', label: '{nome} - {uf}' } },
      naturalidade: { title: 'Naturalidade', 'x-relation': { entity: 'cidade', label: '{nome} - {uf}' } },
      banco: { title: 'Banco', 'x-relation': { entity: 'banco', label: '{nome}' } },
      nascimento: { title: 'Nascimento', type: 'string', format: 'date' },
      valor: { title: 'Valor', type: 'number', format: 'money', minimum: 0 },
      grupo: { title: 'Grupo', type: 'integer', minimum: 0 },
      pontos: { title: 'Pontos', type: 'integer', minimum: 0 },
      observacao: { title: 'Observação', type: 'string', maxLength: 200 },
      ativo: { title: 'Ativo', type: 'boolean', default: true },
    },
  },
  'columns.json': {
    entity: 'amostra',
    path: '/amostras',
    title: 'Amostra',
    permission: { subject: 'amostra' },
    parent: '/',
    columns: ['codigo', 'nome', 'nascimento', 'valor', 'cidade.nome', 'cidade.uf', 'ativo'],
    sort: ['nome'],
    search: ['nome', 'codigo'],
    batch: ['observacao', 'ativo'],
    indexes: [['nome'], ['cidade', 'nome']],
    scope: [{ role: 'prestador', field: 'cidade' }],
  },
};

const firstNames =
  'Adriana Alexandre Aline Amanda Ana André Antônio Beatriz Bruno Camila Carla Carlos Cláudia Cristina Daniel Débora Diego Eduardo Elaine Fábio Felipe Fernanda Gabriel Gustavo Helena Igor Isabel João José Juliana Larissa Leandro Luís Marcos Mariana Paulo Rafael Renata Sérgio Vânia';
const lastNames =
  'Almeida Alves Andrade Araújo Azevedo Barbosa Barros Batista Borges Campos Cardoso Carvalho Castro Correia Costa Cunha Dias Duarte Farias Fernandes Ferreira Fonseca Freitas Garcia Gomes Gonçalves Lima Lopes Machado Magalhães Martins Medeiros Melo Mendes Miranda Monteiro Moraes Moreira Moura Nascimento Nogueira Nunes Oliveira Pereira Pinto Ramos Reis Ribeiro Rocha Rodrigues Santos Silva Soares Souza Teixeira Torres Vasconcelos Vargas Vieira Xavier';

const array = (words: string): string => `array['${words.replaceAll(' ', "', '")}']`;

/** Rows `from` to `to`: 144,000 names over all cities, each group `groupSize` rows that lie together. */
export const fillRows = (from: number, to: number, groupSize: number): string => `
  insert into amostra (codigo, nome, cidade_id, naturalidade_id, banco_id, nascimento, valor, grupo, pontos, observacao, ativo)
  select lpad(i::text, 9, '0'),
    w.first[1 + h % 40] || ' ' || w.last[1 + h / 40 % 60] || ' ' || w.last[1 + h / 2400 % 60],
    w.cities[1 + h / 7 % cardinality(w.cities)], w.cities[1 + h / 11 % cardinality(w.cities)],
    w.banks[1 + h / 13 % cardinality(w.banks)], date '1940-01-01' + (h / 17 % 30000)::integer, (h / 19 % 1000000) / 100.0,
    (i - 1) / ${groupSize}, h / 23 % 1000, case when i % 3 = 0 then 'Conferido em ' || i % 365 || ' dias' end, i % 10 > 0
  from (select i, i * 2654435761 % 4294967296 as h from generate_series(${from}::bigint, ${to}::bigint) i) r,
    (select ${array(firstNames)} as first, ${array(lastNames)} as last,
      (select array_agg(id order by id) from cidade) as cities, (select array_agg(id order by id) from banco) as banks) w`;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Two words that some names have, as the search compares them; 2,400 different pairs. */
export const searchWords = (turn: number): readonly [string, string] => {
  const [first, last] = [firstNames.split(' '), lastNames.split(' ')];
  const at = turn % (first.length * last.length);
  return [
    plain(first[at % first.length] as string),
    plain(last[(at + Math.floor(at / first.length)) % last.length] as string),
  ];
};
