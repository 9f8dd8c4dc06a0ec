/** The pages that the shell itself draws, as the list of routes shows them beside the screens of the files. */
import type { Page } from '../../engine/commands/contract.ts';

export const shellPages: readonly Page[] = [
  { path: '/', title: 'Início', kind: 'group' },
  { path: '/auth', title: 'Entrar', kind: 'screen', public: true },
  { path: '/senha-atualizada', title: 'Senha atualizada', kind: 'screen', public: true },
  { path: '/mensagem-sucesso', title: 'Mensagem de sucesso', kind: 'screen', public: true },
  { path: '/acesso-negado', title: 'Acesso negado', kind: 'screen' },
  { path: '*', title: 'Página não encontrada', kind: 'screen' },
];
