/** Who treats: hospitals, clinics, laboratories and physicians, most in the large cities, each with what it is a specialist in. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { anyPerson, companyName, familyName } from './names.ts';
import { drawCity } from './places.ts';

const saints = [
  'São Lucas',
  'Santa Clara',
  'São Rafael',
  'Santa Rita',
  'Nossa Senhora das Graças',
  'São Camilo',
  'Santa Luzia',
  'Bom Jesus',
];

type Kind = 'physician' | 'clinic' | 'laboratory' | 'hospital' | 'dentist';

const nameOf = ({ chance }: Draw, kind: Kind, specialty: string): string => {
  switch (kind) {
    case 'hospital':
      return `Hospital ${chance.of(saints)} de ${familyName(chance)}`;
    case 'laboratory':
      return `Laboratório ${familyName(chance)} ${chance.of(['Análises Clínicas', 'Diagnósticos', 'Medicina Laboratorial'])}`;
    case 'clinic':
      return `Clínica ${familyName(chance)} de ${specialty}`.slice(0, 90);
    case 'dentist':
      return `${anyPerson(chance)} Odontologia`;
    default:
      return anyPerson(chance);
  }
};

const provider = (draw: Draw): Row => {
  const { chance, index, today, rows } = draw;
  const kind = chance.weighted<Kind>({ physician: 42, clinic: 30, laboratory: 10, hospital: 7, dentist: 11 });
  const dental = rows('especialidade').filter((row) => row['odontologica'] === true);
  const medical = rows('especialidade').filter((row) => row['odontologica'] !== true);
  const from = kind === 'dentist' && dental.length > 0 ? dental : medical.length > 0 ? medical : rows('especialidade');
  const signed = dayAfter(today, -chance.whole(120, 4000));
  const first = from.length === 0 ? undefined : chance.of(from);
  const second = from.length > 1 && (kind === 'hospital' || chance.holds(0.25)) ? chance.of(from) : undefined;
  const specialties = [first, ...(second === first ? [] : [second])].flatMap((row) => (row === undefined ? [] : [row]));
  const person = kind === 'physician';
  const gone = chance.holds(0.06);
  return {
    codigo: String(20_001 + index),
    nome: nameOf(draw, kind, String(first?.['descricao'] ?? 'Especialidades')),
    nome_fantasia: null,
    tipo_pessoa: person ? 'FISICA' : 'JURIDICA',
    cnes: String(2_000_000 + index * 13).slice(0, 7),
    cidade_id: drawCity(draw),
    situacao: gone ? 'DESCREDENCIADO' : chance.holds(0.03) ? 'SUSPENSO' : 'ATIVO',
    relacao: chance.weighted({ CONTRATADA: 90, REFERENCIADA: 8, COOPERADO: 2 }),
    contratualizacao: 'DIRETA',
    urgencia_emergencia: kind === 'hospital',
    data_contrato: signed,
    inicio_servico: dayAfter(signed, chance.whole(0, 60)),
    fim_servico: gone ? dayAfter(signed, chance.whole(61, 118)) : null,
    especialidades: specialties.map((row) => ({ especialidade_id: row['id'], inicio: signed, fim: null })),
    corpo_clinico: [],
    tabelas: [],
    produtos: [],
    qualificacoes: chance.holds(0.2) ? undefined : [],
    enderecos: [{ tipo: 'ATENDIMENTO', principal: true, cidade_id: drawCity(draw) }],
    contatos: [{ tipo: 'TELEFONE', principal: true }, ...(chance.holds(0.7) ? [{ tipo: 'EMAIL' }] : [])],
    contas: [{ principal: true }],
  };
};

const professional = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const specialties = rows('especialidade');
  const council = chance.weighted({ CRM: 70, CRO: 14, CREFITO: 6, CRP: 6, CRN: 4 });
  const of = specialties.filter((row) => row['conselho'] === council);
  const one = of.length > 0 ? chance.of(of) : undefined;
  return {
    nome: anyPerson(chance),
    conselho: council,
    numero_conselho: String(30_000 + index * 17),
    uf_conselho: 'MG',
    situacao: chance.holds(0.95) ? 'ATIVO' : 'INATIVO',
    especialidades: one === undefined ? [] : [{ especialidade_id: one['id'] }],
    contatos: [{ tipo: 'CELULAR', principal: true }],
  };
};

const supplier = ({ chance }: Draw): Row => ({
  nome: companyName(chance),
  enderecos: [{ tipo: 'COMERCIAL', principal: true }],
  contatos: [{ tipo: 'TELEFONE', principal: true }],
  contas: [{ principal: true }],
});

export const providerRecipes: SampleRecipes['entities'] = {
  prestador: { count: { small: 120, medium: 3000, large: 12_000 }, values: provider },
  profissional: { count: { small: 150, medium: 6000, large: 20_000 }, values: professional },
  fornecedor: { count: { small: 60, medium: 1500, large: 4000 }, values: supplier },
};
