/** What a person reads after a common slip: one message, in words that say where and what to do. */
import { expect, it } from 'vitest';
import { fixFiles } from '../../../engine/commands/fix-files.ts';
import { reportIssue } from '../../../engine/core/issues.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { catalogues } from '../../../src/catalogues.ts';
import type { Change } from './spoil.ts';
import { issuesAfter, sources } from './spoil.ts';

const { messages } = loadMessages(sources);
const bancos = 'schemas/base/bancos';
const distritos = 'schemas/localizacao/distritos';
const site = '"site": {';
const recursos = 'schemas/faturamento/recursos-glosas/columns.json';
const remessas = 'schemas/financeiro/remessas-pagamentos/columns.json';
const inSite = (keys: string): Change => [`${bancos}/schema.json`, site, `${site} ${keys},`];
const inDistrito = (keys: string): Change => [
  'clients/copass.json',
  '"label": "Código IBGE",',
  `"label": "Código IBGE", ${keys},`,
];

it.each<readonly [string, readonly Change[], readonly string[]]>([
  ['required inside a field', [inSite('"required": true')], ["'required', ao lado de 'properties'"]],
  ['mask without x-', [inSite('"mask": "##"')], ["Você quis dizer 'x-mask'?"]],
  ...(
    [
      [
        'oneOf',
        '[{ "const": "A", "title": "A" }]',
        "Você quis dizer 'x-code-list'? Crie uma lista em schemas/code-lists",
      ],
      ['options', '["A"]', "Você quis dizer 'x-code-list'? Crie uma lista em schemas/code-lists"],
      ['$ref', '"#/banco"', 'se declara com "x-relation": { "entity": "..." }'],
      ['x-money', 'true', '"type": "number", "format": "money"'],
      ['nullable', 'true', "Todo campo que não está em 'required' pode ficar vazio"],
      ['x-read-only', 'true', "Você quis dizer 'readOnly'?"],
      ['tooltip', '"Como é."', "Você quis dizer 'x-help'?"],
      ['length', '30', "Você quis dizer 'maxLength'?"],
      ['formula', '"nome"', "Você quis dizer 'x-computed'?"],
    ] as const
  ).map(
    ([key, value, help]) =>
      [
        `${key}, as other tools call it`,
        [
          [
            `${bancos}/schema.json`,
            /"site": \{[^}]*\}/,
            `"site": { "title": "Site", "type": "string", "${key}": ${value} }`,
          ],
        ],
        [`A chave '${key}' não existe aqui.`, help],
      ] as const,
  ),
  ...(
    [
      ['"exclusiveMinimum": 0', "Você quis dizer 'minimum'? 'minimum' aceita o próprio limite"],
      ['"exclusiveMaximum": 100', "Você quis dizer 'maximum'? 'maximum' aceita o próprio limite"],
      ['"decimals": 3', "Você quis dizer 'x-scale'?"],
    ] as const
  ).map(
    ([key, help]) =>
      [
        `${key} of a number`,
        [[`${bancos}/schema.json`, site, `"peso": { "title": "Peso", "type": "number", ${key} }, ${site}`]],
        [help],
      ] as const,
  ),
  [
    'a type that says it may be empty',
    [[`${bancos}/schema.json`, site, `"obs": { "title": "Obs", "type": ["string", "null"] }, ${site}`]],
    ["Você quis dizer 'string'?"],
  ],
  [
    'codes of no list',
    [[`${bancos}/schema.json`, /"site": \{[^}]*\}/, '"site": { "title": "Site", "type": "string", "x-codes": ["A"] }']],
    ["Você quis dizer 'x-code-list'?"],
  ],
  ['unique without x-', [inSite('"unique": true')], ["Você quis dizer 'x-unique'?"]],
  ...(
    [
      ['titulo', `"Sítio"`, 'title'],
      ['Título', `"Sítio"`, 'title'],
      ['rótulo', `"Sítio"`, 'title'],
      ['somenteLeitura', 'true', 'readOnly'],
      ['somente-leitura', 'true', 'readOnly'],
      ['relacao', '{ "entity": "cidade" }', 'x-relation'],
      ['x-relacao', '{ "entity": "cidade" }', 'x-relation'],
      ['mascara', '"##"', 'x-mask'],
      ['ajuda', '"Como é."', 'x-help'],
      ['unico', 'true', 'x-unique'],
      ['padrao', '"x"', 'default'],
      ['maximo', '3', 'maximum'],
      ['visivel', 'false', 'x-visible'],
      ['casas_decimais', '2', 'x-scale'],
      ['listaDeCodigos', '"uf"', 'x-code-list'],
    ] as const
  ).map(
    ([key, value, meant]) =>
      [
        `${key} of a field, in Portuguese`,
        [
          [
            `${bancos}/schema.json`,
            /"site": \{[^}]*\}/,
            `"site": { ${meant === 'title' ? '' : '"title": "Site", '}"type": "string", "${key}": ${value} }`,
          ],
        ],
        [`A chave '${key}' não existe aqui. Você quis dizer '${meant}'?`],
      ] as const,
  ),
  [
    'obrigatorio inside a field',
    [inSite('"obrigatorio": true')],
    ["A chave 'obrigatorio' não existe aqui.", "'required', ao lado de 'properties'"],
  ],
  ['oculto inside a field', [inSite('"oculto": true')], ['Para ocultar um campo use "x-visible": false.']],
  ['titulo in an overlay', [inDistrito('"somenteLeitura": true')], ["Você quis dizer 'readOnly'?"]],
  ['titulo of a registry', [[`${bancos}/columns.json`, '"title":', '"titulo":']], ["Você quis dizer 'title'?"]],
  ['colunas of a registry', [[`${bancos}/columns.json`, '"columns":', '"colunas":']], ["Você quis dizer 'columns'?"]],
  [
    'help without x-',
    [[`${bancos}/schema.json`, '"nome_reduzido": {', '"nome_reduzido": { "help": "x",']],
    ["Você quis dizer 'x-help'?"],
  ],
  ['enum', [inSite('"enum": ["A"]')], ["Você quis dizer 'x-code-list'?", 'schemas/code-lists']],
  [
    'relation without x-',
    [[`${distritos}/schema.json`, '"x-relation"', '"relation"']],
    ["Você quis dizer 'x-relation'?"],
  ],
  [
    'a format in Portuguese',
    [[`${bancos}/schema.json`, '"format": "uri"', '"format": "telefone"']],
    ["Você quis dizer 'phone'?"],
  ],
  [
    'a relation that is a name alone',
    [[`${bancos}/schema.json`, /"site": \{[^}]*\}/, '"site": { "title": "Site", "x-relation": "cidade" }']],
    ['Você quis dizer \'{ "entity": "cidade" }\'?'],
  ],
  ...(
    [
      ['date', '"type": "string", "format": "date"'],
      ['datetime', '"type": "string", "format": "date-time"'],
      ['money', '"type": "number", "format": "money"'],
      ['decimal', 'number'],
      ['percentual', '"type": "number", "format": "percent"'],
      ['texto', 'string'],
    ] as const
  ).map(
    ([type, meant]) =>
      [
        `${type} as a type`,
        [[`${bancos}/schema.json`, /"site": \{[^}]*\}/, `"site": { "title": "Site", "type": "${type}" }`]],
        [`Você quis dizer '${meant}'?`],
      ] as const,
  ),
  ['a type in an overlay', [inDistrito('"type": "number"')], ['não troca o tipo de um campo']],
  ['a permission in an overlay', [inDistrito('"permission": {}')], ['não muda permissões']],
  [
    'a comma missing',
    [[`${bancos}/schema.json`, /",\n(\s*"type": "object")/, '"\n$1']],
    ['falta uma vírgula antes deste ponto'],
  ],
  ['a comma too many', [[`${bancos}/schema.json`, /\n\s*\}\s*$/, ',\n}\n']], ['sobra a vírgula antes deste ponto']],
  [
    'an order without index',
    [[`${bancos}/columns.json`, /"sort": \[[^\]]*\]/, '"sort": ["-site", "nome"]']],
    ['"indexes": [["site", "nome"]]'],
  ],
  [
    'a relation to nothing',
    [[`${distritos}/schema.json`, '"entity": "cidade"', '"entity": "municipio"']],
    ['npm run -s fichario -- model <módulo>'],
  ],
  [
    'no type',
    [[`${bancos}/schema.json`, /"Nome reduzido",\s*"type": "string",/, '"Nome reduzido",']],
    ["falta 'type'"],
  ],
  [
    'a format of another type',
    [[`${bancos}/schema.json`, '"format": "uri"', '"format": "money"']],
    ["'format': 'money' pede 'type': 'number'"],
  ],
  [
    'a type on a relation',
    [[`${distritos}/schema.json`, '"x-relation"', '"type": "integer", "x-relation"']],
    ["numa relação não se informa 'type'"],
  ],
  [
    'a path without slash',
    [[`${bancos}/columns.json`, '"/bancos"', '"bancos"']],
    ['uma rota que começa com / e usa minúsculas, dígitos e hífens: /especialidades'],
  ],
  [
    'a label of a field that is not there',
    [[`${bancos}/columns.json`, '"{codigo} - {nome}"', '"{codigo} - {nom}"']],
    ["O campo 'nom' não existe em 'banco'", "Você quis dizer 'nome'?"],
  ],
  [
    'an accented field name',
    [[`${bancos}/schema.json`, '"nome_reduzido":', '"Nome_Reduzído":']],
    ["Você quis dizer 'nome_reduzido'?"],
  ],
  [
    'a file of a client in upper case',
    [['clients/CNEN.json', '', '{ "name": "cnen", "title": "CNEN" }']],
    ['Renomeie o arquivo para clients/cnen.json'],
  ],
  [
    'a file out of place',
    [['schemas/base/columns.json', '', '{}']],
    ["Você quis dizer 'schemas/<módulo>/<tela>/columns.json'?"],
  ],
  ['semicolons', [[`${bancos}/data.csv`, /,/g, ';']], ['o separador é ponto e vírgula; use vírgula']],
  [
    'a boolean in Portuguese',
    [[`${bancos}/data.csv`, 'BCO DO BRASIL S.A.,true', 'BCO DO BRASIL S.A.,sim']],
    ["o valor é 'sim', esperado true ou false", `linha 2 de ${bancos}/data.csv`],
  ],
  [
    'a date in Portuguese',
    [['schemas/base/feriados/data.csv', '2020-01-01', '01/01/2020']],
    ["o valor é '01/01/2020', esperado uma data AAAA-MM-DD"],
  ],
  ['a state that is none', [['clients/copass.json', '"uf": "MG"', '"uf": "XX"']], ["'XX'", "'uf'"]],
  [
    'a format of dates that is none',
    [['clients/copass.json', '"uf": "MG"', '"uf": "MG", "formatoData": "DD/MM/AAAA"']],
    ["Você quis dizer 'DD/MM/YYYY'?"],
  ],
  [
    'required in an overlay without values in data.csv',
    [['clients/copass.json', '"help": "Página', '"required": true, "help": "Página']],
    ["cliente 'copass'", `${bancos}/data.csv`, "Retire 'required' do ajuste ou complete a linha"],
  ],
  ...[
    ['set', '"motivo_devolucao": null', '"motivo_devolucao": "Aguardando"', `"'Aguardando'"`] as const,
    ['set, of several words', '"motivo_devolucao": null', '"motivo_devolucao": "A ver já."', `"'A ver já.'"`] as const,
  ].map(
    ([place, before, after, meant]) =>
      [
        `a text without quotes in ${place}`,
        [['schemas/administrativo/protocolos-documentos/columns.json', before, after]],
        [`Você quis dizer '${meant}'?`, "A expressão de 'tramitar.set' em 'protocolo_documento.motivo_devolucao'"],
      ] as const,
  ),
  [
    'a text without quotes in what a transition creates',
    [[recursos, `"'Recurso de glosa ' + numero"`, '"Recurso acatado"']],
    [`Você quis dizer '"'Recurso acatado'"'?`, "em 'conta_pagar_itens.descricao'"],
  ],
  [
    'one of several codes that is alone',
    [['schemas/atendimento/adesoes-servicos/schema.json', '["NEGATIVA", "CANCELAMENTO"]', '["NEGATIVA"]']],
    [`Você quis dizer '"NEGATIVA"'?`],
  ],
  [
    'a combination of fields that is no list of lists',
    [['schemas/acesso/config-permissoes/columns.json', '[["grupo", "entidade", "campo"]]', '["grupo", "entidade"]']],
    [`Você quis dizer '[["grupo", "entidade"]]'?`],
  ],
  [
    'a range that is no list of lists',
    [['schemas/operadora/joias/columns.json', /"ranges": .*/, '"ranges": ["inicio", "fim"]']],
    [`Você quis dizer '[["inicio", "fim"]]'?`],
  ],
  [
    'a permission that is written as the rules of groups are',
    [[`${bancos}/columns.json`, /"permission": \{[^}]*\}/, '"permission": "banco:list"']],
    ['Você quis dizer \'{ "subject": "banco" }\'?'],
  ],
  [
    'a permission that is a name alone',
    [[`${bancos}/columns.json`, /"permission": \{[^}]*\}/, '"permission": "banco"']],
    [`Você quis dizer '{ "subject": "banco" }'?`],
  ],
  ...['cidades', '/cidades', 'Cidade', 'schemas/localizacao/cidades'].map(
    (name) =>
      [
        `a relation to ${name}`,
        [[`${distritos}/schema.json`, '"entity": "cidade"', `"entity": "${name}"`]],
        ["Você quis dizer 'cidade'?"],
      ] as const,
  ),
  ...['capitulo_cid', 'Capítulo CID', 'capitulo-cid.json'].map(
    (name) =>
      [
        `the code list ${name}`,
        [['schemas/base/cids/schema.json', '"x-code-list": "capitulo-cid"', `"x-code-list": "${name}"`]],
        ["Você quis dizer 'capitulo-cid'?"],
      ] as const,
  ),
  ...(
    [
      ['a list of what is no entity', 'linha.remessa', "'linha' não é uma entidade com registros"],
      ['a list by a relation of another', 'remessa_pagamento_conta.conta', "aponta para 'conta_pagar', não para este"],
      ['a list by a name that is misspelt', 'remessa_pagamento_conta.remesa', "Você quis dizer 'remessa'?"],
      [
        'a list of what the record itself points at',
        'protocolo',
        'esperado uma entidade e uma relação dela, com um ponto',
      ],
      ['a list of rows of others', 'bordero_imposto_contas.conta', 'são linhas de outro registro'],
    ] as const
  ).map(
    ([name, relation, part]) =>
      [
        name,
        [
          [remessas, '"linhas": "remessa_pagamento_conta.remessa"', `"linhas": "${relation}"`],
          [remessas, '"when": "size(linhas) > 0",\n', ''],
          [remessas, /"message": "Inclua ao menos uma conta na remessa[^\n]*\n/, ''],
          [remessas, '"size(linhas)"', '1'],
          [remessas, /"sum\(linhas[^\n]*"/, '0.0'],
          [remessas, /"when": "!?linhas\.[^\n]*\n *"message": [^\n]*\n/g, ''],
        ],
        [part],
      ] as const,
  ),
  [
    'a list with the name of a field',
    [[remessas, /linhas/g, 'protocolo']],
    ["'protocolo' já é um nome deste registro; chame a lista de outro modo"],
  ],
  [
    'a list that nothing reads',
    [[remessas, '"linhas":', '"avisos": "remessa_pagamento_conta.remessa", "linhas":']],
    ["nenhuma transição lê a lista 'avisos'"],
  ],
  [
    'the present day as a default',
    [['schemas/base/feriados/schema.json', '"format": "date"', '"format": "date", "default": "today()"']],
    [`Você quis dizer '"x-begins-now": true'?`],
  ],
])('helps with %s', (_, changes, parts) => {
  const reports = issuesAfter(changes).map((issue) => reportIssue(issue, messages));
  const text = reports.map(({ message, hint }) => `${message} ${hint ?? ''}`).join('\n');
  expect(
    reports.map((report) => report.code),
    text,
  ).toHaveLength(1);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toMatch(/\^[^\s^]|um de \.|undefined/);
});

