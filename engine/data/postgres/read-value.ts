/**
 * How a result column becomes a JavaScript value, the same behind both drivers: numbers that JavaScript has and booleans
 * are converted, everything else (numeric, dates, moments, json) stays the text PostgreSQL wrote. `bigint` becomes a
 * number: keys are far below 2^53.
 */
export type ValueReader = (text: string) => unknown;

const asText: ValueReader = (text) => text;
const asNumber: ValueReader = (text) => Number(text);

/** By type OID of `pg_type`; those are fixed in PostgreSQL's source (src/include/catalog/pg_type.dat). */
const readers: Readonly<Record<number, ValueReader>> = {
  16: (text) => text === 't', // bool
  20: asNumber, // int8
  21: asNumber, // int2
  23: asNumber, // int4
  26: asNumber, // oid
  700: asNumber, // float4
  701: asNumber, // float8
};

export const valueReader = (typeOid: number): ValueReader => readers[typeOid] ?? asText;
