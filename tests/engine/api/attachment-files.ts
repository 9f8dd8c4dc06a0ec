/** A registry whose records have files, confined to the clinic of who is a provider, and a second door that hides them. */
import { clinicFiles } from './clinic-files.ts';

export const attachmentFiles: Readonly<Record<string, object>> = {
  ...clinicFiles,
  'schemas/teste/laudos/schema.json': {
    title: 'Laudo',
    type: 'object',
    required: ['titulo'],
    properties: {
      titulo: { title: 'Título', type: 'string', maxLength: 60, 'x-unique': true },
      clinica: { title: 'Clínica', 'x-relation': { entity: 'clinica' } },
      imagens: { title: 'Imagens', 'x-attachment': { types: ['pdf', 'png', 'jpeg'], maxSize: 1, many: true } },
      planilha: { title: 'Planilha', 'x-attachment': { types: ['csv', 'xml', 'txt'] } },
      // Its name is near to one that is open, which no answer may tell.
      imagem: { title: 'Imagem', 'x-visible': false, 'x-attachment': { types: ['pdf'] } },
      sigilo: { title: 'Sigilo', 'x-visible': false, 'x-attachment': { types: ['pdf'] } },
    },
  },
  'schemas/teste/laudos/columns.json': {
    entity: 'laudo',
    path: '/laudos',
    title: 'Laudos',
    icon: 'table',
    permission: { subject: 'laudo' },
    parent: '/',
    columns: ['titulo', 'imagens', 'planilha'],
    sort: ['titulo'],
    search: ['titulo'],
    scope: [{ role: 'prestador', field: 'clinica' }],
  },
};
