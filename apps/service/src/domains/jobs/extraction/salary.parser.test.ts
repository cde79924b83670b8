import { expect, test } from 'vitest';
import { salaryIn } from './salary.parser.ts';

test.each<[written: string, salary: object | undefined]>([
  ['£85k - 110k', { min: 85_000, max: 110_000, currency: 'GBP' }],
  ['50 000 \u200d–\u200d 80 000 Kč', { min: 50_000, max: 80_000, currency: 'CZK' }],
  ['50-80.000 Kč', { min: 50_000, max: 80_000, currency: 'CZK' }],
  ['7-20 triệu', { min: 7_000_000, max: 20_000_000, currency: 'VND' }],
  ['CA$102.8K – CA$137K', { min: 102_800, max: 137_000, currency: 'CAD' }],
  ['$120,000 to $150,000 per year', { min: 120_000, max: 150_000, currency: 'USD', period: 'YEARLY' }],
  ['€ 45.000 - 60.000 brutto/Jahr', { min: 45_000, max: 60_000, currency: 'EUR', period: 'YEARLY' }],
  ['ab 3.200 € brutto/Monat', { min: 3200, currency: 'EUR', period: 'MONTHLY' }],
  ['up to £50k per annum', { max: 50_000, currency: 'GBP', period: 'YEARLY' }],
  ['12,50 €/Stunde', { min: 12.5, max: 12.5, currency: 'EUR', period: 'HOURLY' }],
  ['8 000 - 10 000 zł miesięcznie', { min: 8000, max: 10_000, currency: 'PLN', period: 'MONTHLY' }],
  ["CHF 90'000 – 110'000 p.a.", { min: 90_000, max: 110_000, currency: 'CHF', period: 'YEARLY' }],
  ['od 35 000 Kč/měsíc', { min: 35_000, currency: 'CZK', period: 'MONTHLY' }],
  ['USD 50 per hour', { min: 50, max: 50, currency: 'USD', period: 'HOURLY' }],
  ['Competitive', undefined],
  ['0 - 0 EUR', undefined],
])('the salary text %j is parsed as %j', (written, salary) => {
  expect(salaryIn(written)).toEqual(salary);
});

test("a currency sign shared by several countries is read as the currency of the job's country", () => {
  expect(salaryIn('$60,000', { country: 'AU' })?.currency).toBe('AUD');
  expect(salaryIn('40 000 kr', { country: 'SE' })?.currency).toBe('SEK');
  expect(salaryIn('40 000 kr')).toEqual({ min: 40_000, max: 40_000 });
});
