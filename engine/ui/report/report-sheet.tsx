import { formatMoment } from '../../fields/date-text.ts';
import { ChipText } from '../list/filter-chips.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { Report } from '../runtime/use-report.ts';
import { extentOf } from '../runtime/use-report.ts';
import { useMenuQuery } from '../store/api.ts';
import { useAppSelector } from '../store/hooks.ts';
import type { ReportAnswer } from '../store/report-api.ts';
import { ReportTable } from './report-table.tsx';

interface Props {
  readonly report: Report;
  readonly answer: ReportAnswer;
  /** Of its title: on paper it is the first. */
  readonly heading: 'h1' | 'h2';
}

/** Who made it and when, and of what: so that a sheet says by itself what it is. */
const Head = ({ report, heading: Heading }: Omit<Props, 'answer'>) => {
  const texts = useTexts();
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const client = useAppSelector((state) => state.session.client?.title);
  const { data: menu } = useMenuQuery();
  const { chips, query, count, at } = report;
  const name = menu?.caller?.label;
  const moment = at === undefined ? '' : formatMoment(new Date(at).toISOString(), timeZone);
  return (
    <div data-part="head">
      <div>
        <Heading>{model.screen.title}</Heading>
        {client !== undefined && <p data-part="client">{client}</p>}
      </div>
      <p data-part="made">
        {texts(name === undefined ? 'report.made' : 'report.made.by', { moment, name: name ?? '' })}
        {count !== undefined && <br />}
        {count !== undefined && texts.count('report.rows', count)}
      </p>
      {(chips.length > 0 || query.q !== '') && (
        <ul>
          {query.q !== '' && <li>{texts('print.words', { words: query.q })}</li>}
          {chips.map((chip) => (
            <li key={chip.id}>
              <span data-part="label">{chip.label}:</span> <ChipText chip={chip} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** The report as it is read and printed. */
export const ReportSheet = ({ report, answer, heading }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { shown, all } = extentOf(model, answer);
  const counts = { shown: formatCount(shown), count: formatCount(all) };
  return (
    <>
      <Head report={report} heading={heading} />
      {shown < all && (
        <p data-part="cut">
          {texts(model.report?.rows === true ? 'report.first.rows' : 'report.first.groups', counts)}
        </p>
      )}
      <ReportTable answer={answer} left={all - shown} />
    </>
  );
};
