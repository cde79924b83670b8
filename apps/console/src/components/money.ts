/** Prices have up to four decimals, and are shown with those that they have. */
const MAX_DECIMALS = 4;

/** How sums of a currency are written where the reader lives. */
export function moneyIn(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    maximumFractionDigits: MAX_DECIMALS,
  });
  return (amount) => format.format(amount);
}
