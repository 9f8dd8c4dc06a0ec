import { describe, expect, it } from 'vitest';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { writePlace } from '../../../engine/diff/summarize.ts';
import { begunMoveFiles } from '../api/begun-move-files.ts';
import { createFiles } from '../api/create-files.ts';
import { effectFiles } from '../api/effect-files.ts';
import { narrowedMoveFiles } from '../api/narrowed-move-files.ts';
import type { Edit } from './example-sides.ts';
import { sideOf } from './example-sides.ts';

const schema = 'schemas/localizacao/bairros/schema.json';
const columns = 'schemas/localizacao/bairros/columns.json';
const client = 'clients/exemplo.json';
const base = sideOf();

/** A line each: effect, class, clients, place, what is said; a `>` before what follows from another. */
const told = (edits: readonly Edit[]): readonly string[] =>
  listDifferences(base, sideOf(edits)).map(
    ({ effect, schema: bears, allClients, clients, from, to, thing, words, derived }) =>
      `${derived ? '> ' : ''}${effect} ${bears ?? '-'} [${allClients ? 'all' : clients.join()}] ` +
      `${writePlace(from)} ${writePlace(to)} ${[...thing, words].join(' | ')}`,
  );

describe('the differences of two sets of files', () => {
  it('are none where the files say the same in another layout', () => {
    const compact = [...sideOf().sources].map(
      ([file, text]): Edit => [file, text, file.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text],
    );
    expect(told(compact)).toEqual([]);
  });

  it.each<[string, readonly Edit[], readonly string[]]>([
    [
      'a text that may be shorter',
      [[schema, '"maxLength": 60\n    },\n    "uf"', '"maxLength": 50\n    },\n    "uf"']],
      [
        `tightens needs-scan [all] ${schema}:17:7 ${schema}:17:7 Bairro | campo 'Nome' | muda o máximo de caracteres de 60 para 50`,
      ],
    ],
    [
      'a field that need not have a value',
      [[schema, '["codigo", "nome", "uf"]', '["codigo", "nome"]']],
      [`weakens safe [all] ${schema}:6:34 ${schema}:6:15 Bairro | campo 'Estado' | deixa de ser obrigatório`],
    ],
    [
      'another label, which lists and search show too',
      [[schema, '"title": "Nome"', '"title": "Nome do bairro"']],
      [
        `changes - [all] ${schema}:15:7 ${schema}:15:7 Bairro | campo 'Nome' | muda o rótulo de 'Nome' para 'Nome do bairro'`,
        `> changes - [all] ${schema}:15:7 ${schema}:15:7 Bairro atendido | coluna 'Nome' | muda o título de 'Nome' para 'Nome do bairro'`,
        `> changes - [all] ${schema}:15:7 ${schema}:15:7 Bairro atendido | filtro 'Nome' | muda o rótulo de 'Nome' para 'Nome do bairro'`,
      ],
    ],
    [
      'a mask that a client has of its own',
      [[schema, '"x-mask": "#####",\n', '']],
      [`weakens - [] ${schema}:11:7 ${schema}:8:15 Bairro | campo 'Código' | deixa de ter a máscara, que era '#####'`],
    ],
    [
      'another type',
      [[schema, '"format": "date"', '"format": "month"']],
      [
        `loses lossy [all] ${schema}:28:7 ${schema}:28:7 Bairro | campo 'Inauguração' | muda o tipo de 'date' para 'month'`,
        `tightens - [all] ${schema}:28:7 ${schema}:28:7 Bairro | campo 'Inauguração' | muda o formato de 'date' para 'month'`,
      ],
    ],
    [
      'a new field',
      [[schema, '"ativo": {', '"populacao": { "title": "População", "type": "integer" },\n    "ativo": {']],
      [`adds safe [all] ${schema}:7:17 ${schema}:50:5 Bairro | ganha o campo 'População'`],
    ],
    [
      'a class of personal data in rows that a part describes',
      [['schemas/parts/contato.json', '"x-personal-data": "personal"', '"x-personal-data": "public"']],
      [
        "weakens - [all] schemas/parts/contato.json:12:7 schemas/parts/contato.json:12:7 Contato | campo 'Contato' | muda a classe de dado pessoal de pessoal para público",
      ],
    ],
    [
      'what a relation makes known of others',
      [[schema, '"onDelete": "clear",', '"onDelete": "clear", "known": ["codigo"],']],
      [
        `weakens - [all] ${schema}:38:21 ${schema}:41:30 Bairro | campo 'Vizinho' | quem lê o registro conhece do registro apontado: 'nome', 'uf', 'codigo'`,
      ],
    ],
    [
      'the text of a record, which relations show',
      [[columns, '"label": "{codigo} - {nome}"', '"label": "{nome}"']],
      [
        `changes - [all] ${columns}:11:3 ${columns}:11:3 Bairro | muda o texto com que um registro aparece de '{codigo} - {nome}' para '{nome}'`,
        ...['Feira', 'Contato', 'Feira da manhã'].map(
          (title) =>
            `> changes - [all] ${columns}:11:3 ${columns}:11:3 ${title} | campo '${title === 'Feira da manhã' ? 'Bairro' : 'bairro'}' | muda o texto com que o registro apontado aparece de '{codigo} - {nome}' para '{nome}'`,
        ),
      ],
    ],
    [
      'what of the text a list may leave out',
      [[columns, '"label": "{codigo} - {nome}"', '"label": "[{codigo} - ]{nome}"']],
      [
        `changes - [all] ${columns}:11:3 ${columns}:11:3 Bairro | muda o texto com que um registro aparece de '{codigo} - {nome}' para '[{codigo} - ]{nome}'`,
        ...['Feira', 'Contato', 'Feira da manhã'].map(
          (title) =>
            `> changes - [all] ${columns}:11:3 ${columns}:11:3 ${title} | campo '${title === 'Feira da manhã' ? 'Bairro' : 'bairro'}' | muda o texto com que o registro apontado aparece de '{codigo} - {nome}' para '[{codigo} - ]{nome}'`,
        ),
      ],
    ],
    [
      'another subject of the rights',
      [[columns, '"subject": "bairro"', '"subject": "lugar"']],
      [
        `weakens - [all] ${columns}:9:5 ${columns}:9:5 Bairro | muda o assunto dos direitos de 'bairro' para 'lugar'`,
        `> weakens - [all] ${columns}:9:5 ${columns}:9:5 Feira | muda o assunto dos direitos de 'bairro' para 'lugar'`,
        `> weakens - [all] ${columns}:9:5 ${columns}:9:5 Contato | muda o assunto dos direitos de 'bairro' para 'lugar'`,
        `weakens - [all] ${columns}:9:5 ${columns}:9:5 Bairro atendido | muda o direito que abre de bairro:list para lugar:list`,
      ],
    ],
    [
      'an index',
      [[columns, '["nome"]\n  ]', '["nome"], ["taxa"]\n  ]']],
      [`adds locking [all] ${columns}:25:14 ${columns}:26:15 Bairro | passa a ter o índice (taxa)`],
    ],
    [
      'an index of rows that the record owns',
      [[schema, '"maxItems": 7,', '"maxItems": 7, "x-indexes": [["inicio"]],']],
      [`adds locking [all] ${schema}:55:15 ${schema}:58:22 Feira | passa a ter o índice (inicio)`],
    ],
    [
      'an index beside a list of rows that a part describes',
      [[schema, '"title": "Contatos",', '"title": "Contatos", "x-indexes": [["principal"]],']],
      [`adds locking [all] ${schema}:79:17 ${schema}:80:28 Contato | passa a ter o índice (principal)`],
    ],
    [
      'columns of a list that a client has of its own',
      [[client, '"columns": ["nome", "codigo", "uf"]', '"columns": ["codigo", "nome"]']],
      [
        `loses - [all] ${client}:43:37 ${client}:43:18 Bairro atendido | a lista perde a coluna 'Estado'`,
        `changes - [all] ${client}:43:19 ${client}:43:19 Bairro atendido | muda a ordem das colunas da lista`,
        `> loses - [all] ${client}:43:37 ${client}:43:18 Bairro atendido | a alteração na própria lista perde o campo 'uf'`,
      ],
    ],
    [
      'a colour',
      [[client, '"accent": "green"', '"accent": "red"']],
      [
        `changes - [all] ${client}:6:5 ${client}:6:5 Cliente 'Plano Exemplo' | muda a cor de destaque de 'green' para 'red'`,
      ],
    ],
    [
      'a client more',
      [['clients/novo.json', '', '{ "name": "novo", "title": "Plano Novo" }']],
      ["adds - [novo]  clients/novo.json:1:1 Cliente 'Plano Novo' | passa a ser atendido"],
    ],
    [
      'a client less',
      [[client, '', '']],
      [`loses - [exemplo] ${client}:1:1  Cliente 'Plano Exemplo' | deixa de ser atendido`],
    ],
    [
      'other rows at the start',
      [['schemas/localizacao/bairros/data.csv', '00002,Savassi', '00002,Lourdes']],
      [
        'changes - [all] schemas/localizacao/bairros/data.csv:3:1 schemas/localizacao/bairros/data.csv:3:1 Bairro | muda as linhas iniciais: as novas entram, as que há ficam',
      ],
    ],
    [
      'another query',
      [['schemas/localizacao/feiras-manha/query.sql', '12:00', '11:00']],
      [
        'changes - [all] schemas/localizacao/feiras-manha/query.sql:5:1 schemas/localizacao/feiras-manha/query.sql:5:1 Feira da manhã | muda a consulta de que vêm as linhas',
      ],
    ],
    [
      'an option of a code list',
      [
        [
          'schemas/code-lists/estado.json',
          '"info"\n    }',
          '"info"\n    },\n    { "value": "SP", "label": "São Paulo" }',
        ],
      ],
      [
        "> adds - [] schemas/code-lists/estado.json:5:14 schemas/code-lists/estado.json:15:5 Bairro | campo 'Estado' | passa a aceitar 'SP'",
        "adds needs-scan [all] schemas/code-lists/estado.json:5:14 schemas/code-lists/estado.json:15:5 Lista de códigos 'Estado' | ganha a opção 'São Paulo' (SP)",
      ],
    ],
    [
      'who sees all records, and who no longer does',
      [
        [columns, '"entity": "bairro",', '"entity": "bairro",\n  "openTo": ["prestador"],'],
        [
          'schemas/localizacao/feiras-manha/columns.json',
          '"entity": "feira_manha",',
          '"entity": "feira_manha",\n  "openTo": [],',
        ],
      ],
      [
        `weakens - [all] schemas/localizacao/bairros/columns.json:1:1 schemas/localizacao/bairros/columns.json:4:3 Bairro | passa a mostrar todos os registros ao papel 'prestador'`,
        'tightens - [all] schemas/localizacao/feiras-manha/columns.json:1:1 schemas/localizacao/feiras-manha/columns.json:4:3 Feira da manhã | nenhum papel limitado vê todos os registros',
      ],
    ],
    [
      'a registry that is of the staff alone',
      [
        [columns, '"entity": "bairro",', '"entity": "bairro",\n  "openTo": [],'],
        [
          'schemas/localizacao/feiras-manha/columns.json',
          '"entity": "feira_manha",',
          '"entity": "feira_manha",\n  "openTo": [],',
        ],
      ],
      [
        'tightens - [all] schemas/localizacao/bairros/columns.json:1:1 schemas/localizacao/bairros/columns.json:4:3 Bairro | nenhum papel limitado vê todos os registros',
        'tightens - [all] schemas/localizacao/feiras-manha/columns.json:1:1 schemas/localizacao/feiras-manha/columns.json:4:3 Feira da manhã | nenhum papel limitado vê todos os registros',
      ],
    ],
    [
      'what all of the staff may name',
      [[columns, '"entity": "bairro",', '"entity": "bairro",\n  "referenceForStaff": { "ativo": true },']],
      [
        "weakens - [all] schemas/localizacao/bairros/columns.json:1:1 schemas/localizacao/bairros/columns.json:4:3 Bairro | toda a equipe lê o código e o rótulo dos registros com 'ativo' sim",
      ],
    ],
    [
      'a text of the engine',
      [['schemas/messages/pt-BR.json', '"Você quis dizer \'{name}\'?"', '"Seria \'{name}\'?"']],
      [
        expect.stringContaining(
          "muda o texto que propõe um nome de 'Você quis dizer '{name}'?' para 'Seria '{name}'?'",
        ) as unknown as string,
      ],
    ],
  ])('tell of %s', (_what, edits, lines) => {
    expect(told(edits)).toEqual(lines);
  });

  it('tell of what a transition does to other records', () => {
    const files = Object.entries(effectFiles).map(
      ([file, value]): Edit => [file, '', JSON.stringify(value).replaceAll('"banco"', '"bairro"')],
    );
    const effect = ',"effects":[{"each":"ordem.mae","transition":"cancelar"}]';
    const orders = 'schemas/teste/ordens/columns.json';
    const without = files.map(([file, before, text]): Edit => [file, before, text.replace(effect, '')]);
    const lines = (from: readonly Edit[], to: readonly Edit[]) =>
      listDifferences(sideOf(from), sideOf(to)).map(({ effect: kind, from: place, thing, words }) =>
        [kind, place?.file, ...thing, words].join(' | '),
      );
    expect(lines(without, files)).toEqual([
      `weakens | ${orders} | Ordem | transição 'Cancelar' | passa a fazer também 'cancelar' em 'ordem' (de 'mae')`,
    ]);
    expect(lines(files, without)).toEqual([
      `changes | ${orders} | Ordem | transição 'Cancelar' | deixa de fazer 'cancelar' em 'ordem' (de 'mae')`,
    ]);
  });

  it('tell of what a transition creates', () => {
    const purchases = 'schemas/teste/compras/columns.json';
    const files = Object.entries(createFiles).map(([file, value]): Edit => [file, '', JSON.stringify(value)]);
    const edited = (before: string, after: string) =>
      files.map(([file, place, text]): Edit => [file, place, text.replace(before, after)]);
    const lines = (to: readonly Edit[]) =>
      listDifferences(sideOf(files), sideOf(to)).map(({ effect, from, thing, words }) =>
        [effect, from?.file, ...thing.slice(1), words].join(' | '),
      );
    const notice = ',"effects":[{"creates":"recado","fields":{"compra":"id","texto":"\'Atenção: \' + numero"}}]';
    expect(lines(edited(notice, ''))).toEqual([
      `changes | ${purchases} | transição 'Avisar' | deixa de fazer um novo registro em 'recado' ('compra')`,
    ]);
    expect(lines(edited('"into":"titulo","when":"valor > 0"', '"into":"titulo"'))).toEqual([
      `weakens | ${purchases} | transição 'Aprovar' | efeito um novo registro em 'titulo' ('titulo_id') | deixa de ter a condição, que era «valor > 0»`,
    ]);
    expect(lines(edited('"valor":"valor / 2"},{', '"valor":"valor / 3"},{'))).toEqual([
      expect.stringContaining(
        `transição 'Aprovar' | efeito um novo registro em 'titulo' ('titulo_id') | muda as linhas`,
      ),
    ]);
  });

  it('tell of which records a transition means', () => {
    const files = Object.entries(narrowedMoveFiles).map(([file, value]): Edit => [file, '', JSON.stringify(value)]);
    const canoes = 'schemas/teste/canoas/columns.json';
    const narrowed = '{"field":"causa","where":{"tipo":["PERDA","DANO"]}}';
    const edited = (before: string, after: string) =>
      files.map(([file, place, text]): Edit => [file, place, text.replace(before, after)]);
    const lines = (from: readonly Edit[], to: readonly Edit[]) =>
      listDifferences(sideOf(from), sideOf(to)).map(({ effect, to: place, thing, words }) =>
        [effect, place?.file, ...thing, words].join(' | '),
      );
    const wide = edited(narrowed, '"causa"');
    expect(lines(wide, files)).toEqual([
      `tightens | ${canoes} | Canoa | transição 'Parar' | passa a aceitar em 'causa' só os registros de tipo = 'PERDA' ou 'DANO'`,
    ]);
    expect(lines(files, wide)).toEqual([
      `weakens | ${canoes} | Canoa | transição 'Parar' | deixa de aceitar em 'causa' só os registros de tipo = 'PERDA' ou 'DANO'`,
    ]);
    expect(lines(files, edited('["PERDA","DANO"]', '"PERDA"'))).toEqual([
      `tightens | ${canoes} | Canoa | transição 'Parar' | escolha de 'causa' | muda que registros aceita de tipo = 'PERDA' ou 'DANO' para tipo = 'PERDA'`,
    ]);
  });

  it('tell what a field of a transition begins with', () => {
    const files = Object.entries(begunMoveFiles).map(
      ([file, value]): Edit => [file, '', JSON.stringify(value).replaceAll('"banco"', '"bairro"')],
    );
    const begun = '{"field":"valor_pago","begins":"valor - coalesce(contrato.desconto, 0)"}';
    const edited = (after: string) =>
      files.map(([file, place, text]): Edit => [file, place, text.replace(begun, after)]);
    const lines = (from: readonly Edit[], to: readonly Edit[]) =>
      listDifferences(sideOf(from), sideOf(to)).map(({ effect, thing, words }) =>
        [effect, ...thing, words].join(' | '),
      );
    const other = edited('{"field":"valor_pago","begins":"valor"}');
    const optional = (from: readonly Edit[]) =>
      from.map(
        ([file, place, text]): Edit => [file, place, text.replace('"required":["valor_pago"],"rules"', '"rules"')],
      );
    const bare = optional(edited('"valor_pago"'));
    expect(lines(files, other)).toEqual([
      "changes | Carnê | transição 'Pagar' | começo de 'valor_pago' | muda o valor com que começa de «valor - coalesce(contrato.desconto, 0)» para «valor»",
    ]);
    expect(lines(optional(files), bare)).toEqual([
      "changes | Carnê | transição 'Pagar' | deixa de começar 'valor_pago' com um valor",
    ]);
    expect(lines(bare, optional(files))).toEqual([
      "changes | Carnê | transição 'Pagar' | passa a começar 'valor_pago' com «valor - coalesce(contrato.desconto, 0)»",
    ]);
  });

  it('turned round tell the way back', () => {
    const other = sideOf([[schema, '["codigo", "nome", "uf"]', '["codigo", "nome"]']]);
    expect(listDifferences(other, base).map(({ words, effect, schema: bears }) => [words, effect, bears])).toEqual([
      ['passa a ser obrigatório', 'tightens', 'needs-scan'],
    ]);
  });
});