it('tells of a list of codes that is not there once, also where states and their transitions are said in it', () => {
  const folder = 'schemas/base/viaturas';
  const reports = issuesAfter([
    [
      `${folder}/schema.json`,
      '',
      '{ "title": "Viatura", "type": "object", "required": ["placa"], "properties": { "placa": { "title": "P", "type": "string", "x-unique": true }, "situacao": { "title": "S", "type": "string", "x-code-list": "situacao-viatura" } } }',
    ],
    [
      `${folder}/columns.json`,
      '',
      '{ "entity": "viatura", "path": "/viaturas", "title": "Viaturas", "icon": "car", "parent": "/base", "permission": { "subject": "viatura" }, "columns": ["placa", "situacao"], "sort": ["placa"], "states": { "field": "situacao", "initial": "ATIVA", "removable": ["ATIVA"], "transitions": [{ "name": "baixar", "title": "Baixar", "icon": "x", "from": ["ATIVA"], "to": "BAIXADA" }] } }',
    ],
  ]).map((issue) => reportIssue(issue, messages));
  expect(reports.map(({ code, message }) => [code, message])).toEqual([
    ['MODEL_CODE_LIST_MISSING', "A lista de códigos 'situacao-viatura' não existe."],
  ]);
});

it('says what a file is to say as it stands, where something else does not load', () => {
  const reports = issuesAfter([
    ['schemas/base/feriados/schema.json', '"format": "date"', '"format": "date", "default": "today()"'],
    inSite('"mask": "##"'),
  ]).map((issue) => reportIssue(issue, messages));
  expect(reports.map(({ code, hint }) => [code, hint?.split('?')[0]])).toEqual([
    ['LANGUAGE_KEY_UNKNOWN', "Você quis dizer 'x-mask'"],
    ['MODEL_DEFAULT_INVALID', `Você quis dizer '"x-begins-now": true'`],
  ]);
});

