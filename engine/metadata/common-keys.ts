import Type from 'typebox';

/** Keys that every kind of file takes. */
export const schemaKey = Type.Optional(
  Type.String({ description: 'The JSON Schema of this file, in schemas/language: gives completion in editors.' }),
);
export const descriptionKey = Type.Optional(
  Type.String({ description: 'What the file is for, in Portuguese; shown in the help screens.' }),
);

/** The `defaults` of a client that a field may take its own from. */
export const clientDefaultNames = ['conselho', 'percentualAutorizacao', 'uf'] as const;
