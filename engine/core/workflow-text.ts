/** Text within a workflow command of GitHub. */
export const workflowText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The same in a property of the command, before its text. */
export const workflowValue = (text: string): string => workflowText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
