/** How a condition of a flow is worded for the people who build it: in the editor and in the trace of a call. */
export const operatorWords = {
  EXISTS: 'is known',
  NOT_EXISTS: 'is not known',
  EQUALS: 'is',
  NOT_EQUALS: 'is not',
  CONTAINS: 'contains',
  GREATER_THAN: 'is more than',
  LESS_THAN: 'is less than',
  IN: 'is one of',
} as const;

/** "Will renew is Yes" for `answer.will_renew EQUALS true`. */
export const comparisonWords = (
  field: string,
  operator: keyof typeof operatorWords,
  value?: unknown,
): string =>
  [fieldWords(field) || '…', operatorWords[operator], valueWords(value)]
    .filter((word) => word !== '')
    .join(' ');

function fieldWords(field: string): string {
  const name = field.replace(/^\w+\./, '').replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  return text === 'true' ? 'Yes' : text === 'false' ? 'No' : text;
}
