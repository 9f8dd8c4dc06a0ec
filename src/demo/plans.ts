/** The operator's own side: its register, the companies it has contracts with, its plans and their prices by age. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { companyName } from './names.ts';

const few = (small: number) => ({ small, medium: small * 4, large: small * 4 });

const plans: readonly (readonly [name: string, segment: string, room: string])[] = [
  ['Essencial Enfermaria', 'AMB_HOSP_COM_OBSTETRICIA', 'COLETIVA'],
  ['Essencial Apartamento', 'AMB_HOSP_COM_OBSTETRICIA', 'INDIVIDUAL'],
  ['Família Enfermaria', 'AMB_HOSP_COM_OBSTETRICIA', 'COLETIVA'],
  ['Família Apartamento', 'AMB_HOSP_COM_OBSTETRICIA', 'INDIVIDUAL'],
  ['Ambulatorial', 'AMBULATORIAL', 'NAO_SE_APLICA'],
  ['Sênior', 'AMB_HOSP_SEM_OBSTETRICIA', 'INDIVIDUAL'],
  ['Odonto Básico', 'ODONTOLOGICO', 'NAO_SE_APLICA'],
  ['Odonto Completo', 'ODONTOLOGICO', 'NAO_SE_APLICA'],
];

const plan = ({ chance, index, today }: Draw): Row => {
  const [name, segmentacao, acomodacao] = plans[index % plans.length] ?? ['Plano', 'AMBULATORIAL', 'NAO_SE_APLICA'];
  return {
    codigo: `P${String(index + 1).padStart(3, '0')}`,
    nome: index < plans.length ? name : `${name} ${Math.floor(index / plans.length) + 1}`,
    segmentacao,
    acomodacao,
    pos_lei: true,
    codigo_plano_scpa: null,
    registro_plano_ans: String(470_000_000 + index * 1013),
    situacao: index % 8 === 5 ? 'SUSPENSO' : 'ATIVO',
    contratacao: index % 3 === 0 ? 'COLETIVO_ADESAO' : 'COLETIVO_EMPRESARIAL',
    formacao_preco: 'PRE',
    fator_moderador: index % 2 === 0 ? 'COPARTICIPACAO' : 'NENHUM',
    abrangencia: 'ESTADUAL',
    area_atuacao: [{ uf: 'MG', cidade_id: null }],
    inicio_comercializacao: dayAfter(today, -chance.whole(4400, 6500)),
    fim_comercializacao: null,
    carencias: [
      { evento: 'URGENCIA_EMERGENCIA', dias: 1 },
      { evento: 'CONSULTA_EXAME', dias: 30 },
    ],
  };
};

/** Each age group costs more than the one before; the last six times the first at most, as the regulator asks. */
const growth = [1, 1.18, 1.3, 1.45, 1.65, 1.9, 2.2, 2.7, 3.3, 4.1];

const prices = ({ chance, index, rows, today }: Draw): Row => {
  const all = rows('produto');
  const first = 180 + chance.whole(0, 220);
  return {
    ...(all.length === 0 ? {} : { produto_id: all[index % all.length]?.['id'] }),
    regulamentada: true,
    inicio: dayAfter(today, -300 - 365 * Math.floor(index / Math.max(all.length, 1))),
    fim: index < all.length ? null : dayAfter(today, -301 - 365 * (Math.floor(index / Math.max(all.length, 1)) - 1)),
    faixas: growth.map((share, at) => ({
      faixa: String(at + 1).padStart(2, '0'),
      valor: Math.round(first * share * 100) / 100,
    })),
  };
};

const company = ({ chance, index }: Draw): Row => ({
  codigo: String(index + 1).padStart(4, '0'),
  razao_social: companyName(chance),
  tipo_inscricao: 'CNPJ',
  enderecos: [{ tipo: 'COMERCIAL', principal: true }],
  contatos: [{ tipo: 'TELEFONE', principal: true }],
  contas: [],
  produtos: [],
});

export const planRecipes: SampleRecipes['entities'] = {
  operadora: { count: few(3) },
  empresa: { count: few(12), values: company },
  setor_empresa: { count: few(24) },
  produto: { count: few(8), values: plan },
  faixa_etaria: { count: few(8), values: prices },
};
