/**
 * The passwords that are tried first by whoever guesses. In: a new password. Out: whether it is one of them. Read when the
 * first password is changed: nobody waits for the list at start.
 */

/** What the lists made from English leaks lack: the commonest of Brazil, without marks, in small letters. */
const brazilian = [
  'senha senha1 senha12 senha123 senha1234 senha12345 senha123456 senha2024 senha2025 senha2026 minhasenha novasenha',
  'mudar mudar123 mudar1234 mudar2025 mudar2026 123mudar trocar trocar123 acesso acesso123 padrao padrao123 inicial123',
  'teste teste1 teste12 teste123 teste1234 usuario usuario123 administrador admin admin1 admin12 admin123 admin1234',
  'brasil brasil123 brasil2026 brasilia flamengo corinthians palmeiras saopaulo vasco santos gremio cruzeiro botafogo',
  'internacional fluminense atletico mengao timao familia amor amores felicidade saudade jesus jesuscristo deus deusefiel',
  'deusfiel jesuseterno gabriel gabriela rafael rafaela mariana eduardo rodrigo leonardo fernanda juliana camila leticia',
  'beatriz gustavo vitoria 102030 10203040 1020304050 010203 01020304 101010 121314 142536 147258 147258369 159357 1q2w3e4r',
  'qwe123 asd123 abcd1234 abc12345 saude saude123 hospital hospital123 operadora prestador beneficiario copass nuclep',
]
  .join(' ')
  .split(' ');

let known: Promise<ReadonlySet<string>> | undefined;

const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...brazilian]);
};

/** Capitals and marks between letters and digits hide nothing: 'Senha@123' is as common as 'senha123'. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  known ??= load();
  const list = await known;
  const plain = password.toLowerCase();
  return list.has(plain) || list.has(plain.replace(/[^a-z0-9]/g, ''));
};
