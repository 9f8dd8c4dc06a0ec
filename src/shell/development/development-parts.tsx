import { FileProblems } from './file-problems.tsx';

/** Loaded in development alone, hence the default export. */
const DevelopmentParts = () => <FileProblems />;

export default DevelopmentParts;
