/** A product with a screen of every kind, and rows for whatever is shown of them, before a browser. */
import type { Browser } from 'playwright-core';
import { expressionFiles } from '../../../engine/api/expression-files.ts';
import { launchBrowser } from '../../../support/browser.ts';
import type { BrowserProduct } from '../../../support/browser-product.ts';
import { openBrowserProduct } from '../../../support/browser-product.ts';
import { declaredFiles } from '../../../support/declared-files.ts';
import { everyTypeFiles } from '../../../support/every-type-files.ts';
import { providerFiles } from '../../../support/provider-files.ts';

const text = (title: string) => ({ title, type: 'string', maxLength: 60 });
const parts = ['Pedido', 'Exame', 'Parecer', 'Encerramento'];

/** A record that takes the page: sections, two tabs, rows of its own, files. */
const pageFiles: Readonly<Record<string, object>> = {
  'schemas/base/processos/schema.json': {
    title: 'Processo',
    type: 'object',
    required: ['campo_1', 'campo_7'],
    properties: {
      ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`campo_${at + 1}`, text(`Campo ${at + 1}`)])),
      imagens: { title: 'Imagens', 'x-attachment': { types: ['pdf'], maxSize: 1, many: true } },
      etapas: {
        title: 'Etapas',
        type: 'array',
        items: {
          title: 'Etapa',
          type: 'object',
          required: ['local'],
          properties: { local: text('Local'), dia: { title: 'Dia', type: 'string', format: 'date' } },
        },
      },
    },
  },
  'schemas/base/processos/columns.json': {
    entity: 'processo',
    path: '/processos',
    title: 'Processo',
    parent: '/base',
    permission: { subject: 'processo' },
    columns: ['campo_1', 'imagens'],
    sections: [
      ...parts.map((title, at) => ({
        title,
        ...(at === 3 ? { tab: 'Fim' } : {}),
        fields: [`campo_${at * 2 + 1}`, `campo_${at * 2 + 2}`],
      })),
      { title: 'Anexos e etapas', fields: ['imagens', 'etapas'] },
    ],
  },
};
/** A list that works for a provider. */
const guides: Readonly<Record<string, object>> = {
  'schemas/teste/fichas/schema.json': {
    title: 'Ficha',
    type: 'object',
    required: ['numero', 'credenciado'],
    properties: {
      numero: text('Número'),
      credenciado: { title: 'Prestador', 'x-relation': { entity: 'credenciado', label: '{codigo} - {nome}' } },
    },
  },
  'schemas/teste/fichas/columns.json': {
    entity: 'ficha',
    path: '/fichas',
    title: 'Ficha',
    parent: '/',
    permission: { subject: 'ficha' },
    columns: ['numero', 'credenciado'],
    provider: 'credenciado',
  },
};

const addRows = async ({ call }: BrowserProduct): Promise<void> => {
  const [city] = (await call('GET', '/cidades?ibge=eq.3106200')) as { id: number }[];
  await call('POST', '/contas', [
    {
      numero: '001',
      descricao: 'Aluguel',
      situacao: 'PAGA',
      vencimento: '2026-11-05',
      valor: 100.25,
      parcelas: 2,
      cidade_id: city?.id,
      conferida: true,
      observacao: 'Paga na portaria',
      itens: [
        { nome: 'Sala', preco: 70 },
        { nome: 'Garagem', preco: 30.25 },
        { nome: 'Depósito', preco: 0 },
      ],
    },
    { numero: '002', descricao: 'Energia', valor: 50.5, parcelas: 3, itens: [] },
    { numero: '003', descricao: 'Água', valor: 10, parcelas: 1, itens: [] },
  ]);
  await call(
    'POST',
    '/pagamentos',
    [1, 2, 3].map((day) => ({ conta_id: 1, valor: day * 10, dia: `2026-11-0${day}` })),
  );
  await call('PATCH', '/contas?numero=eq.001', { descricao: 'Aluguel da sede', valor: 120 });
  await call('POST', '/modelos', {
    nome: 'Completo',
    notas: 'Primeira linha\nSegunda linha',
    cor: 'AZUL',
    cpf: '52998224725',
    cnpj: '11222333000181',
    cep: '30130000',
    fone: '31999990000',
    email: 'ana@exemplo.com.br',
    sitio: 'https://exemplo.com.br',
    quantidade: 3,
    taxa: 1.125,
    preco: 9.9,
    desconto: 10,
    ativo: true,
    dia: '2026-02-03',
    mes: '2026-02',
    ano: 2026,
    hora: '10:20',
    momento: '2026-02-03T10:20:00Z',
    instante: '2026-02-03T10:20:30Z',
    cidade_id: city?.id,
  });
  await call('POST', '/credenciados', { codigo: '000777', nome: 'Hospital das Acácias' });
  await call('POST', '/distritos', { codigo: '310620099', nome: 'Barreiro', cidade_id: city?.id });
  await call('POST', '/processos', { campo_1: 'Um', campo_7: 'Sete', etapas: [{ local: 'Sala 1' }] });
};

export interface Furnished {
  readonly product: BrowserProduct;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export const openFurnished = async (): Promise<Furnished> => {
  const [product, browser] = await Promise.all([
    openBrowserProduct({
      files: { ...declaredFiles, ...everyTypeFiles, ...expressionFiles, ...providerFiles, ...pageFiles, ...guides },
      rowsOf: ['cidades', 'feriados', 'bancos'],
    }),
    launchBrowser(),
  ]);
  await addRows(product);
  return {
    product,
    browser,
    close: async () => {
      await browser.close();
      await product.close();
    },
  };
};