it('says how a number of reais is written, and where the cell is', () => {
  const folder = 'schemas/base/exames';
  const [issue] = issuesAfter([
    [
      `${folder}/schema.json`,
      '',
      '{ "title": "Exame", "type": "object", "required": ["codigo"], "properties": { "codigo": { "title": "C", "type": "string", "x-unique": true }, "preco": { "title": "P", "type": "number", "format": "money" } } }',
    ],
    [`${folder}/columns.json`, '', '{ "entity": "exame" }'],
    [`${folder}/data.csv`, '', 'codigo,preco\n"A,1","200,50"\n'],
  ]);
  const report = issue && reportIssue(issue, messages);
  expect(report?.message).toContain(
    "o valor é '200,50', esperado um valor em reais com ponto decimal, sem separador de milhar: 200.50",
  );
  expect([report?.file, report?.line, report?.column]).toEqual([`${folder}/data.csv`, 2, 7]);
});

it('says of a field that is given another type whose it is, without quotes in quotes', () => {
  const [issue, ...more] = issuesAfter([[recursos, '"valor": "valor_acatado"', '"valor": "numero"']]);
  const report = issue && reportIssue(issue, messages);
  expect(more).toEqual([]);
  expect(report?.message).toMatch(/^A expressão de '[a-z-]+\.effects' em 'conta_pagar_itens\.valor' tem um erro: /);
  expect(report?.hint).not.toContain('Você quis dizer');
});

it('what is meant in another shape is for somebody to write: --fix leaves it', () => {
  const file = 'schemas/administrativo/protocolos-documentos/columns.json';
  const text = sources.get(file)?.replace('"motivo_devolucao": null', '"motivo_devolucao": "Aguardando"') ?? '';
  const { files, fixed } = fixFiles(new Map([...sources, [file, text]]), catalogues);
  expect([fixed, files.get(file)]).toEqual([[], undefined]);
});
