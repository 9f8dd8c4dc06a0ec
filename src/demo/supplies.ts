/** Medicines and materials: each of some makers, as the price guide lists them and as the operator pays for one of them. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { cents, idWhere, pointing } from './found-rows.ts';

interface Supply {
  readonly name: string;
  /** Of medicines. */
  readonly substance?: string;
  readonly pack: string;
  readonly count: number;
  /** What a pack costs at the factory. */
  readonly price: number;
  readonly kind?: 'continuous' | 'oncologic' | 'implant';
}

interface Kind {
  readonly makers: readonly string[];
  /** What registrations at Anvisa, and codes of the TUSS, begin with. */
  readonly registered: string;
  readonly tuss: string;
  readonly firstMaker: number;
}

const medicineKind: Kind = {
  makers: ['Aurora Farma', 'Laboratório Serra Azul', 'Farmacêutica Paineiras', 'Química Ipê', 'Farma Horizonte'],
  registered: '1',
  tuss: '90',
  firstMaker: 101,
};
const materialKind: Kind = {
  makers: [
    'Biomédica Paineiras',
    'Hospitalar Mantiqueira',
    'Cirúrgica Vale Verde',
    'Descartáveis Serrana',
    'Médica Ouro Branco',
  ],
  registered: '8',
  tuss: '70',
  firstMaker: 301,
};
/** Implants come from others than syringes. */
const implantMakers = [
  'Ortopédica Canastra',
  'Cardio Mantiqueira',
  'Implantes Caparaó',
  'Biotec Gerais',
  'Orto Ibitipoca',
];

const medicine = (
  name: string,
  substance: string,
  pack: string,
  count: number,
  price: number,
  kind?: 'continuous' | 'oncologic',
): Supply => ({ name, substance, pack, count, price, ...(kind === undefined ? {} : { kind }) });

const medicines: readonly Supply[] = [
  medicine('Dipirona 500 mg/ml', 'Dipirona monoidratada', 'Caixa com 100 ampolas de 2 ml', 100, 148),
  medicine('Ceftriaxona 1 g', 'Ceftriaxona dissódica', 'Caixa com 50 frascos-ampola', 50, 620),
  medicine('Omeprazol 40 mg injetável', 'Omeprazol sódico', 'Caixa com 20 frascos-ampola', 20, 310),
  medicine('Amoxicilina 500 mg, cápsula', 'Amoxicilina tri-hidratada', 'Caixa com 21 cápsulas', 21, 24),
  medicine('Losartana 50 mg, comprimido', 'Losartana potássica', 'Caixa com 30 comprimidos', 30, 18, 'continuous'),
  medicine(
    'Metformina 850 mg, comprimido',
    'Cloridrato de metformina',
    'Caixa com 30 comprimidos',
    30,
    14,
    'continuous',
  ),
  medicine('Enoxaparina 40 mg', 'Enoxaparina sódica', 'Caixa com 10 seringas', 10, 330),
  medicine('Ondansetrona 8 mg', 'Cloridrato de ondansetrona', 'Caixa com 50 ampolas de 4 ml', 50, 410),
  medicine('Midazolam 15 mg', 'Midazolam', 'Caixa com 50 ampolas de 3 ml', 50, 290),
  medicine('Fentanila 50 mcg/ml', 'Citrato de fentanila', 'Caixa com 50 ampolas de 5 ml', 50, 345),
  medicine('Vancomicina 500 mg', 'Cloridrato de vancomicina', 'Caixa com 25 frascos-ampola', 25, 480),
  medicine('Meropeném 1 g', 'Meropeném tri-hidratado', 'Caixa com 10 frascos-ampola', 10, 560),
  medicine('Cloreto de sódio 0,9 % 500 ml', 'Cloreto de sódio', 'Caixa com 24 bolsas', 24, 132),
  medicine('Paclitaxel 100 mg', 'Paclitaxel', 'Frasco-ampola de 16,7 ml', 1, 690, 'oncologic'),
  medicine('Trastuzumabe 440 mg', 'Trastuzumabe', 'Frasco-ampola com diluente', 1, 9800, 'oncologic'),
  medicine(
    'Atorvastatina 20 mg, comprimido',
    'Atorvastatina cálcica',
    'Caixa com 30 comprimidos',
    30,
    38,
    'continuous',
  ),
];

const material = (name: string, pack: string, count: number, price: number, kind?: 'implant'): Supply => ({
  name,
  pack,
  count,
  price,
  ...(kind === undefined ? {} : { kind }),
});

const materials: readonly Supply[] = [
  material('Seringa descartável 10 ml', 'Caixa com 100 unidades', 100, 62),
  material('Cateter intravenoso 22G', 'Caixa com 50 unidades', 50, 118),
  material('Compressa de gaze estéril', 'Pacote com 10 unidades', 10, 8),
  material('Equipo macrogotas', 'Caixa com 100 unidades', 100, 290),
  material('Luva cirúrgica estéril 7,5', 'Caixa com 50 pares', 50, 140),
  material('Fio de náilon 3-0 com agulha', 'Caixa com 24 unidades', 24, 96),
  material('Sonda vesical de demora 16', 'Caixa com 10 unidades', 10, 74),
  material('Tela de polipropileno 15 x 15 cm', 'Unidade', 1, 420),
  material('Prótese de quadril não cimentada', 'Unidade', 1, 9600, 'implant'),
  material('Stent coronariano farmacológico', 'Unidade', 1, 5200, 'implant'),
  material('Parafuso canulado 4,0 mm', 'Unidade', 1, 380, 'implant'),
  material('Marca-passo de câmara dupla', 'Unidade', 1, 14_500, 'implant'),
];

