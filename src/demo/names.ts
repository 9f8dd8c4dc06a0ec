/** Words that demonstration data are put together from: common names of people, streets and quarters, of nobody in particular. */
import type { Chance } from '../../engine/data/samples/chance.ts';

const women =
  'Adriana Aline Amanda Ana Andréa Antônia Beatriz Bruna Camila Carla Cláudia Cristina Daniela Débora Elaine Eliane Fernanda Francisca Gabriela Helena Isabel Jéssica Juliana Larissa Letícia Luana Lúcia Luciana Luiza Mariana Márcia Maria Mônica Patrícia Paula Renata Rosa Sandra Simone Sônia Tatiana Vanessa Vera Vitória'.split(
    ' ',
  );
const men =
  'Adriano Alexandre Anderson André Antônio Bruno Caio Carlos César Cláudio Daniel Diego Eduardo Fábio Felipe Fernando Francisco Gabriel Geraldo Gustavo Henrique Igor João Jorge José Júlio Leandro Leonardo Lucas Luís Marcelo Márcio Marcos Mateus Maurício Otávio Paulo Pedro Rafael Renato Ricardo Roberto Rodrigo Sérgio Thiago Vinícius'.split(
    ' ',
  );
const families =
  'Almeida Alves Andrade Araújo Azevedo Barbosa Barros Batista Borges Campos Cardoso Carvalho Castro Coelho Correia Costa Cunha Dias Duarte Farias Fernandes Ferreira Fonseca Freitas Garcia Gomes Gonçalves Guimarães Lima Lopes Machado Magalhães Martins Medeiros Melo Mendes Miranda Monteiro Moraes Moreira Moura Nascimento Nogueira Nunes Oliveira Pereira Pinto Ramos Reis Ribeiro Rocha Rodrigues Santos Silva Soares Souza Teixeira Torres Vasconcelos Vieira Xavier'.split(
    ' ',
  );

export type Sex = 'female' | 'male';

/** `family`: of the parents; one of its own where there is none. */
export const personName = (chance: Chance, sex: Sex, family?: string): string => {
  const given = sex === 'female' ? women : men;
  const first = chance.of(given);
  const second = chance.holds(0.25) ? ` ${chance.of(given)}` : '';
  const middle = chance.of(families);
  const last = family ?? chance.of(families);
  return middle === last
    ? `${first}${second === ` ${first}` ? '' : second} ${last}`
    : `${first}${second === ` ${first}` ? '' : second} ${middle} ${last}`;
};

export const anyPerson = (chance: Chance): string => personName(chance, chance.holds(0.5) ? 'female' : 'male');

export const familyName = (chance: Chance): string => chance.of(families);

/** The last word of a name. */
export const familyOf = (name: unknown): string | undefined =>
  String(name ?? '')
    .split(' ')
    .at(-1) || undefined;

const streets = [
  'das Acácias',
  'dos Inconfidentes',
  'Santa Rita',
  'São José',
  'Tiradentes',
  'Sete de Setembro',
  'Quinze de Novembro',
  'Minas Gerais',
  'Rio Branco',
  'Padre Eustáquio',
  'Espírito Santo',
  'Dom Pedro II',
  'Bahia',
  'Goiás',
  'das Palmeiras',
  'dos Ipês',
  'Santos Dumont',
  'Getúlio Vargas',
  'Juscelino Kubitschek',
  'da Liberdade',
  'do Rosário',
  'Santo Antônio',
  'Paraná',
  'Ouro Preto',
];
const quarters = [
  'Centro',
  'Santa Efigênia',
  'São Lucas',
  'Funcionários',
  'Barro Preto',
  'Floresta',
  'Padre Eustáquio',
  'Buritis',
  'Castelo',
  'Cidade Nova',
  'Santo Antônio',
  'Jardim América',
  'Industrial',
  'Boa Vista',
  'São José',
  'Santa Mônica',
];

export const streetName = (chance: Chance): string => chance.of(streets);
export const quarterName = (chance: Chance): string => chance.of(quarters);

const trades = [
  'Comercial',
  'Distribuidora',
  'Serviços',
  'Soluções',
  'Equipamentos',
  'Materiais Hospitalares',
  'Tecnologia',
  'Transportes',
  'Contabilidade',
  'Engenharia',
  'Alimentos',
  'Manutenção',
];

/** `Distribuidora Moura Ltda.` */
export const companyName = (chance: Chance): string =>
  `${chance.of(trades)} ${familyName(chance)}${chance.holds(0.3) ? ` & ${familyName(chance)}` : ''} ${chance.of(['Ltda.', 'Ltda.', 'S.A.', 'ME', 'EPP'])}`;
