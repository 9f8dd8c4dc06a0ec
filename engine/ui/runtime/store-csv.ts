/** Has the browser store the parts as one CSV file under the name, where downloads go. */
export const storeCsv = (name: string, parts: readonly BlobPart[]): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the file once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