const digits = (number: number, length: number): string => String(number).padStart(length, '0');

const makerCount = medicineKind.makers.length;

/** What of the list, by which maker: dearer from maker to maker. */
const suppliedAt = (list: readonly Supply[], index: number) => {
  const kind = list === medicines ? medicineKind : materialKind;
  const place = index % list.length;
  // Neighbours are of different makers, each of them in turn.
  const number = (place + Math.floor(index / list.length)) % makerCount;
  const supply = list[place];
  const implant = supply?.kind === 'implant';
  const maker = (implant ? implantMakers : kind.makers)[number];
  const makerCode = kind.firstMaker + number + (implant ? 100 : 0);
  const price = cents((supply?.price ?? 1) * (1 + number * 0.07));
  return {
    place,
    number,
    maker,
    makerCode,
    supply,
    price,
    tuss: `${kind.tuss}${digits((place + 1) * 1013 + number * 8, 6)}`,
    // The company, what of its products, and in which presentation.
    registration: `${kind.registered}${digits(makerCode * 37, 5)}${digits(place + 11, 4)}${digits(number + 1, 3)}`,
  };
};

/** Units (TISS, table 60) that a pack is counted in, by how it is called. */
const units: readonly (readonly [of: RegExp, unit: string])[] = [
  [/frascos?-ampola/i, 'FA'],
  [/ampolas/, 'AMP'],
  [/comprimidos/, 'COM'],
  [/cápsulas/, 'CAP'],
  [/seringas/, 'SER'],
  [/bolsas/, 'BOLS'],
  [/pares/, 'PAR'],
];

const unitOf = (supply: Supply | undefined): string => units.find(([of]) => of.test(supply?.pack ?? ''))?.[1] ?? 'UN';

/** The most that the public pays is more than the factory asks. */
const publicShare = 1.38;

const listed =
  (list: readonly Supply[]): NonNullable<Recipe['values']> =>
  ({ index, today }) => {
    const { place, number, maker, makerCode, supply, price, tuss, registration } = suppliedAt(list, index);
    const count = supply?.count ?? 1;
    return {
      edicao: '1050',
      data_vigencia: `${today.slice(0, 7)}-01`,
      codigo_laboratorio: digits(makerCode, 3),
      laboratorio: maker,
      codigo_produto: digits(place + 1001, 5),
      produto: supply?.name,
      codigo_apresentacao: digits(number + 1, 4),
      apresentacao: supply?.pack,
      quantidade_fracao: count,
      pmc: cents(price * publicShare),
      pfb: price,
      pmc_fracao: cents((price * publicShare) / count),
      pfb_fracao: cents(price / count),
      ipi: 0,
      codigo_tiss: `${digits(makerCode, 3)}${digits(place + 1001, 5)}${digits(number + 1, 2)}`,
      codigo_tuss: tuss,
      registro_anvisa: registration,
      ativo: true,
    };
  };

const paid = ({ index, rows, today }: Draw, list: readonly Supply[], guide: string): Row => {
  const { maker, supply, price, tuss, registration } = suppliedAt(list, index);
  const guides = rows(guide);
  return {
    descricao: supply?.name,
    ...pointing('unidade_id', idWhere(rows('unidade_medida'), 'sigla', unitOf(supply))),
    valor: cents((price * publicShare) / (supply?.count ?? 1)),
    brasindice_id: guides[index % Math.max(guides.length, 1)]?.['id'] ?? null,
    inicio: `${today.slice(0, 4)}-01-01`,
    fim: null,
    ativo: true,
    ...(supply?.substance === undefined ? { fabricante: maker } : { laboratorio: maker }),
    tuss,
    registro_anvisa: registration,
    // The price comes from the other guide.
    simpro: null,
    // As the group has it.
    forma_envio: null,
  };
};

const paidMedicine = (draw: Draw): Row => {
  const { place, number, makerCode, supply } = suppliedAt(medicines, draw.index);
  return {
    ...paid(draw, medicines, 'brasindice_medicamento'),
    principio_ativo: supply?.substance ?? null,
    ggrem: `5${digits(makerCode * 37, 5)}${digits(place + 11, 5)}${digits(number + 1, 4)}`,
    generico: number > 1,
    oncologico: supply?.kind === 'oncologic',
    uso_continuo: supply?.kind === 'continuous',
    ...pointing('grupo_tiss_id', idWhere(draw.rows('grupo_tiss'), 'descricao', 'Medicamentos')),
  };
};

const paidMaterial = (draw: Draw): Row => {
  const implant = suppliedAt(materials, draw.index).supply?.kind === 'implant';
  return {
    ...paid(draw, materials, 'brasindice_material'),
    opme: implant,
    ...pointing('grupo_tiss_id', idWhere(draw.rows('grupo_tiss'), 'descricao', implant ? 'OPME' : 'Materiais')),
  };
};

/** Each of one maker in the small size, of each of them beyond. */
const supplied = ({ length }: readonly Supply[]): Recipe['count'] => ({
  small: length,
  medium: length * makerCount,
  large: length * makerCount,
});

export const supplyRecipes: SampleRecipes['entities'] = {
  brasindice_medicamento: { count: supplied(medicines), values: listed(medicines) },
  medicamento: { count: supplied(medicines), values: paidMedicine },
  brasindice_material: { count: supplied(materials), values: listed(materials) },
  material: { count: supplied(materials), values: paidMaterial },
};
