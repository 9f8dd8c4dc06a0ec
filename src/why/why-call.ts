/** The call that tells why somebody sees something, or does not. */
import Type from 'typebox';
import type { ActionReason } from '../../engine/access/access.ts';
import { fieldLevels } from '../../engine/access/field-right.ts';
import type { ApiCall } from '../../engine/contract/openapi/api-call.ts';
import { schemaOf } from '../../engine/contract/openapi/api-call.ts';
import {
  closed,
  flag,
  inQuery,
  list,
  orNull,
  signedIn,
  text,
  whole,
} from '../../engine/contract/openapi/call-parts.ts';
import type { WhyAnswer, WhyField } from '../../engine/contract/why.ts';
import { scopeRoles } from '../../engine/model/types.ts';

/** Which members it has depends on the kind. */
const reason = <Reason>() =>
  Type.Unsafe<Reason>({
    type: 'object',
    description: 'O que decidiu: a espécie, e os nomes que ela pede.',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
  });

const decision = closed(
  { granted: flag(), pair: text('O que foi pedido: `assunto:acao`.'), reason: reason<ActionReason>() },
  { $id: 'Decisao' },
);

const fieldDecision = closed({
  level: Type.Enum([...fieldLevels]),
  reason: reason<WhyField['decision']['reason']>(),
});

export const whyCall = {
  method: 'GET',
  path: '/acesso/por-que',
  tag: 'Acesso',
  id: 'why',
  summary: 'Por que alguém vê ou não vê',
  description:
    'A decisão sobre a tela, um registro e um campo, com o que a decidiu. De outra pessoa, de um registro ou de um campo pergunta quem administra; da tela, cada um por si.',
  parameters: [
    inQuery('tela', 'Rota da tela.', { type: 'string' }, { required: true, example: '/bancos' }),
    inQuery('usuario', 'Login da pessoa. Ausente: quem chama.', { type: 'string' }),
    inQuery('registro', 'Id de um registro da tela.', { type: 'integer', minimum: 1 }),
    inQuery('campo', 'Nome de um campo da tela; de uma lista do registro, `lista.campo`.', { type: 'string' }),
  ],
  answers: {
    200: {
      description: 'As decisões.',
      schema: schemaOf<WhyAnswer>()(
        closed({
          person: closed({
            login: text(),
            name: text(),
            administrator: flag(),
            blocked: flag('Não entra.'),
            groups: list(closed({ id: whole(), name: text() })),
          }),
          screen: closed({
            path: text(),
            title: text(),
            kind: text(),
            trail: list(text('Título de onde a tela está, a partir do alto.')),
            limits: list(
              closed({
                kind: Type.Enum(['disabled', 'clients', 'flag', 'above']),
                value: text(),
                place: text('Arquivo, linha e coluna.'),
              }),
            ),
            decision: orNull(decision, 'Nula se a tela não pede direito próprio.'),
            open: flag(),
          }),
          operations: list(
            closed({
              action: text(),
              title: Type.Optional(text('De uma transição de estado.')),
              decision,
              bar: Type.Optional(
                closed(
                  {
                    title: text('De que registros.'),
                    right: Type.Optional(decision),
                    field: Type.Optional(closed({ title: text(), decision: fieldDecision })),
                  },
                  { description: 'O que falta a uma transição além do direito dela.' },
                ),
              ),
            }),
          ),
          row: orNull(
            closed({
              id: whole(),
              exists: flag(),
              visible: flag(),
              unconfined: flag('A pessoa vê todos os registros.'),
              confines: flag('O cadastro limita os registros de alguém.'),
              named: flag('A pessoa só vê os registros que toda a equipe pode indicar.'),
              beyond: flag('A pessoa lê de todos os registros o código, o rótulo e o que é de conhecimento de todos.'),
              openTo: list(
                Type.Enum([...scopeRoles], {
                  description: 'Perfil da pessoa que vê todos os registros.',
                }),
              ),
              scopes: list(
                closed({
                  role: Type.Enum([...scopeRoles]),
                  field: text(),
                  title: text(),
                  own: Type.Array(Type.Integer(), { description: 'Os cadastros da pessoa nesse papel.' }),
                }),
              ),
              reachable: flag('A pessoa pode pedir registros.'),
            }),
            'Nulo se não se perguntou de um registro.',
          ),
          field: orNull(
            closed({
              name: text(),
              title: text(),
              decision: fieldDecision,
              reach: Type.Enum(['record', 'list', 'reference', 'none']),
              readable: flag(),
              writable: flag(),
              secret: flag('Ninguém o lê.'),
              place: orNull(text(), 'Onde os arquivos o escondem.'),
              known: Type.Array(text(), {
                description: 'De uma relação: o que ela dá a conhecer de registros fora do alcance da pessoa.',
              }),
            }),
            'Nulo se não se perguntou de um campo.',
          ),
        }),
      ),
    },
  },
  refusals: [400, ...signedIn, 404],
  meanings: {
    403: 'De outra pessoa, de um registro ou de um campo só pergunta quem administra.',
    404: 'A pessoa ou a tela não existe.',
  },
} as const satisfies ApiCall;
