import { Refusal } from '../core/errors.ts';
import { anyName, isLost, lostName } from '../core/faults.ts';
import { toPointer } from '../core/json.ts';
import type { Origin } from '../core/origin.ts';
import { createExplainer } from '../model/explain.ts';
import type { Explanation } from '../model/types.ts';
import type { CompiledProject } from './compile-project.ts';
import { readProject, refuseFiles } from './compile-project.ts';
import type { Command } from './contract.ts';
import { explainPerson } from './explain-person.ts';

const write = (value: unknown): string => (value === undefined ? '(nada)' : JSON.stringify(value));

const position = ({ file, line, column }: Origin): string => `${file}:${line}:${column}`;

const place = ({ origin, rule }: Pick<Explanation, 'origin' | 'rule'>): string =>
  origin === undefined ? `regra: ${rule ?? ''}` : position(origin);

/** As many places as a person reads; of the others how many they are. */
const mostInputs = 6;
const inputLines = (inputs: readonly Origin[]): readonly string[] => {
  const fitting = inputs.length <= mostInputs ? inputs : inputs.slice(0, mostInputs - 1);
  return [
    ...fitting.map((input) => `    de: ${position(input)}`),
    ...(fitting.length === inputs.length ? [] : [`    de: mais ${inputs.length - fitting.length} lugares, com --json`]),
  ];
};

const asText = (explanation: Explanation): string =>
  [
    `${explanation.target} = ${write(explanation.value)}`,
    `    ${place(explanation)}`,
    ...inputLines(explanation.inputs),
    ...(explanation.because === undefined ? [] : [`    porque: ${explanation.because}`]),
    ...explanation.lost.map((layer) => `    perdeu: ${write(layer.value)}, ${place(layer)}`),
  ].join('\n');

/** The place of a field, where the target is one: all that is written in it counts. */
const fieldPlace = ({ files }: CompiledProject, target: string): Place[] => {
  const [entity, field] = target.split('.');
  const record = files.screens.find((screen) => screen.record && screen.registry.value.entity === entity)?.record;
  if (field === undefined || record === undefined || !Object.hasOwn(record.value.properties, field)) return [];
  return [record.origin(toPointer(['properties', field]))];
};

type Place = Pick<Origin, 'file' | 'pointer'>;
const holds = (outer: Place, inner: Place): boolean =>
  outer.pointer !== '' && (inner.pointer === outer.pointer || inner.pointer.startsWith(`${outer.pointer}/`));
const touches = (error: Place, place: Place): boolean =>
  error.file === place.file && (holds(error, place) || holds(place, error));

/** Whether a fault may hide what the target names. */
const isHidden = ({ files }: CompiledProject, target: string): boolean => {
  const [first = '', field = ''] = target.split('.');
  const { lost } = files.faults;
  return (
    isLost(lost, 'entity', first) ||
    isLost(lost, 'screen', first) ||
    (first === 'flags' && isLost(lost, 'flag', anyName)) ||
    lost.has(lostName('field', first, field)) ||
    lost.has(lostName('field', first, anyName))
  );
};

/**
 * The explanation, although some file may have errors: they count only where they touch what is asked. Raises
 * COMMAND_FILES_INVALID with those that do.
 */
const explainSound = (compiled: CompiledProject, target: string): readonly Explanation[] => {
  const { files, model, errors } = compiled;
  let found: readonly Explanation[];
  try {
    found = createExplainer(files, model).explain(target);
  } catch (thrown) {
    const faulty = errors.filter((error) => files.faults.places.has(error.origin.file) || error.origin.pointer === '');
    throw isHidden(compiled, target) && faulty.length > 0 ? refuseFiles(faulty) : thrown;
  }
  const places = [
    ...fieldPlace(compiled, target),
    ...found.flatMap(({ origin, lost }) => [origin, ...lost.map((layer) => layer.origin)]),
  ].filter((place) => place !== undefined);
  const inTheWay = errors.filter((error) => places.some((place) => touches(error.origin, place)));
  if (inTheWay.length > 0) throw refuseFiles(inTheWay);
  return found;
};

/** Who set a value: file, line and column, and the layers that lost; with `--user`, which rule decides what a person sees. */
export const explain: Command = {
  name: 'explain',
  usage: '<entidade>.<campo>[.<propriedade>] [<id>] [--client X] [--user LOGIN] [--json]',
  summary: 'diz que arquivo, linha e coluna definiram um valor, ou que regra decide o que uma pessoa vê',
  help: `O alvo é uma entidade, um campo ou uma propriedade dele; uma tela, pelo nome da pasta; uma opção de
configuração, com flags. na frente; ou o próprio cliente, com client na frente e o caminho no arquivo dele. Sem
--client vale a base. Um valor que nenhum arquivo define traz a regra que o derivou; com 'de:' vêm os lugares dos
arquivos que essa regra leu, até seis, e depois quantos mais. Erros em outros pontos dos arquivos não impedem a
resposta.

Com --user o alvo é uma tela (pela pasta ou pela rota) ou um campo, e a resposta diz por que a pessoa vê ou não vê a
tela, o registro do id e o campo, com os direitos gravados no banco de DATABASE_URL ou, sem ele, de DATA_FOLDER. Sem
--client vale o cliente da instalação.

  --client X   a base com o arquivo clients/X.json por cima
  --user L     os direitos da pessoa de login L
  --json       uma lista JSON de {target, value, origin, rule, inputs, lost}, com todos os lugares em inputs; com
               --user, a resposta de /api/acesso/por-que

Exemplos:
  npm run -s fichario -- explain distrito.codigo --client copass
  npm run -s fichario -- explain distrito.codigo.label --client copass
  npm run -s fichario -- explain bancos.columns --client nuclep
  npm run -s fichario -- explain flags.beneficiario.cartao --client copass
  npm run -s fichario -- explain client.defaults.uf --client copass
  npm run -s fichario -- explain --user auditor intercambio.chave_pix 12`,
  options: { client: { type: 'string' }, user: { type: 'string' }, json: { type: 'boolean' } },
  positionals: { least: 1, most: 2 },
  run: async ({ values, positionals }, project) => {
    const client = typeof values.client === 'string' ? values.client : undefined;
    if (typeof values.user === 'string') {
      const { answer, text } = await explainPerson(project, values.user, client, positionals);
      return { text: values.json === true ? JSON.stringify(answer, null, 2) : text, exitCode: 0 };
    }
    const [target = '', id] = positionals;
    if (id !== undefined)
      throw new Refusal('COMMAND_ARGUMENT', { argument: id, problem: 'o id de um registro só vai com --user' });
    const found = explainSound(await readProject(project, client), target);
    return { text: values.json === true ? JSON.stringify(found, null, 2) : found.map(asText).join('\n'), exitCode: 0 };
  },
};
