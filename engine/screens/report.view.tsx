import { ModelledScreen } from '../ui/list/modelled-screen.tsx';
import { ReportPage } from '../ui/report/report-page.tsx';
import type { ScreenViewProps } from './contract.ts';

const ReportView = ({ entry }: ScreenViewProps) => (
  <ModelledScreen path={entry.path} draw={(model) => <ReportPage key={model.screen.path} model={model} />} />
);

export default ReportView;
