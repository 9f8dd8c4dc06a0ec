/**
 * The onboarding report as one HTML file: nothing of it is fetched, it is read on the screen, light and dark, and on
 * paper. In: the report. Out: the text of the file.
 */
import type { Effect } from '../diff/change.ts';
import { effects } from '../diff/change.ts';
import type { Gathered } from '../diff/summarize.ts';
import {
  effectWords,
  gather,
  headingOf,
  isGrave,
  placeOf,
  schemaWords,
  sentenceOf,
  summarize,
  writePlace,
} from '../diff/summarize.ts';
import type { Client } from '../metadata/client.ts';
import type { Pictures, ScreenPictures } from './contract.ts';
import type { Found, OnboardReport } from './onboard-report.ts';
import { foundWords, noRules, rowsHeading } from './onboard-report.ts';
import { onboardStyle } from './onboard-style.ts';
import { noWidened, reachWords, rightsHeading } from './widened-rights.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const text = (value: string): string => value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const screenAnchor = (path: string): string => `tela${path.replaceAll('/', '-')}`;

/** Why the client differs there, in its own words. */
const reasonOf = (client: Client, { difference }: Gathered): string | undefined => {
  const [, part, name = '', field = ''] = (placeOf(difference)?.pointer ?? '').split('/');
  if (part === 'fields') return client.fields?.[name]?.[field]?.because;
  return part === 'screens' ? client.screens?.[name.replaceAll('~1', '/').replaceAll('~0', '~')]?.because : undefined;
};

const badge = (effect: Effect): string => `<b class="badge ${effect}">${text(effectWords[effect][0])}</b>`;

const changeItem = (client: Client, pictured: ReadonlySet<string>, gathered: Gathered): string => {
  const { difference, consequences } = gathered;
  const screens = difference.screens.map((path) =>
    pictured.has(path) ? `<a href="#${screenAnchor(path)}">${text(path)}</a>` : text(path),
  );
  const reason = reasonOf(client, gathered);
  const notes = [
    ...(screens.length === 0 ? [] : [`telas: ${screens.join(' ')}`]),
    ...(difference.schema === undefined ? [] : [`banco de dados: ${text(schemaWords[difference.schema])}`]),
    `<code>${text(writePlace(placeOf(difference)))}</code>`,
  ];
  return `<li>${badge(difference.effect)}<div>
<p>${text(sentenceOf(difference))}</p>
${reason === undefined ? '' : `<p class="reason">Por quê: ${text(reason)}</p>\n`}${
  consequences.length === 0
    ? ''
    : `<ul class="follows">${consequences.map((one) => `<li>por isso (${text(effectWords[one.effect][0])}): ${text(sentenceOf(one, 0))}</li>`).join('')}</ul>\n`
}<p class="note">${notes.join(' · ')}</p>
</div></li>`;
};

const changes = ({ client, compared: { differences } }: OnboardReport, pictured: ReadonlySet<string>): string => {
  const groups = Map.groupBy(gather(differences), ({ difference }) => headingOf(difference));
  if (groups.size === 0) return '<p>Nada muda para quem usa.</p>';
  return [...groups]
    .map(
      ([heading, gathered]) => `<article>
<h3>${text(heading)}</h3>
<ul class="changes">
${gathered.map((one) => changeItem(client, pictured, one)).join('\n')}
</ul>
</article>`,
    )
    .join('\n');
};

