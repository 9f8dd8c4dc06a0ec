import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import classes from './api-docs.module.css';
import { CodeBlock } from './api-docs-code.tsx';
import { ColumnsTable } from './api-docs-columns.tsx';
import type { ApiDocument, Operation } from './api-docs-model.ts';
import { answeredColumns, curlOf, fetchOf, sentColumns } from './api-docs-model.ts';
import { RunOperation } from './api-docs-run.tsx';
import { InlineText } from './api-docs-text.tsx';
import layout from './reference/reference-page.module.css';
import { ReferenceTable } from './reference/reference-table.tsx';

const Parameters = ({ operation }: { readonly operation: Operation }) => {
  const texts = useTexts();
  if (operation.parameters.length === 0) return null;
  return (
    <ReferenceTable
      title={texts('apiDocs.parameters')}
      heads={['name', 'place', 'required', 'meaning'].map((name) => texts(`apiDocs.${name}`))}
    >
      {operation.parameters.map((one) => (
        <tr key={`${one.in} ${one.name}`}>
          <th scope="row">
            <code>{one.name}</code>
          </th>
          <td data-label={texts('apiDocs.place')}>{texts(`apiDocs.places.${one.in}`)}</td>
          <td data-label={texts('apiDocs.required')}>{texts(one.required === true ? 'apiDocs.yes' : 'apiDocs.no')}</td>
          <td>
            <InlineText text={one.description ?? ''} />
          </td>
        </tr>
      ))}
    </ReferenceTable>
  );
};

const Responses = ({ operation }: { readonly operation: Operation }) => {
  const texts = useTexts();
  return (
    <section className={layout.block}>
      <h4>{texts('apiDocs.responses')}</h4>
      <dl className={classes.responses}>
        {operation.responses.map(({ status, description, types }) => (
          <div key={status}>
            <dt data-good={status < '4' || undefined}>{status}</dt>
            <dd>
              <InlineText text={description} />
              {types.length > 0 && <span className={classes.types}>{types.join(', ')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

interface Props {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly opened: boolean;
}

/** One operation, folded to its first line. What is folded is not drawn. */
export const OperationCard = ({ document, operation, opened }: Props) => {
  const texts = useTexts();
  const [open, setOpen] = useState(opened);
  const base = document.servers[0]?.url ?? '/api';
  const absolute = new URL(base, globalThis.location.origin).href;
  const body = `operation-${operation.operationId}`;
  return (
    <li className={classes.operation} data-open={open || undefined}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
          <ChevronRight size={14} aria-hidden />
          <span className={classes.method} data-method={operation.method}>
            {operation.method.toUpperCase()}
          </span>
          <code>{operation.path}</code>
          <span className={classes.summary}>{operation.summary}</span>
        </button>
      </h3>
      {open && (
        <div id={body} className={classes.details}>
          <p>
            <InlineText text={operation.description} />
          </p>
          {operation.method === 'get' && <RunOperation operation={operation} base={base} />}
          <div className={classes.examples}>
            <CodeBlock title={texts('apiDocs.curl')} text={curlOf(operation, absolute)} />
            <CodeBlock title={texts('apiDocs.javascript')} text={fetchOf(operation, absolute)} />
          </div>
          <ColumnsTable title={texts('apiDocs.sent')} columns={sentColumns(document, operation)} sent />
          {operation.method === 'get' && (
            <ColumnsTable
              title={texts('apiDocs.columns')}
              columns={answeredColumns(document, operation)}
              sent={false}
            />
          )}
          <Parameters operation={operation} />
          <Responses operation={operation} />
        </div>
      )}
    </li>
  );
};
