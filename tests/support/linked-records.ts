/** Whose a user may be: the fewest values that a provider and a beneficiary are kept with. */
import type { Caller } from './product.ts';
import { insertRow } from './product.ts';

/** Ids of providers of these codes, all of one city, which is made too. */
export const insertProviders = async (admin: Caller, ...codes: readonly string[]): Promise<readonly number[]> => {
  const cidade_id = await insertRow(admin, '/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' });
  const classificacao_id = await insertRow(admin, '/classificacoes-estabelecimentos', {
    codigo: '05',
    descricao: 'Hospital geral',
    classificacao_rps: 'HOSPITALAR',
  });
  const common = { cidade_id, classificacao_id, data_contrato: '2020-01-01', inicio_servico: '2020-01-01' };
  const ids: number[] = [];
  for (const codigo of codes)
    ids.push(
      await insertRow(admin, '/prestadores', {
        ...common,
        codigo,
        nome: `Clínica ${codigo}`,
        tipo_pessoa: 'JURIDICA',
        cnes: String(2_000_000 + ids.length),
        cnpj: '11222333000181',
      }),
    );
  return ids;
};

export const insertBeneficiary = (admin: Caller, codigo: string): Promise<number> =>
  insertRow(admin, '/beneficiarios', {
    codigo,
    nome: 'Ana Maria da Silva',
    cpf: '52998224725',
    data_nascimento: '1980-05-10',
    sexo: '3',
    nome_mae: 'Maria da Silva',
    data_inclusao: '2020-01-01',
  });
