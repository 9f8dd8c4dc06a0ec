import type { ReactNode } from 'react';
import classes from './reference/reference-page.module.css';

/** Every second part stood between the marks; a text never changes the order of its parts. */
const parts = (text: string, mark: string, inside: (part: string, key: number) => ReactNode, outside = inside) =>
  text.split(mark).map((part, index) => (index % 2 === 1 ? inside(part, index) : outside(part, index)));

const Weighed = ({ text }: { readonly text: string }) =>
  parts(
    text,
    '**',
    (part, key) => <b key={key}>{part}</b>,
    (part) => part,
  );

/** A line of the document, with what stands between backticks as code, and between two stars with weight. */
export const InlineText = ({ text }: { readonly text: string }) =>
  parts(
    text,
    '`',
    (part, key) => <code key={key}>{part}</code>,
    (part, key) => <Weighed key={key} text={part} />,
  );

/** The paragraphs and lists that descriptions of the document are written in. */
export const ProseText = ({ text }: { readonly text: string }) => (
  <div className={classes.prose}>
    {text.split('\n\n').map((block) =>
      block.startsWith('- ') ? (
        <ul key={block}>
          {block.split('\n').map((line) => (
            <li key={line}>
              <InlineText text={line.slice(2)} />
            </li>
          ))}
        </ul>
      ) : (
        <p key={block}>
          <InlineText text={block} />
        </p>
      ),
    )}
  </div>
);
