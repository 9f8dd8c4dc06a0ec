/** What comes with the guide of an authorisation: tumours and their treatment, implants, the state of the teeth. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import type { RequestKind } from './care.ts';
import { dayAfter, soonAfter } from './days.ts';
import { paperMoved, paperMoves } from './decisions.ts';
import { cents, placeOfId, pointing } from './found-rows.ts';
import { ageOn } from './memberships.ts';
import { indexOf, onceOf } from './once-of.ts';

/** What comes with a guide of its kind. A mere document is one that somebody has to attach. */
const annexKinds: Readonly<Partial<Record<RequestKind, readonly string[]>>> = {
  INTERNACAO: ['OPME'],
  SP_SADT: ['QUIMIOTERAPIA', 'RADIOTERAPIA'],
  ODONTOLOGICA: ['SITUACAO_INICIAL'],
};

const personOf = ({ rows }: Pick<Draw, 'rows'>, id: unknown): Row | undefined => {
  const people = rows('beneficiario');
  return people[placeOfId(people, id)];
};

/** Implants come with the surgery that they are foreseen for, tumours late in life. */
const mayHaveAnnex = (draw: Pick<Draw, 'rows'>, row: Row): boolean => {
  switch (row['tipo_guia'] as RequestKind) {
    case 'INTERNACAO':
      return row['previsao_opme'] === true;
    case 'SP_SADT': {
      const birth = String(personOf(draw, row['beneficiario_id'])?.['data_nascimento']);
      return ageOn(birth, String(row['data_solicitacao'])) >= 45;
    }
    default:
      return annexKinds[row['tipo_guia'] as RequestKind] !== undefined;
  }
};

/** Those that an annex may come with, by the kind of their guide, so that each kind has its share. */
const annexed = onceOf('autorizacao', (rows, draw): readonly (readonly Row[])[] => {
  const some = rows.filter((row) => annexKinds[row['tipo_guia'] as RequestKind] !== undefined);
  const fitting = some.filter((row) => mayHaveAnnex(draw, row));
  return [...Map.groupBy(fitting.length > 0 ? fitting : some, (row) => row['tipo_guia']).values()];
});

interface Tumour {
  readonly cid: string;
  /** Whom it is found in; both where it is not said. */
  readonly sex?: '1' | '3';
  readonly found: string;
  readonly plan: string;
  readonly surgery: string;
  readonly area: string;
  readonly before: string;
}

const tumours: readonly [Tumour, ...Tumour[]] = [
  {
    cid: 'C20',
    found: 'Adenocarcinoma de reto, moderadamente diferenciado.',
    plan: 'Oxaliplatina e capecitabina, com hemograma antes de cada ciclo.',
    surgery: 'Retossigmoidectomia',
    area: 'Pelve',
    before: 'Capecitabina, 8 ciclos',
  },
  {
    cid: 'C50',
    sex: '3',
    found: 'Carcinoma ductal invasivo, grau 2, receptores hormonais positivos.',
    plan: 'Doxorrubicina e ciclofosfamida, seguidas de paclitaxel, com reavaliação por imagem.',
    surgery: 'Mastectomia parcial',
    area: 'Mama esquerda',
    before: 'Doxorrubicina, 4 ciclos',
  },
  {
    cid: 'C61',
    sex: '1',
    found: 'Adenocarcinoma de próstata, Gleason 8.',
    plan: 'Docetaxel até progressão ou toxicidade, com tomografia a cada três meses.',
    surgery: 'Prostatectomia radical',
    area: 'Pelve',
    before: 'Docetaxel, 6 ciclos',
  },
  {
    cid: 'C34',
    found: 'Adenocarcinoma de pulmão, pouco diferenciado.',
    plan: 'Cisplatina e vinorelbina, com tomografia de tórax após o quarto ciclo.',
    surgery: 'Lobectomia pulmonar',
    area: 'Tórax',
    before: 'Cisplatina e vinorelbina, 4 ciclos',
  },
];

const diseases = indexOf('cid', 'codigo');

/** What is said of a tumour, whatever is done about it. `asked`: day of the request. */
const tumourOf = (draw: Draw, { cid, found }: Tumour, asked: string, operated: string | null): Row => {
  const { chance } = draw;
  const stage = chance.weighted({ '2': 4, '3': 4, '4': 2 });
  return {
    ...pointing('cid_id', diseases(draw).get(cid)?.['id']),
    diagnostico_cito: found,
    data_diagnostico: dayAfter(operated ?? asked, -chance.whole(20, 90)),
    estadiamento: stage,
    // Palliative; else after the surgery or before it.
    finalidade: stage === '4' ? '4' : operated === null ? '2' : '3',
    ecog: chance.weighted({ '0': 4, '1': 5, '2': 1 }),
    informacoes_relevantes: chance.holds(0.3)
      ? chance.of(['Alergia a contraste iodado.', 'Em uso de anticoagulante oral.'])
      : null,
    data_cirurgia: operated,
  };
};

/** Body surface by Mosteller, of centimetres and kilos. */
const surfaceOf = (weight: number, height: number): number => cents(Math.sqrt((weight * height) / 3600));

const intravenous = '18';

