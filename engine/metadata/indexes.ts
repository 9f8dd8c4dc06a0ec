/** Indexes beside those that follow from what is unique and from relations: of records in `columns.json`, of rows beside their list. */
import Type from 'typebox';

export const indexes = (description: string) =>
  Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1 }), { description }));
