import classes from './reference/reference-page.module.css';

/** A line of the document, with what stands between backticks as code. */
export const InlineText = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, index) =>
    // Every second part stood between backticks; a text never changes the order of its parts.
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
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
