/** What each speciality treats: whom, with which examinations and procedures, for which diagnoses. By its code. */

export interface Patients {
  /** TISS: 1 man, 3 woman. */
  readonly sex?: '1' | '3';
  /** Years, both within. */
  readonly least?: number;
  readonly most?: number;
}

interface Practice {
  /** How codes (TUSS) of what is done beside consultations begin. */
  readonly codes: readonly string[];
  /** CID-10. */
  readonly diagnoses: readonly string[];
  readonly patients?: Patients;
}

const child: Patients = { most: 14 };
const woman: Patients = { sex: '3', least: 13 };
const grown: Patients = { least: 16 };

const practices: Readonly<Record<string, Practice>> = {
  // Therapies.
  '040001': { codes: ['50000616'], diagnoses: ['F80', 'R13', 'H90'] },
  '050001': { codes: ['50000160'], diagnoses: ['M54', 'M75', 'Z50'], patients: { least: 6 } },
  '050002': { codes: ['50000080'], diagnoses: ['F84', 'Z50', 'I69'] },
  '070001': { codes: ['50000560'], diagnoses: ['E66', 'E11', 'E44', 'E78'] },
  '090001': { codes: ['50000470', '50000489'], diagnoses: ['F41', 'F32', 'F90'], patients: { least: 5 } },
  // Physicians.
  '060005': { codes: ['40101', '201020', '40901106'], diagnoses: ['I10', 'I20', 'I25', 'I48'], patients: grown },
  '060010': { codes: ['30101'], diagnoses: ['K80', 'K40', 'L72', 'D17'], patients: grown },
  '060016': { codes: ['40101010', '20104235'], diagnoses: ['I10', 'E11', 'E78', 'J06', 'R51'], patients: grown },
  '060018': { codes: ['30101'], diagnoses: ['L20', 'L30', 'L70', 'L40'] },
  '060019': { codes: ['40901203', '40901211'], diagnoses: ['E03', 'E05', 'E11', 'E66'], patients: grown },
  '060021': { codes: ['40201120', '40202038', '40201082'], diagnoses: ['K21', 'K29', 'K59'], patients: grown },
  '060023': { codes: ['40101010', '201020'], diagnoses: ['I10', 'F03', 'M81'], patients: { least: 60 } },
  '060024': {
    codes: ['41301102', '40901181', '40901238', '40901254', '40901300', '20202016'],
    diagnoses: ['N92', 'N76', 'Z30'],
    patients: woman,
  },
  '060030': { codes: ['40101010', '20104103'], diagnoses: ['I10', 'J06', 'E11', 'Z00'] },
  '060041': { codes: ['40103170', '40103196', '4010332'], diagnoses: ['G43', 'G40', 'R51'] },
  '060043': { codes: ['413012', '41301315', '41301323', '415'], diagnoses: ['H52', 'H40', 'H25', 'H10'] },
  '060045': { codes: ['408'], diagnoses: ['M54', 'M17', 'M75', 'M23', 'S83'], patients: { least: 6 } },
  '060046': {
    codes: ['401030', '20104065', '30501164', '40201210', '40201252'],
    diagnoses: ['J30', 'J32', 'H66', 'H91'],
  },
  '060049': { codes: ['20104235', '20104103'], diagnoses: ['J06', 'J45', 'A09', 'L20'], patients: child },
  '060050': { codes: ['40105'], diagnoses: ['J44', 'J45', 'J18'] },
  '060051': { codes: ['20104200', '20104197'], diagnoses: ['F32', 'F41', 'F90'], patients: { least: 10 } },
  '060055': { codes: ['40201066', '40901769'], diagnoses: ['N40', 'N20', 'N39'], patients: { sex: '1', least: 18 } },
  // Diagnostics.
  '060048': { codes: ['403'], diagnoses: ['Z01', 'I10', 'E11', 'E78', 'D50', 'N39'] },
  '060047': { codes: ['406'], diagnoses: ['Z01', 'N63', 'L98', 'K29'] },
  '060052': { codes: ['408', '409', '410', '411'], diagnoses: ['R10', 'M54', 'N20', 'R07', 'Z01'] },
  // Dentists.
  '080002': { codes: ['81000421', '82'], diagnoses: ['K08', 'K07'], patients: { least: 14 } },
  '080003': { codes: ['81000065', '851', '84000198', '84000090'], diagnoses: ['K02'], patients: { least: 12 } },
  '080005': { codes: ['81000421', '852'], diagnoses: ['K04'], patients: { least: 14 } },
  '080016': { codes: ['81000065', '83', '84'], diagnoses: ['K02'], patients: { least: 3, most: 11 } },
  '080017': { codes: ['81000472', '86'], diagnoses: ['K07'], patients: { least: 10, most: 40 } },
  '080020': { codes: ['81000294', '853', '84000198'], diagnoses: ['K05'], patients: { least: 16 } },
  '080022': { codes: ['854'], diagnoses: ['K08'], patients: { least: 18 } },
};

const general: Practice = { codes: ['40101010', '20104103'], diagnoses: ['Z00', 'I10', 'R51'] };

export const practiceOf = (specialty: unknown): Practice => practices[String(specialty)] ?? general;

interface Rule extends Patients {
  readonly of: RegExp;
}

/** Whom a procedure is for beyond what its record says: read from what it is called, as a person would. */
const rules: readonly Rule[] = [
  { of: /rec[ée]m[- ]nascid|recém nato|berçário|olhinho/i, most: 0 },
  { of: /puericultura/i, most: 11 },
  { of: /dente decíduo|simples de decíduo/i, least: 2, most: 11 },
  { of: /infantil|psicomotor|adolescente/i, most: 17 },
  {
    of: /gesta|obst[ée]tric|\bparto\b|cesariana|cardiotocografia|pré-natal|gravidez|gonadotrofina/i,
    sex: '3',
    least: 14,
    most: 48,
  },
  { of: /mamografia|mamotomia/i, sex: '3', least: 38 },
  { of: /\bmamas?\b|mastectomia|mastoplastia|quadrantectomia|ductos principais/i, sex: '3', least: 18 },
  { of: /pr[óo]stat|\bPSA\b|prostático/i, sex: '1', least: 40 },
  { of: /densitometria/i, least: 45 },
  { of: /vasectomia|histerectomia/i, least: 25 },
  { of: /colonoscopia|angiotomografia|escore de cálcio|facectomia/i, least: 40 },
  { of: /de adulto|permanente|ergométrico|\bTilt\b|casal|intra-uterino|DIU|fertil|anteparto/i, least: 14 },
  { of: /coroa total|coroa provisória|núcleo|restauração metálica|trabalho protético/i, least: 18 },
];

/** In: what it is called, its code and the sex of its record. */
export const patientsOf = (title: string, code: string, sex: unknown): Patients => {
  const own: Patients = sex === '1' || sex === '3' ? { sex } : {};
  const women = code.startsWith('313') || (sex === '3' && !code.startsWith('403')) ? { least: 12 } : {};
  const { of: _, ...found } = rules.find(({ of }) => of.test(title)) ?? { of: undefined };
  return { ...women, ...found, ...own };
};

/** In: code of TISS for the sex, years. */
export const treats = ({ sex, least = 0, most = 200 }: Patients, patientSex: unknown, age: number): boolean =>
  (sex === undefined || sex === patientSex) && age >= least && age <= most;
