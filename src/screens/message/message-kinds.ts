/** What /mensagem-sucesso may say. The address names a kind and never brings a text: nobody can make the page say another. */

export const messageKinds = ['operacao', 'atualizacao-cadastral', 'manifestacao', 'solicitacao'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The kind named; the general one where the address names none, or none that there is. */
export const messageKind = (named: string | null): MessageKind =>
  messageKinds.find((kind) => kind === named) ?? 'operacao';
