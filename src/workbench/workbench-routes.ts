/**
 * The calls of the workbench, below /bancada, where the product runs for development. Every one asks for the right to
 * model; what they read and write are the files of `schemas` and `clients` alone.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { Check } from 'typebox/value';
import type { Access } from '../../engine/access/access.ts';
import { requireRight } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { fixFiles } from '../../engine/commands/fix-files.ts';
import { dialectSection } from '../../engine/contract/dialect/dialect-page.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import type { ReferenceSection } from '../../engine/metadata/reference.ts';
import { languageSections } from '../../engine/metadata/reference-page.ts';
import { catalogues } from '../catalogues.ts';
import type { DraftChecker } from './check-drafts.ts';
import { withDrafts } from './check-drafts.ts';
import { complete, explainPlace } from './complete.ts';
import { draftNew } from './draft-new.ts';
import { modellingRight } from './modelling-right.ts';
import type { Previews } from './preview.ts';
import { checkPath, readText, tagOf, writeFiles } from './project-files.ts';
import type {
  Checked,
  Drafts,
  FileContent,
  FileTree,
  Hint,
  Mended,
  NewRegistry,
  Preview,
  Suggestion,
} from './workbench.ts';

const drafts = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]));
const ofPlace = Type.Object({ drafts, path: Type.String(), offset: Type.Integer({ minimum: 0 }) });
const asked = {
  check: Type.Object({ drafts }),
  place: ofPlace,
  preview: Type.Object({
    drafts,
    client: Type.String(),
    login: Type.Union([Type.String(), Type.Null()]),
    path: Type.Union([Type.String(), Type.Null()]),
  }),
  new: Type.Object({
    drafts,
    title: Type.String(),
    module: Type.String(),
    sheet: Type.Union([Type.Object({ name: Type.String(), base64: Type.String() }), Type.Null()]),
  }),
  save: Type.Object({
    changes: Type.Record(
      Type.String(),
      Type.Object({ text: Type.Union([Type.String(), Type.Null()]), tag: Type.Union([Type.String(), Type.Null()]) }),
    ),
  }),
};

const bodyOf = <Schema extends TSchema>(request: FastifyRequest, schema: Schema): Static<Schema> => {
  const { body } = request;
  if (!Check(schema, body)) throw new Refusal('REQUEST_BODY_INVALID', { problem: 'não tem a forma desta chamada' });
  return body as Static<Schema>;
};

const config = { undescribed: 'answers where the product runs for development alone' };

export interface WorkbenchParts {
  readonly root: string;
  /** The files, as the product reads them. */
  readonly read: () => Promise<SourceFiles>;
  readonly checker: DraftChecker;
  readonly previews: Previews;
}

/** Drafts are of files that the product reads. Raises WORKBENCH_FILE_REFUSED. */
const checkDrafts = (given: Drafts): Drafts => {
  for (const path of Object.keys(given)) checkPath(path);
  return given;
};

export const workbenchRoutes =
  ({ root, read, checker, previews }: WorkbenchParts) =>
  (app: FastifyInstance, runtime: Runtime): void => {
    const enter = async (request: FastifyRequest): Promise<Access> => {
      const { access } = await authenticate(runtime, request);
      requireRight(access, { right: modellingRight });
      return access;
    };

    app.get('/bancada/arquivos', { config }, async (request): Promise<FileTree> => {
      await enter(request);
      const sources = await read();
      return {
        files: [...sources].map(([path, text]) => ({ path, tag: tagOf(text) })),
        clients: checker.load(sources).clients.map(({ name, value }) => ({ name, title: value.title })),
        client: runtime.current.model.client?.name ?? '',
      };
    });

    app.get('/bancada/linguagem', { config }, async (request): Promise<readonly ReferenceSection[]> => {
      await enter(request);
      return [...languageSections(await read()), dialectSection];
    });

    app.get('/bancada/arquivo', { config }, async (request): Promise<FileContent> => {
      await enter(request);
      const { caminho } = request.query as { caminho?: unknown };
      const path = typeof caminho === 'string' ? caminho : '';
      checkPath(path);
      const text = await readText(root, path);
      if (text === null) throw new Refusal('WORKBENCH_FILE_MISSING', { file: path });
      return { path, tag: tagOf(text), text };
    });

    app.put('/bancada/arquivos', { config }, async (request) => {
      await enter(request);
      return { files: await writeFiles(root, bodyOf(request, asked.save).changes) };
    });

    app.post('/bancada/conferencia', { config }, async (request): Promise<Checked> => {
      await enter(request);
      return checker.check(withDrafts(await read(), checkDrafts(bodyOf(request, asked.check).drafts)));
    });

    app.post('/bancada/consertos', { config }, async (request): Promise<Mended> => {
      await enter(request);
      const sources = withDrafts(await read(), checkDrafts(bodyOf(request, asked.check).drafts));
      const { files, fixed, noted } = fixFiles(sources, catalogues, checker.load);
      return { files: Object.fromEntries(files), count: fixed.length + noted };
    });

    app.post('/bancada/sugestoes', { config }, async (request): Promise<readonly Suggestion[]> => {
      await enter(request);
      const { drafts: given, path, offset } = bodyOf(request, asked.place);
      const sources = withDrafts(await read(), checkDrafts(given));
      const files = [sources, await read()].map(checker.load);
      return complete(path, sources.get(path) ?? '', offset, files);
    });

    app.post('/bancada/ajuda', { config }, async (request): Promise<{ readonly hint: Hint | null }> => {
      await enter(request);
      const { drafts: given, path, offset } = bodyOf(request, asked.place);
      const sources = withDrafts(await read(), checkDrafts(given));
      return { hint: await explainPlace(path, sources.get(path) ?? '', offset) };
    });

    app.post('/bancada/novo', { config }, async (request): Promise<NewRegistry> => {
      await enter(request);
      const { drafts: given, title, module, sheet } = bodyOf(request, asked.new);
      const bytes = sheet && { name: sheet.name, bytes: Buffer.from(sheet.base64, 'base64') };
      const { timeZone } = runtime;
      return draftNew(withDrafts(await read(), checkDrafts(given)), {
        title,
        module,
        sheet: bytes ?? undefined,
        timeZone,
      });
    });

    app.post('/bancada/previa', { config }, async (request): Promise<Preview> => {
      const access = await enter(request);
      const { drafts: given, client, login, path } = bodyOf(request, asked.preview);
      const sources = withDrafts(await read(), checkDrafts(given));
      const person = login ?? access.login;
      const grants = await runtime.sessions.grantsOf(person);
      if (grants === undefined) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
      return previews.show({ sources, client, login: person, grants, path: path ?? undefined });
    });
  };