const rowsTable = (found: readonly Found[] | undefined): string => {
  if (found === undefined) return '<p>Os registros do banco não foram conferidos.</p>';
  if (found.length === 0) return `<p>Nada a conferir: ${noRules}.</p>`;
  const rows = found.map((one) => {
    const { entity, field, words } = one.rule;
    const refused = (one.rows?.count ?? 0) > 0;
    return `<tr${refused ? ' class="refused"' : ''}><td>${text(entity.title)}</td><td>${text(field.title)}<br><code>${text(`${entity.name}.${field.name}`)}</code></td><td>${text(words)}</td><td>${text(foundWords(one))}</td></tr>`;
  });
  return `<table>
<thead><tr><th scope="col">Cadastro</th><th scope="col">Campo</th><th scope="col">Regra nova</th><th scope="col">Registros</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
};

const rightsList = ({ rights }: OnboardReport): string =>
  rights.length === 0
    ? `<p>${sentence(noWidened)}</p>`
    : `<ul class="changes">
${rights
  .map((right) => {
    const reached = reachWords(right);
    const note = reached === '' ? '' : `<p class="note">${text(reached)}</p>`;
    return `<li>${badge('weakens')}<div><p>${text(right.words)}</p>${note}</div></li>`;
  })
  .join('\n')}
</ul>`;

const views = { list: 'lista', record: 'registro' } as const;
const absent = { list: 'Não há esta tela.', record: 'Não há registro a abrir.' } as const;

const image = (picture: Uint8Array | undefined, what: keyof typeof views, alt: string): string =>
  picture === undefined
    ? `<p class="absent">${absent[what]}</p>`
    : `<img alt="${text(alt)}" src="data:image/png;base64,${Buffer.from(picture).toString('base64')}">`;

const screenPictures = (client: Client, { path, title: written, pairs }: ScreenPictures): string => {
  const title = written.replaceAll('{cliente}', client.title);
  const figure = (side: string, picture: Uint8Array | undefined, what: keyof typeof views, how: string): string =>
    `<figure><figcaption>${text(side)}, ${views[what]}</figcaption>${image(picture, what, `${title}, ${views[what]}, ${how} os ajustes`)}</figure>`;
  return `<article class="screen" id="${screenAnchor(path)}">
<h3>${text(title)} <code>${text(path)}</code></h3>
${pairs
  .map(
    ({ what, before, after }) => `<div class="pair">
${figure('Base', before, what, 'sem')}
${figure(client.title, after, what, 'com')}
</div>`,
  )
  .join('\n')}
</article>`;
};

export const noBrowser =
  'Sem imagens: não há navegador nesta máquina. Elas pedem as dependências de desenvolvimento (npm ci) e, fora do Linux, o Chrome ou o Edge.';

const picturePart = (client: Client, pictures: Pictures | undefined): string => {
  if (pictures === undefined) return '<p>As imagens não foram pedidas.</p>';
  if (pictures.kind === 'no-browser') return `<p>${text(noBrowser)}</p>`;
  if (pictures.screens.length === 0) return '<p>Nenhuma tela muda.</p>';
  return pictures.screens.map((one) => screenPictures(client, one)).join('\n');
};

/** Numbers over the report: each kind of change, the gravest first, and the records that do not fit. */
const figures = ({ compared: { differences }, found }: OnboardReport): string => {
  const { effects: counts } = summarize(differences);
  const kinds = effects
    .toReversed()
    .map((effect) => [effect as string, counts[effect] ?? 0, effectWords[effect]] as const)
    .filter(([, count]) => count > 0);
  const refused = found?.reduce((sum, { rows }) => sum + (rows?.count ?? 0), 0) ?? 0;
  const all = [...kinds, ...(refused > 0 ? [['refused', refused, ['recusa', 'recusas']] as const] : [])];
  return all
    .map(
      ([kind, count, [one, many]]) =>
        `<div class="figure ${kind}"><dt>${count === 1 ? one : many}${kind === 'refused' ? ' de registros gravados' : ''}</dt><dd>${count.toLocaleString('pt-BR')}</dd></div>`,
    )
    .join('\n');
};

/** What protects less or is no longer there, told first. */
const graveList = ({ compared: { differences } }: OnboardReport): string => {
  const grave = gather(differences)
    .map(({ difference }) => difference)
    .filter(isGrave);
  if (grave.length === 0) return '<p>Nada se perde e nada protege menos.</p>';
  return `<ul class="changes">
${grave.map((one) => `<li>${badge(one.effect)}<div><p>${text(sentenceOf(one, 0))}</p></div></li>`).join('\n')}
</ul>`;
};

const section = (id: string, title: string, body: string): string =>
  `<section id="${id}">\n<h2>${text(title)}</h2>\n${body}\n</section>`;

/** The whole file. */
export const printHtml = (report: OnboardReport): string => {
  const { client, compared, found, pictures } = report;
  const pictured = new Set(pictures?.kind === 'taken' ? pictures.screens.map(({ path }) => path) : []);
  const parts = [
    ['atencao', 'O que se perde ou protege menos', graveList(report)],
    ['registros', rowsHeading, rowsTable(found)],
    ['direitos', rightsHeading, rightsList(report)],
    ['mudancas', 'O que muda, tela por tela', changes(report, pictured)],
    ['imagens', 'Antes e depois', picturePart(client, pictures)],
  ] as const;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${text(`Entrada de ${client.title}`)}</title>
<style>
${onboardStyle}</style>
</head>
<body>
<header>
<h1>Entrada de ${text(client.title)}</h1>
<p>O que <code>${text(compared.to)}</code> muda em relação ao que o cliente teria sem os ajustes desse arquivo.</p>
<dl>
${figures(report)}
</dl>
<nav>${parts.map(([id, title]) => `<a href="#${id}">${text(title)}</a>`).join(' ')}</nav>
</header>
<main>
${parts.map(([id, title, body]) => section(id, title, body)).join('\n')}
</main>
</body>
</html>
`;
};
