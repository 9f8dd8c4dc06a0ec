import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { compileProject } from './compile-project.ts';
import type { Command } from './contract.ts';

/** A title inside Mermaid: quotes would end it. */
const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

const keyOf = (entity: Entity, field: Field): string => {
  if (field.relation !== undefined) return ' FK';
  return field.unique || entity.naturalKey.includes(field.name) ? ' UK' : '';
};

const describeEntity = (entity: Entity): readonly string[] => [
  `  ${entity.name}[${quoted(entity.title)}] {`,
  ...entity.fields
    .filter(({ visible }) => visible)
    .map((field) => `    ${field.type} ${field.name}${keyOf(entity, field)} ${quoted(field.title)}`),
  '  }',
];

/** Rows belong to their record; any other relation is optional or not by the field. */
const describeRelations = (entity: Entity): readonly string[] =>
  entity.fields.flatMap(({ name, title, relation, required }) => {
    if (relation === undefined) return [];
    if (name === entity.owner?.relation) return [`  ${relation.entity} ||--o{ ${entity.name} : ${quoted('contém')}`];
    return [`  ${relation.entity} ${required ? '||' : '|o'}--o{ ${entity.name} : ${quoted(title)}`];
  });

const draw = (model: Model, module: string): string => {
  const entities = Object.values(model.entities).filter((entity) => entity.module === module);
  return ['erDiagram', ...entities.flatMap(describeEntity), ...entities.flatMap(describeRelations)].join('\n');
};

/** The records of a module and their relations, as a diagram. */
export const model: Command = {
  name: 'model',
  usage: '[módulo] [--client X]',
  summary: 'desenha os cadastros de um módulo e as suas relações',
  help: `Sem módulo, lista os que há. Com ele, escreve um diagrama de entidades e relações em Mermaid, que editores e
repositórios desenham; na aplicação, o mesmo diagrama está em /ajuda.

  --client X   os campos e cadastros que o cliente X tem

Exemplo:
  npm run -s fichario -- model base > base.mmd`,
  options: { client: { type: 'string' } },
  positionals: { least: 0, most: 1 },
  run: async ({ values, positionals: [module] }, project) => {
    const client = typeof values.client === 'string' ? values.client : undefined;
    const compiled = (await compileProject(project, client)).model;
    const modules = [...new Set(Object.values(compiled.entities).map((entity) => entity.module))].sort();
    if (module === undefined) return { text: modules.join('\n'), exitCode: 0 };
    if (!modules.includes(module))
      throw new Refusal(
        'COMMAND_MODULE_UNKNOWN',
        { module, known: modules.join(', ') },
        { suggestion: nearest(module, modules) },
      );
    return { text: draw(compiled, module), exitCode: 0 };
  },
};
