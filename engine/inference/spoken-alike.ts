/** What Brazilian spreadsheets call the same thing, one line each way a title may be meant; each as `spokenName` gives it. */
const alike: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    municipio: ['cidade'],
    cidade: ['municipio'],
    uf: ['estado'],
    estado: ['uf'],
    fone: ['telefone', 'celular'],
    telefone: ['fone', 'celular'],
    celular: ['telefone', 'fone'],
    whatsapp: ['celular', 'telefone'],
    // The first letter of `E-mail` is a word that only joins.
    mail: ['email'],
    email: ['mail'],
    'endereco eletronico': ['mail', 'email'],
    cpf: ['cpf cnpj', 'documento'],
    cnpj: ['cpf cnpj', 'documento'],
    'cpf cnpj': ['cpf', 'cnpj', 'documento'],
    documento: ['cpf', 'cnpj', 'cpf cnpj'],
    nascimento: ['data nascimento'],
    'data nascimento': ['nascimento'],
    logradouro: ['endereco', 'rua'],
    endereco: ['logradouro', 'rua'],
    rua: ['logradouro', 'endereco'],
    nome: ['nome completo', 'razao social'],
    'nome completo': ['nome'],
    'razao social': ['nome'],
  }),
);

/** The names that are meant as well by one; empty: none is known. */
export const spokenAlike = (spoken: string): readonly string[] => alike.get(spoken) ?? [];
