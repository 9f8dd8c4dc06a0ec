import { Refusal } from '../core/errors.ts';
import { openSqlParser } from '../metadata/parse-query.ts';
import { renameField } from '../model/rename/rename-field.ts';
import type { Command } from './contract.ts';

/** Lines that are not the same in both, as `- ` and `+ `: edits never add or take lines away but at the end of a list. */
const difference = (file: string, before: string | undefined, after: string): readonly string[] => {
  const [old, now] = [(before ?? '').split('\n'), after.split('\n')];
  const kept = new Set(old);
  if (old.length !== now.length)
    return now.flatMap((line, index) => (kept.has(line) ? [] : [`${file}:${index + 1}`, `  + ${line.trim()}`]));
  return now.flatMap((line, index) =>
    line === old[index] ? [] : [`${file}:${index + 1}`, `  - ${old[index]?.trim()}`, `  + ${line.trim()}`],
  );
};

/** The version by which the former name ends: that of the product, or the one that was asked for. */
const versionOf = (asked: string | boolean | undefined, version: string): string => {
  if (typeof asked !== 'string') return version;
  if (!/^\d+\.\d+(\.\d+)?$/.test(asked))
    throw new Refusal('COMMAND_ARGUMENT', { argument: asked, problem: 'não é uma versão do produto: 1.4' });
  return asked;
};

/** Gives a field another name in every file, and tells the databases of it. */
export const rename: Command = {
  name: 'rename',
  usage: '<entidade>.<campo> <novo nome> [--since VERSÃO] [--why MOTIVO] [--dry]',
  summary: 'muda o nome de um campo em todos os arquivos, e declara a mudança para os bancos',
  help: `Muda o nome onde quer que os arquivos de schemas/ e clients/ o digam: schema.json e as suas expressões, columns.json e
search.json de todas as telas, rótulos de relações, query.sql, data.csv, clientes. O resto de cada arquivo fica como está. A
prova é o compilador: os arquivos novos têm de dizer o mesmo que os antigos, a não ser pelo nome; se não for assim, nenhum
arquivo é tocado. Linhas que um cadastro tem são <cadastro>_<lista>, e as de um arquivo de schemas/parts mudam em todos.

A mudança fica em schemas/changes.json; 'plan' mostra a coluna que muda de nome em cada banco, com valores e histórico
mantidos, e os direitos dos grupos sobre o campo vão junto. A API e as visões que as pessoas guardaram seguem entendendo o
nome antigo enquanto a mudança estiver nesse arquivo, até a próxima versão menor depois de 'since' (1.4: em toda 1.4.x); cada
resposta a um nome antigo o diz em Deprecation. Não muda o código em src/ que diga o nome (rode os testes).

  --since X   a versão em que a mudança sai (padrão: a do produto, em package.json)
  --why X     o motivo que fica em schemas/changes.json (padrão: Mudança de nome.)
  --dry       só mostra, sem gravar

Exemplo:
  npm run -s fichario -- rename banco.nome denominacao`,
  options: { since: { type: 'string' }, why: { type: 'string' }, dry: { type: 'boolean' } },
  positionals: { least: 2, most: 2 },
  run: async ({ values, positionals }, project) => {
    const [target = '', to = ''] = positionals;
    const [entity = '', field = '', ...more] = target.split('.');
    const since = versionOf(values['since'], project.catalogues.version);
    if (field === '' || more.length > 0)
      throw new Refusal('COMMAND_ARGUMENT', { argument: target, problem: 'é <entidade>.<campo>' });
    const sources = await project.read();
    // Queries are read once more as they will be.
    await openSqlParser();
    const why = typeof values['why'] === 'string' ? values['why'] : 'Mudança de nome.';
    const changed = renameField(sources, project.catalogues, { entity, field, to, since, why });
    if (values['dry'] !== true) await project.write(changed);
    const lines = [...changed].toSorted().flatMap(([file, text]) => difference(file, sources.get(file), text));
    const count = `${changed.size} ${changed.size === 1 ? 'arquivo' : 'arquivos'}`;
    const end =
      values['dry'] === true
        ? `${count} mudariam; nenhum foi gravado.`
        : `${count}. Agora: npm run -s fichario -- plan`;
    return { text: [...lines, end].join('\n'), exitCode: 0 };
  },
};
