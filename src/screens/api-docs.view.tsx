import { Button } from '@mantine/core';
import { Download, FileJson } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../engine/ui/runtime/use-waiting.ts';
import classes from './api-docs.module.css';
import type { ApiDocument, Resource } from './api-docs-model.ts';
import { operationsOf, resourcesOf } from './api-docs-model.ts';
import { OperationCard } from './api-docs-operation.tsx';
import { useApiDocumentQuery } from './api-docs-store.ts';
import { ProseText } from './api-docs-text.tsx';
import { ReferencePage } from './reference/reference-page.tsx';

/** Saves the document as a file: it was asked for with the token, which a plain link would not carry. */
const save = (document: ApiDocument): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }));
  const link = globalThis.document.createElement('a');
  link.href = address;
  link.download = 'openapi.json';
  link.click();
  URL.revokeObjectURL(address);
};

const Overview = ({ document }: { readonly document: ApiDocument }) => {
  const texts = useTexts();
  const base = new URL(document.servers[0]?.url ?? '/api', globalThis.location.origin).href;
  return (
    <>
      <h1>{document.info.title}</h1>
      <p className={classes.path}>
        <code>{base}</code> {texts('apiDocs.version', { version: document.info.version })}
      </p>
      <ProseText text={document.info.description} />
      <Button variant="default" leftSection={<Download size={14} aria-hidden />} onClick={() => save(document)}>
        {texts('apiDocs.download')}
      </Button>
    </>
  );
};

const ResourcePart = ({ document, resource }: { readonly document: ApiDocument; readonly resource: Resource }) => (
  <>
    <h1>{resource.title}</h1>
    <p className={classes.path}>
      <code>{resource.path}</code> {resource.tag}
    </p>
    {resource.description !== undefined && <ProseText text={resource.description} />}
    <ul className={classes.operations}>
      {operationsOf(document, resource).map((operation, index) => (
        <OperationCard key={operation.operationId} document={document} operation={operation} opened={index === 0} />
      ))}
    </ul>
  </>
);

const queryOf = (path: string): string => `?r=${encodeURIComponent(path)}`;

/** The API as this person may use it, drawn from its own description; the resource shown is in the address. */
export const ApiDocsPage = () => {
  const texts = useTexts();
  const { data, isFetching, refetch } = useApiDocumentQuery();
  const [search] = useSearchParams();
  useWaiting(isFetching && data === undefined);
  const resources = useMemo(() => (data ? resourcesOf(data) : []), [data]);
  if (data === undefined) {
    if (isFetching) return null;
    return (
      <EmptyState
        level={1}
        icon={FileJson}
        title={texts('apiDocs.failed')}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {texts('action.retry')}
          </Button>
        }
      />
    );
  }
  const chosen = resources.find(({ path }) => path === search.get('r'));
  return (
    <ReferencePage
      title={texts('apiDocs.title')}
      items={resources.map(({ path, title, tag }) => ({ to: queryOf(path), title, note: path, group: tag }))}
      chosen={chosen && queryOf(chosen.path)}
      label={texts('apiDocs.resources')}
      filter={texts('apiDocs.filter')}
      none={texts('apiDocs.none')}
    >
      {chosen ? <ResourcePart document={data} resource={chosen} /> : <Overview document={data} />}
    </ReferencePage>
  );
};
