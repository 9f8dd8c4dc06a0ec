/**
 * Who is paid: those who sell goods and services, and the company, or the physician, behind each provider. Of three
 * suppliers one sells and two are providers; all of it follows from the number of either.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import { drawCnpj } from '../../engine/data/samples/check-digits.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { onceOfRows } from './found-rows.ts';
import { familyName } from './names.ts';
import type { Trade } from './network.ts';
import { specialtiesOf, staffOf, tradeOf } from './network.ts';

const inTurn = 3;

/** Kind of income (EFD-Reinf) of who works without a company. */
export const workAlone = '10002';

/** The number of the provider that a supplier is; undefined of one that sells. */
export const providerOfSupplier = (index: number): number | undefined => {
  const turn = index % inTurn;
  return turn === 0 ? undefined : Math.floor(index / inTurn) * (inTurn - 1) + turn - 1;
};

/** The place among the suppliers that a provider has. */
export const supplierOfProvider = (index: number): number =>
  Math.floor(index / (inTurn - 1)) * inTurn + 1 + (index % (inTurn - 1));

/** The family that a provider, and the company behind it, has its name from. */
export const familyOfProvider = (seed: number, index: number): string =>
  familyName(new Chance(seed, 'family of a provider', index));

export const cnpjOfProvider = (seed: number, index: number): string =>
  drawCnpj(new Chance(seed, 'company of a provider', index));

/** What the company is called, behind the family; by the kind of income (EFD-Reinf) that it is paid: hospitals have none. */
const companies: Readonly<Record<Trade, readonly [name: string, income: string | undefined]>> = {
  physician: ['Serviços Médicos Ltda.', '15026'],
  clinic: ['Serviços Médicos Ltda.', '15026'],
  laboratory: ['Análises Clínicas Ltda.', '15005'],
  imaging: ['Diagnóstico por Imagem Ltda.', '15026'],
  dentist: ['Odontologia Ltda.', '15028'],
  hospital: ['Serviços Hospitalares S.A.', undefined],
  therapist: ['Serviços de Saúde Ltda.', undefined],
};

/** Who works there first, and by whose name a physician is paid. */
const ownerOf = (draw: Draw, index: number): Row | undefined =>
  specialtiesOf(draw, index).flatMap((specialty) => staffOf(draw, index, specialty))[0];

export interface Payee {
  readonly name: string;
  readonly cpf: string | undefined;
  readonly cnpj: string | undefined;
  readonly income: string | undefined;
}

/** `draw` is that of the supplier: a physician who is paid already as another provider is paid by a company. */
export const payeeOf = (draw: Draw, index: number): Payee => {
  const trade = tradeOf(index);
  const owner = trade === 'physician' && draw.attempt === 0 ? ownerOf(draw, index) : undefined;
  const [name, cpf] = [owner?.['nome'], owner?.['cpf']];
  if (typeof name === 'string' && typeof cpf === 'string') return { name, cpf, cnpj: undefined, income: workAlone };
  const [words, income] = companies[trade];
  return {
    name: `${familyOfProvider(draw.seed, index)} ${words}`,
    cpf: undefined,
    cnpj: cnpjOfProvider(draw.seed, index),
    income,
  };
};

/** Companies, of which taxes are withheld. */
interface Suppliers {
  readonly all: readonly Row[];
  readonly ofServices: readonly Row[];
  readonly ofHospitals: readonly Row[];
  readonly ofTreatment: readonly Row[];
}

/** By what their names begin with. */
const services = /^(Serviços|Soluções|Tecnologia|Transportes|Contabilidade|Engenharia|Manutenção) /;

const suppliersOf = onceOfRows((rows): Suppliers => {
  const companies = rows.flatMap((row, index) => {
    if (row['tipo_pessoa'] !== 'JURIDICA') return [];
    const provider = providerOfSupplier(index);
    return [{ row, trade: provider === undefined ? undefined : tradeOf(provider) }];
  });
  const those = (wanted: (company: (typeof companies)[number]) => boolean): readonly Row[] =>
    companies.filter(wanted).map(({ row }) => row);
  return {
    all: companies.length > 0 ? those(({ trade }) => trade === undefined) : rows,
    ofServices: those(({ row, trade }) => trade === undefined && services.test(String(row['nome']))),
    ofHospitals: those(({ trade }) => trade === 'hospital'),
    ofTreatment: those(({ trade }) => trade !== undefined && trade !== 'hospital'),
  };
});

const suppliersByKind: Readonly<Record<string, keyof Suppliers>> = {
  'Produção médica': 'ofTreatment',
  'Produção hospitalar': 'ofHospitals',
  'Fornecedores de serviços': 'ofServices',
};

/** Who an account of the kind is paid to. Nothing in the register says who is a landlord. */
export const supplierOf = ({ chance, rows }: Draw, kind: string): Row | undefined => {
  const suppliers = suppliersOf(rows('fornecedor'));
  const found = suppliers[suppliersByKind[kind] ?? 'all'];
  const some = found.length > 0 ? found : suppliers.all;
  return some.length === 0 ? undefined : chance.of(some);
};