const chemotherapy = (draw: Draw, tumour: Tumour, asked: string, operated: string | null): Row => {
  const { chance } = draw;
  const [weight, height] = [chance.whole(50, 95), chance.whole(150, 185)];
  const cycles = chance.whole(6, 12);
  const irradiated = operated !== null && chance.holds(0.3);
  return {
    peso: weight,
    altura: height,
    superficie_corporal: surfaceOf(weight, height),
    tipo_quimioterapia: '1',
    plano_terapeutico: tumour.plan,
    ciclos: cycles,
    ciclo_atual: chance.whole(1, cycles),
    dias_ciclo: chance.whole(1, 3),
    intervalo_ciclos: chance.of([14, 21]),
    area_irradiada: irradiated ? tumour.area : null,
    data_irradiacao: irradiated ? dayAfter(operated, chance.whole(8, 14)) : null,
    drogas: [{ data_prevista: dayAfter(asked, chance.whole(5, 15)), via: intravenous, frequencia: 1 }],
  };
};

/** Two greys a day. */
const radiotherapy = (chance: Chance, tumour: Tumour, asked: string): Row => {
  const days = chance.whole(25, 35);
  const treated = chance.holds(0.4);
  return {
    diagnostico_imagem: chance.of(['1', '2', '6']),
    campos: chance.whole(2, 5),
    dose_campo: 2,
    dose_total: 2 * days,
    dias_tratamento: days,
    inicio_previsto: dayAfter(asked, chance.whole(5, 20)),
    quimioterapia_anterior: treated ? tumour.before : null,
    data_quimioterapia: treated ? dayAfter(asked, -chance.whole(16, 19)) : null,
  };
};

const oncology = (draw: Draw, type: string, person: Row | undefined, asked: string): Row => {
  const { chance } = draw;
  const tumour = chance.of(tumours.filter(({ sex }) => sex === undefined || sex === person?.['sexo']));
  const operated = chance.holds(0.6) ? dayAfter(asked, -chance.whole(30, 120)) : null;
  return {
    ...tumourOf(draw, tumour, asked, operated),
    cirurgia_anterior: operated === null ? null : tumour.surgery,
    ...(type === 'QUIMIOTERAPIA' ? chemotherapy(draw, tumour, asked, operated) : radiotherapy(chance, tumour, asked)),
  };
};

/** Why an implant is asked for, and which. */
const implants = [
  [
    'Fratura com desvio, sem consolidação após o tratamento conservador.',
    'Placa bloqueada de titânio com oito parafusos.',
  ],
  ['Hérnia volumosa, com risco de encarceramento.', 'Tela de polipropileno de 15 x 15 cm.'],
  ['Artrose avançada do joelho, com dor refratária ao tratamento clínico.', 'Prótese total de joelho cimentada.'],
] as const;

/** Nothing is granted of a material before it is decided. */
const implant = (chance: Chance): Row => {
  const [why, what] = chance.of(implants);
  return {
    justificativa: why,
    especificacao: what,
    materiais: [
      {
        opcao: '1',
        quantidade_solicitada: chance.whole(1, 2),
        valor_solicitado: chance.whole(900, 9800),
        quantidade_autorizada: null,
        valor_autorizado: null,
      },
    ],
  };
};

/** Of the guide of an authorisation, one after the other. */
const annex = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const kinds = annexed(draw);
  const all = kinds[index % Math.max(kinds.length, 1)] ?? [];
  const of = all[Math.floor(index / Math.max(kinds.length, 1)) % Math.max(all.length, 1)];
  if (of === undefined) return {};
  const asked = soonAfter(chance, String(of['data_solicitacao']), 0, 3, today);
  const type = chance.of(annexKinds[of['tipo_guia'] as RequestKind] ?? ['OPME']);
  return {
    tipo: type,
    autorizacao_id: of['id'],
    beneficiario_id: of['beneficiario_id'],
    solicitante_id: of['solicitante_id'],
    executante_id: of['executante_id'] ?? null,
    profissional_id: of['profissional_solicitante_id'] ?? null,
    data_solicitacao: asked,
    pedido_complemento: null,
    ...(type === 'OPME' ? implant(chance) : { materiais: [] }),
    ...(type === 'QUIMIOTERAPIA' ? {} : { drogas: [] }),
    ...(type === 'SITUACAO_INICIAL' ? {} : { dentes: [], doenca_periodontal: false, alteracao_tecidos: false }),
    ...(type === 'QUIMIOTERAPIA' || type === 'RADIOTERAPIA'
      ? oncology(draw, type, personOf(draw, of['beneficiario_id']), asked)
      : {}),
  };
};

/** What of the materials is granted: all, the most part of the price, nothing. */
const sharesGranted: Readonly<Record<string, number>> = { AUTORIZADO: 1, AUTORIZADO_PARCIAL: 0.8, NEGADO: 0 };

const annexMoved = (draw: Draw): Row => {
  const { record } = draw;
  const share = sharesGranted[String(record['situacao'])];
  const materials: unknown = record['materiais'];
  const moved = paperMoved(draw, 'justificativa_operadora');
  if (share === undefined || !Array.isArray(materials) || materials.length === 0) return moved;
  return {
    ...moved,
    materiais: materials.map((row: Row) => ({
      ...row,
      quantidade_autorizada: share === 0 ? 0 : row['quantidade_solicitada'],
      valor_autorizado: cents(Number(row['valor_solicitado']) * share),
    })),
  };
};

export const annexRecipes: SampleRecipes['entities'] = {
  anexo_autorizacao: {
    count: { small: 16, medium: 800, large: 2400 },
    values: annex,
    moves: paperMoves,
    moved: annexMoved,
  },
};
