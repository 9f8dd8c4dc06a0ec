import type { Command } from './contract.ts';
import { draftRegistry, refuseFile } from './draft-registry.ts';
import { newAsJson, tellNew } from './new-report.ts';
import { showScreen } from './show-screen.ts';

/** A new registry, out of a spreadsheet or of answers. Writes nothing that `validate` would refuse, and over nothing. */
export const newRegistry: Command = {
  name: 'new',
  usage:
    '[<arquivo.csv|arquivo.xlsx>] [--module X] [--title X] [--path /x] [--entity x] [--parent /x] [--dry-run] [--json]',
  summary: 'faz um cadastro a partir de uma planilha, ou de perguntas: campos, tipos, chave, listas, relações e linhas',
  help: `Lê um CSV (vírgula, ponto e vírgula ou tabulação; UTF-8 ou o que o Excel grava no Windows) ou a primeira planilha de um
XLSX e propõe o cadastro: nomes, tipos, tamanhos, máscaras, documentos com dígito verificador, campos obrigatórios, chave
natural, listas de códigos e relações com cadastros que já existem, por seus valores. Mostra de cada coisa a evidência e a
confiança, grava schema.json, columns.json, search.json e data.csv e mostra a lista e o formulário, com o endereço da
tela. Só grava o que validate aceita, e nunca por cima do que existe. Sem arquivo, pergunta os campos; em um terminal, pergunta também o que faltar.

  --module X   pasta de schemas/ em que o cadastro fica; uma nova ganha seu grupo no menu
  --title X    título de um registro, no singular: Contrato (padrão: pelo nome do arquivo)
  --path /x    rota e pasta: /contratos (padrão: pelo nome do arquivo ou pelo título)
  --entity x   nome da tabela: contrato (padrão: pelo título)
  --parent /x  entrada do menu acima da tela (padrão: o grupo do módulo)
  --dry-run    mostra e não grava
  --json       a proposta e os arquivos em JSON

Exemplos:
  npm run -s fichario -- new contratos.csv --module contrato --title Contrato --dry-run
  npm run -s fichario -- new "Rede credenciada.xlsx" --module pessoa --title "Prestador da rede" --path /rede`,
  options: {
    module: { type: 'string' },
    title: { type: 'string' },
    path: { type: 'string' },
    entity: { type: 'string' },
    parent: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: { least: 0, most: 1 },
  run: async ({ values, positionals }, project) => {
    const { desk } = project;
    if (desk === undefined) throw new Error('this project has no desk to begin something at');
    const [file] = positionals;
    if (file === undefined && desk.ask === undefined)
      throw refuseFile('<arquivo>', 'falta, e sem um terminal não há a quem perguntar os campos');
    // A file that cannot be read is said before anything is asked.
    const bytes = file === undefined ? undefined : await desk.readFile(file);
    if (file !== undefined && bytes === undefined) throw refuseFile(file, 'o arquivo não existe ou não pode ser lido');
    const drafted = await draftRegistry(project, {
      values,
      sheet: file === undefined || bytes === undefined ? undefined : { name: file, bytes },
      timeZone: desk.timeZone,
      ask: desk.ask,
    });
    const { proposal, place, files, said, problems, refused, notes } = drafted;
    const dry = values['dry-run'] === true;
    const told = { source: said, proposal, place, files: [...files.keys()], address: desk.address };
    if (refused) {
      const lines = [...problems, 'Nada foi gravado: validate recusaria os arquivos pelos erros acima.'];
      return { text: lines.join('\n'), exitCode: 1 };
    }
    const existing = dry ? [] : await desk.create(files);
    const [taken] = existing;
    if (taken !== undefined) throw refuseFile(taken, 'já existe; nada foi gravado');
    const report = { ...told, notes: [...notes, ...problems], written: !dry };
    if (values.json === true) return { text: newAsJson(report), exitCode: 0 };
    const { module, folder } = place;
    const sources = new Map([...(await project.read()), ...files]);
    const screen = showScreen(sources, project, { module, folder, timeZone: desk.timeZone });
    return { text: tellNew({ ...report, screen }), exitCode: 0 };
  },
};
