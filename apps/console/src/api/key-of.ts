/** "Shoe size (EU)" → shoe_size_eu */
export const keyOf = (label: string): string =>
  label
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 64);
