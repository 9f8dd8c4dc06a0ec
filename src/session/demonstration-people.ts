import type { Person } from '../../engine/commands/rights-matrix.ts';
import type { Model } from '../../engine/model/types.ts';
import { demonstrationUsers, fieldsOf, pairsOf } from './first-users.ts';

/** The demonstration logins with the rights that a database just made gives them. */
export const demonstrationPeople = (model: Model): readonly Person[] =>
  demonstrationUsers.map(({ login, admin, roles, group }, index) => ({
    login,
    group: group?.name ?? 'administração',
    grants: {
      userId: index + 1,
      prestadorIds: roles.includes('prestador') ? [1] : roles.includes('prestadorAdministrativo') ? [1, 2] : [],
      beneficiarioId: roles.includes('beneficiario') ? 1 : undefined,
      groups: group
        ? [
            {
              id: index,
              name: group.name,
              pairs: pairsOf(model, group),
              fields: fieldsOf(model, group),
              personal: group.personal ?? 'open',
              sensitive: group.sensitive ?? 'masked',
            },
          ]
        : [],
      user: {
        principal: login,
        operadora: roles.includes('operadora'),
        prestador: roles.includes('prestador'),
        prestadorAdministrativo: roles.includes('prestadorAdministrativo'),
        dependente: false,
        beneficiario: roles.includes('beneficiario'),
        ouvidoria: false,
        auditor: roles.includes('auditor'),
        admin,
        permissions: admin ? ['all:manage'] : group ? pairsOf(model, group) : [],
        grupoValidaSenha: false,
        senhaExpirada: false,
      },
    },
  }));
