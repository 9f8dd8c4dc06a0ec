/** Who looks behind the screens, and changes the files they come from where the product runs for development. */
export const modellingRight = { action: 'manage', subject: 'modelagem', title: 'Bancada' } as const;
